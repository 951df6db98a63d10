// The measuring core: batches of sweeps timed by device events until the median is known well enough.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "interface/backend.hpp"
#include "interface/simulation.hpp"

namespace spinbench {

struct MeasureOptions {
  double batch_ns = 10e6;           ///< shortest batch, device time
  double half_width = 0.01;         ///< stop when half the 95% interval of the median is below this part of it
  double time_limit_s = 5;          ///< or when this much wall time has gone
  std::size_t min_batches = 8;
  std::size_t max_batches = 500;
  std::optional<int> sweeps;        ///< exactly so many sweeps a batch, where the user asked for it
  bool energy = false;              ///< run long enough for the energy counter
  std::function<bool()> interrupted;  ///< polled between batches; true stops with reason "interrupted"
};

struct Batch {
  double ns_per_unit = 0;
  bool throttled = false;  ///< the device was slowed by heat or power; not part of the statistics
};

struct Measurement {
  std::vector<Batch> batches;          ///< in the order taken, throttled ones included
  double median = 0, low = 0, high = 0;  ///< ns per unit and its 95% interval (order statistics)
  int sweeps_per_batch = 0;
  std::string stop_reason;             ///< "precision", "time_limit", "batch_limit", "throttled", "interrupted"
  Conditions conditions;               ///< medians over the batches; throttle: the union
  std::optional<double> joules_per_unit;  ///< null without a counter or when the run was too short for it
};

/// Warm-up, then batches. Throws std::runtime_error on a device error.
Measurement measure(Simulation& simulation, Backend& backend, const MeasureOptions& options);

}  // namespace spinbench

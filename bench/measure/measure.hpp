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
  double batch_ns = 10e6;    ///< shortest batch, device time
  double half_width = 0.01;  ///< stop when half the 95% interval of the median is below this part of it
  double time_limit_s = 5;   ///< or when this much wall time has gone
  std::size_t min_batches = 8;
  std::size_t max_batches = 500;
  std::optional<int> sweeps;          ///< exactly so many sweeps a batch, where the user asked for it
  bool energy = false;                ///< run long enough for the energy counter
  double pause_s = 1;                 ///< rest after a throttled batch
  std::size_t max_throttled = 3;      ///< throttled batches in a row before giving up: the device is always slowed
  double energy_s = 2;                ///< shortest stretch for the energy counter, which steps every 0.1 s or so
  std::function<bool()> interrupted;  ///< polled between batches; true stops with reason "interrupted"
};

struct Batch {
  double ns_per_unit = 0;
  bool throttled = false;  ///< the device was slowed by heat or power; not part of the statistics
};

struct Measurement {
  std::vector<Batch> batches;  ///< in the order taken, throttled ones included
  /// The times that the median rests on: those of the batches that were not throttled. Where none was clean
  /// (stop_reason "throttled"), those of all batches.
  std::vector<double> samples() const;
  double median = 0, low = 0, high = 0;  ///< ns per unit and its 95% interval (order statistics)
  int sweeps_per_batch = 0;
  /// "precision", "time_limit", "batch_limit", "throttled", "interrupted"; "experiment" where the length was fixed
  std::string stop_reason;
  Conditions conditions;                  ///< medians over the batches; throttle: the union
  std::optional<double> joules_per_unit;  ///< null without a counter or when the run was too short for it
};

/// Collects what the machine tells about itself during the batches.
class ConditionsLog {
 public:
  void add(const Conditions& seen);
  /// Medians; throttle: the union.
  Conditions summary() const;

 private:
  std::vector<double> clocks_, temperatures_, powers_;
  std::vector<std::string> throttle_;
};

struct Interval {
  double median = 0, low = 0, high = 0;
};

/// The median and its distribution-free 95% interval by order statistics; below six samples, which cannot carry 95%,
/// their whole range. Zeros for no samples.
Interval median_interval(std::vector<double> samples);

/// Warm-up, then batches. Throws std::runtime_error on a device error and Unsupported where options.sweeps is no
/// multiple of the simulation's granularity.
Measurement measure(Simulation& simulation, Backend& backend, const MeasureOptions& options);

}  // namespace spinbench

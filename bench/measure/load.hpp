// Batches of sweeps, timed by the device's events, one by one or without a break between them.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "bench/measure/measure.hpp"

namespace spinbench {

struct TimedBatch {
  double units = 0, elapsed_ns = 0;
  bool counted = false;
  double ns_per_unit() const { return elapsed_ns / units; }
  /// As Batch::units has it.
  double counted_units() const { return counted ? units : 0; }
};

class Load {
 public:
  /// Throws std::runtime_error where the simulation neither declares nor counts work.
  Load(Simulation& simulation, Backend& backend, const MeasureOptions& options);

  /// Lengthens the batch until it lasts options.batch_ns, of counted work also until it has options.counted_sweeps or
  /// lasts options.counted_batch_ns, then runs batches until two in a row agree within 2% or
  /// `most_s` have gone. Throws Unsupported where options.sweeps is no multiple of the simulation's granularity.
  void warm_up(double most_s);
  /// One batch, which the device begins idle; `meanwhile` is called while the device works on it.
  TimedBatch alone(const std::function<void()>& meanwhile = {});
  /// The next batch of a load without a break: another is enqueued behind it before it is waited for, after
  /// `meanwhile`. Where work is counted a count waits for the device, so that one batch is enqueued at a time.
  TimedBatch next(const std::function<void()>& meanwhile);
  /// Waits for what next() enqueued.
  void drain();
  int sweeps() const { return sweeps_; }

 private:
  void calibrate();
  void enqueue();
  TimedBatch wait();

  Simulation& simulation_;
  const MeasureOptions& options_;
  std::array<std::unique_ptr<Stopwatch>, 2> watches_;
  double units_a_sweep_;
  bool counted_;
  int granularity_;
  int sweeps_ = 1;
  std::size_t enqueued_ = 0, finished_ = 0;
};

}  // namespace spinbench

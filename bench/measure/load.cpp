#include "bench/measure/load.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "interface/registry.hpp"

namespace spinbench {

Load::Load(Simulation& simulation, Backend& backend, const MeasureOptions& options)
    : simulation_(simulation),
      options_(options),
      watches_{backend.make_stopwatch(), backend.make_stopwatch()},
      units_a_sweep_(simulation.work_per_sweep().units),
      counted_(simulation.units_done().has_value()),
      granularity_(std::max(1, simulation.sweep_granularity())) {
  if (!counted_ && !(units_a_sweep_ > 0)) throw std::runtime_error("the kernel declares no work");
}

void Load::enqueue() {
  Stopwatch& watch = *watches_[enqueued_++ % watches_.size()];
  watch.start();
  simulation_.sweep(sweeps_);
  watch.stop();
}

TimedBatch Load::wait() {
  TimedBatch result;
  result.elapsed_ns = watches_[finished_++ % watches_.size()]->elapsed_ns();
  if (!(result.elapsed_ns >= 0) || !std::isfinite(result.elapsed_ns))
    throw std::runtime_error("the stopwatch gave no time");
  result.units = units_a_sweep_ * sweeps_;
  return result;
}

TimedBatch Load::alone(const std::function<void()>& meanwhile) {
  const double before = counted_ ? simulation_.units_done().value() : 0;
  enqueue();
  if (meanwhile) meanwhile();
  TimedBatch result = wait();
  result.counted = counted_;
  if (counted_) result.units = simulation_.units_done().value() - before;
  if (!(result.units > 0)) throw std::runtime_error("a batch did no work by the kernel's own count");
  return result;
}

TimedBatch Load::next(const std::function<void()>& meanwhile) {
  if (counted_) return alone(meanwhile);
  while (enqueued_ - finished_ < watches_.size()) enqueue();
  if (meanwhile) meanwhile();
  return wait();
}

void Load::drain() {
  while (finished_ < enqueued_) wait();
}

void Load::warm_up(double most_s) {
  const double start = options_.clock.now();
  const auto over = [&] { return options_.is_interrupted() || options_.clock.now() - start > most_s; };
  calibrate();
  // A single batch may already last longer than all that a case is given.
  if (over()) return;
  double before = alone().ns_per_unit();
  for (int round = 0; round < 20 && !over(); ++round) {
    const double now = alone().ns_per_unit();
    if (std::abs(now - before) <= 0.02 * before) return;
    before = now;
  }
}

void Load::calibrate() {
  if (options_.sweeps) {
    if (*options_.sweeps < 1 || *options_.sweeps % granularity_ != 0)
      throw Unsupported("--sweeps " + std::to_string(*options_.sweeps) + ": this case sweeps in multiples of " +
                        std::to_string(granularity_));
    sweeps_ = *options_.sweeps;
    return;
  }
  constexpr int most = 1 << 26;
  sweeps_ = granularity_;
  double elapsed = alone().elapsed_ns;
  // The first launch may load code and touch memory for the first time: what it takes says little about the next.
  if (elapsed >= options_.batch_ns && elapsed < 20 * options_.batch_ns && !options_.is_interrupted())
    elapsed = alone().elapsed_ns;
  // Counted work differs from sweep to sweep: a batch of a few, as a busy host's pauses make them, tells of its own.
  const auto has_few = [&] {
    return counted_ && sweeps_ < options_.counted_sweeps && elapsed < options_.counted_batch_ns;
  };
  while ((elapsed < options_.batch_ns || has_few()) && !options_.is_interrupted()) {
    double wanted = elapsed > 0 ? std::clamp(1.1 * options_.batch_ns / elapsed, 1.1, 16.0) : 16.0;
    // Twice as many at most, which by what was seen last no more than twice as long as allowed.
    if (has_few()) wanted = std::max(wanted, std::min(2.0, static_cast<double>(options_.counted_sweeps) / sweeps_));
    const double multiples = std::ceil(wanted * sweeps_ / granularity_);
    if (multiples * granularity_ > most) return;
    sweeps_ = static_cast<int>(multiples) * granularity_;
    elapsed = alone().elapsed_ns;
  }
}

}  // namespace spinbench

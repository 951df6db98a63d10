#include "bench/measure/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <thread>

#include "interface/registry.hpp"

namespace spinbench {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

class Core {
 public:
  Core(Simulation& simulation, Backend& backend, const MeasureOptions& options)
      : simulation_(simulation),
        backend_(backend),
        options_(options),
        watch_(backend.make_stopwatch()),
        units_(simulation.work_per_sweep().units),
        granularity_(std::max(1, simulation.sweep_granularity())) {
    if (!(units_ > 0)) throw std::runtime_error("the kernel declares no work");
  }

  Measurement run() {
    const auto start = Clock::now();
    warm_up();
    Measurement result;
    if (interrupted()) {
      result.stop_reason = "interrupted";
      return result;
    }
    take_batches(start, result);
    const auto interval = median_interval(result.samples());
    result.median = interval.median;
    result.low = interval.low;
    result.high = interval.high;
    result.sweeps_per_batch = sweeps_;
    result.conditions = log_.summary();
    if (options_.energy && result.stop_reason != "interrupted") result.joules_per_unit = joules_per_unit();
    return result;
  }

 private:
  /// Device time of one batch. Conditions are asked for while the device works.
  double time_batch(Conditions* seen = nullptr) {
    watch_->start();
    simulation_.sweep(sweeps_);
    watch_->stop();
    if (seen != nullptr) *seen = backend_.conditions();
    const double elapsed = watch_->elapsed_ns();
    if (!(elapsed >= 0) || !std::isfinite(elapsed)) throw std::runtime_error("the stopwatch gave no time");
    return elapsed;
  }

  bool interrupted() const { return options_.interrupted && options_.interrupted(); }

  /// Lengthens the batch until it lasts batch_ns, then runs batches until two in a row agree within 2%.
  void warm_up() {
    const auto start = Clock::now();
    calibrate();
    // A single batch may already last longer than all that a case is given.
    if (seconds_since(start) > options_.time_limit_s / 4) return;
    double before = time_batch();
    for (int round = 0; round < 20 && !interrupted(); ++round) {
      if (seconds_since(start) > options_.time_limit_s / 4) return;
      const double now = time_batch();
      if (std::abs(now - before) <= 0.02 * before) return;
      before = now;
    }
  }

  void calibrate() {
    if (options_.sweeps) {
      if (*options_.sweeps < 1 || *options_.sweeps % granularity_ != 0)
        throw Unsupported("--sweeps " + std::to_string(*options_.sweeps) + ": this case sweeps in multiples of " +
                          std::to_string(granularity_));
      sweeps_ = *options_.sweeps;
      return;
    }
    constexpr int most = 1 << 26;
    sweeps_ = granularity_;
    for (double elapsed = time_batch(); elapsed < options_.batch_ns && !interrupted(); elapsed = time_batch()) {
      const double wanted = elapsed > 0 ? std::clamp(1.1 * options_.batch_ns / elapsed, 1.1, 16.0) : 16.0;
      const double multiples = std::ceil(wanted * sweeps_ / granularity_);
      if (multiples * granularity_ > most) return;
      sweeps_ = static_cast<int>(multiples) * granularity_;
    }
  }

  void take_batches(Clock::time_point start, Measurement& result) {
    std::size_t clean = 0, throttled_in_a_row = 0;
    double paused_s = 0;
    while (result.stop_reason.empty()) {
      Conditions seen;
      const double elapsed = time_batch(&seen);
      log_.add(seen);
      const bool throttled = !seen.throttle.empty();
      result.batches.push_back({elapsed / (units_ * sweeps_), throttled});
      clean += throttled ? 0 : 1;
      throttled_in_a_row = throttled ? throttled_in_a_row + 1 : 0;
      result.stop_reason = why_stop(result, clean, throttled_in_a_row, seconds_since(start) - paused_s);
      if (throttled && result.stop_reason.empty()) paused_s += pause();
    }
  }

  std::string why_stop(const Measurement& result, std::size_t clean, std::size_t throttled_in_a_row,
                       double spent_s) const {
    if (interrupted()) return "interrupted";
    if (throttled_in_a_row >= options_.max_throttled) return "throttled";
    if (clean >= options_.min_batches && throttled_in_a_row == 0) {
      const auto interval = median_interval(result.samples());
      if ((interval.high - interval.low) / 2 < options_.half_width * interval.median) return "precision";
    }
    if (clean >= options_.max_batches) return "batch_limit";
    if (spent_s > options_.time_limit_s) return clean > 0 ? "time_limit" : "throttled";
    return "";
  }

  double pause() const {
    const auto start = Clock::now();
    while (seconds_since(start) < options_.pause_s && !interrupted())
      std::this_thread::sleep_for(std::chrono::duration<double>(std::min(0.05, options_.pause_s)));
    return seconds_since(start);
  }

  /// Batches back to back between two readings of the counter, nothing else in between.
  std::optional<double> joules_per_unit() {
    backend_.synchronize();
    const auto before = backend_.energy_joules();
    if (!before) return std::nullopt;
    const auto start = Clock::now();
    double units = 0;
    while (seconds_since(start) < options_.energy_s) {
      if (interrupted()) return std::nullopt;
      time_batch();
      units += units_ * sweeps_;
    }
    const auto after = backend_.energy_joules();
    if (!after || !(*after > *before)) return std::nullopt;
    return (*after - *before) / units;
  }

  Simulation& simulation_;
  Backend& backend_;
  const MeasureOptions& options_;
  std::unique_ptr<Stopwatch> watch_;
  double units_;
  int granularity_;
  int sweeps_ = 1;
  ConditionsLog log_;
};

std::optional<double> median_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  return median_interval(std::move(values)).median;
}

}  // namespace

void ConditionsLog::add(const Conditions& seen) {
  if (seen.sm_clock_mhz) clocks_.push_back(*seen.sm_clock_mhz);
  if (seen.temperature_c) temperatures_.push_back(*seen.temperature_c);
  if (seen.power_w) powers_.push_back(*seen.power_w);
  for (const auto& reason : seen.throttle)
    if (std::find(throttle_.begin(), throttle_.end(), reason) == throttle_.end()) throttle_.push_back(reason);
}

Conditions ConditionsLog::summary() const {
  return {median_of(clocks_), median_of(temperatures_), median_of(powers_), throttle_};
}

std::vector<double> Measurement::samples() const {
  std::vector<double> clean, all;
  for (const auto& batch : batches) {
    all.push_back(batch.ns_per_unit);
    if (!batch.throttled) clean.push_back(batch.ns_per_unit);
  }
  return clean.empty() ? all : clean;
}

Interval median_interval(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t n = samples.size();
  const double median = n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
  // The median lies outside [x_(j), x_(n+1-j)] with probability 2 P(B <= j - 1), B binomial (n, 1/2): take the largest
  // j that keeps this below 5%. Logarithms, since 2^-n underflows for n above 1074.
  std::size_t j = 0;
  double below = 0;
  for (; j < n; ++j) {
    const auto trials = static_cast<double>(n), hits = static_cast<double>(j);
    below += std::exp(std::lgamma(trials + 1) - std::lgamma(hits + 1) - std::lgamma(trials - hits + 1) -
                      trials * std::log(2.0));
    if (below > 0.025) break;
  }
  const std::size_t lowest = j == 0 ? 0 : j - 1;
  return {median, samples[lowest], samples[n - 1 - lowest]};
}

Measurement measure(Simulation& simulation, Backend& backend, const MeasureOptions& options) {
  return Core(simulation, backend, options).run();
}

}  // namespace spinbench

#include "bench/measure/repetition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/measure/hold.hpp"
#include "bench/measure/load.hpp"
#include "interface/equilibrates.hpp"

namespace spinbench {

namespace {

/// Batches one by one, each timed from an idle device.
class Bursts {
 public:
  Bursts(Load& load, LoadLog& log, const MeasureOptions& options, double budget_s)
      : load_(load), log_(log), options_(options), budget_s_(budget_s) {}

  void run(Repetition& result) {
    // The load begins now, not where the log was made: warming up lies between.
    log_.restart();
    const double start = options_.clock.now();
    std::size_t clean = 0, in_a_row = 0;
    double rested_s = 0;
    while (result.stop_reason.empty()) {
      const TimedBatch batch = load_.alone([&] { log_.sample(); });
      log_.worked(batch.units);
      const bool throttled = log_.samples().back().throttled();
      result.batches.push_back({batch.ns_per_unit(), throttled, batch.counted_units()});
      clean += throttled ? 0 : 1;
      in_a_row = throttled ? in_a_row + 1 : 0;
      result.stop_reason = why_stop(result, clean, in_a_row, options_.clock.now() - start - rested_s);
      if (throttled && result.stop_reason.empty()) rested_s += rest(options_);
    }
  }

 private:
  std::string why_stop(const Repetition& result, std::size_t clean, std::size_t in_a_row, double spent_s) const {
    if (options_.interrupted && options_.interrupted()) return "interrupted";
    if (in_a_row >= options_.max_throttled) return "throttled";
    if (in_a_row == 0 && is_precise(result.batches, options_)) return "precision";
    if (clean >= options_.max_batches) return "batch_limit";
    if (spent_s > budget_s_) return clean > 0 ? "time_limit" : "throttled";
    return "";
  }

  Load& load_;
  LoadLog& log_;
  const MeasureOptions& options_;
  double budget_s_;
};

/// Those that were not throttled, or all where all were.
std::vector<Batch> clean(const std::vector<Batch>& batches) {
  std::vector<Batch> result;
  for (const Batch& batch : batches)
    if (!batch.throttled) result.push_back(batch);
  return result.empty() ? batches : result;
}

bool is_counted(const std::vector<Batch>& batches) {
  return std::any_of(batches.begin(), batches.end(), [](const Batch& batch) { return batch.units > 0; });
}

/// All the time over all the work, of so many stretches: the interval is that of their scatter.
Interval ratio_of(const std::vector<Batch>& batches, std::size_t stretches) {
  const bool counted = is_counted(batches);
  std::vector<double> times(stretches), work(stretches);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const double units = counted ? batches[i].units : 1.0;
    work[i * stretches / batches.size()] += units;
    times[i * stretches / batches.size()] += batches[i].ns_per_unit * units;
  }
  return ratio_interval(times, work);
}

/// Of the batches that the repetition's figure rests on; nothing where work is not counted.
std::optional<CountedSweep> counted_sweep(const Repetition& repetition) {
  if (!is_counted(repetition.batches)) return std::nullopt;
  CountedSweep sum;
  double sweeps = 0;
  for (const Batch& batch : clean(repetition.batches)) {
    sum.ns += batch.ns_per_unit * batch.units;
    sum.units += batch.units;
    sweeps += repetition.sweeps_per_batch;
  }
  return CountedSweep{sum.ns / sweeps, sum.units / sweeps};
}

/// What the devices told from `from` on. The load is still running.
void describe(Repetition& result, const LoadLog& log, Backend& backend, double from) {
  constexpr double ever = std::numeric_limits<double>::infinity();
  result.time = figure_of(result.batches, result.was_limited);
  if (const auto share = log.capped_share(from, ever)) result.power_capped = *share >= 0.5;
  const auto clocks = log.values(&Sample::clock_mhz, from, ever);
  result.clock_mhz = result.was_limited ? mean_of(clocks) : median_of(clocks);
  result.by_device = log.summary(from);
  result.other_processes = others_beside(backend, result.by_device);
}

}  // namespace

void note_once(std::vector<std::string>& noted, const std::vector<std::string>& more) {
  for (const std::string& one : more)
    if (std::find(noted.begin(), noted.end(), one) == noted.end()) noted.push_back(one);
}

std::vector<std::string> others_beside(Backend& backend, const std::vector<Conditions>& by_device) {
  std::vector<std::string> result;
  const std::vector<int> devices = backend.devices_in_use();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    note_once(result, backend.other_processes(devices[i]));
    constexpr double unnoticed = 0.02;
    if (i < by_device.size() && by_device[i].waited_share.value_or(0) > unnoticed)
      note_once(result, {"other processes on the cores in use"});
  }
  return result;
}

std::vector<double> clean_samples(const std::vector<Batch>& batches) {
  std::vector<double> result;
  for (const Batch& batch : clean(batches)) result.push_back(batch.ns_per_unit);
  return result;
}

Interval figure_of(const std::vector<Batch>& batches, bool limited) {
  // Batches within a swing of the clock are one wave, of which a few stretches know nothing of each other.
  constexpr std::size_t stretches = 4;
  const std::vector<Batch> counting = clean(batches);
  if (limited) return ratio_of(counting, std::min(stretches, counting.size()));
  return is_counted(counting) ? ratio_of(counting, counting.size()) : median_interval(clean_samples(counting));
}

bool is_precise(const std::vector<Batch>& batches, const MeasureOptions& options, bool limited) {
  const auto usable = std::count_if(batches.begin(), batches.end(), [](const Batch& b) { return !b.throttled; });
  const bool counted = !batches.empty() && batches.front().units > 0;
  const std::size_t least = counted ? std::max(options.min_batches, options.min_counted_batches) : options.min_batches;
  if (static_cast<std::size_t>(usable) < least) return false;
  const Interval interval = figure_of(batches, limited);
  return (interval.high - interval.low) / 2 < options.half_width * interval.median;
}

std::optional<OverCounted> over_counted(const std::vector<Repetition>& repetitions) {
  std::vector<double> times, work;
  for (const Repetition& one : repetitions) {
    const auto sweep = counted_sweep(one);
    if (!sweep) continue;
    times.push_back(sweep->ns);
    work.push_back(sweep->units);
  }
  if (times.empty()) return std::nullopt;
  OverCounted result{{mean_of(times).value(), mean_of(work).value()}, ratio_interval(times, work)};
  for (const Repetition& one : repetitions) {
    if (one.batches.empty()) continue;
    result.figure.low = std::min(result.figure.low, one.time.low);
    result.figure.high = std::max(result.figure.high, one.time.high);
  }
  return result;
}

double rest(const MeasureOptions& options) {
  const double start = options.clock.now();
  const auto rested = [&] { return options.clock.now() - start; };
  while (rested() < options.pause_s && !(options.interrupted && options.interrupted()))
    options.clock.sleep(std::min(0.05, options.pause_s));
  return rested();
}

Repetition run_repetition(Simulation& simulation, Backend& backend, const MeasureOptions& options,
                          const RepetitionPlan& plan) {
  Repetition result;
  if (auto* const cold = dynamic_cast<Equilibrates*>(&simulation)) {
    cold->equilibrate(options.interrupted);
    backend.synchronize();
  }
  Load load(simulation, backend, options);
  LoadLog log(backend, options.clock);
  load.warm_up(plan.budget_s / 4);
  result.sweeps_per_batch = load.sweeps();
  if (options.interrupted && options.interrupted()) {
    result.stop_reason = "interrupted";
    return result;
  }
  double start = options.clock.now(), from = start;
  if (options.hold) {
    Hold hold(load, log, options, plan);
    hold.run(result);
    start = hold.start_s();
    from = hold.steady_from_s();
  } else {
    Bursts(load, log, options, plan.budget_s).run(result);
    result.burst = figure_of(result.batches);
  }
  describe(result, log, backend, from);
  if (!options.hold && plan.energy) {
    log.restart();
    start = from = options.clock.now();
    load_for_energy(load, log, options);
  }
  // A cap is met from above: energy counts from the held state on, like the time.
  const double metered = std::max(from, metered_from(log, start));
  const bool wanted = plan.energy || (options.energy && result.was_limited);
  if (wanted || log.spans(metered, options.energy_s)) result.energy = log.energy(metered, options.energy_s);
  load.drain();
  return result;
}

}  // namespace spinbench

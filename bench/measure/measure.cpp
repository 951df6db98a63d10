#include "bench/measure/measure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <functional>
#include <new>
#include <utility>

#include "bench/errors.hpp"
#include "bench/measure/pinned_core.hpp"
#include "bench/measure/repetition.hpp"
#include "interface/ranks.hpp"

namespace spinbench {

namespace {

/// Of an odd number of pages and more for each repetition, so that no two find the same alignment to larger ones. After
/// sixteen the same come again: a thousand repetitions would come to more memory than the machine has.
std::size_t interposed_bytes(std::size_t repetition) {
  constexpr std::size_t different = 16;
  return (2 * (repetition % different) + 1) * ((std::size_t{1} << 21) + 4096);
}

/// What the next simulation finds in its way: nothing for the first one, and where no memory is left for that.
std::shared_ptr<void> interposed_for(std::size_t repetition, Backend& backend) {
  if (repetition == 0) return nullptr;
  try {
    return backend.interpose(interposed_bytes(repetition));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

/// A simulation that fills the device has no room for what was put in its way.
std::unique_ptr<Simulation> made(const SimulationFactory& make, std::shared_ptr<void>& interposed) {
  try {
    return make();
  } catch (const Unproved&) {
    throw;
  } catch (const RanksLost&) {
    throw;
  } catch (const std::exception&) {
    if (!interposed) throw;
  }
  interposed.reset();
  return make();
}

/// Of the starts that count; null where none has it.
const Repetition* first_with_energy(const std::vector<Repetition>& all) {
  const bool limited = std::any_of(all.begin(), all.end(), [](const Repetition& one) { return one.was_limited; });
  for (const Repetition& one : all)
    if (one.energy.joules_per_unit && one.was_limited == limited) return &one;
  return nullptr;
}

RepetitionPlan plan_for(std::size_t index, std::size_t count, const MeasureOptions& options,
                        const std::vector<Repetition>& before) {
  RepetitionPlan plan;
  plan.budget_s = options.time_limit_s / static_cast<double>(count);
  plan.first = index == 0;
  plan.drifted = std::any_of(before.begin(), before.end(), [](const Repetition& one) { return one.was_long; });
  plan.limited = std::any_of(before.begin(), before.end(), [](const Repetition& one) { return one.was_limited; });
  // The load is the same in each, and 2 s of it cost as much as all the rest of a row. Of starts at the limit one
  // that counts must have it: the first, which Hold sees to, or one after it where that was cut.
  plan.energy = options.energy && (index == 0 || (plan.limited && !first_with_energy(before)));
  return plan;
}

/// The worse of two ways to end.
std::string worse(const std::string& a, const std::string& b) {
  constexpr std::array<const char*, 5> order = {"precision", "batch_limit", "time_limit", "throttled", "interrupted"};
  const auto place = [&](const std::string& reason) { return std::find(order.begin(), order.end(), reason); };
  return place(a) < place(b) ? b : a;
}

/// Takes what a repetition saw into the row's measurement, times aside.
void add(Measurement& result, const Repetition& one) {
  result.batches.insert(result.batches.end(), one.batches.begin(), one.batches.end());
  result.repetitions.push_back(one.time);
  result.sweeps_per_batch = one.sweeps_per_batch;
  result.stop_reason = result.stop_reason.empty() ? one.stop_reason : worse(result.stop_reason, one.stop_reason);
  result.hold_s = std::max(result.hold_s, one.hold_s);
  result.settled = result.settled && one.settled;
  if (one.power_capped) result.power_capped = result.power_capped.value_or(false) || *one.power_capped;
  note_once(result.other_processes, one.other_processes);
}

/// Medians over the repetitions of what each device told; throttle: the union.
std::vector<Conditions> conditions_of_all(const std::vector<Repetition>& all) {
  std::vector<Conditions> result;
  for (std::size_t device = 0; device < all.front().by_device.size(); ++device) {
    Conditions joined = all.front().by_device[device];
    std::vector<double> clocks, temperatures, powers, waited;
    for (const Repetition& one : all) {
      if (device >= one.by_device.size()) continue;
      const Conditions& seen = one.by_device[device];
      if (seen.sm_clock_mhz) clocks.push_back(*seen.sm_clock_mhz);
      if (seen.temperature_c) temperatures.push_back(*seen.temperature_c);
      if (seen.power_w) powers.push_back(*seen.power_w);
      if (seen.waited_share) waited.push_back(*seen.waited_share);
      note_once(joined.throttle, seen.throttle);
    }
    joined.sm_clock_mhz = median_of(std::move(clocks));
    joined.temperature_c = median_of(std::move(temperatures));
    joined.power_w = median_of(std::move(powers));
    joined.waited_share = median_of(std::move(waited));
    result.push_back(std::move(joined));
  }
  return result;
}

/// Without those that ended before the device came to its power limit, where others did: they are bursts.
std::vector<Repetition> of_one_kind(std::vector<Repetition> all) {
  const auto limited = [](const Repetition& one) { return one.was_limited; };
  if (std::any_of(all.begin(), all.end(), limited)) std::erase_if(all, std::not_fn(limited));
  return all;
}

/// The figure over all repetitions; what a sweep of counted work comes to in the mean goes into `result`. Such work is
/// no reference's best start either: that would be the one that met the largest clusters.
Interval figure_over(const std::vector<Repetition>& all, bool reference, Measurement& result) {
  if (const auto counted = over_counted(all)) {
    result.units_per_sweep = counted->sweep.units;
    result.ns_per_sweep = counted->sweep.ns;
    return counted->figure;
  }
  return reference ? best_of(result.repetitions) : over_repetitions(result.repetitions);
}

Measurement combined(const std::vector<Repetition>& all, const MeasureOptions& options) {
  Measurement result;
  result.idle_power_w = options.idle_power_w;
  std::vector<double> clocks;
  for (const Repetition& one : all) {
    add(result, one);
    if (one.clock_mhz) clocks.push_back(*one.clock_mhz);
  }
  const Interval figure = figure_over(all, options.reference, result);
  result.median = figure.median;
  result.low = figure.low;
  result.high = figure.high;
  result.burst = options.hold ? all.front().burst : figure;
  if (options.hold) {
    result.held = figure;
    result.settled_clock_mhz = median_of(std::move(clocks));
    if (result.burst.median > 0) result.drift = all.front().time.median / result.burst.median - 1;
  }
  result.by_device = conditions_of_all(all);
  if (!result.by_device.empty()) result.conditions = result.by_device.front();
  const Repetition* const metered = first_with_energy(all);
  result.energy = (metered ? *metered : all.front()).energy;
  result.joules_per_unit = result.energy.joules_per_unit;
  return result;
}

}  // namespace

std::vector<double> Measurement::samples() const { return clean_samples(batches); }

double Measurement::best() const {
  const auto times = samples();
  return times.empty() ? 0 : *std::min_element(times.begin(), times.end());
}

bool Measurement::burst_differs() const { return held && std::fabs(held->median - burst.median) > 0.01 * held->median; }

Measurement measure(const SimulationFactory& make, Backend& backend, const MeasureOptions& options,
                    const Inspect& inspect) {
  std::vector<Repetition> all;
  const std::size_t count = std::max<std::size_t>(options.repetitions, 1);
  for (std::size_t index = 0; index < count; ++index) {
    auto interposed = interposed_for(index, backend);
    std::optional<PinnedCore> pinned;
    if (options.reference || options.pinned) pinned.emplace(index, count, options.pinned);
    auto simulation = made(make, interposed);
    all.push_back(run_repetition(*simulation, backend, options, plan_for(index, count, options, all)));
    if (all.back().stop_reason == "interrupted") break;
    if (inspect) inspect(*simulation);
    if (!options.after_repetition) continue;
    simulation.reset();
    interposed.reset();
    pinned.reset();
    options.after_repetition(index, count);
  }
  const bool was_interrupted = all.back().stop_reason == "interrupted";
  Measurement result = combined(of_one_kind(std::move(all)), options);
  // Whether or not the start that was cut is of the kind that counts: others should have followed.
  if (was_interrupted) result.stop_reason = "interrupted";
  return result;
}

Measurement measure(Simulation& simulation, Backend& backend, const MeasureOptions& options) {
  return combined({run_repetition(simulation, backend, options, plan_for(0, 1, options, {}))}, options);
}

std::optional<double> idle_power(Backend& backend, const MeasureOptions& options) {
  constexpr double longest_s = 1, between_s = 0.1;
  constexpr int enough = 3;  // readings in a row that are no lower: a meter may not be updated at each
  backend.synchronize();
  LoadLog log(backend, options.clock);
  std::optional<double> least;
  const double start = options.clock.now();
  for (int steady = 0; steady < enough && options.clock.now() - start < longest_s;) {
    if (options.interrupted && options.interrupted()) break;
    log.sample();
    const auto power = log.samples().back().power_w();
    if (!power) break;
    steady = least && *power >= 0.99 * *least ? steady + 1 : 0;
    least = std::min(least.value_or(*power), *power);
    options.clock.sleep(between_s);
  }
  return least;
}

}  // namespace spinbench

// The times of a case, in its row.
#include <cstdint>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "bench/counted.hpp"
#include "bench/errors.hpp"
#include "bench/runner.hpp"
#include "bench/select/selection.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench {

namespace {

/// The work of a sweep that has so many units, by that of one with others.
Work scaled(Work work, double units) {
  const double factor = work.units > 0 ? units / work.units : 0;
  for (double Work::*amount : {&Work::memory_bytes, &Work::write_bytes, &Work::shared_bytes, &Work::logic_ops,
                               &Work::multiply_adds, &Work::issue_slots, &Work::random_words})
    work.*amount *= factor;
  work.units = units;
  return work;
}

void refuse_no_time(const Measurement& measurement) {
  if (!(measurement.median > 0)) throw std::runtime_error("the batches took no time that the stopwatch could see");
}

/// What of `reference` goes into one of the time that it is compared with.
Speedup speedup_of(const std::string& name, const Interval& reference, const Measurement& own) {
  Speedup result;
  result.reference = name;
  result.reference_ns_per_unit = reference.median;
  result.value = reference.median / own.median;
  result.low = own.high > 0 ? reference.low / own.high : 0;
  result.high = own.low > 0 ? reference.high / own.low : 0;
  return result;
}

/// Whether speed-ups of any case refer to `c`.
bool is_reference(const Case& c) {
  const auto reference = reference_of(c, Registry::instance());
  return reference && reference->name() == c.name();
}

/// What of the row's measurement ranks change: whose energy was read, and whether the network between them was real.
void note_ranks(Row& row, Measurement& measurement) {
  if (!row.ranks) return;
  // Rank 0 measures, and reads its own device; the work is that of all.
  const bool has_energy = measurement.joules_per_unit || !measurement.energy.doubt.empty();
  if (has_energy && row.ranks->has_other_devices()) {
    measurement.energy = Energy();
    measurement.energy.doubt =
        "of the devices of " + std::to_string(row.ranks->by_rank.size()) + " ranks only rank 0's was read";
    measurement.joules_per_unit.reset();
  }
  // No other row is compared with it, or drawn as if it were this machine's.
  if (const RanksUsed& ranks = *row.ranks; ranks.simulated_network())
    row.device += ", simulated network of " + to_string(AxisValue(ranks.latency_us)) + " us, " +
                  (ranks.bandwidth_GBps > 0 ? to_string(AxisValue(ranks.bandwidth_GBps)) : "any") + " GB/s";
}

}  // namespace

/// Nothing where it was interrupted.
std::optional<double> Runner::time(const Case& c, const MeasureOptions& measuring, Row& row,
                                   std::unique_ptr<Simulation> first) {
  const auto make = [&]() -> std::unique_ptr<Simulation> {
    if (first) return std::move(first);
    return make_proved(c, options_.seed);
  };
  const Measurement measurement = measure(make, *c.backend, measuring, [&](Simulation& simulation) {
    look(c, simulation, static_cast<Counted&>(simulation).sweeps(), row);
  });
  c.backend->synchronize();
  if (measurement.stop_reason == "interrupted") return std::nullopt;
  refuse_no_time(measurement);
  return measurement.median;
}

/// False where it was interrupted.
bool Runner::experiment_into(const Case& c, std::unique_ptr<Simulation> simulation, Row& row) {
  const Experiment& experiment = *c.kernel->experiment;
  const Experiment::Length length = experiment.length(c.params, c.device_info(), options_.measuring.sweeps);
  // What was compared with an oracle has sweeps behind it.
  simulation.reset();
  simulation = make_proved(c, options_.seed);
  row.work = simulation->work_per_sweep();
  std::optional<Checkpoint> checkpoint;
  if (!options_.checkpoint.empty())
    checkpoint.emplace(options_.checkpoint,
                       checkpoint_identity(c, options_.seed, options_.measuring.sweeps, options_.checkpoint_build),
                       options_.checkpoint_every_s);
  Simulation& kept = checkpoint ? static_cast<Counted&>(*simulation).inner() : *simulation;
  auto result = run_experiment(kept, *c.backend, experiment, c.params, length, options_.measuring,
                               checkpoint ? &*checkpoint : nullptr);
  c.backend->synchronize();
  if (result.measurement.stop_reason == "interrupted") return false;
  refuse_no_time(result.measurement);
  const double sweeps = checkpoint ? result.findings.length.equilibration + result.findings.length.sweeps
                                   : static_cast<Counted&>(*simulation).sweeps();
  look(c, *simulation, sweeps, row);
  // What was declared is a guess; what the simulation counts by now began before equilibrium.
  if (const auto units = result.measurement.units_per_sweep) row.work = scaled(simulation->work_per_sweep(), *units);
  row.measurement = std::move(result.measurement);
  row.findings = std::move(result.findings);
  row.status = Row::Status::measured;
  return true;
}

std::optional<double> Runner::idle_power_of(const Case& c) {
  const std::string key = device_key(*c.backend, c.device);
  const auto known = idle_w_.find(key);
  if (known != idle_w_.end()) return known->second;
  return idle_w_[key] = options_.measuring.hold ? idle_power(*c.backend, options_.measuring) : std::nullopt;
}

MeasureOptions Runner::options_for(const Case& c, bool wanted, int threads) {
  MeasureOptions options = options_.measuring;
  options.idle_power_w = idle_power_of(c);
  options.reference = is_reference(c);
  // Two processes in turns would each keep to a core, and cores differ.
  options.pinned = options.after_repetition && threads == 1 && c.backend->name() == "cpu";
  if (!wanted) options.sweeps.reset();
  return options;
}

bool Runner::measure_into(const Case& c, bool wanted, std::unique_ptr<Simulation> first, Row& row) {
  row.work = first->work_per_sweep();
  row.setup_s = first->setup_seconds();
  const int threads = first->host_threads();
  if (c.backend->name() == "cpu") row.host_threads = threads;
  // Where the work of a sweep varies, starts from one seed would do the same work, and their figures agree whatever it
  // is.
  const std::uint64_t step = first->units_done() ? 1 : 0;
  std::uint64_t seed = options_.seed;
  const auto make = [&]() -> std::unique_ptr<Simulation> {
    if (first) return std::move(first);
    return make_proved(c, seed += step);
  };
  const auto inspect = [&](Simulation& simulation) {
    // Where work is counted, what was declared is a guess.
    if (simulation.units_done()) row.work = simulation.work_per_sweep();
    if (auto* const ranked = dynamic_cast<Ranked*>(&static_cast<Counted&>(simulation).inner()))
      row.ranks = ranked->ranks_used();
    look(c, simulation, static_cast<Counted&>(simulation).sweeps(), row);
  };
  Measurement measurement = measure(make, *c.backend, options_for(c, wanted, threads), inspect);
  c.backend->synchronize();
  if (measurement.stop_reason == "interrupted") return false;
  refuse_no_time(measurement);
  note_ranks(row, measurement);
  if (measurement.units_per_sweep) row.work = scaled(row.work, *measurement.units_per_sweep);
  row.measurement = std::move(measurement);
  row.status = Row::Status::measured;
  hold_to_limit(c, threads, row);
  return true;
}

/// Gives a measured row its limit and its speed-up, and fails it where it is beyond what can be. A kernel that measures
/// a limit adds to those.
void Runner::hold_to_limit(const Case& c, int threads, Row& row) {
  const Measurement& measurement = *row.measurement;
  if (c.kernel->measures_limit) {
    limits_.note(c, threads, 1 / measurement.best(), measurement.other_processes);
    return;
  }
  const double rate = 1 / measurement.median;
  // Without ranks it is rank 0 alone that has the threads.
  const int hosts = row.ranks ? world().nodes_of(threads) : 1;
  row.limit = limit_of(row.work, limits_.rates(*c.backend, c.device), threads, hosts);
  if (row.limit && row.limit->exceeded(rate)) row.limit->doubt = limits_.load(*c.backend, c.device);
  if (const std::string doubt = row.limit ? why_doubtful(*row.limit, rate) : ""; !doubt.empty())
    std::cerr << "spinbench: " << row.name << " " << doubt << "\n";
  if (const std::string why = row.limit ? why_impossible(*row.limit, rate) : ""; !why.empty()) {
    row.status = Row::Status::failed;
    row.reason = why;
    return;
  }
  know(row.name, {measurement.median, measurement.low, measurement.high});
  if (const auto reference = reference_of(c, Registry::instance()))
    if (const auto known = times_.find(reference->name()); known != times_.end())
      row.speedup = speedup_of(known->first, known->second, measurement);
}

}  // namespace spinbench

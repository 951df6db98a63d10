#include "bench/runner.hpp"

#include <chrono>
#include <iostream>
#include <new>
#include <typeinfo>

#include "bench/counted.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/rows/published.hpp"
#include "bench/select/selection.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench {

namespace {

/// Whose memory is short: a device's says so itself.
std::string memory_short(const std::bad_alloc& error) {
  if (typeid(error) != typeid(std::bad_alloc)) return error.what();
  return "the host has too little free memory, or starts no more threads (ulimit -u)";
}

std::string why_failed(const Verification& verification) {
  std::vector<std::string> failed;
  for (const auto& check : verification.checks)
    if (!check.passed && !check.expected_failure)
      failed.push_back(check.detail.empty() ? check.name : check.name + " (" + check.detail + ")");
  return failed.empty() ? "nothing checks this case, so it is not verified" : "verification failed: " + joined(failed);
}

void refuse_no_time(const Measurement& measurement) {
  if (!(measurement.median > 0)) throw std::runtime_error("the batches took no time that the stopwatch could see");
}

Row start_row(const Case& c, std::uint64_t seed) {
  Row row;
  row.name = c.name();
  row.kernel = c.kernel->name;
  row.variant = c.variant->name;
  row.backend = c.variant->backend;
  row.device = c.device_info().name;
  row.devices = {c.device};
  row.platform = c.device_info().platform;
  row.runtime = c.device_info().runtime;
  row.seed = seed;
  row.params = c.params;
  row.unit = c.kernel->unit;
  row.published = published_for(c);
  return row;
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

class Seconds {
 public:
  double passed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

std::string checkpoint_identity(const Case& c, std::uint64_t seed, std::optional<int> sweeps,
                                const std::string& build) {
  const int all = c.kernel->experiment->length(c.params, c.device_info(), sweeps).sweeps;
  return c.name() + " device " + std::to_string(c.device) + " seed " + std::to_string(seed) + " sweeps " +
         std::to_string(all) + " of " + build;
}

std::optional<Row> Runner::run(const Case& c, bool wanted) {
  Row row = start_row(c, options_.seed);
  // Whatever goes wrong, no half of a measurement may stay in the row.
  const auto end = [&](Row::Status status, const std::string& reason) {
    row.status = status;
    row.reason = reason;
    row.measurement.reset();
    row.speedup.reset();
    row.findings.reset();
    row.setup_s.reset();
    row.ranks.reset();
    row.limit.reset();
  };
  try {
    if (const auto lost = why_lost(c); !lost.empty())
      end(Row::Status::failed, lost);
    else if (const auto why = why_skipped(c); !why.empty())
      end(Row::Status::skipped, why);
    else if (!fill(c, wanted, row))
      return std::nullopt;
    else if (row.status == Row::Status::failed)
      end(Row::Status::failed, row.reason);
  } catch (const Interrupted&) {
    return std::nullopt;
  } catch (const RanksLost&) {
    throw;
  } catch (const Unsupported& error) {
    end(Row::Status::skipped, error.what());
  } catch (const std::bad_alloc& error) {
    end(Row::Status::skipped, memory_short(error));
  } catch (const std::exception& error) {
    end(Row::Status::failed, error.what());
  } catch (...) {
    end(Row::Status::failed, "an error of unknown kind");
  }
  if (row.status == Row::Status::failed) note_whether_lost(c);
  return row;
}

std::string Runner::why_lost(const Case& c) const {
  const auto lost = lost_.find(device_key(*c.backend, c.device));
  return lost == lost_.end() ? "" : "the device was lost with " + lost->second + ": run this one without that";
}

/// A fault of a kernel, such as an illegal access, stays with the device for as long as the process lives.
void Runner::note_whether_lost(const Case& c) {
  try {
    c.backend->use_device(c.device);
    c.backend->synchronize();
  } catch (const std::exception& error) {
    lost_.try_emplace(device_key(*c.backend, c.device), c.name() + " (" + error.what() + ")");
  }
}

Row Runner::skipped(const Case& c, const std::string& why) const {
  Row row = start_row(c, options_.seed);
  row.status = Row::Status::skipped;
  row.reason = why;
  return row;
}

/// The verified object that is to be timed. Null where the row says that it failed, or where it was interrupted.
std::unique_ptr<Simulation> Runner::prove(const Case& c, bool with_limits, Row& row) {
  c.backend->use_device(c.device);
  const Seconds verifying;
  options_.doing("verifying");
  world().is_slow = false;
  row.verification = verifier_.verify(c);
  row.verifying_s = verifying.passed();
  const auto fail = [&](const std::string& why) {
    row.status = Row::Status::failed;
    row.reason = why;
    return nullptr;
  };
  if (!row.verification->passed) return fail(why_failed(*row.verification));
  if (interrupted()) return nullptr;
  // Before the case takes its memory.
  if (with_limits) {
    options_.doing("measuring limits");
    limits_.rates(*c.backend, c.device);
    options_.doing("verifying");
  }
  c.backend->use_device(c.device);
  world().is_slow = true;
  auto simulation = counted(c.variant->make(c.params, options_.seed));
  const Seconds following;
  verifier_.follow(c, *simulation, *row.verification);
  row.verifying_s += following.passed();
  if (!row.verification->passed) return fail(why_failed(*row.verification));
  row.code_path = simulation->code_path();
  if (const std::string why = verifier_.why_unproved(c, *simulation); !why.empty()) return fail(why);
  if (interrupted()) return nullptr;
  row.status = Row::Status::verified;
  return simulation;
}

/// False where it was interrupted.
bool Runner::fill(const Case& c, bool wanted, Row& row) {
  auto simulation = prove(c, options_.measure && !c.kernel->measures_limit && !c.kernel->experiment, row);
  if (!simulation) return row.status == Row::Status::failed;
  if (!options_.measure) return true;
  const Seconds measuring;
  options_.doing("measuring");
  const bool done = c.kernel->experiment ? experiment_into(c, std::move(simulation), row)
                                         : measure_into(c, wanted, std::move(simulation), row);
  row.measuring_s = measuring.passed();
  return done;
}

Attempt Runner::attempt(const Case& c, const MeasureOptions& measuring) {
  if (const auto lost = why_lost(c); !lost.empty()) return {std::nullopt, Row::Status::failed, lost};
  const Attempt result = try_out(c, measuring);
  if (result.status == Row::Status::failed) note_whether_lost(c);
  return result;
}

Attempt Runner::try_out(const Case& c, const MeasureOptions& measuring) {
  Attempt result;
  const auto drop = [&](Row::Status status, const std::string& why) {
    result.status = status;
    result.reason = why;
  };
  try {
    c.backend->use_device(c.device);
    const std::string name = c.name();
    std::unique_ptr<Simulation> first;
    if (!attempted_.contains(name)) {
      Row row = start_row(c, options_.seed);
      first = prove(c, false, row);
      if (first)
        attempted_[name] = std::move(row);
      else if (row.status == Row::Status::failed)
        drop(row.status, row.reason);
      if (!first) return result;
    }
    result.ns_per_unit = time(c, measuring, attempted_[name], std::move(first));
  } catch (const Interrupted&) {
    return result;
  } catch (const RanksLost&) {
    throw;
  } catch (const Unsupported& error) {
    drop(Row::Status::skipped, error.what());
  } catch (const std::bad_alloc& error) {
    drop(Row::Status::skipped, memory_short(error));
  } catch (const std::exception& error) {
    drop(Row::Status::failed, error.what());
  }
  return result;
}

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

/// One more object of a case of which another was proved. What it runs must have been checked, too: throws Unproved
/// where no check did.
std::unique_ptr<Simulation> Runner::make_proved(const Case& c, std::uint64_t seed) const {
  auto simulation = counted(c.variant->make(c.params, seed));
  if (const std::string why = verifier_.why_unproved(c, *simulation); !why.empty()) throw Unproved(why);
  return simulation;
}

/// Gross faults of the timed object end the row.
void Runner::look(const Case& c, Simulation& simulation, double sweeps, Row& row) const {
  verifier_.look(c, simulation, sweeps, *row.verification);
  if (!row.verification->passed) throw std::runtime_error("after the last batch: " + why_failed(*row.verification));
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

bool Runner::measure_into(const Case& c, bool wanted, std::unique_ptr<Simulation> first, Row& row) {
  row.work = first->work_per_sweep();
  row.setup_s = first->setup_seconds();
  const int threads = first->host_threads();
  if (c.backend->name() == "cpu") row.host_threads = threads;
  MeasureOptions options = options_.measuring;
  options.idle_power_w = idle_power_of(c);
  options.reference = is_reference(c);
  // Two processes in turns would each keep to a core, and cores differ.
  options.pinned = options.after_repetition && threads == 1 && c.backend->name() == "cpu";
  if (!wanted) options.sweeps.reset();
  // Where the work of a sweep varies, starts from one seed would do the same work, and their figures agree whatever it
  // is.
  const std::uint64_t step = first->units_done() ? 1 : 0;
  std::uint64_t seed = options_.seed;
  const auto make = [&]() -> std::unique_ptr<Simulation> {
    if (first) return std::move(first);
    return make_proved(c, seed += step);
  };
  const auto inspect = [&](Simulation& simulation) {
    // Where work is counted, its mean is known only now.
    if (simulation.units_done()) row.work = simulation.work_per_sweep();
    if (auto* const ranked = dynamic_cast<Ranked*>(&static_cast<Counted&>(simulation).inner()))
      row.ranks = ranked->ranks_used();
    look(c, simulation, static_cast<Counted&>(simulation).sweeps(), row);
  };
  Measurement measurement = measure(make, *c.backend, options, inspect);
  c.backend->synchronize();
  if (measurement.stop_reason == "interrupted") return false;
  refuse_no_time(measurement);
  // Rank 0 measures, and reads its own device; the work is that of all.
  const bool has_energy = measurement.joules_per_unit || !measurement.energy.doubt.empty();
  if (has_energy && row.ranks && row.ranks->has_other_devices()) {
    measurement.energy = Energy();
    measurement.energy.doubt =
        "of the devices of " + std::to_string(row.ranks->by_rank.size()) + " ranks only rank 0's was read";
    measurement.joules_per_unit.reset();
  }
  // No other row is compared with it, or drawn as if it were this machine's.
  if (const Network& network = world().network; row.ranks && network.simulated())
    row.device += ", simulated network of " + to_string(AxisValue(network.latency_us)) + " us, " +
                  (network.bandwidth_GBps > 0 ? to_string(AxisValue(network.bandwidth_GBps)) : "any") + " GB/s";
  const Interval time{measurement.median, measurement.low, measurement.high};
  const double best = measurement.best();
  row.measurement = std::move(measurement);
  row.status = Row::Status::measured;
  if (c.kernel->measures_limit) {
    limits_.note(c, threads, 1 / best, row.measurement->other_processes);
    return true;
  }
  row.limit = limit_of(row.work, limits_.rates(*c.backend, c.device), threads);
  if (row.limit && row.limit->exceeded(1 / time.median)) row.limit->doubt = limits_.load(*c.backend, c.device);
  if (const std::string doubt = row.limit ? why_doubtful(*row.limit, 1 / time.median) : ""; !doubt.empty())
    std::cerr << "spinbench: " << row.name << " " << doubt << "\n";
  if (const std::string why = row.limit ? why_impossible(*row.limit, 1 / time.median) : ""; !why.empty()) {
    row.status = Row::Status::failed;
    row.reason = why;
    return true;
  }
  know(row.name, time);
  if (const auto reference = reference_of(c, Registry::instance()))
    if (const auto known = times_.find(reference->name()); known != times_.end())
      row.speedup = speedup_of(known->first, known->second, *row.measurement);
  return true;
}

}  // namespace spinbench

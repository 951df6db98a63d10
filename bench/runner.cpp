#include "bench/runner.hpp"

#include <iostream>
#include <new>

#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/rows/published.hpp"
#include "bench/select/selection.hpp"

namespace spinbench {

namespace {

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
  row.platform = c.device_info().platform;
  row.runtime = c.device_info().runtime;
  row.seed = seed;
  row.params = c.params;
  row.unit = c.kernel->unit;
  row.published = published_for(c);
  return row;
}

}  // namespace

std::optional<Row> Runner::run(const Case& c) {
  Row row = start_row(c, options_.seed);
  // Whatever goes wrong, no half of a measurement may stay in the row.
  const auto end = [&](Row::Status status, const std::string& reason) {
    row.status = status;
    row.reason = reason;
    row.measurement.reset();
    row.speedup.reset();
    row.findings.reset();
    row.setup_s.reset();
  };
  try {
    if (const auto why = why_skipped(c); !why.empty())
      end(Row::Status::skipped, why);
    else if (!fill(c, row))
      return std::nullopt;
  } catch (const Unsupported& error) {
    end(Row::Status::skipped, error.what());
  } catch (const std::bad_alloc&) {
    end(Row::Status::skipped, "the host has too little free memory");
  } catch (const std::exception& error) {
    end(Row::Status::failed, error.what());
  } catch (...) {
    end(Row::Status::failed, "an error of unknown kind");
  }
  return row;
}

/// False where it was interrupted.
bool Runner::fill(const Case& c, Row& row) {
  c.backend->use_device(c.device);
  row.verification = verifier_.verify(c);
  if (!row.verification->passed) {
    row.status = Row::Status::failed;
    row.reason = why_failed(*row.verification);
    return true;
  }
  if (interrupted()) return false;
  row.status = Row::Status::verified;
  return !options_.measure || measure_into(c, row);
}

/// False where it was interrupted.
bool Runner::experiment_into(const Case& c, Row& row) {
  const auto exact = c.kernel->exact ? c.kernel->exact(c.params) : std::nullopt;
  if (!exact) throw std::runtime_error("an experiment needs the exact values of its case");
  const Experiment length = c.kernel->experiment(c.params, c.device_info(), options_.measuring.sweeps);
  const auto simulation = c.variant->make(c.params, options_.seed);
  row.work = simulation->work_per_sweep();
  auto result = run_experiment(*simulation, *c.backend, length, c.params.real("beta"), *exact, options_.measuring);
  c.backend->synchronize();
  if (result.measurement.stop_reason == "interrupted") return false;
  refuse_no_time(result.measurement);
  row.measurement = std::move(result.measurement);
  row.findings = std::move(result.findings);
  row.known_bias = c.kernel->known_bias ? c.kernel->known_bias(c.params) : "";
  row.status = Row::Status::measured;
  return true;
}

bool Runner::measure_into(const Case& c, Row& row) {
  if (c.kernel->experiment) return experiment_into(c, row);
  // Before the case takes its memory.
  const MachineRates* rates = c.kernel->measures_limit ? nullptr : &limits_.rates(*c.backend, c.device);
  c.backend->use_device(c.device);
  const auto simulation = c.variant->make(c.params, options_.seed);
  row.work = simulation->work_per_sweep();
  row.setup_s = simulation->setup_seconds();
  auto measurement = measure(*simulation, *c.backend, options_.measuring);
  c.backend->synchronize();
  if (measurement.stop_reason == "interrupted") return false;
  refuse_no_time(measurement);
  const double median = measurement.median;
  row.measurement = std::move(measurement);
  row.status = Row::Status::measured;
  if (rates == nullptr) {
    limits_.note(c, simulation->host_threads(), 1 / median);
    return true;
  }
  row.limit = limit_of(row.work, *rates, simulation->host_threads());
  if (const std::string doubt = row.limit ? why_doubtful(*row.limit, 1 / median) : ""; !doubt.empty())
    std::cerr << "spinbench: " << row.name << " " << doubt << "\n";
  know(row.name, median);
  if (const auto reference = reference_of(c, Registry::instance()))
    if (const auto time = times_.find(reference->name()); time != times_.end())
      row.speedup = Speedup{time->second / median, time->first, time->second};
  return true;
}

}  // namespace spinbench

#include "bench/rows/row.hpp"

#include <cmath>
#include <set>

#include "bench/rows/params_json.hpp"

namespace spinbench {

const char* to_string(Row::Status status) {
  switch (status) {
    case Row::Status::measured:
      return "measured";
    case Row::Status::verified:
      return "verified";
    case Row::Status::skipped:
      return "skipped";
    case Row::Status::failed:
      break;
  }
  return "failed";
}

namespace {

using nlohmann::ordered_json;

ordered_json number(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }

ordered_json number(const std::optional<double>& value) { return value ? number(*value) : ordered_json(nullptr); }

ordered_json to_json(const Work& work) {
  const auto per = [&](double amount) { return number(amount / work.units); };
  return {{"units_per_sweep", number(work.units)},
          {"bytes_per_unit", per(work.memory_bytes)},
          {"write_bytes_per_unit", per(work.write_bytes)},
          {"footprint_bytes", number(work.footprint_bytes)},
          {"shared_bytes_per_unit", per(work.shared_bytes)},
          {"logic_ops_per_unit", per(work.logic_ops)},
          {"multiply_adds_per_unit", per(work.multiply_adds)},
          {"issue_slots_per_unit", per(work.issue_slots)},
          {"random_words_per_unit", per(work.random_words)},
          {"dependent_launches_per_sweep", number(work.dependent_launches)}};
}

const char* to_string(Check::Kind kind) {
  switch (kind) {
    case Check::Kind::bits:
      return "bits";
    case Check::Kind::close:
      return "close";
    case Check::Kind::sampled:
      return "sampled";
    case Check::Kind::physics:
      return "physics";
    case Check::Kind::support:
      return "support";
    case Check::Kind::self:
      break;
  }
  return "self";
}

ordered_json to_json(const Check& check) {
  ordered_json entry = {{"name", check.name}, {"kind", to_string(check.kind)}};
  if (check.numeric) {
    entry["value"] = number(check.value);
    entry["expected"] = number(check.expected);
    entry["sigma"] = number(check.sigma);
  }
  entry["passed"] = check.passed;
  if (check.expected_failure) entry["expected_failure"] = true;
  if (!check.detail.empty()) entry["detail"] = check.detail;
  if (!check.code_path.empty()) entry["code_path"] = check.code_path;
  if (check.seconds > 0) entry["seconds"] = number(check.seconds);
  return entry;
}

ordered_json to_json(const Verification& verification) {
  auto checks = ordered_json::array();
  for (const auto& check : verification.checks) checks.push_back(to_json(check));
  return {{"status", !verification.passed                  ? "failed"
                     : verification.has_expected_failure() ? "expected_failure"
                                                           : "passed"},
          {"proved", verification.proved()},
          {"checks", std::move(checks)}};
}

/// `clock`: a core of a host is no multiprocessor, and its clock has a name of its own.
ordered_json to_json(const Conditions& conditions, const char* clock) {
  return {{"device", conditions.device},
          {clock, number(conditions.sm_clock_mhz)},
          {"temperature_c", number(conditions.temperature_c)},
          {"power_w", number(conditions.power_w)},
          {"power_limit_w", number(conditions.power_limit_w)},
          {"throttle", conditions.throttle}};
}

ordered_json to_json(const Interval& interval) {
  return {{"ns_per_unit", number(interval.median)}, {"ci95", {number(interval.low), number(interval.high)}}};
}

ordered_json to_json(const Energy& energy, bool flips) {
  if (!energy.joules_per_unit && energy.doubt.empty()) return nullptr;
  ordered_json result = {{"joules_per_unit", number(energy.joules_per_unit)}};
  if (flips) result["joules_per_flip"] = number(energy.joules_per_unit);
  result["seconds"] = number(energy.seconds);
  result["counter_w"] = number(energy.counter_w);
  result["sampled_w"] = number(energy.sampled_w);
  if (energy.ns_per_unit) result["ns_per_unit"] = number(energy.ns_per_unit);
  if (!energy.doubt.empty()) result["doubt"] = energy.doubt;
  return result;
}

ordered_json to_json(const Speedup& speedup) {
  return {{"value", number(speedup.value)},
          {"ci95", {number(speedup.low), number(speedup.high)}},
          {"reference", speedup.reference},
          {"reference_ns_per_unit", number(speedup.reference_ns_per_unit)}};
}

ordered_json to_json(const Limit& limit, double units_per_ns) {
  ordered_json result = {{"bound", limit.bound},
                         {"units_per_ns", number(limit.units_per_ns)},
                         {"fraction", number(limit.fraction(units_per_ns))},
                         {"exceeded", limit.exceeded(units_per_ns)}};
  if (!limit.doubt.empty()) result["doubt"] = limit.doubt;
  return result;
}

ordered_json to_json(const RanksUsed& ranks) {
  auto by_rank = ordered_json::array();
  std::set<std::string> hosts;
  for (const auto& one : ranks.by_rank) {
    hosts.insert(one.host);
    ordered_json entry = {{"host", one.host}};
    if (!one.device.empty()) entry["device"] = one.device;
    entry["boundary_us"] = number(one.boundary_us);
    entry["transfer_us"] = number(one.transfer_us);
    entry["bulk_us"] = number(one.bulk_us);
    entry["wait_us"] = number(one.wait_us);
    by_rank.push_back(std::move(entry));
  }
  ordered_json result = {{"count", ranks.by_rank.size()}, {"nodes", hosts.size()}, {"transport", ranks.transport}};
  if (!ranks.library.empty()) result["library"] = ranks.library;
  if (ranks.simulated_network())
    result["simulated_network"] = {{"latency_us", number(ranks.latency_us)},
                                   {"bandwidth_GBps", number(ranks.bandwidth_GBps)}};
  result["by_rank"] = std::move(by_rank);
  return result;
}

/// The figure, what it was taken from, and how long the load was held.
void add_figure(ordered_json& result, const Measurement& m, bool flips) {
  auto samples = ordered_json::array(), throttled = ordered_json::array(), repetitions = ordered_json::array();
  for (const double sample : m.samples()) samples.push_back(number(sample));
  for (const auto& batch : m.batches)
    if (batch.throttled) throttled.push_back(number(batch.ns_per_unit));
  for (const auto& repetition : m.repetitions) repetitions.push_back(number(repetition.median));
  result["figure"] = m.held ? "held" : "burst";
  result["ns_per_unit"] = number(m.median);
  if (flips) result["ns_per_flip"] = number(m.median);
  if (flips) result["ps_per_flip"] = number(1000 * m.median);
  result["ci95"] = {number(m.low), number(m.high)};
  result["units_per_ns"] = number(1 / m.median);
  if (flips) result["flips_per_ns"] = number(1 / m.median);
  if (m.burst_differs()) {
    result["burst"] = to_json(m.burst);
    result["held"] = to_json(*m.held);
  }
  result["repetitions"] = std::move(repetitions);
  result["samples_ns_per_unit"] = std::move(samples);
  result["throttled_samples_ns_per_unit"] = std::move(throttled);
  result["sweeps_per_batch"] = m.sweeps_per_batch;
  if (m.ns_per_sweep) result["ns_per_sweep"] = number(*m.ns_per_sweep);
  result["stop_reason"] = m.stop_reason;
  if (!m.held) return;
  result["hold_s"] = number(m.hold_s);
  result["settled"] = m.settled;
  result["drift"] = number(m.drift);
  result["settled_clock_mhz"] = number(m.settled_clock_mhz);
}

void add_surroundings(ordered_json& result, const Measurement& m, const char* clock) {
  result["power_capped"] = m.power_capped ? ordered_json(*m.power_capped) : ordered_json(nullptr);
  result["conditions"] = to_json(m.conditions, clock);
  if (m.by_device.size() > 1) {
    result["by_device"] = ordered_json::array();
    for (const auto& conditions : m.by_device) result["by_device"].push_back(to_json(conditions, clock));
  }
  result["other_processes"] = m.other_processes;
}

void add_times(ordered_json& result, const Row& row) {
  const Measurement& m = *row.measurement;
  const bool flips = row.unit == "flip";
  add_figure(result, m, flips);
  if (row.setup_s) result["setup_s"] = number(*row.setup_s);
  if (row.host_threads) result["host_threads"] = *row.host_threads;
  if (row.ranks) result["ranks"] = to_json(*row.ranks);
  result["speedup"] = row.speedup ? to_json(*row.speedup) : ordered_json(nullptr);
  result["work"] = to_json(row.work);
  result["limit"] = row.limit ? to_json(*row.limit, 1 / m.median) : ordered_json(nullptr);
  add_surroundings(result, m, row.backend == "cpu" ? "core_clock_mhz" : "sm_clock_mhz");
  result["energy"] = to_json(m.energy, flips);
  result["idle_power_w"] = number(m.idle_power_w);
}

ordered_json to_json(const NamedEstimate& estimate) {
  ordered_json result = {{"name", estimate.name}, {"value", number(estimate.value)}, {"error", number(estimate.error)}};
  if (estimate.expected) result["expected"] = number(*estimate.expected);
  if (const auto sigmas = deviation_sigmas(estimate)) result["deviation_sigmas"] = number(*sigmas);
  if (!estimate.known_bias.empty()) result["known_bias"] = estimate.known_bias;
  return result;
}

ordered_json to_json(const Published& published) {
  ordered_json result = {{"source", published.source}, {"locator", published.locator}, {"device", published.device}};
  const auto add = [&](const char* key, const std::optional<double>& value) {
    if (value) result[key] = number(*value);
  };
  add("ns_per_unit", published.ns_per_unit);
  add("setup_s", published.setup_s);
  if (!published.estimate.empty()) result["estimate"] = published.estimate;
  add("value", published.value);
  add("error", published.error);
  add("deviation_sigmas", published.deviation_sigmas);
  return result;
}

void add_findings(ordered_json& result, const Findings& findings) {
  auto estimates = ordered_json::array();
  for (const auto& estimate : findings.estimates) estimates.push_back(to_json(estimate));
  result["estimates"] = std::move(estimates);
  result["sweeps"] = findings.length.sweeps;
  result["equilibration_sweeps"] = findings.length.equilibration;
  result["spacing"] = findings.length.spacing;
  result["measurements"] = findings.measurements();
}

}  // namespace

std::optional<double> deviation_sigmas(const NamedEstimate& estimate) {
  if (!estimate.expected || !(estimate.error > 0)) return std::nullopt;
  return (estimate.value - *estimate.expected) / estimate.error;
}

ordered_json to_json(const Row& row) {
  ordered_json result = {{"name", row.name},       {"kernel", row.kernel}, {"variant", row.variant},
                         {"backend", row.backend}, {"device", row.device}, {"devices", row.devices}};
  if (!row.platform.empty()) {
    result["platform"] = row.platform;
    result["runtime"] = row.runtime;
  }
  result["seed"] = row.seed;
  result["params"] = to_json(row.params);
  result["unit"] = row.unit;
  result["status"] = to_string(row.status);
  if (row.status == Row::Status::skipped || row.status == Row::Status::failed) result["reason"] = row.reason;
  if (row.tuning)
    result["tuning"] = {{"file", row.tuning->file},
                        {"date", row.tuning->date},
                        {"git", row.tuning->git},
                        {"launch", to_json(row.tuning->launch)}};
  if (!row.code_path.empty()) result["code_path"] = row.code_path;
  if (row.status == Row::Status::measured && row.measurement) add_times(result, row);
  if (row.status == Row::Status::measured && row.findings) add_findings(result, *row.findings);
  result["verification"] = row.verification ? to_json(*row.verification) : ordered_json(nullptr);
  result["wall_s"] = {{"verifying", number(row.verifying_s)}, {"measuring", number(row.measuring_s)}};
  result["published"] = ordered_json::array();
  for (const auto& published : row.published) result["published"].push_back(to_json(published));
  return result;
}

}  // namespace spinbench

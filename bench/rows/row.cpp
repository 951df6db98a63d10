#include "bench/rows/row.hpp"

#include <cmath>

namespace spinbench {

namespace {

using nlohmann::ordered_json;

ordered_json number(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }

ordered_json number(const std::optional<double>& value) { return value ? number(*value) : ordered_json(nullptr); }

ordered_json to_json(const AxisValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  return number(std::get<double>(value));
}

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

ordered_json to_json(const Work& work, const std::string& per_unit, bool flips) {
  const auto per = [&](double amount) { return number(amount / work.units); };
  return {{flips ? "flips_per_sweep" : "units_per_sweep", number(work.units)},
          {"bytes" + per_unit, per(work.memory_bytes)},
          {"write_bytes" + per_unit, per(work.write_bytes)},
          {"footprint_bytes", number(work.footprint_bytes)},
          {"shared_bytes" + per_unit, per(work.shared_bytes)},
          {"logic_ops" + per_unit, per(work.logic_ops)},
          {"multiply_adds" + per_unit, per(work.multiply_adds)},
          {"random_words" + per_unit, per(work.random_words)},
          {"dependent_launches_per_sweep", number(work.dependent_launches)}};
}

ordered_json to_json(const Verification& verification) {
  auto checks = ordered_json::array();
  bool expected_failure = false;
  for (const auto& check : verification.checks) {
    ordered_json entry = {{"name", check.name}};
    if (check.numeric) {
      entry["value"] = number(check.value);
      entry["expected"] = number(check.expected);
      entry["sigma"] = number(check.sigma);
    }
    entry["passed"] = check.passed;
    if (check.expected_failure) entry["expected_failure"] = true;
    if (!check.detail.empty()) entry["detail"] = check.detail;
    expected_failure = expected_failure || (check.expected_failure && !check.passed);
    checks.push_back(std::move(entry));
  }
  return {{"status", !verification.passed ? "failed"
                     : expected_failure   ? "expected_failure"
                                          : "passed"},
          {"checks", std::move(checks)}};
}

ordered_json to_json(const Conditions& conditions) {
  return {{"sm_clock_mhz", number(conditions.sm_clock_mhz)},
          {"temperature_c", number(conditions.temperature_c)},
          {"power_w", number(conditions.power_w)},
          {"throttle", conditions.throttle}};
}

void add_times(ordered_json& result, const Row& row) {
  const bool flips = row.unit == "flip";
  const std::string per_unit = flips ? "_per_flip" : "_per_unit";
  const Measurement& m = *row.measurement;
  auto samples = ordered_json::array(), throttled = ordered_json::array();
  for (const double sample : m.samples()) samples.push_back(number(sample));
  for (const auto& batch : m.batches)
    if (batch.throttled) throttled.push_back(number(batch.ns_per_unit));
  result["ns" + per_unit] = number(m.median);
  result["ci95"] = {number(m.low), number(m.high)};
  result["samples_ns" + per_unit] = std::move(samples);
  result["throttled_samples_ns" + per_unit] = std::move(throttled);
  result["sweeps_per_batch"] = m.sweeps_per_batch;
  result[flips ? "flips_per_ns" : "units_per_ns"] = number(1 / m.median);
  result["stop_reason"] = m.stop_reason;
  if (row.setup_s) result["setup_s"] = number(*row.setup_s);
  result["speedup"] = nullptr;
  if (row.speedup)
    result["speedup"] = {{"value", number(row.speedup->value)},
                         {"reference", row.speedup->reference},
                         {"reference_ns" + per_unit, number(row.speedup->reference_ns_per_unit)}};
  result["work"] = to_json(row.work, per_unit, flips);
  result["limit"] = nullptr;
  if (row.limit)
    result["limit"] = {{"bound", row.limit->bound},
                       {flips ? "flips_per_ns" : "units_per_ns", number(row.limit->units_per_ns)},
                       {"fraction", number(row.limit->fraction(1 / m.median))}};
  result["conditions"] = to_json(m.conditions);
  result["energy"] = nullptr;
  if (m.joules_per_unit) result["energy"] = {{"joules" + per_unit, number(*m.joules_per_unit)}};
}

void add_findings(ordered_json& result, const Row& row) {
  const Findings& findings = *row.findings;
  auto estimates = ordered_json::array();
  for (const Finding& finding : findings.estimates) {
    estimates.push_back({{"name", finding.name},
                         {"value", number(finding.found.value)},
                         {"error", number(finding.found.sigma)},
                         {"exact", number(finding.exact)},
                         {"deviation_sigmas", number(finding.deviation_sigmas())}});
    if (!row.known_bias.empty()) estimates.back()["known_bias"] = row.known_bias;
  }
  result["estimates"] = std::move(estimates);
  result["sweeps"] = findings.length.sweeps;
  result["equilibration_sweeps"] = findings.length.equilibration;
  result["spacing"] = findings.length.spacing;
  result["measurements"] = findings.measurements();
  result["tau_sweeps"] = number(findings.tau_sweeps);
}

}  // namespace

ordered_json to_json(const Row& row) {
  ordered_json params = ordered_json::object();
  for (const auto& [name, value] : row.params.entries()) params[name] = to_json(value);
  ordered_json result = {{"name", row.name},
                         {"kernel", row.kernel},
                         {"variant", row.variant},
                         {"backend", row.backend},
                         {"device", row.device}};
  if (!row.platform.empty()) {
    result["platform"] = row.platform;
    result["runtime"] = row.runtime;
  }
  result["seed"] = row.seed;
  result["params"] = std::move(params);
  if (row.unit != "flip") result["unit"] = row.unit;
  result["status"] = to_string(row.status);
  if (row.status == Row::Status::skipped || row.status == Row::Status::failed) result["reason"] = row.reason;
  if (row.status == Row::Status::measured && row.measurement) add_times(result, row);
  if (row.status == Row::Status::measured && row.findings) add_findings(result, row);
  result["verification"] = row.verification ? to_json(*row.verification) : ordered_json(nullptr);
  result["published"] = row.published;
  return result;
}

}  // namespace spinbench

#include "bench/verify/compare.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <new>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "interface/adapts.hpp"

namespace spinbench {
namespace {

/// Of averages over equal terms, a few billion, in any order; of terms that need not be equal the distance that they
/// may have, and what the spins beyond it may make of it.
double tolerance(const Agreement& agreement, double spins) {
  if (agreement.kind != Agreement::Kind::distance) return 1e-9;
  return 1e-9 + 10 * agreement.distance + 20 * agreement.exempt(spins) / spins;
}

/// What of the values may differ, behind the sweeps of a check's detail; "" for bits.
std::string tolerance_in_words(const Agreement& agreement) {
  char text[120] = "";
  if (agreement.kind == Agreement::Kind::ulps)
    std::snprintf(text, sizeof text, ", within %g units in the last place", agreement.ulps);
  if (agreement.kind == Agreement::Kind::distance)
    std::snprintf(text, sizeof text, ", within %g a component but for %g spins and %g%% of all", agreement.distance,
                  agreement.exempt(0), 100 * agreement.share);
  return text;
}

bool nearly(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [tolerance](double x, double y) {
    return x == y || std::fabs(x - y) <= tolerance * std::max(1.0, std::fabs(y));
  });
}

/// "" where it sees what is wanted, else what it does not.
std::string observables_differ(Simulation& found, const Observables& wanted, double tolerance) {
  const Observables seen = found.observe();
  for (const Observable& one : wanted.all()) {
    if (!seen.has(one.name)) return "it has no " + one.name + ", which its oracle observes";
    if (!nearly(seen.of(one.name), one.values, tolerance)) return "the " + one.name + " observed differs";
  }
  return "";
}

std::string self_checks_fail(Simulation& simulation) {
  for (const Check& check : simulation.self_check())
    if (!check.passed) return check.name + " fails: " + check.detail;
  return "";
}

constexpr int series_length = 3;  // in measurements

/// The steps of each call: one, several, and the rest. Where there are enough for long calls the second is odd, so that
/// simulations with two buffers start one from either.
std::vector<int> calls_of(const Course& course) {
  if (course.at_once) return {course.steps};
  std::vector<int> result;
  int left = course.steps;
  for (const int part : {1, course.steps < 6 ? course.steps - 1 : (course.steps - 1) / 2 | 1, course.steps}) {
    const int count = std::min(part, left);
    if (count <= 0) continue;
    left -= count;
    result.push_back(count);
  }
  return result;
}

std::string series_differ(Simulation& found, const OracleRun& expected, int step, double tolerance) {
  for (const Series& wanted : expected.series) {
    const Series series = found.series(wanted.name, series_length, step);
    if (series.replicas != wanted.replicas || !nearly(series.values, wanted.values, tolerance))
      return "a series of the " + wanted.name + " differs from sweeps and observations in turns";
  }
  return "";
}

/// Of the first observable, and of what experiments read as far as the oracle has it: by observations, or where it
/// observes nothing of that name as it makes them.
std::vector<Series> series_of(Simulation& oracle, const Observables& observed, const Course& course) {
  std::vector<Series> result;
  const auto add = [&](const std::string& name) {
    if (std::any_of(result.begin(), result.end(), [&](const Series& one) { return one.name == name; })) return;
    if (observed.has(name))
      result.push_back(series_in_turns(oracle, name, series_length, course.step));
    else if (std::find(course.made.begin(), course.made.end(), name) != course.made.end())
      result.push_back(oracle.series(name, series_length, course.step));
  };
  if (!observed.all().empty()) add(observed.all().front().name);
  for (const std::string& name : course.read) add(name);
  return result;
}

/// Ends what a simulation adapts, and goes the course once more; whether it adapts anything.
bool settle(Simulation& simulation, const Course& course) {
  auto* const adapts = dynamic_cast<Adapts*>(&simulation);
  if (adapts == nullptr) return false;
  adapts->equilibrated();
  for (const int steps : calls_of(course)) simulation.sweep(steps * course.step);
  return true;
}

std::string settled_differ(Simulation& found, const OracleRun& expected, const Course& course,
                           const Agreement& agreement, double tolerance) {
  const bool settled = settle(found, course), wanted = !expected.settled.is_empty();
  if (settled != wanted)
    return std::string("it adapts ") + (settled ? "something" : "nothing") + ", and its oracle " +
           (wanted ? "something" : "nothing");
  if (!settled) return "";
  std::string difference = compare(found.configuration(), expected.settled, agreement).difference;
  if (difference.empty()) difference = self_checks_fail(found);
  if (difference.empty()) difference = observables_differ(found, expected.settled_observables, tolerance);
  return difference.empty() ? "" : "when what it adapts stands, " + difference;
}

}  // namespace

const Variant* find_oracle(const Case& c, const Oracle& oracle) {
  return Registry::instance().variant(oracle.kernel.empty() ? c.variant->kernel : oracle.kernel, oracle.variant,
                                      oracle.backend);
}

Params oracle_params(const Case& c, const Oracle& oracle, const Variant& variant, const Params& params) {
  const Params wanted = oracle.params ? oracle.params(params, c.device_info()) : params;
  Params result;
  for (const Axis& axis : variant.axes)
    result.set(axis.name, wanted.has(axis.name) ? wanted.at(axis.name) : axis.fallback);
  return result;
}

int Course::longest() const {
  const std::vector<int> calls = calls_of(*this);
  return calls.empty() ? 0 : *std::max_element(calls.begin(), calls.end());
}

int common_step(int a, int b) { return std::lcm(std::max(1, a), std::max(1, b)); }

double OracleRun::bytes() const {
  double values = 0;
  for (const Series& one : series) values += static_cast<double>(one.values.size());
  for (const Observables* seen : {&observables, &settled_observables})
    for (const Observable& one : seen->all()) values += static_cast<double>(one.values.size());
  return static_cast<double>(configuration.bytes.size() + settled.bytes.size()) + sizeof(double) * values;
}

OracleRun run_oracle(Simulation& oracle, const Course& course) {
  using Clock = std::chrono::steady_clock;
  OracleRun result;
  double seconds = 0;
  for (const int steps : calls_of(course)) {
    const auto start = Clock::now();
    oracle.sweep(steps * course.step);
    seconds += std::chrono::duration<double>(Clock::now() - start).count();
  }
  result.configuration = oracle.configuration();
  if (course.observe) result.observables = oracle.observe();
  if (course.observe) result.series = series_of(oracle, result.observables, course);
  if (course.observe && settle(oracle, course))
    result.settled = oracle.configuration(), result.settled_observables = oracle.observe();
  const double units = oracle.work_per_sweep().units * course.sweeps();
  if (units > 0) result.ns_per_unit = 1e9 * seconds / units;
  return result;
}

Check::Kind proof_by(const Agreement& agreement) {
  const bool may_differ = agreement.kind == Agreement::Kind::ulps || agreement.kind == Agreement::Kind::distance;
  return may_differ ? Check::Kind::close : Check::Kind::bits;
}

std::string comparison_name(const Agreement& agreement, const std::string& what) {
  return (proof_by(agreement) == Check::Kind::close ? "close" : "bits") + (what.empty() ? "" : " " + what);
}

Check compare_with_run(const std::string& what, Simulation& found, const OracleRun& expected, const Course& course,
                       const Agreement& agreement) {
  for (const int steps : calls_of(course)) found.sweep(steps * course.step);
  Check check;
  check.name = comparison_name(agreement, what);
  check.kind = proof_by(agreement);
  check.code_path = found.code_path();
  check.detail = "after " + std::to_string(course.sweeps()) + " sweeps" + tolerance_in_words(agreement);
  const Configuration held = found.configuration();
  std::string difference = compare(held, expected.configuration, agreement).difference;
  if (course.observe && difference.empty()) difference = self_checks_fail(found);
  if (course.observe && difference.empty()) {
    const double allowed = tolerance(agreement, static_cast<double>(held.spins));
    difference = observables_differ(found, expected.observables, allowed);
    if (difference.empty()) difference = series_differ(found, expected, course.step, allowed);
    if (difference.empty()) difference = settled_differ(found, expected, course, agreement, allowed);
  }
  check.passed = difference.empty();
  if (!difference.empty()) check.detail += ": " + difference;
  return check;
}

Check compare_with_sample(Simulation& found, const SampledValues& expected, const Course& course) {
  for (const int steps : calls_of(course)) found.sweep(steps * course.step);
  Check check;
  check.name = "sampled at size";
  check.code_path = found.code_path();
  Configuration held;
  try {
    held = found.configuration();
  } catch (const std::bad_alloc&) {
    // What has room for its own memory need not have it for all values once more.
    check.kind = Check::Kind::support;
    check.passed = true;
    check.detail = "left out: the host has no room for all values";
    return check;
  }
  check.kind = Check::Kind::sampled;
  std::set<std::uint64_t> wrong;
  for (std::size_t i = 0; i < expected.indices.size(); ++i) {
    const std::uint64_t index = expected.indices[i];
    const bool exists = index < held.spins * static_cast<std::uint64_t>(held.components);
    if (!exists || held.value(index) != expected.values[i]) wrong.insert(index);
  }
  check.passed = wrong.empty() && !expected.indices.empty();
  // Lines cross, and places meet.
  std::vector<std::uint64_t> distinct = expected.indices;
  std::sort(distinct.begin(), distinct.end());
  const auto count = std::unique(distinct.begin(), distinct.end()) - distinct.begin();
  check.detail = "after " + std::to_string(course.sweeps()) + " sweeps, " + std::to_string(count) + " of " +
                 std::to_string(held.spins) + " values";
  if (!wrong.empty())
    check.detail +=
        ": " + std::to_string(wrong.size()) + " differ, the first at index " + std::to_string(*wrong.begin());
  return check;
}

}  // namespace spinbench

#include "bench/verify/compare.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace spinbench {
namespace {

/// Of averages over equal terms, a few billion, in any order; of terms that need not be equal the distance that they
/// may have, and what the spins beyond it may make of it.
double tolerance(const Agreement& agreement, double spins) {
  if (agreement.kind != Agreement::Kind::distance) return 1e-9;
  return 1e-9 + 10 * agreement.distance + 20 * agreement.exempt(spins) / spins;
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
    if (!seen.has(one.name)) continue;
    if (!nearly(seen.of(one.name), one.values, tolerance)) return "the " + one.name + " observed differs";
  }
  return "";
}

std::string self_checks_fail(Simulation& simulation) {
  for (const Check& check : simulation.self_check())
    if (!check.passed) return check.name + " fails: " + check.detail;
  return "";
}

/// Of the first of the observables, which `expected` has.
std::string series_differ(Simulation& found, Simulation& expected, const Observables& observed, int step,
                          double tolerance) {
  if (observed.all().empty()) return "";
  const std::string& name = observed.all().front().name;
  constexpr int measurements = 3;
  const Series series = found.series(name, measurements, step);
  const Series turns = series_in_turns(expected, name, measurements, step);
  if (series.replicas == turns.replicas && nearly(series.values, turns.values, tolerance)) return "";
  return "a series of the " + name + " differs from sweeps and observations in turns";
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

int common_step(const Simulation& a, const Simulation& b) {
  return std::lcm(std::max(1, a.sweep_granularity()), std::max(1, b.sweep_granularity()));
}

Comparing compare_simulations(const std::string& name, Simulation& found, Simulation& expected, int sweeps,
                              const Agreement& agreement, bool observe) {
  const int step = common_step(found, expected), steps = sweeps / step;
  using Clock = std::chrono::steady_clock;
  double seconds = 0;
  int left = steps;
  // One, several in one call, and the rest. Where there are enough for long calls the second is odd, so that
  // simulations with two buffers start one from either.
  for (const int part : {1, steps < 6 ? steps - 1 : (steps - 1) / 2 | 1, steps}) {
    const int count = std::min(part, left);
    if (count <= 0) continue;
    left -= count;
    found.sweep(count * step);
    const auto start = Clock::now();
    expected.sweep(count * step);
    seconds += std::chrono::duration<double>(Clock::now() - start).count();
  }
  Comparing result;
  Check& check = result.check;
  check.name = name;
  check.kind = Check::Kind::bits;
  check.code_path = found.code_path();
  check.detail = "after " + std::to_string(steps * step) + " sweeps";
  const Comparison comparison = compare(found.configuration(), expected.configuration(), agreement);
  std::string difference = comparison.difference;
  if (observe && difference.empty()) difference = self_checks_fail(found);
  if (observe && difference.empty()) {
    const Observables wanted = expected.observe();
    const double allowed = tolerance(agreement, static_cast<double>(found.configuration().spins));
    difference = observables_differ(found, wanted, allowed);
    if (difference.empty()) difference = series_differ(found, expected, wanted, step, allowed);
  }
  check.passed = difference.empty();
  if (!difference.empty()) check.detail += ": " + difference;
  const double units = expected.work_per_sweep().units * steps * step;
  result.oracle_ns_per_unit = units > 0 ? 1e9 * seconds / units : 0;
  return result;
}

}  // namespace spinbench

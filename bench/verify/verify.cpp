#include "bench/verify/verify.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace spinbench {
namespace {

// A check of the values themselves. Together with a declared bias it must stand in for the physics.
bool compares_bits(const Check& check) { return check.name == "bits" || check.name == "repeatable"; }

Check failed(const std::string& name, const std::string& why) {
  Check check;
  check.name = name;
  check.detail = why;
  return check;
}

std::string where(const Case& c, const Params& params) {
  return c.kernel->name + "/" + c.variant->name + "/" + c.backend->name() + " device " + std::to_string(c.device) +
         " " + params.name();
}

// The oracle's case: its axes that the case has too, and its defaults for the others.
Params oracle_params(const Variant& oracle, const Params& params) {
  Params result;
  for (const Axis& axis : oracle.axes)
    result.set(axis.name, params.has(axis.name) ? params.at(axis.name) : axis.fallback);
  return result;
}

Check compare(const std::string& name, const Configuration& found, const Configuration& expected, const Kernel& kernel,
              const std::string& detail) {
  const bool spins = kernel.unit == "flip";
  const std::string things = spins ? " spins" : " bytes", place = spins ? "site " : "byte ";
  Check check;
  check.name = name;
  check.passed = found == expected && !found.spins.empty();
  check.detail = detail;
  if (check.passed) return check;
  if (found.spins.empty()) {
    check.detail += ": no" + things + " to compare";
  } else if (found.spins.size() != expected.spins.size()) {
    check.detail +=
        ": " + std::to_string(found.spins.size()) + things + ", not " + std::to_string(expected.spins.size());
  } else {
    std::size_t first = found.spins.size(), differing = 0;
    for (std::size_t i = found.spins.size(); i-- > 0;)
      if (found.spins[i] != expected.spins[i]) first = i, ++differing;
    check.detail += ": " + std::to_string(differing) + " of " + std::to_string(found.spins.size()) + things +
                    " differ, first at " + place + std::to_string(first) + " (" + std::to_string(found.spins[first]) +
                    ", not " + std::to_string(expected.spins[first]) + ")";
  }
  return check;
}

// One bit case: the variant against its oracle, or an oracle against a second run of itself.
Check compare_bits(const Case& c, const Params& params, std::uint64_t seed, int sweeps) {
  const bool is_oracle = c.variant->oracle.empty();
  const std::string name = is_oracle ? "repeatable" : "bits";
  const Variant* oracle = c.variant;
  Params expected_params = params;
  if (!is_oracle) {
    oracle = Registry::instance().variant(c.kernel->name, c.variant->oracle, "cpu");
    if (oracle == nullptr) return failed(name, "this build has no oracle " + c.variant->oracle + "/cpu");
    expected_params = oracle_params(*oracle, params);
  }
  const auto simulation = c.variant->make(params, seed);
  const auto expected = oracle->make(expected_params, seed);
  const int step = std::lcm(simulation->sweep_granularity(), expected->sweep_granularity());
  const int count = (sweeps + step - 1) / step * step;
  simulation->sweep(count);
  expected->sweep(count);
  return compare(name, simulation->configuration(), expected->configuration(), *c.kernel,
                 params.name() + " after " + std::to_string(count) + " sweeps against " +
                     (is_oracle ? "a second run" : oracle->name + "/cpu"));
}

// The bit cases that fit the device; empty where the kernel has none.
std::vector<Params> fitting_bit_cases(const Case& c) {
  std::vector<Params> result;
  if (!c.kernel->bit_cases) return result;
  for (const Params& params : c.kernel->bit_cases(c.params))
    if (!c.variant->unsupported || c.variant->unsupported(params, c.device_info()).empty()) result.push_back(params);
  return result;
}

bool holds(const Verification& verification) {
  if (verification.checks.empty()) return false;
  bool excused = false, bits = false;
  for (const Check& check : verification.checks) {
    if (!check.passed && !check.expected_failure) return false;
    excused = excused || !check.passed;
    bits = bits || (check.passed && compares_bits(check));
  }
  return !excused || bits;
}

}  // namespace

std::vector<Check> Verifier::bit_checks(const Case& c) {
  if (!c.kernel->bit_cases) return {};
  const std::vector<Params> cases = fitting_bit_cases(c);
  if (cases.empty()) return {failed("bits", "no size for a comparison fits this device")};
  std::vector<Check> result;
  for (const Params& params : cases) {
    const std::string key = "bits " + where(c, params);
    if (!known_.contains(key)) known_[key] = {compare_bits(c, params, seed_, options_.bit_sweeps)};
    result.push_back(known_[key].front());
  }
  return result;
}

std::vector<Check> Verifier::physics_checks(const Case& c) {
  if (!c.kernel->exact || !c.kernel->physics_case) return {};
  const Params params = c.kernel->physics_case(c.params, c.backend->name());
  const std::string key = "physics " + where(c, params);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  const std::optional<Exact> exact = c.kernel->exact(params);
  if (!exact) return known_[key] = {};
  if (c.variant->unsupported) {
    const std::string reason = c.variant->unsupported(params, c.device_info());
    if (!reason.empty()) return known_[key] = {failed("energy", "the physics check cannot run: " + reason)};
  }
  const auto simulation = c.variant->make(params, seed_);
  const double replicas = static_cast<double>(std::max<std::size_t>(simulation->observe().energy.size(), 1));
  const double spins = static_cast<double>(simulation->configuration().spins.size()) / replicas;
  std::vector<Check> checks = check_physics(*simulation, params.real("beta"), spins, *exact, options_);
  const std::string bias = c.kernel->known_bias ? c.kernel->known_bias(params) : "";
  for (Check& check : checks) {
    check.detail = params.name() + ": " + check.detail;
    // A bias explains a wrong value, not a run that came to nothing.
    if (check.passed || !check.numeric || bias.empty()) continue;
    check.expected_failure = true;
    check.detail += "; known bias: " + bias;
  }
  for (Check& check : simulation->self_check()) checks.push_back(std::move(check));
  return known_[key] = std::move(checks);
}

std::vector<Check> Verifier::self_checks(const Case& c) {
  const std::vector<Params> cases = fitting_bit_cases(c);
  const Params params = cases.empty() ? c.params : cases.front();
  const std::string key = "self " + where(c, params);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  const auto simulation = c.variant->make(params, seed_);
  simulation->sweep(2 * simulation->sweep_granularity());
  return known_[key] = simulation->self_check();
}

Verification Verifier::verify(const Case& c) {
  Verification result;
  const auto add = [&](const char* name, auto&& checks) {
    try {
      for (Check& check : checks()) result.checks.push_back(std::move(check));
    } catch (const std::exception& error) {
      result.checks.push_back(failed(name, error.what()));
    }
  };
  add("device", [&] {
    c.backend->use_device(c.device);
    return std::vector<Check>{};
  });
  add("bits", [&] { return bit_checks(c); });
  add("self", [&] { return self_checks(c); });
  // Physics is long; what is wrong already needs none.
  const auto wrong = [](const Check& check) { return !check.passed; };
  if (std::none_of(result.checks.begin(), result.checks.end(), wrong))
    add("physics", [&] { return physics_checks(c); });
  result.passed = holds(result);
  return result;
}

}  // namespace spinbench

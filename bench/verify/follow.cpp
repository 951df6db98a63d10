// Verifier::follow: an oracle beside the timed object itself, or what one knows of some of its values.
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "bench/verify/compare.hpp"
#include "bench/verify/courses.hpp"
#include "bench/verify/keys.hpp"
#include "bench/verify/verify.hpp"

namespace spinbench {

using namespace verify_detail;

namespace {

/// The case of an oracle that goes the way of a case at its own size, to the bit or nearly; none where this machine
/// cannot, or no such oracle is built, or none for such a case.
std::optional<Case> case_of(const Oracle& oracle, const Case& c) {
  if (oracle.empty() || oracle.agreement_of(c.params).kind == Agreement::Kind::law) return {};
  const Variant* const variant = find_oracle(c, oracle);
  Backend* const backend = Registry::instance().backend(oracle.backend);
  if (variant == nullptr || backend == nullptr || backend->devices().empty()) return {};
  Case result{Registry::instance().kernel(variant->kernel), variant, backend, 0, {}};
  result.params = oracle_params(c, oracle, *variant, c.params);
  // An oracle may be asked for what no user can ask for, as a number of blocks.
  if (result.kernel == nullptr || !why_impossible_here(result).empty()) return {};
  return result;
}

}  // namespace

/// Whether comparisons of the case's variant, made now where they were not yet, ran its path.
bool Verifier::is_proved_by_bits(const Case& c) {
  Checks checks;
  bit_checks(c, checks);
  if (!holds(checks)) return false;
  return why_path_unproved(c, oracles_.facts({*c.variant, c.params, c.device}).code_path).empty();
}

void Verifier::follow(const Case& c, Simulation& simulation, Verification& verification) {
  // At this size it was compared already.
  if (known_checks(bits_key(c, c.params)) == nullptr && !follow_all(c, simulation, verification))
    follow_some(c, simulation, verification);
  if (verification.passed) tell_who_proved(c, simulation, verification);
}

std::optional<Verifier::Follower> Verifier::follower_of(const Case& c) {
  // A follower that cannot go this case's way leaves it to the oracle.
  if (std::optional<Case> found = case_of(c.variant->follower, c)) return Follower{*found, c.variant->follower, true};
  if (std::optional<Case> found = case_of(c.variant->oracle, c)) return Follower{*found, c.variant->oracle, false};
  return {};
}

/// That `follower` needs for so many units of work, and to fill its memory and bring the configurations together.
/// `serial_ns`: of a serial oracle's unit, while no more is known of it.
double Verifier::seconds_to_follow(const Case& c, const Follower& follower, double units, double serial_ns) const {
  const Variant& variant = *follower.other.variant;
  const double bytes = variant.memory_bytes ? variant.memory_bytes(follower.other.params) : 0;
  const std::lock_guard lock(mutex_);
  const auto rate = ns_per_unit_.find(rate_key(c, variant, c.params));
  const double guess = follower.fast ? fast_ns_a_unit : serial_ns;
  return 1e-9 * (units * (rate == ns_per_unit_.end() ? guess : rate->second) + bytes * ns_a_byte);
}

/// Whether an oracle went the way of the case, or one that should have could not be believed.
bool Verifier::follow_all(const Case& c, Simulation& simulation, Verification& verification) {
  const std::optional<Follower> found = follower_of(c);
  if (!found) return false;
  const Case& other = found->other;
  const bool fast = found->fast;
  const Oracle& oracle = found->oracle;
  const Variant* const variant = other.variant;

  const OracleCase kept{*variant, other.params, other.device};
  const double units = simulation.work_per_sweep().units * std::max(1, simulation.sweep_granularity());
  const auto expected_seconds = [&] { return seconds_to_follow(c, *found, units, slowest_ns_a_unit); };
  // By this case itself: what another one proved leaves it as much time as if it were alone.
  const bool path_proved = proves_path(c, verification.checks, simulation.code_path());
  double most = path_proved ? options_.follow_seconds : options_.follow_unproved_seconds;
  if (!fast && path_proved) most = std::min(most, options_.follow_proved_seconds);
  const auto step_of = [&](const OracleFacts& facts) {
    return common_step(simulation.sweep_granularity(), facts.granularity);
  };
  // One that followed another launch of the case has gone the way already.
  int sweeps = oracles_.has_facts(kept) ? oracles_.sweeps_kept(kept, step_of(oracles_.facts(kept))) : 0;
  if (sweeps == 0 && expected_seconds() > most) return false;
  if (fast && !is_proved_by_bits(other)) {
    oracles_.let_go();
    verification.checks.push_back(
        failed(comparison_name(oracle.agreement_of(c.params), "at size"),
               variant->name + "/" + variant->backend + ", which should follow this case, is not verified itself"));
    verification.passed = false;
    return true;
  }
  c.backend->use_device(c.device);
  const auto start = std::chrono::steady_clock::now();
  const int step = step_of(oracles_.facts(kept));
  // Three, if there is time: some launches do several at once.
  if (sweeps == 0)
    sweeps =
        static_cast<int>(std::clamp(std::min(most, options_.follow_seconds) / (3 * expected_seconds()), 1.0, 3.0)) *
        step;
  const Course course{step, sweeps / step, false};
  const auto expected = oracles_.run(kept, course);
  Check check = compare_with_run("at size", simulation, *expected, course, oracle.agreement_of(c.params));
  check.detail = "the timed object against " + variant->name + "/" + variant->backend + " " + check.detail;
  {
    const std::lock_guard lock(mutex_);
    ns_per_unit_[rate_key(c, *variant, c.params)] = expected->ns_per_unit;
  }
  check.seconds = seconds_since(start);
  note(c, c.params, check);
  verification.checks.push_back(std::move(check));
  verification.passed = holds(verification.checks);
  return true;
}

/// All values come to the host for samples, two or three times; of a byte at most.
bool Verifier::has_room_for_samples(double values) const {
  return values <= options_.most_sampled_units && 3 * values <= static_cast<double>(options_.host_bytes());
}

/// Proves no path: that is for comparisons of all values.
void Verifier::follow_some(const Case& c, Simulation& simulation, Verification& verification) {
  const std::optional<OracleCase> knowing = sampled_case(c, options_);
  if (!knowing) return;
  if (!has_room_for_samples(simulation.work_per_sweep().units)) return;
  const auto start = std::chrono::steady_clock::now();
  const auto made = oracles_.sample(*knowing);
  const std::optional<SampledValues>& sample = *made;
  const int step = std::max(1, simulation.sweep_granularity());
  if (!sample || sample->sweeps % step != 0) return;
  c.backend->use_device(c.device);
  Check check = compare_with_sample(simulation, *sample, {step, sample->sweeps / step});
  check.detail =
      "the timed object against " + knowing->variant.name + "/" + knowing->variant.backend + " " + check.detail;
  check.seconds = seconds_since(start);
  verification.checks.push_back(std::move(check));
  verification.passed = holds(verification.checks);
}

}  // namespace spinbench

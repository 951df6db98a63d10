#include "bench/verify/verify.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <stdexcept>
#include <utility>

#include "bench/verify/compare.hpp"
#include "bench/verify/courses.hpp"
#include "bench/verify/interruptible.hpp"
#include "bench/verify/keys.hpp"
#include "interface/launch_axes.hpp"
#include "interface/mutants.hpp"
#include "interface/ranks.hpp"

namespace spinbench {

using namespace verify_detail;

namespace {

/// The parameters but those of the launch.
Params without_launch(const Case& c) {
  Params result;
  for (const auto& [name, value] : c.params.entries())
    if (launch_values(*c.variant, name).empty()) result.set(name, value);
  return result;
}

bool proves(Check::Kind kind) { return kind != Check::Kind::support; }

bool compares(const Case& c) {
  return !c.variant->oracle.empty() && c.variant->oracle.agreement_of(c.params).kind != Agreement::Kind::law;
}

/// Whether checks of the kinds that `ran` prove the path of the case. Another case on the same path may be held to less
/// than this one: what is close there proves no bits here.
bool suffice(const Case& c, const std::function<bool(Check::Kind)>& ran) {
  if (ran(Check::Kind::bits)) return true;
  return compares(c) ? ran(proof_by(c.variant->oracle.agreement_of(c.params)))
                     : ran(Check::Kind::physics) || ran(Check::Kind::self);
}

const char* word_for(Check::Kind kind) {
  switch (kind) {
    case Check::Kind::bits:
      return "bits";
    case Check::Kind::close:
      return "close";
    case Check::Kind::sampled:
      return "sampled";
    case Check::Kind::physics:
      return "physics";
    case Check::Kind::self:
    case Check::Kind::support:
      break;
  }
  return "self";
}

/// Steps of a batch that is as long as a timed one for whoever cuts batches: two graphs, of up to 64 steps, and a rest.
constexpr int batch_steps = 130;

}  // namespace

std::string Verification::proved() const {
  std::string result;
  for (const Check::Kind kind :
       {Check::Kind::bits, Check::Kind::close, Check::Kind::sampled, Check::Kind::physics, Check::Kind::self}) {
    const bool held = std::any_of(checks.begin(), checks.end(),
                                  [kind](const Check& check) { return check.passed && check.kind == kind; });
    // A simulation's own checks are worth a word where nothing else was proved.
    if (!held || (kind == Check::Kind::self && !result.empty())) continue;
    result += (result.empty() ? "" : "+") + std::string(word_for(kind));
  }
  return result;
}

bool Verification::has_expected_failure() const {
  return std::any_of(checks.begin(), checks.end(),
                     [](const Check& check) { return !check.passed && check.expected_failure; });
}

bool fails(const std::vector<Check>& checks) {
  return std::any_of(checks.begin(), checks.end(),
                     [](const Check& check) { return !check.passed && !check.expected_failure; });
}

bool came_to_nothing(const std::vector<Check>& checks) {
  return fails(checks) && std::none_of(checks.begin(), checks.end(), [](const Check& check) {
           return !check.passed && !check.expected_failure && check.numeric;
         });
}

bool holds(const std::vector<Check>& checks) {
  return !fails(checks) && std::any_of(checks.begin(), checks.end(),
                                       [](const Check& check) { return check.passed && proves(check.kind); });
}

std::uint64_t free_host_bytes() {
  Backend* const host = Registry::instance().backend("cpu");
  return host == nullptr ? 0 : host->free_memory_bytes();
}

Verifier::Verifier(std::uint64_t seed, VerifyOptions options)
    : seed_(seed),
      options_(std::move(options)),
      oracles_(seed, std::min(512.0 * (1 << 20), static_cast<double>(options_.host_bytes()) / 16)) {}

const Verifier::Checks& Verifier::once(const std::string& key, const std::function<Checks()>& checks) {
  const KeyTurns::Turn turn(turns_, key);
  if (const Checks* const known = known_checks(key)) return *known;
  const auto start = std::chrono::steady_clock::now();
  Checks made = checks();
  if (!made.empty() && made.front().seconds == 0) made.front().seconds = seconds_since(start);
  const std::lock_guard lock(mutex_);
  if (making_ahead_ && came_to_nothing(made)) unjudged_ahead_.push_back(key);
  return known_[key] = std::move(made);
}

/// Null where they were not made yet.
const Verifier::Checks* Verifier::known_checks(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(key);
  return found == known_.end() ? nullptr : &found->second;
}

void Verifier::note(const Case& c, const Params& params, const Check& check) {
  if (!check.passed || !proves(check.kind) || check.code_path.empty()) return;
  const std::lock_guard lock(mutex_);
  Check kept = check;
  if (!kept.detail.starts_with(params.name())) kept.detail = params.name() + ": " + check.detail;
  proved_[path_key(c, params, check.code_path)].try_emplace(check.kind, std::move(kept));
}

void Verifier::generator_checks(const Case& c, Checks& into) {
  if (!c.params.has("rng")) return;
  const std::string generator = c.params.word("rng");
  const auto& ours = Registry::instance().generators();
  // A vendor's generators are the library's affair.
  if (std::none_of(ours.begin(), ours.end(), [&](const GeneratorInfo& one) { return one.name == generator; })) return;
  for (const GeneratorProof& proof : Registry::instance().generator_proofs()) {
    if (proof.backend != c.variant->backend) continue;
    const auto& checks = once("generator " + generator + " " + proof.backend + " " + std::to_string(c.device), [&] {
      Check check = proof.run(generator, c.device_info());
      check.kind = Check::Kind::support;
      return Checks{check};
    });
    into.insert(into.end(), checks.begin(), checks.end());
  }
}

/// One case of the variant against its oracle.
Check Verifier::compare_at(const Case& c, const Params& params, bool is_first) {
  const Oracle& oracle = c.variant->oracle;
  const Variant* variant = find_oracle(c, oracle);
  const Agreement agreement = oracle.agreement_of(params);
  if (variant == nullptr)
    return failed(comparison_name(agreement), "this build has no oracle " + oracle.variant + "/" + oracle.backend);
  const auto simulation = interruptible(c.variant->make(params, seed_));
  const OracleCase other{*variant, oracle_params(c, oracle, *variant, params), c.device};
  const OracleFacts& facts = oracles_.facts(other);
  const Course course = course_of(c, params, is_first, simulation->sweep_granularity(), facts, options_);
  const int step = course.step;
  const auto expected = oracles_.run(other, course);
  Check check = compare_with_run("", *simulation, *expected, course, agreement);
  check.detail = params.name() + " against " + variant->name + "/" + variant->backend + " " + check.detail;

  // Where decisions may part after so many sweeps, or nothing is known of the time, there is no batch.
  const bool can = agreement.sweeps / step >= batch_steps;
  const double seconds = 1e-9 * expected->ns_per_unit * facts.units_a_sweep * step * batch_steps;
  const std::lock_guard lock(mutex_);
  double& rate = ns_per_unit_[rate_key(c, *variant, params)];
  rate = std::max(rate, expected->ns_per_unit);
  batches_[bits_key(c, params)] = {params, step, can ? seconds : 0, course.longest() >= batch_steps};
  return check;
}

Verifier::Batch Verifier::known_batch(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = batches_.find(key);
  return found == batches_.end() ? Batch() : found->second;
}

/// One case, as many steps in one call as a timed batch has: what is lost of each shows in no short one.
Check Verifier::batch_of(const Case& c, const Batch& batch) {
  const Oracle& oracle = c.variant->oracle;
  const Variant& variant = *find_oracle(c, oracle);
  const Course course{batch.step, batch_steps, false, true};
  const auto expected = oracles_.run({variant, oracle_params(c, oracle, variant, batch.params), c.device}, course);
  const auto simulation = interruptible(c.variant->make(batch.params, seed_));
  Check check = compare_with_run("of a batch", *simulation, *expected, course, oracle.agreement_of(batch.params));
  check.detail = batch.params.name() + " against " + variant.name + "/" + variant.backend + " " + check.detail;
  return check;
}

void Verifier::bit_checks(const Case& c, Checks& into) {
  if (c.variant->oracle.empty()) return;
  const Agreement agreement = c.variant->oracle.agreement_of(c.params);
  if (agreement.kind == Agreement::Kind::law) return;
  const std::vector<Params> cases = small_cases(c);
  if (cases.empty())
    return into.push_back(failed(comparison_name(agreement), "no size for a comparison fits this device"));
  // Of each path of these cases the smallest. Another row's will not do: paths say nothing of how many replicas a site
  // has.
  std::map<std::string, Batch> smallest;
  bool all_passed = true;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    // Most bugs show in any case, and those behind the first, which is the longest, tell sooner.
    const Params& params = cases[planted_mutant != 0 ? (i + 1) % cases.size() : i];
    const bool is_first = &params == cases.data();
    const auto& checks = once(bits_key(c, params), [&] { return Checks{compare_at(c, params, is_first)}; });
    for (const Check& check : checks) {
      note(c, params, check), into.push_back(check);
      all_passed = all_passed && check.passed;
      const Batch batch = known_batch(bits_key(c, params));
      Batch& least = smallest[check.code_path];
      const bool had = least.had || batch.had;
      if (batch.seconds > 0 && (least.seconds == 0 || batch.seconds < least.seconds)) least = batch;
      least.had = had;
    }
    // Whoever planted a bug asks whether it is found, no longer where else.
    if (!all_passed && planted_mutant != 0) return;
  }
  if (options_.is_short(c) || !all_passed) return;
  for (const auto& one : smallest) {
    const Batch& batch = one.second;
    if (batch.had || batch.seconds == 0 || batch.seconds > options_.batch_seconds) continue;
    const auto& checks =
        once("batch " + where(c) + " " + batch.params.name(), [&] { return Checks{batch_of(c, batch)}; });
    into.insert(into.end(), checks.begin(), checks.end());
  }
}

void Verifier::physics_checks(const Case& c, Checks& into) {
  if (!c.variant->physics || options_.is_short(c)) return;
  const Oracle& oracle = c.variant->oracle;
  const bool alone =
      !options_.launches_share_physics || oracle.empty() || oracle.agreement_of(c.params).kind != Agreement::Kind::bits;
  const Checks made =
      alone ? physics_of(c)
            : once("physics of launches " + where(c) + " " + without_launch(c).name(), [&] { return physics_of(c); });
  into.insert(into.end(), made.begin(), made.end());
}

Verifier::Checks Verifier::physics_of(const Case& c) {
  const Variant watched = interruptible(*c.variant);
  CheckContext context{watched, c.device_info(), c.params, seed_, options_.physics_seconds(c), options_.gate_sigmas};
  context.once = [&](const std::string& key, const std::function<Checks()>& checks) {
    return once("physics " + where(c) + " " + key, checks);
  };
  Checks result = c.variant->physics(context);
  for (const Check& check : result) note(c, c.params, check);
  return result;
}

void Verifier::self_checks(const Case& c, Checks& into) {
  std::vector<Params> cases = small_cases(c);
  if (cases.empty()) cases.push_back(c.params);
  // Comparisons with an oracle look at the checks of each case; an oracle has no other proof than these.
  if (!c.variant->oracle.empty()) cases.resize(1);
  for (const Params& params : cases) {
    const auto& checks = once("self " + where(c) + " " + params.name(), [&] {
      const auto simulation = interruptible(c.variant->make(params, seed_));
      simulation->sweep(2 * simulation->sweep_granularity());
      Checks found = simulation->self_check();
      for (Check& check : found) check.code_path = simulation->code_path();
      return found;
    });
    for (const Check& check : checks) note(c, params, check), into.push_back(check);
  }
}

Verification Verifier::verify(const Case& c) {
  if (auto made = made_ahead_.extract(c.name())) return std::move(made.mapped());
  return verify_now(c);
}

Verification Verifier::verify_now(const Case& c) {
  Verification result;
  const auto is_wrong = [&] { return fails(result.checks); };
  const auto add = [&](const std::string& name, auto&& add_to) {
    // What is wrong already needs no long check more.
    if (is_wrong()) return;
    try {
      add_to(result.checks);
    } catch (const RanksLost&) {
      throw;
    } catch (const std::bad_alloc&) {
      // What was found wrong before is no less so.
      if (!is_wrong()) throw;
    } catch (const Unsupported&) {
      if (!is_wrong()) throw;
    } catch (const std::exception& error) {
      result.checks.push_back(failed(name, error.what()));
    }
  };
  c.backend->use_device(c.device);
  add("generator", [&](Checks& into) { generator_checks(c, into); });
  add(comparison_name(c.variant->oracle.agreement_of(c.params)), [&](Checks& into) { bit_checks(c, into); });
  add("self", [&](Checks& into) { self_checks(c, into); });
  add("physics", [&](Checks& into) { physics_checks(c, into); });
  result.passed = holds(result.checks);
  if (!result.passed && !is_wrong() && c.variant->physics && options_.is_short(c))
    throw Unsupported("nothing but physics proves this case, and --physics 0 leaves it out");
  return result;
}

std::string Verifier::why_unproved(const Case& c, const Simulation& simulation) const {
  return why_path_unproved(c, simulation.code_path());
}

bool Verifier::proves_path(const Case& c, const Checks& checks, const std::string& path) {
  return suffice(c, [&](Check::Kind kind) {
    return std::any_of(checks.begin(), checks.end(), [&](const Check& check) {
      return check.passed && check.kind == kind && check.code_path == path;
    });
  });
}

/// Where none of the case's own checks proves its path, the row has those of the case that did: who reads it must see.
void Verifier::tell_who_proved(const Case& c, const Simulation& simulation, Verification& verification) const {
  const std::string path = simulation.code_path();
  if (proves_path(c, verification.checks, path)) return;
  const std::lock_guard lock(mutex_);
  const auto found = proved_.find(path_key(c, c.params, path));
  if (found == proved_.end()) return;
  for (const auto& [kind, check] : found->second) {
    // Of expectation values a row says its own.
    if (compares(c) && kind != Check::Kind::bits && kind != Check::Kind::close) continue;
    verification.checks.push_back(check);
    verification.checks.back().detail = "on this path, by " + check.detail;
    verification.checks.back().seconds = 0;
  }
}

std::string Verifier::why_path_unproved(const Case& c, const std::string& path) const {
  const std::lock_guard lock(mutex_);
  const auto found = proved_.find(path_key(c, c.params, path));
  if (found != proved_.end() && suffice(c, [&](Check::Kind kind) { return found->second.contains(kind); })) return "";
  return "no passed " + std::string(compares(c) ? "comparison with an oracle" : "check") + " ran its code path (" +
         path + ")";
}

void Verifier::look(const Case& c, Simulation& simulation, double sweeps, Verification& verification) const {
  if (!c.variant->look) return;
  // The last repetition's stands for those before it, which passed.
  std::erase_if(verification.checks, [](const Check& check) { return check.name == "look"; });
  for (Check& check : c.variant->look(c.params, simulation, sweeps)) verification.checks.push_back(std::move(check));
  // What it tracks through its sweeps, as an energy, nobody else has compared at this size.
  for (Check& check : simulation.self_check()) {
    check.detail = check.name + " of the timed object: " + check.detail;
    check.name = "look";
    if (check.code_path.empty()) check.code_path = simulation.code_path();
    verification.checks.push_back(std::move(check));
  }
  verification.passed = holds(verification.checks);
}

}  // namespace spinbench

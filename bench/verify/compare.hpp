// A simulation against its oracle, value by value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/select/case.hpp"

namespace spinbench {

/// The case of `oracle` that must agree with `params` of `c`: as the oracle says, or the axes that both have, and the
/// oracle's defaults for the others.
Params oracle_params(const Case& c, const Oracle& oracle, const Variant& variant, const Params& params);

/// The variant that `oracle` of `c` names; null where this build has none.
const Variant* find_oracle(const Case& c, const Oracle& oracle);

/// How far a comparison goes: `steps` times `step` sweeps, a multiple of both granularities. With `observe` observables
/// are compared, too, all that the oracle has, short series of the first of them and of those that experiments read
/// against sweeps and observations in turns, and where a simulation adapts something, it and the observables once more
/// when that stands. `at_once`: the steps are one call, as those of a timed batch are; else three.
struct Course {
  int step = 1, steps = 1;
  bool observe = false;
  bool at_once = false;
  std::vector<std::string> read = {};  ///< by experiments; what the oracle has not is passed over
  std::vector<std::string> made = {};  ///< of these, what the oracle makes a series of whether it observes it or not

  int sweeps() const { return step * steps; }
  /// Steps of the longest of its calls.
  int longest() const;
  bool operator==(const Course&) const = default;
};

/// What an oracle holds at the end of a course, for all that are compared with it.
struct OracleRun {
  Configuration configuration;
  Observables observables;     ///< none without Course::observe
  std::vector<Series> series;  ///< three more steps each: of the first observable, and what experiments read
  /// The course once more, of what then adapts no more; none where nothing did.
  Configuration settled;
  Observables settled_observables;
  double ns_per_unit = 0;  ///< that its sweeps took

  double bytes() const;
};

/// `oracle`, which is new, goes the course.
OracleRun run_oracle(Simulation& oracle, const Course& course);

/// What a comparison by `agreement` proves where it passes: bits, or where values may differ, close.
Check::Kind proof_by(const Agreement& agreement);

/// The name of a check that compares by `agreement`, `what` behind it: "bits at size", "close".
std::string comparison_name(const Agreement& agreement, const std::string& what = "");

/// `found`, which is new, goes the course, of which three calls show what must last from launch to launch; then it is
/// compared with what its oracle holds. `what` is that of comparison_name().
Check compare_with_run(const std::string& what, Simulation& found, const OracleRun& expected, const Course& course,
                       const Agreement& agreement);

/// The same, with some values of an oracle: the check "sampled at size". Where the host has no room for all values it
/// proves nothing and says so.
Check compare_with_sample(Simulation& found, const SampledValues& expected, const Course& course);

/// The least number of sweeps that simulations of both granularities can do.
int common_step(int a, int b);

}  // namespace spinbench

// A simulation against its oracle, value by value.
#pragma once

#include <cstdint>
#include <string>

#include "bench/select/case.hpp"

namespace spinbench {

/// The case of `oracle` that must agree with `params` of `c`: as the oracle says, or the axes that both have, and the
/// oracle's defaults for the others.
Params oracle_params(const Case& c, const Oracle& oracle, const Variant& variant, const Params& params);

/// The variant that `oracle` of `c` names; null where this build has none.
const Variant* find_oracle(const Case& c, const Oracle& oracle);

/// How a comparison went, and what it took.
struct Comparing {
  Check check;
  double oracle_ns_per_unit = 0;
};

/// `found` and `expected` do `sweeps` sweeps, a multiple of both granularities, in three calls, so that what must last
/// from launch to launch is seen; then the configurations are compared and, with `observe`, the observables, and a
/// short series of the first observable against sweeps and observations in turns. `name` is the check's.
Comparing compare_simulations(const std::string& name, Simulation& found, Simulation& expected, int sweeps,
                              const Agreement& agreement, bool observe);

/// The least number of sweeps that both can do.
int common_step(const Simulation& a, const Simulation& b);

}  // namespace spinbench

// The check that each site has its turns, at sizes at which no exact energy could be met in seconds. At a temperature
// so high that every attempt flips, all spins are reversed after an odd number of attempts a site, and are what they
// were after an even one: a site that is passed over, or attempted once too often or too seldom, stands out.
#pragma once

#include <cstdint>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

/// Checks "turns", of Check::Kind::self and with the simulation's code path, of the context's variant on each of
/// `cases`, whose beta is set to 1e-9: one step of the granularity from all spins up. For simulations with spins +1
/// and -1 and Metropolis decisions.
std::vector<Check> check_turns(const CheckContext& context, const std::vector<Params>& cases);

/// Of one configuration. `attempts`: of each spin. An attempt is turned down with 8e-9 or less.
Check judge_turns(const Configuration& found, int attempts);

/// `params` with one hit, and with its own number of hits and one more on a lattice of side `small`.
std::vector<Params> with_each_turn(const Params& params, std::int64_t small);

}  // namespace spinbench

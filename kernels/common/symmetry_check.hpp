// The physics check of a symmetry that energies cannot see: without a field up and down are alike, so that the
// magnetisation is 0 on average. A spin that never moves, a field or a start that is never forgotten leave the
// distribution of the energy as it is, and not this.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

/// The check "magnetisation", of Check::Kind::physics and with the simulation's code path: its mean over about
/// `seconds` against 0. A Check::Kind::support where the magnetisation turned so seldom (below the critical
/// temperature) that nothing can be said. `tau`: autocorrelation time of the energy in steps of the granularity,
/// roughly.
Check check_symmetry(Simulation& simulation, double tau, double seconds, double gate_sigmas);

/// How often `series` went from below -`level` to above it or back.
int turns_of(const std::vector<double>& series, double level);

}  // namespace spinbench

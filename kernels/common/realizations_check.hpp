// The check that an oracle's realizations are lattices of their own. Each alone may have the right energy, and they
// may still be copies of one another, or one the other shifted or upside down, as where a realization's streams begin
// at another's second; there is nobody else's bits that an oracle could be held to.
#pragma once

#include <cstdint>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

/// Realizations that the physics of an oracle is measured on: of several two, so that what is right in the first alone
/// shows in the second, which costs nothing, since the energies of both count.
std::int64_t proved_realizations(const Params& params);

/// The inverse temperature of the check: high, so that most spins have moved soon and hardly know of one another.
inline constexpr double beta_of_realizations = 0.1;

/// The check "realizations", of Check::Kind::self and with the simulation's code path: judge_realizations() after 6
/// sweeps at beta_of_realizations of the context's variant on `params`, 32 sites a side at least where it can, and not
/// more than 16 realizations. None for a single one. So few sweeps, since lattices that share words but for those of a
/// boundary part from there on, by a row and more a sweep: Metropolis updates forget no difference at high temperature.
std::vector<Check> check_realizations(const CheckContext& context, Params params);

/// No less than the sum of a spin's correlations with all others on the square or cubic Ising lattice: the walks that
/// do not turn back (M. E. Fisher, Phys. Rev. 162, 480 (1967)). For (2 d - 1) tanh(beta) < 1.
double most_susceptibility(int dimensions, double beta);

/// Of one configuration, in which `realizations` lie one after the other: no two hold the same spins, and the first
/// 2048 spins of any two, the second's shifted round by any number of sites and turned back to front or not, have no
/// overlap in absolute value beyond a gate. What is left of the start, all spins up, shows in the magnetisations, whose
/// product is taken off. Of independent lattices in equilibrium one does with less than 1e-6 in all: P(|q| > g) < 2
/// exp(-N g^2 / 2 chi), since a field along the one magnetises the other by no more than one along all spins up does
/// (Griffiths), and that by no more than chi times itself (Griffiths, Hurst and Sherman).
Check judge_realizations(const Configuration& found, std::uint64_t realizations, double susceptibility);

}  // namespace spinbench

// How the variants of heisenberg3d_parallel_tempering are proved: by the series of each realization's energy at high
// temperature; and on lattices of 4 x 4 x 4 sites by what holds in equilibrium at any temperature of any sample:
// Callen's identity at each temperature, and, of the pairs of replicas that are tried, acceptances. As Variant::physics
// and Variant::look.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::vector_tempering {

/// "energy_by_temperature"; "callen_by_temperature"; "acceptance_by_pair", exchanges against the probabilities that the
/// energies of the two give, and "acceptance_in_equilibrium" against twice the share of pairs of which the colder one
/// has the larger energy: since weights of states before and after an exchange have the ratio with which it is
/// accepted, as many are accepted by chance as for certain. Before them the heat bath's rule, what couplings are
/// (kernels/common/heisenberg/disorder_check.hpp), and of an oracle that each spin moves
/// (kernels/common/turns_check.hpp); where one of these fails, these alone.
std::vector<Check> physics(const CheckContext& context);

/// The check "look", of Check::Kind::self: energies that `sweeps` sweeps from all spins along z can have, and spins of
/// length 1 to the digits of the precision.
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::vector_tempering

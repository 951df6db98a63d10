// How the variants of ea3d_parallel_tempering are proved: by the energies of a listed sample that was enumerated, at
// each of its temperatures; by the average energy on the Nishimori line; and on the ferromagnet of 4 x 4 x 4 sites,
// whose states are counted, by the probability that an exchange is accepted, pair by pair. As Variant::physics and
// Variant::look.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::glass_tempering {

std::vector<Check> physics(const CheckContext& context);

/// As look_at_spin_glass().
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::glass_tempering

// How the variants of ea2d_parallel_tempering and ea3d_parallel_tempering are proved: by the energies of a listed
// sample that was enumerated, at its temperatures; by the average energy on the Nishimori line; and on a ferromagnet
// whose states are counted, by the probability that an exchange is accepted, pair by pair. An oracle first by the turns
// of its sites (kernels/common/turns_check.hpp). As Variant::physics and Variant::look; for two dimensions and three.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::glass_tempering {

template <int Dimensions>
std::vector<Check> physics(const CheckContext& context);

/// As look_at_spin_glass().
template <int Dimensions>
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::glass_tempering

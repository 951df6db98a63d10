// How the variants of the kernel ising2d_metropolis are proved by exact energies: which lattice for which family, as
// Variant::physics and Variant::look. A case keeps its beta, its generator and all that selects code; what is as large
// as the case allows, or small near the critical point where the relaxation time grows like L^2.17, is its lattice.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::ising2d {

/// One site after the other in a row or column: row_order, column_order.
std::vector<Check> sequential_physics(const CheckContext& context);
/// One colour after the other, spin by spin: checkerboard, naive, crinkled, texture, coalesced.
std::vector<Check> checkerboard_physics(const CheckContext& context);
/// The double checkerboard spin by spin: tiled. An oracle takes small tiles and few hits, which are numbers to it.
std::vector<Check> tiled_physics(const CheckContext& context);
/// Bit-sliced lattices: multispin on GPUs.
std::vector<Check> multispin_physics(const CheckContext& context);
/// multispin on a host, on one thread, and in Kokkos there.
std::vector<Check> host_multispin_physics(const CheckContext& context);
/// The oracle multispin_plain.
std::vector<Check> plain_multispin_physics(const CheckContext& context);
/// Bit-sliced lattices, the double checkerboard: multispin_tiled on GPUs.
std::vector<Check> multispin_tiled_physics(const CheckContext& context);
/// The oracle multispin_tiled.
std::vector<Check> plain_multispin_tiled_physics(const CheckContext& context);

/// As look_at_ising().
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::ising2d

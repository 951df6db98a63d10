// How the variants of the kernel ising3d_metropolis are proved by exact energies: which lattice for which family, as
// Variant::physics and Variant::look. Exact values are known of large lattices at high temperature, and of L = 4 at
// any; what cannot take L = 4 is proved at high temperature only. beta enters by the thresholds alone, which
// comparisons with the oracle see at the case's own.
#pragma once

#include <functional>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench::ising3d {

/// One site after the other in a row: row_order.
std::vector<Check> sequential_physics(const CheckContext& context);
/// One colour after the other, spin by spin: checkerboard.
std::vector<Check> checkerboard_physics(const CheckContext& context);
/// The double checkerboard spin by spin: tiled. An oracle takes small tiles and few hits, which are numbers to it.
std::vector<Check> tiled_physics(const CheckContext& context);
/// Bit-sliced lattices: multispin on GPUs.
std::vector<Check> multispin_physics(const CheckContext& context);
/// multispin on a host, on one thread.
std::vector<Check> host_multispin_physics(const CheckContext& context);
/// multispin on lattices that ranks share, of which `admits` says which can be.
std::vector<Check> slabs_physics(const CheckContext& context, const std::function<bool(const Params&)>& admits);
/// The oracle multispin_plain.
std::vector<Check> plain_multispin_physics(const CheckContext& context);

/// As look_at_ising().
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::ising3d

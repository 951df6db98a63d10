// How the variants of the kernel ea3d_metropolis are proved by energies that are known, as Variant::physics and
// Variant::look.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::ea3d {

/// single_spin: with random numbers for each realization, on lattices that a core can do.
std::vector<Check> single_spin_physics(const CheckContext& context);
/// The layouts of Lulli 2015, on hosts and devices.
std::vector<Check> layout_physics(const CheckContext& context);
/// multispin on a host, whose vectors need a row of four words.
std::vector<Check> host_multispin_physics(const CheckContext& context);
/// As look_at_spin_glass().
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::ea3d

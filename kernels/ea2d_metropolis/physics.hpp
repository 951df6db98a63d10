// How the variants of the kernel ea2d_metropolis are proved by energies that are known, as Variant::physics and
// Variant::look.
#pragma once

#include <vector>

#include "interface/registry.hpp"

namespace spinbench::ea2d {

/// Variants with the axes `systems` and `word`, on a core.
std::vector<Check> host_physics(const CheckContext& context);
/// The same on a GPU.
std::vector<Check> gpu_physics(const CheckContext& context);
/// A variant with the axis `realizations`, on a core.
std::vector<Check> serial_physics(const CheckContext& context);
/// The same on a GPU.
std::vector<Check> tiled_physics(const CheckContext& context);

/// As look_at_spin_glass().
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps);
std::vector<Check> look_of_realizations(const Params& params, Simulation& simulation, double sweeps);

}  // namespace spinbench::ea2d

// How lattices that ranks share are proved by exact energies: kernels/ising2d_metropolis/physics.hpp.
#pragma once

#include <functional>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench::ising2d {

/// `admits`: the cases that can be shared so.
std::vector<Check> slabs_physics(const CheckContext& context, const std::function<bool(const Params&)>& admits);

}  // namespace spinbench::ising2d

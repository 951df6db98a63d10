// The simulations of the GPU variant `tiled`, by the side of its tiles: defined in gpu_tiled.cuh, compiled in a file
// for each side.
#pragma once

#include <cstdint>
#include <memory>

#include "interface/params.hpp"
#include "interface/simulation.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// T: 4, 8, 16 or 32. Throws Unsupported for what is not built.
template <int T>
std::unique_ptr<Simulation> make_tiled_of_side(const Params& params, std::uint64_t seed);

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE

// The simulations of the Kokkos variant `tiled`, by the side of its tiles: defined in kokkos_tiled_visit.hpp, compiled
// in a file for each side.
#pragma once

#include <cstdint>
#include <memory>

#include "interface/params.hpp"
#include "interface/simulation.hpp"

namespace spinbench::ising2d {

/// T: 4, 8, 16 or 32. Throws Unsupported for what is not built.
template <int T>
std::unique_ptr<Simulation> make_kokkos_tiled_of_side(const Params& params, std::uint64_t seed);

}  // namespace spinbench::ising2d

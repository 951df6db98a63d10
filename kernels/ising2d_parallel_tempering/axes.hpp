// The axes of the kernel ising2d_parallel_tempering, and the geometry that they ask for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/ising2d_metropolis/replicas.hpp"

namespace spinbench::tempering {

Axis axis_L(std::int64_t fallback);
Axis axis_replicas();      ///< lattices, one at each temperature
Axis axis_exchange();      ///< sweeps from one exchange to the next
Axis axis_k();             ///< hits a visit of a tile, which divide `exchange`
Axis axis_temperatures();  ///< equal or adaptive
Axis axis_beta_low();      ///< inverse temperatures of the hottest replica
Axis axis_beta_high();     ///< and of the coldest
Axis axis_words();

using ising2d::of_bits;
using ising2d::of_single_spins;
using ising2d::of_single_spins_on_gpus;
using ising2d::replicas_of;
using ising2d::side_of;
Axis axis_rng(rng::GeneratorSet set, const std::string& fallback);

/// Axes of every variant beside L, its generator and what its updates ask for.
std::vector<Axis> with_tempering(std::vector<Axis> own);

/// Why no variant can run the case, or "": inverse temperatures that do not ascend, hits that do not divide `exchange`.
std::string tempering_unsupported(const Params& params);
/// The same of tiles.
std::string tiled_unsupported(const Params& params);
/// The same of bit-sliced lattices, whose sides are multiples of `unit`.
std::string multispin_unsupported(const Params& params, std::int64_t unit);

/// The axes of ising2d_metropolis for one of the lattices at the set's middle: for what is declared of its work.
Params one_lattice(const Params& params);
/// The same for its bit-sliced lattices, as many as there are replicas.
Params bit_sliced_lattices(const Params& params);

}  // namespace spinbench::tempering

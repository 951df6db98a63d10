// The axes of the kernel ising2d_population_annealing, and the geometry that they ask for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/ising2d_metropolis/replicas.hpp"

namespace spinbench::annealing {

Axis axis_L(std::int64_t fallback);
Axis axis_replicas(std::int64_t fallback);  ///< lattices of the population
Axis axis_theta();                          ///< sweeps at each temperature
Axis axis_k();                              ///< hits a visit of a tile, which divide `theta`
Axis axis_steps();                          ///< of inverse temperature, where they are equal
Axis axis_temperatures();                   ///< equal or adaptive
Axis axis_overlap();                        ///< of neighbouring histograms, where they are adaptive
Axis axis_beta_high();                      ///< inverse temperature at the end
Axis axis_words();

using ising2d::of_bits;
using ising2d::of_single_spins;
using ising2d::of_single_spins_on_gpus;
using ising2d::replicas_of;
using ising2d::side_of;
Axis axis_rng(rng::GeneratorSet set, const std::string& fallback);

/// Axes of every variant beside L, `replicas`, its generator and what its updates ask for.
std::vector<Axis> with_annealing(std::vector<Axis> own);

/// Why no variant can run the case, or "": an odd L, hits that do not divide `theta`.
std::string annealing_unsupported(const Params& params);
/// The same of tiles.
std::string tiled_unsupported(const Params& params);
/// The same of bit-sliced lattices, whose sides are multiples of `unit`.
std::string multispin_unsupported(const Params& params, std::int64_t unit);

/// The axes of ising2d_metropolis for one of the lattices: for what is declared of its work.
Params one_lattice(const Params& params);
/// The same for its bit-sliced lattices, as many as there are replicas.
Params bit_sliced_lattices(const Params& params);

/// Bytes that a population takes beside its spins: energies, families, places, and the histograms of all temperatures.
double tables_bytes(const Params& params);

inline int theta_of(const Params& params) { return static_cast<int>(params.integer("theta")); }

}  // namespace spinbench::annealing

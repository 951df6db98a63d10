// What kernels share whose lattices are replicas of one square lattice: ising2d_parallel_tempering,
// ising2d_population_annealing.
#pragma once

#include <cstdint>
#include <string>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising2d {

/// Generators of single spins: the papers', one that passes BigCrush, and the cheapest that keeps nothing.
constexpr bool of_single_spins(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::sites | rng::roles::fastest) && rng::seeded_at_random(generator);
}
/// Of these, those that GPU code is built for.
constexpr bool of_single_spins_on_gpus(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::sites) && rng::seeded_at_random(generator);
}
/// Those of bit-sliced lattices.
constexpr bool of_bits(const rng::Generator& generator) {
  return of_single_spins(generator) && rng::keeps_nothing(generator);
}

/// Why the hits of a visit, k, do not suit the sweeps of the axis `sweeps`, which `meaning` says, or "".
std::string hits_unsupported(const Params& params, const char* sweeps, const char* meaning);

/// The axes of ising2d_metropolis for one of the lattices at an inverse temperature: for what is declared of its work.
Params one_replica(const Params& params, double beta);
/// The same for its bit-sliced lattices, as many as there are replicas.
Params bit_sliced_replicas(const Params& params, double beta);

inline std::uint32_t replicas_of(const Params& params) {
  return static_cast<std::uint32_t>(params.integer("replicas"));
}
inline std::uint32_t side_of(const Params& params) { return static_cast<std::uint32_t>(params.integer("L")); }

}  // namespace spinbench::ising2d

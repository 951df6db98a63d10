// The axes of the kernel heisenberg3d_parallel_tempering, and what they ask for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::vector_tempering {

/// Exchanges of a realization are decided by one block of threads, a replica each.
inline constexpr std::uint32_t most_replicas = 128;
/// Lattices of a launch, one for each number in the grid's second direction.
inline constexpr std::uint64_t most_lattices = 65535;

/// A counter that keeps nothing, and the papers' generator, whose states lie in memory.
constexpr bool in_tempering(const rng::Generator& generator) {
  return rng::takes_part(generator, rng::roles::sites) && rng::seeded_at_random(generator);
}

/// L, realizations of the couplings, replicas of each, how many of these are at every temperature, and what follows
/// them in every variant: the sweeps from one exchange to the next, and of which kind they are; couplings, precision,
/// rng, and the inverse temperatures of the hottest replica and of the coldest. With what a variant has of its own
/// before them.
///
/// Two copies at a temperature are neighbours in the order of temperatures as any others, and always exchanged: equal
/// temperatures leave every state as probable as it was. Each is in equilibrium by itself, so their overlap is that of
/// independent lattices.
std::vector<Axis> with_tempering(std::vector<Axis> own);

/// Why no variant can run the case, or "": an odd L, inverse temperatures that do not ascend, replicas that cannot be
/// shared out, an exchange in the middle of a step, or more lattices than most_lattices.
std::string tempering_unsupported(const Params& params);

/// The axes of heisenberg3d_heatbath for one of the lattices, at the hottest temperature, with one thread.
Params of_one_lattice(const Params& params);

/// The lattices of a case. They are numbered realization * replicas + copy, in memory and by their streams:
/// temperatures go from copy to copy.
struct Lattices {
  std::uint32_t L, realizations, replicas;

  static Lattices of(const Params& params);
  std::uint64_t sites() const { return std::uint64_t{L} * L * L; }
  std::uint64_t pairs() const { return sites() / 2; }  ///< of sites that share a stream, each
  std::uint64_t count() const { return std::uint64_t{realizations} * replicas; }
};

}  // namespace spinbench::vector_tempering

// The axes of the kernel ea3d_parallel_tempering, and what they ask for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interface/params.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/spin_glass.hpp"

namespace spinbench::glass_tempering {

/// Replicas have their starts from words that hold for so many (kernels/common/couplings.hpp).
inline constexpr std::uint32_t most_replicas = 16;

/// A counter that keeps nothing, and the papers' generator, whose states lie in memory.
constexpr bool in_tempering(const rng::Generator& generator) {
  const std::string_view name = generator.name;
  return name == "philox4x32" || name == "minstd";
}

/// L, systems and what follows them in every variant: replicas, and how many of them are at each temperature; the
/// sweeps from one exchange to the next; couplings, rng, and the inverse temperatures of the hottest replica and of the
/// coldest. With what a variant has of its own before them.
///
/// Two copies at a temperature are neighbours in the order of temperatures as any others, and always exchanged: equal
/// temperatures leave every state as probable as it was. Each is in equilibrium by itself, so their overlap is that of
/// independent lattices.
std::vector<Axis> with_tempering(std::vector<Axis> own);

/// Why no variant can run the case, or "": an odd L, inverse temperatures that do not ascend, replicas that cannot be
/// shared out.
std::string tempering_unsupported(const Params& params);

/// The axes of ea3d_metropolis for the same lattices, all at the hottest temperature: for what needs no other. The law
/// `nishimori` of the couplings is that of this temperature.
Params at_one_temperature(const Params& params);

}  // namespace spinbench::glass_tempering

// The axes of the kernels ea2d_parallel_tempering and ea3d_parallel_tempering, and what they ask for.
//
// Random numbers. In three dimensions replicas share streams, as kernels/common/spin_glass.hpp says. In two each word
// at a temperature has streams of its own, as words of ea2d_metropolis have: where replicas lie in different lanes,
// none hands words to the others. Stream (system * replicas + temperature) * sites / 2 + i / 2 serves site i of colour
// 0 and the next along y, and half-sweep h takes its word h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/spin_glass.hpp"

namespace spinbench::glass_tempering {

/// Replicas have their starts from words that hold for so many (kernels/common/couplings.hpp).
inline constexpr std::uint32_t most_replicas = 16;

/// A counter that keeps nothing, and, where states lie in memory anyhow, the papers' generator.
template <int Dimensions>
constexpr bool in_tempering(const rng::Generator& generator) {
  return rng::takes_part(generator, Dimensions == 3 ? rng::roles::light : rng::roles::reference);
}

/// L, systems and what follows them in every variant: replicas, and how many of them are at each temperature; the
/// sweeps from one exchange to the next; couplings, rng, and the inverse temperatures of the hottest replica and of the
/// coldest. With what a variant has of its own before them.
///
/// Two copies at a temperature are neighbours in the order of temperatures as any others, and always exchanged: equal
/// temperatures leave every state as probable as it was. Each is in equilibrium by itself, so their overlap is that of
/// independent lattices.
std::vector<Axis> with_tempering(int dimensions, std::vector<Axis> own);

/// Why no variant can run the case, or "": an odd L, inverse temperatures that do not ascend, replicas that cannot be
/// shared out.
std::string tempering_unsupported(const Params& params);

/// The axes of the kernels without temperatures for the same lattices, all at the hottest one: for what needs no other.
/// The law `nishimori` of the couplings is that of this temperature.
Params at_one_temperature(const Params& params);

/// As Kernel::reference: one word of realizations, spin by spin, with the same exchanges.
Kernel::Reference serial_reference(const Params& params);

/// As Variant::bit_cases: lattices of side 6 to 16 with three systems at most, the case's replicas and few sweeps
/// between exchanges.
std::vector<Params> tempering_bit_cases(const Params& params, const Device& device);

}  // namespace spinbench::glass_tempering

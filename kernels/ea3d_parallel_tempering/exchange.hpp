// The replicas of cubic spin glasses, host and device code: thresholds by replica, and spins that change places.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/glass_tempering/axes.hpp"
#include "kernels/common/glass_tempering/exchange.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::glass_tempering {

/// Thresholds by temperature, among a kernel's arguments.
struct Thresholds {
  CubicThresholds at[most_replicas];
};
/// Taken by update_site().
SPINBENCH_FN inline const CubicThresholds& of_replica(const Thresholds& thresholds, std::uint32_t replica) {
  return thresholds.at[planted(Mutant::tempering_thresholds_first) ? 0 : replica];
}

using TemperedArrays = ea3d::GlassArraysOf<std::uint32_t, Thresholds>;
/// The same lattices at these temperatures.
inline TemperedArrays at(const ea3d::GlassArrays& arrays, const Thresholds& thresholds) {
  return {arrays.spins, arrays.couplings, arrays.L, arrays.words, arrays.systems, arrays.replicas, thresholds};
}

/// The spins of word i of both colours of a system, between temperatures t and t + 1, in the realizations of `mask`.
SPINBENCH_FN inline void exchange_words(const ea3d::GlassArrays& arrays, std::uint32_t system, std::uint32_t t,
                                        std::uint32_t mask, std::uint32_t i) {
  for (std::uint32_t colour = 0; colour < (planted(Mutant::glass_tempering_one_colour) ? 1 : 2); ++colour)
    exchange_bits(arrays.spins[arrays.spins_of(colour, t, system) + i],
                  arrays.spins[arrays.spins_of(colour, t + 1, system) + i], mask);
}

}  // namespace spinbench::glass_tempering

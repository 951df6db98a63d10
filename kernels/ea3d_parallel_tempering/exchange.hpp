// Exchanges of the replicas of spin glasses, host and device code; kernels/common/tempering/exchange.hpp states the
// rule. Each realization of the couplings exchanges by itself: pair i of realization r draws from stream r * replicas +
// i.
//
// A word holds 32 realizations, and a random number serves them all, so that a word wants one temperature. Hence
// temperatures stay with the words, and an exchange moves spins: of two words the bits of those realizations that are
// exchanged, by their difference under a mask. The other way, bits that stay and temperatures that move, would give
// the bits of a word thresholds of their own: for R temperatures 3 R more operations and R masks for each attempt, 48
// for R = 16, where a whole attempt has some 40; what moves spins is 8 B a word and 3 operations for two, once an
// exchange.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/tempering/exchange.hpp"
#include "kernels/ea3d_metropolis/update.hpp"
#include "kernels/ea3d_parallel_tempering/axes.hpp"

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

/// What is known of all lattices, in memory of the host or of a device. Entry (system * replicas + temperature) * 32 +
/// bit is that of a realization at a temperature, as `unsatisfied bonds` are counted.
struct Exchanges {
  std::uint32_t replicas;
  std::uint64_t key;
  const double* betas;        ///< by temperature, ascending
  std::int64_t* unsatisfied;  ///< bonds
  std::uint32_t* copy;        ///< which of the realization's lattices is there, by the temperatures of the start

  SPINBENCH_FN std::size_t entry(std::uint32_t system, std::uint32_t i, std::uint32_t bit) const {
    return (std::size_t{system} * replicas + i) * 32 + bit;
  }
};

/// Temperature i with i + 1 in one realization, in all but the spins; whether they are exchanged. Pairs that are tried
/// together share nothing: each may be a thread's.
SPINBENCH_FN inline bool exchange_pair(const Exchanges& state, std::uint32_t system, std::uint32_t i, std::uint32_t bit,
                                       std::uint64_t number) {
  if (!tempering::is_tried(state.replicas, i, number)) return false;
  const std::size_t hot = state.entry(system, i, bit), cold = state.entry(system, i + 1, bit);
  // An unsatisfied bond more is an energy of 2 J.
  const std::uint64_t threshold = tempering::exchange_threshold(state.betas[i], state.betas[i + 1],
                                                                2 * (state.unsatisfied[hot] - state.unsatisfied[cold]));
  const std::uint64_t stream = (std::uint64_t{system} * 32 + bit) * state.replicas + i;
  if (tempering::exchange_word(state.key, stream, number) >= threshold) return false;
  const std::int64_t bonds = state.unsatisfied[hot];
  const std::uint32_t copy = state.copy[hot];
  if (!planted(Mutant::glass_tempering_energies_stay)) {
    state.unsatisfied[hot] = state.unsatisfied[cold];
    state.unsatisfied[cold] = bonds;
  }
  state.copy[hot] = state.copy[cold];
  state.copy[cold] = copy;
  return true;
}

/// A bit for each realization of a word that is exchanged.
template <class IsExchanged>
SPINBENCH_FN inline std::uint32_t mask_of(IsExchanged&& is_exchanged) {
  std::uint32_t mask = 0;
  for (std::uint32_t bit = 0; bit < 32; ++bit)
    if (is_exchanged(bit)) mask |= 1u << (planted(Mutant::glass_tempering_bit_of_next) ? (bit + 1) % 32 : bit);
  return mask;
}

/// The spins of word i of both colours of a system, between temperatures t and t + 1, in the realizations of `mask`.
SPINBENCH_FN inline void exchange_words(const ea3d::GlassArrays& arrays, std::uint32_t system, std::uint32_t t,
                                        std::uint32_t mask, std::uint32_t i) {
  for (std::uint32_t colour = 0; colour < (planted(Mutant::glass_tempering_one_colour) ? 1 : 2); ++colour) {
    std::uint32_t &hot = arrays.spins[arrays.spins_of(colour, t, system) + i],
                  &cold = arrays.spins[arrays.spins_of(colour, t + 1, system) + i];
    const std::uint32_t differ = (hot ^ cold) & mask;
    hot ^= differ;
    cold ^= differ;
  }
}

}  // namespace spinbench::glass_tempering

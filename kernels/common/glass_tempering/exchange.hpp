// Exchanges of the replicas of spin glasses, host and device code; kernels/common/tempering/exchange.hpp states the
// rule. Each realization of the couplings exchanges by itself: pair i of realization r draws from stream r * replicas +
// i.
//
// A word holds 32 realizations, and a random number serves them all, so that a word wants one temperature. Hence
// temperatures stay with the words, and an exchange moves spins: of two words the bits of those realizations that are
// exchanged, by their difference under a mask. The other way, bits that stay and temperatures that move, would give
// the bits of a word thresholds of their own: for R temperatures R masks, and for each attempt and threshold as many
// operations; with R = 16 48 in three dimensions, where a whole attempt has some 40, and 32 in two, where it has some
// 20. What moves spins is 8 B a word and 3 operations for two, once an exchange.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/tempering/exchange.hpp"

namespace spinbench::glass_tempering {

/// What is known of lattices, in memory of the host or of a device, from system `first` on. Entry ((system - first) *
/// replicas + temperature) * 32 + bit is that of a realization at a temperature, as `unsatisfied bonds` are counted.
struct Exchanges {
  std::uint32_t replicas;
  std::uint64_t key;
  const double* betas;        ///< by temperature, ascending
  std::int64_t* unsatisfied;  ///< bonds
  std::uint32_t* copy;        ///< which of the realization's lattices is there, by the temperatures of the start
  std::uint32_t first = 0;

  SPINBENCH_FN std::size_t entry(std::uint32_t system, std::uint32_t i, std::uint32_t bit) const {
    return (std::size_t{system - first} * replicas + i) * 32 + bit;
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

/// The bit of realization `bit` of a word in the mask of those that are exchanged.
SPINBENCH_FN inline std::uint32_t in_mask(std::uint32_t bit) {
  return 1u << (planted(Mutant::glass_tempering_bit_of_next) ? (bit + 1) % 32 : bit);
}

/// A bit for each realization of a word that is exchanged.
template <class IsExchanged>
SPINBENCH_FN inline std::uint32_t mask_of(IsExchanged&& is_exchanged) {
  std::uint32_t mask = 0;
  for (std::uint32_t bit = 0; bit < 32; ++bit)
    if (is_exchanged(bit)) mask |= in_mask(bit);
  return mask;
}

/// Two words change places in the realizations of `mask`.
SPINBENCH_FN inline void exchange_bits(std::uint32_t& hot, std::uint32_t& cold, std::uint32_t mask) {
  const std::uint32_t differ = (hot ^ cold) & mask;
  hot ^= differ;
  cold ^= differ;
}

}  // namespace spinbench::glass_tempering

// Exchanges of temperatures between replicas, as the variants of ising2d_parallel_tempering do them on host and device.
//
// Inverse temperatures are counted from the hottest, 0 to replicas - 1. Exchange number n, from 0, tries the pairs (i,
// i + 1) with i + n even. Two replicas of energies E_i and E_(i+1), in units of J, swap their temperatures with
// probability min(1, exp[(beta_i - beta_(i+1)) (E_i - E_(i+1))]): where a random word lies below floor(2^32 of that).
// The word is the first of block n of stream i of Philox4x32-10, under a key of its own, so that exchanges draw nothing
// that updates draw, whatever their generator. Spins stay where they are.
#pragma once

#include <cmath>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"

namespace spinbench::tempering {

/// The key of the words that decide exchanges, from the seed of the simulation.
constexpr std::uint64_t exchange_key(std::uint64_t seed) { return seed ^ 0x5851F42D4C957F2Du; }

/// What a simulation knows of its replicas, side by side in memory of the host or of a device.
struct ExchangeState {
  std::uint32_t replicas;
  std::uint64_t key;
  const double* betas;         ///< by temperature, ascending
  std::uint32_t* place;        ///< temperature of each replica
  std::uint32_t* replica;      ///< replica at each temperature
  std::int64_t* accepted;      ///< exchanges of temperature i with i + 1
  const std::int64_t* energy;  ///< of each replica, units of J
};

/// Temperatures i and i + 1 are exchanged where a word of 32 bits lies below this: 2^32 where they are for certain.
SPINBENCH_FN inline std::uint64_t exchange_threshold(const ExchangeState& state, std::uint32_t i) {
  const std::int64_t difference = state.energy[state.replica[i]] - state.energy[state.replica[i + 1]];
  double exponent = (state.betas[i] - state.betas[i + 1]) * static_cast<double>(difference);
  if (planted(Mutant::tempering_wrong_sign)) exponent = -exponent;
  return exponent >= 0 ? std::uint64_t{1} << 32 : static_cast<std::uint64_t>(exp(exponent) * 4294967296.0);
}

SPINBENCH_FN inline std::uint32_t exchange_word(std::uint64_t key, std::uint32_t i, std::uint64_t number) {
  return rng::philox_at<10>(key, planted(Mutant::tempering_word_stands) ? 0 : number, i).word[0];
}

/// Whether exchange `number` tries temperature i with i + 1.
SPINBENCH_FN inline bool is_tried(const ExchangeState& state, std::uint32_t i, std::uint64_t number) {
  return i + 1 < state.replicas && ((i + (planted(Mutant::tempering_even_pairs) ? 0 : number)) & 1) == 0;
}

/// Temperature i with i + 1. Pairs that are tried together share no replica: each may be a thread's.
SPINBENCH_FN inline void exchange_pair(const ExchangeState& state, std::uint32_t i, std::uint64_t number) {
  if (!is_tried(state, i, number) || exchange_word(state.key, i, number) >= exchange_threshold(state, i)) return;
  const std::uint32_t hot = state.replica[i], cold = state.replica[i + 1];
  state.replica[i] = cold;
  state.replica[i + 1] = hot;
  state.place[cold] = i;
  state.place[hot] = i + 1;
  ++state.accepted[i];
}

/// How often exchanges 0 to `count` - 1 try temperature i with i + 1.
constexpr std::uint64_t tries(std::uint32_t i, std::uint64_t count) { return (count + 1 - (i & 1)) / 2; }

}  // namespace spinbench::tempering

// The rule of parallel tempering, as the variants of all models have it on host and device.
//
// Inverse temperatures are counted from the hottest, 0 to replicas - 1. Exchange number n, from 0, tries the pairs (i,
// i + 1) with i + n even. Two replicas of energies E_i and E_(i+1), in units of J, are exchanged with probability
// min(1, exp[(beta_i - beta_(i+1)) (E_i - E_(i+1))]): where a random word lies below floor(2^32 of that). The word is
// the first of block n of a stream of Philox4x32-10, under a key of its own, so that exchanges draw nothing that
// updates draw, whatever their generator.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"

namespace spinbench::tempering {

/// The key of the words that decide exchanges, from the seed of the simulation.
constexpr std::uint64_t exchange_key(std::uint64_t seed) { return seed ^ 0x5851F42D4C957F2Du; }

/// Replicas are exchanged with probability min(1, exp(exponent)): where a word of 32 bits lies below this, 2^32 where
/// they are for certain.
SPINBENCH_FN inline std::uint64_t exchange_threshold(double exponent) {
  if (planted(Mutant::tempering_wrong_sign)) exponent = -exponent;
  return exponent >= 0 ? std::uint64_t{1} << 32 : static_cast<std::uint64_t>(exp(exponent) * 4294967296.0);
}
/// That of replicas at `beta` and `next`, whose energies differ by `difference`.
SPINBENCH_FN inline std::uint64_t exchange_threshold(double beta, double next, std::int64_t difference) {
  return exchange_threshold((beta - next) * static_cast<double>(difference));
}

/// The largest difference of energies, as exchange_threshold() has it, at which `word` exchanges replicas at `beta` and
/// `next` >= beta: for who knows both before the energies. Where it is more than fits, that.
SPINBENCH_FN inline std::int32_t exchange_limit(double beta, double next, std::uint32_t word) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  const double guess = floor(-log((word + 1.0) / 4294967296.0) / (next - beta));
  // Equal temperatures exchange always.
  if (!(guess < most - 1.0)) return most;
  auto limit = static_cast<std::int32_t>(guess);
  if (planted(Mutant::tempering_wrong_sign)) return -limit;
  // By rounding it may lie beside.
  if (word >= exchange_threshold(beta, next, limit))
    --limit;
  else if (word < exchange_threshold(beta, next, limit + 1))
    ++limit;
  return limit;
}

SPINBENCH_FN inline std::uint32_t exchange_word(std::uint64_t key, std::uint64_t stream, std::uint64_t number) {
  return rng::philox_at<10>(key, planted(Mutant::tempering_word_stands) ? 0 : number, stream).word[0];
}

/// Whether exchange `number` tries temperature i with i + 1.
SPINBENCH_FN inline bool is_tried(std::uint32_t replicas, std::uint32_t i, std::uint64_t number) {
  return i + 1 < replicas && ((i + (planted(Mutant::tempering_even_pairs) ? 0 : number)) & 1) == 0;
}

/// How often exchanges 0 to `count` - 1 try temperature i with i + 1.
constexpr std::uint64_t tries(std::uint32_t i, std::uint64_t count) { return (count + 1 - (i & 1)) / 2; }

}  // namespace spinbench::tempering

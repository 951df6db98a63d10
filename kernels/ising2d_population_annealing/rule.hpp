// The rule of population annealing, as the variants of ising2d_population_annealing follow it on host and device.
//
// A population of R lattices of N = L x L spins is led through the inverse temperatures 0 = beta_0 < ... < beta_K: an
// annealing of K steps, behind which the next begins. Step s, from 0:
//   1. Where s = 0 all spins are new: that of site (x, y) is down where bit (c L + y) L / 2 + i of its replica is 1, c
//      its colour (x + y) mod 2 and i = x / 2. So the population is in equilibrium at beta = 0.
//   2. The population is resampled from beta_s to beta_(s+1) by the weights exp[-(beta_(s+1) - beta_s) E] (Weigel 2015
//      prints the sign wrongly), systematically: replica j makes a number of copies whose mean is R w_j / W, W the sum
//      of the weights, and which differs from it by less than one; all together they are R again.
//   3. theta sweeps of each replica at beta_(s+1).
//   4. The energies are counted.
//
// All of 2 is arithmetic of integers, whose sums depend on no order: every variant holds the same population to the
// bit. Level l stands for the energy -2 N + 4 l. With l_0 the lowest level of the population
//   w(l) = floor(2^40 exp[-4 (beta_(s+1) - beta_s) (l - l_0)])
//   W    = the sum of w over the replicas
//   r    = floor(2^80 R / W)
//   n(l) = floor(w(l) r / 2^40): copies, in units of 2^-40
// and with P_j the sum of n over the replicas before j, but P_R = 2^40 R (the sum lies less than 2 R below: 2e-6 copies
// at R = 2^20), and 40 random bits u, j makes
//   floor((P_(j+1) + u) / 2^40) - floor((P_j + u) / 2^40)
// copies. A replica with one copy or more stays where it is. The places of the others, from the first on, are
// overwritten by the copies beyond each replica's first, in the order of the replicas: so no more than the share 1 -
// (overlap of the histograms) of the population moves, and none lies in memory twice. A copy brings the family of its
// replica along: the place where its ancestor began.
//
// Random words come from Philox4x32-10 under keys of their own: word w of replica j's start in annealing a is word w of
// the stream j, counted from block 2^20 a on; u is the first word of block s of stream a, and the lowest eight bits of
// its second.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "backends/wide_product.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"

namespace spinbench::annealing {

inline constexpr int copy_digits = 40;  ///< of a number of copies, behind the point
inline constexpr std::uint64_t one_copy = std::uint64_t{1} << copy_digits;

constexpr std::uint64_t start_key(std::uint64_t seed) { return seed ^ 0xD1342543DE82EF95u; }
constexpr std::uint64_t resampling_key(std::uint64_t seed) { return seed ^ 0x2545F4914F6CDD1Du; }

/// Words 4 * block to 4 * block + 3 of the start of `replica`.
SPINBENCH_FN inline rng::Block4x32 start_words(std::uint64_t key, std::uint64_t annealing, std::uint32_t replica,
                                               std::uint32_t block) {
  return rng::philox_at<10>(key, (annealing << 20) + block, replica);
}

/// The random bits of a resampling.
SPINBENCH_FN inline std::uint64_t resampling_offset(std::uint64_t key, std::uint64_t annealing, std::uint32_t step) {
  const rng::Block4x32 block = rng::philox_at<10>(key, planted(Mutant::annealing_offset_stands) ? 0 : step, annealing);
  return block.word[0] | static_cast<std::uint64_t>(block.word[1] & 0xFFu) << 32;
}

/// Levels of a lattice of so many spins.
SPINBENCH_FN constexpr std::uint32_t levels_of(std::uint32_t sites) { return sites + 1; }

/// floor(2^80 R / W), for R up to 2^20 and 2^40 <= W <= 2^40 R: digit by digit.
SPINBENCH_FN inline std::uint64_t copies_a_weight(std::uint32_t replicas, std::uint64_t total) {
  if (planted(Mutant::annealing_not_normalised)) return one_copy;
  std::uint64_t rest = 0, quotient = 0;
  for (int digit = 100; digit >= 0; --digit) {
    rest = 2 * rest + (digit >= 80 ? replicas >> (digit - 80) & 1u : 0u);
    quotient *= 2;
    if (rest >= total) rest -= total, ++quotient;
  }
  return quotient;
}

/// floor(w r / 2^40), for w up to 2^40 and r up to 2^60.
SPINBENCH_FN inline std::uint64_t copies_of(std::uint64_t weight, std::uint64_t a_weight) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const std::uint64_t least = wide_product(low(weight), low(a_weight));
  const std::uint64_t middle = wide_product(high(weight), low(a_weight)) + (least >> 32);
  const std::uint64_t other = wide_product(low(weight), high(a_weight)) + low(middle);
  const std::uint64_t upper = wide_product(high(weight), high(a_weight)) + (middle >> 32) + (other >> 32);
  return upper << (64 - copy_digits) | (other << 32 | low(least)) >> copy_digits;
}

/// Copies made by all replicas before one whose sum of copies before it is `before`.
SPINBENCH_FN inline std::uint32_t copies_before(std::uint64_t before, std::uint64_t offset) {
  return static_cast<std::uint32_t>((before + offset) >> copy_digits);
}

/// What a resampling found and did.
struct StepOutcome {
  std::uint64_t total;  ///< the weights' sum, W
  std::uint32_t least;  ///< the lowest level
  std::uint32_t moved;  ///< replicas that were overwritten
};

}  // namespace spinbench::annealing

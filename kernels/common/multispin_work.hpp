// What a sweep of the bit-sliced updates asks of a GPU, whatever the lattice.
//
// The costs of a kernel are those of the cheapest way through the machine code for sm_90 of a thread that decides a
// tile of eight words, without its random words: `once` a half-sweep, with the first spin that a warp serves; `pair`
// for each of the four pairs of leading digits, where no digit asks for a spin's class; `serve` for each spin that a
// warp serves alone behind the first. docs/instruction_counts.py counts them again; CI holds what stands here to it.
#pragma once

#include <cmath>
#include <cstdint>

#include "interface/simulation.hpp"
#include "kernels/common/multispin.hpp"
#include "kernels/common/pipe_cost.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench {

struct MultispinCost {
  PipeCost once, pair, serve;
  double undecided;  ///< the least part of the spins, at any temperature, that do not flip for certain
};

/// The square lattice in shared memory through many sweeps (launch persistent).
inline constexpr MultispinCost multispin2d_strips_cost{{113, 17, 240}, {24, 0, 35}, {7, 0, 11}, 5.0 / 16};
/// The square lattice from global memory, a launch a colour.
inline constexpr MultispinCost multispin2d_cost{{133, 57, 263}, {20, 0, 36}, {7, 0, 11}, 5.0 / 16};
/// The square lattice in coarse tiles.
inline constexpr MultispinCost multispin2d_tiled_cost{{93, 4, 142}, {20, 0, 35}, {7, 0, 11}, 5.0 / 16};
/// The cubic lattice.
inline constexpr MultispinCost multispin3d_cost{{188, 107, 366}, {30, 0, 51}, {9, 0, 13}, 22.0 / 64};

/// Spins that a warp of 32 threads serves one after the other in step 2 of the rule, at least one: the expected
/// greatest of 32 Poisson numbers, each of mean `undecided`.
inline double expected_serves(double undecided) {
  double serves = 1, term = std::exp(-undecided), below = term;
  for (int k = 1; k < 64; ++k) {
    term *= undecided / k;
    below += term;
    serves += 1 - std::pow(below, 32);
  }
  return serves;
}

/// Operations a word that the leading digits of the thresholds take beyond the least: with two classes one for a pair
/// of digits that differs between them, with three one for a digit that sets class 0 apart.
template <class Thresholds>
double digit_operations(const Thresholds& thresholds) {
  int more = 0;
  if constexpr (Thresholds::classes == 2) {
    for (int pair = 0; pair < multispin_leading_digits / 2; ++pair)
      more += ((thresholds.digits(0) ^ thresholds.digits(1)) >> 2 * pair & 3) != 0;
  } else {
    for (int place = 0; place < multispin_leading_digits; ++place) {
      const auto digit = [&](int number) { return thresholds.digits(number) >> place & 1; };
      more += digit(1) == digit(2) && digit(0) != digit(1);
    }
  }
  return more;
}

/// The decisions on `sites` spins by tiles of `words` words, a stream opened for every `half_sweeps` half-sweeps. Tiles
/// of fewer than eight words cost more than is said here.
template <class Thresholds>
Work multispin_work(double sites, double words, const MultispinCost& cost, const Thresholds& thresholds,
                    const rng::Facts& facts, double half_sweeps = 1) {
  const double tiles = sites / (32 * words), of_eight = words / 8;
  const double serves = expected_serves(words * 32 / (1 << multispin_leading_digits) * cost.undecided);
  const double draws = multispin_leading_digits * words + serves, digits = digit_operations(thresholds) * words;
  const rng::WordCost word = rng::word_cost(facts, draws * half_sweeps);
  const auto of_tile = [&](double PipeCost::*pipe) {
    return of_eight * (cost.once.*pipe + multispin_leading_digits / 2 * cost.pair.*pipe) +
           (serves - 1) * cost.serve.*pipe;
  };
  Work work;
  work.units = sites;
  work.random_words = tiles * draws;
  work.logic_ops = tiles * (of_tile(&PipeCost::logic_ops) + digits + draws * word.logic_ops);
  work.multiply_adds = tiles * (of_tile(&PipeCost::multiply_adds) + draws * word.multiply_adds);
  work.issue_slots = tiles * (of_tile(&PipeCost::issue_slots) + digits + draws * word.issue_slots);
  return work;
}

/// The mean over lattices of which each has its own thresholds: digits that differ between classes ask for more at some
/// temperatures than at others. `thresholds_at(beta)`.
template <class Betas, class ThresholdsAt>
Work multispin_work_at(const Betas& betas, ThresholdsAt&& thresholds_at, double sites, double words,
                       const MultispinCost& cost, const rng::Facts& facts) {
  Work mean;
  const double share = 1 / static_cast<double>(betas.size());
  for (const double beta : betas) {
    const Work one = multispin_work(sites, words, cost, thresholds_at(beta), facts);
    mean.units = one.units, mean.random_words = one.random_words;
    mean.logic_ops += share * one.logic_ops;
    mean.multiply_adds += share * one.multiply_adds;
    mean.issue_slots += share * one.issue_slots;
  }
  return mean;
}

}  // namespace spinbench

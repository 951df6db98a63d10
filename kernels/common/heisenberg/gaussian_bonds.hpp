// Couplings of the Heisenberg model on the simple cubic lattice: a function of the seed and the bond, so that every
// layout and backend has the same ones.
//
// H = -sum_<ij> J_ij s_i . s_j with |s_i| = 1 and periodic boundaries. The bond number site * 3 + direction leads from
// the site with that canonical number to its next one along x, y or z.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "kernels/common/heisenberg/functions.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/splitmix64.hpp"

namespace spinbench {

/// Normally distributed couplings, mean 0 and variance 1 (Bernaschi, Parisi, Parisi 2011, section 2), or all of them 1.
struct GaussianBonds {
  enum class Law { gaussian, ferromagnet };

  std::uint64_t key = 0;
  Law law = Law::gaussian;
  std::uint64_t first_pair = 0;  ///< of bonds, of all those that the seed gives: where a realization begins

  /// `couplings`, as the axis has it: `gaussian` or `ferromagnet`. Throws std::invalid_argument for others. The bonds
  /// of a realization on a lattice of `sites` sites, an even number.
  static GaussianBonds of(const std::string& couplings, std::uint64_t seed, std::uint64_t realization = 0,
                          std::uint64_t sites = 0) {
    GaussianBonds result;
    result.first_pair = realization * sites / 2 * 3;
    result.key = rng::splitmix64(seed ^ 0x4761'7573'7369'616Eu, 1);
    if (couplings == "ferromagnet")
      result.law = Law::ferromagnet;
    else if (couplings != "gaussian")
      throw std::invalid_argument("no couplings of vectors are called '" + couplings + "'");
    return result;
  }

  struct Pair {
    double even, odd;
  };

  /// The couplings of bonds 2 pair and 2 pair + 1: Box and Muller's two numbers (Ann. Math. Stat. 29, 610 (1958)) from
  /// the Philox4x32-10 block of that number, the radius from 53 random bits, the angle from 32. At most 8.57.
  SPINBENCH_FN Pair couplings(std::uint64_t pair) const {
    if (law == Law::ferromagnet) return {1, 1};
    const std::uint64_t number = planted(Mutant::gaussian_bonds_repeat) ? pair & 0xFFFFu : pair;
    const rng::Block4x32 block = rng::philox_at<10>(key, first_pair + number, 0);
    const std::uint64_t random = static_cast<std::uint64_t>(block.word[0]) << 32 | block.word[1];
    // In (0, 1]; whole numbers below 2^53 and their sums here are exact.
    const double u = static_cast<double>((random >> 11) + 1) * 0x1p-53;
    const double radius = ieee::root(ieee::times(-2.0, ieee::logarithm(u)));
    const ieee::Turn<double> angle = ieee::turn<double>(block.word[2]);
    return {ieee::times(radius, angle.cosine), ieee::times(radius, angle.sine)};
  }

  /// The coupling of one bond, rounded to the type in which a simulation holds it.
  template <class Real>
  SPINBENCH_FN Real coupling(std::uint64_t bond) const {
    const Pair both = couplings(bond / 2);
    return static_cast<Real>(bond % 2 == 0 ? both.even : both.odd);
  }
};

}  // namespace spinbench

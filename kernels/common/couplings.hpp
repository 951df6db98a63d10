// Couplings of +1 and -1 drawn from the seed, and starts at random: functions of (seed, bond, realization) and (seed,
// site, realization, replica), so that every layout, word and backend has the same ones, and none keeps a table.
//
// H = -J sum_<ij> J_ij s_i s_j with J = 1 and J_ij = +-1 on a square or simple cubic lattice with periodic boundaries.
// A bit stands for a sign: 1 for -1 (a coupling as in Lulli 2015, eq. 10; a spin as in Element::bit). Bond number
// site * d + direction leads from the site with that canonical number to its next one along x, y (z). Words hold 32
// realizations: bit b of group g is realization 32 g + b.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "backends/attributes.hpp"
#include "kernels/common/rng/lcg.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/splitmix64.hpp"

namespace spinbench {

/// What couplings and starts are drawn from. Philox4x32-10 under keys of its own, so that no update shares its words.
struct RandomBonds {
  /// Where a coupling is -1.
  enum class Law {
    threshold,  ///< in a share `threshold` / 2^32 of all, each for itself
    sample,     ///< in one listed sample, the same in all realizations up to the choice of gauge
  };

  std::uint64_t bond_key = 0, spin_key = 0;
  std::uint32_t threshold = 0;
  Law law = Law::threshold;

  /// `couplings`, as the axis has it: `bimodal`, each sign with probability 1/2; `nishimori`, +1 with probability
  /// 1 / (1 + exp(-2 beta)), where beta is the Nishimori temperature of the disorder (atanh(2 p - 1)) and the average
  /// energy is known; `sample`, the listed one whose energies were enumerated; `ferromagnet`, all +1. Throws
  /// std::invalid_argument for others.
  static RandomBonds of(const std::string& couplings, double beta, std::uint64_t seed) {
    RandomBonds result;
    result.bond_key = rng::splitmix64(seed ^ 0x4A69'6A20'6361'6E64u, 1);
    result.spin_key = rng::splitmix64(seed ^ 0x7370'696E'7320'7330u, 1);
    if (couplings == "bimodal")
      result.threshold = 0x80000000u;
    else if (couplings == "nishimori")
      result.threshold = static_cast<std::uint32_t>(std::ldexp(1 / (1 + std::exp(2 * beta)), 32));
    else if (couplings == "sample")
      result.law = Law::sample;
    else if (couplings != "ferromagnet")
      throw std::invalid_argument("no couplings are called '" + couplings + "'");
    return result;
  }

  /// The couplings of bond `bond` in the realizations of `group`; `site` and `next` are its ends.
  SPINBENCH_FN std::uint32_t couplings(std::uint64_t bond, std::uint64_t site, std::uint64_t next,
                                       std::uint64_t group) const {
    if (law == Law::threshold) return below_threshold(bond, group);
    const std::uint32_t listed = listed_sample(bond) ? ~0u : 0u;
    return listed ^ gauge(site, group) ^ gauge(next, group);
  }

  /// The spins of site `site` at the start, in the realizations of `group`: up and down at random.
  SPINBENCH_FN std::uint32_t start(std::uint64_t site, std::uint64_t group, std::uint32_t replica) const {
    return rng::philox_at<10>(spin_key, site * 4 + replica / 4, group).word[replica % 4];
  }

  /// The sample of the reference: x_0 = 12345, x <- LCG64(x), J = -1 where the highest bit is set, site by site and
  /// along x, y (z) at each.
  SPINBENCH_FN static bool listed_sample(std::uint64_t bond) {
    return rng::lcg_step<std::uint64_t>().power(bond + 1)(12345u) >> 63 != 0;
  }

 private:
  /// A realization's signs by which spins are counted: they change couplings and no energy.
  SPINBENCH_FN std::uint32_t gauge(std::uint64_t site, std::uint64_t group) const {
    return rng::philox_at<10>(bond_key, site, group).word[0];
  }

  /// For each realization whether a random number of 32 digits lies below the threshold: digit by digit, of which word
  /// `digit` has one for each, until the threshold has no digits more.
  SPINBENCH_FN std::uint32_t below_threshold(std::uint64_t bond, std::uint64_t group) const {
    std::uint32_t below = 0, equal = ~0u, left = threshold;
    rng::Block4x32 block{};
    for (std::uint32_t digit = 0; left != 0; ++digit, left <<= 1) {
      if (digit % 4 == 0) block = rng::philox_at<10>(bond_key, bond * 8 + digit / 4, group);
      const std::uint32_t random = block.word[digit % 4];
      if (left >> 31 != 0) {
        below |= equal & ~random;
        equal &= random;
      } else {
        equal &= ~random;
      }
    }
    return below;
  }
};

}  // namespace spinbench

// Which random word decides what in a cluster update. Each bond, each coin and each seed has a word of its own, a
// function of the seed, the number of the update and the place: so that all ways to label clusters, in any order and by
// any number of threads, give the same spins to the bit. The words are those of block number `update` of the streams
// below, of a generator whose blocks of four words can be made at any place (Philox).
#pragma once

#include <cmath>
#include <cstdint>

#include "backends/attributes.hpp"
#include "backends/wide_product.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/philox4x32.hpp"

namespace spinbench::clusters {

/// floor(2^32 (1 - exp(-2 beta J))), at most 2^32 - 1: a bond between equal spins is active where its word lies below.
/// `beta` in 1/J.
inline std::uint32_t bond_threshold(double beta) {
  if (planted(Mutant::clusters_hot)) beta *= 0.998;
  const double scaled = std::floor(std::ldexp(-std::expm1(-2 * beta), 32));
  return scaled < 4294967295.0 ? static_cast<std::uint32_t>(scaled) : 0xFFFFFFFFu;
}

/// Word `index` of the block of stream `stream`.
struct WordPlace {
  std::uint64_t stream;
  std::uint32_t index;
};

/// In two dimensions two sites share a block for their bonds, and four share one for their coins; in three each site
/// has a block, for three bonds and a coin.
template <int Dimensions>
struct NumberPlan {
  std::uint32_t sites;

  SPINBENCH_FN WordPlace bond(std::uint32_t site, int d) const {
    if constexpr (Dimensions == 2)
      return {site / 2, 2 * (site & 1) + static_cast<std::uint32_t>(d)};
    else
      return {site, static_cast<std::uint32_t>(d)};
  }
  SPINBENCH_FN WordPlace coin(std::uint32_t site) const {
    if constexpr (Dimensions == 2)
      return {first_coin() + site / 4, site & 3};
    else
      return {site, 3};
  }
  /// The first stream of coins of their own. Only in two dimensions.
  SPINBENCH_FN std::uint64_t first_coin() const { return (static_cast<std::uint64_t>(sites) + 1) / 2; }
  /// The stream whose first two words choose the site where a single cluster starts.
  SPINBENCH_FN std::uint64_t seed_stream() const {
    if constexpr (Dimensions == 2)
      return first_coin() + (static_cast<std::uint64_t>(sites) + 3) / 4;
    else
      return sites;
  }
};

/// The same for one of several lattices of a seed. Lattice r has streams r 2^32 + those of a single one, which has
/// fewer than 2^32, so that lattices share no word, the first has those of a lattice alone, and how many there are
/// changes none. Streams, not seeds, tell them apart, as realizations of other kernels: the keys of a generator's
/// rounds are those of all lattices, made once for a launch, and the upper half of a stream's number takes no
/// operation.
template <int Dimensions>
struct LatticePlan : NumberPlan<Dimensions> {
  using One = NumberPlan<Dimensions>;
  std::uint32_t lattice = 0;

  SPINBENCH_FN std::uint64_t first() const {
    if (planted(Mutant::lattices_share_words) && lattice == 1) return 0;
    return static_cast<std::uint64_t>(lattice) << 32;
  }
  SPINBENCH_FN WordPlace bond(std::uint32_t site, int d) const { return moved(One::bond(site, d)); }
  SPINBENCH_FN WordPlace coin(std::uint32_t site) const { return moved(One::coin(site)); }
  SPINBENCH_FN std::uint64_t seed_stream() const {
    return One::seed_stream() + (planted(Mutant::lattices_one_seed) ? 0 : first());
  }

 private:
  SPINBENCH_FN WordPlace moved(WordPlace at) const {
    at.stream |= first();
    return at;
  }
};

/// One of the four words, by selects, so that the block stays in registers.
SPINBENCH_FN inline std::uint32_t word_of(const rng::Block4x32& block, std::uint32_t index) {
  const std::uint32_t low = index & 1 ? block.word[1] : block.word[0];
  const std::uint32_t high = index & 1 ? block.word[3] : block.word[2];
  return index & 2 ? high : low;
}

/// The Potts state, 0 to q - 1, that a word gives to a cluster: floor(q word / 2^32).
SPINBENCH_FN inline std::uint32_t state_of(std::uint32_t word, std::uint32_t q) {
  return static_cast<std::uint32_t>(wide_product(word, q) >> 32);
}

/// The words of one update. `Rng`: a generator with blocks.
template <class Rng, int Dimensions, class Plan = NumberPlan<Dimensions>>
struct UpdateNumbers {
  typename Rng::Setup setup;
  Plan plan;
  std::uint64_t update = 0;

  SPINBENCH_FN rng::Block4x32 block(std::uint64_t stream) const { return Rng::block(setup, stream, update); }
  SPINBENCH_FN std::uint32_t word(const WordPlace& at) const { return word_of(block(at.stream), at.index); }
  SPINBENCH_FN std::uint32_t bond(std::uint32_t site, int d) const { return word(plan.bond(site, d)); }
  SPINBENCH_FN std::uint32_t coin(std::uint32_t site) const { return word(plan.coin(site)); }
  /// The site where a single cluster starts: of each with the same probability to 2^-34.
  SPINBENCH_FN std::uint32_t seed_site() const {
    const rng::Block4x32 block_ = block(plan.seed_stream());
    const std::uint64_t high = wide_product(block_.word[0], plan.sites);
    const std::uint64_t low = wide_product(block_.word[1], plan.sites);
    return static_cast<std::uint32_t>((high + (low >> 32)) >> 32);
  }
};

}  // namespace spinbench::clusters

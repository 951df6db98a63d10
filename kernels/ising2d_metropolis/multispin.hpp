// The bit-sliced checkerboard update of the variants `multispin`: layout, tiles and the rule by which a tile decides.
//
// Layout. One bit a spin (1: down), the colours in planes of their own. Row y of colour c is L/2 bits in 32-bit words;
// bit i of the row is the site x = 2i + ((y + c) & 1). A spin's neighbours are the other plane's bits i of the rows y -
// 1, y and y + 1, and bit i - 1 (y + c even) or i + 1 (odd) of row y.
//
// Rule. The sites of a colour are cut into tiles of `across` words by `down` rows, counted from the top; each tile has
// a stream of its own, opened anew for every half-sweep (a sweep of one colour). Words of a tile are counted row by
// row, from the top for colour 0 and from the bottom for colour 1, which gives both colours the same order of even and
// odd rows.
//   With n of its four bonds unsatisfied, a flip costs 2 J (4 - 2n): n >= 2 flips for certain, n = 1 with
// probability p1 = exp(-4 beta J), n = 0 with p0 = exp(-8 beta J), both cut off after 32 bits.
//   A spin takes one fresh random bit for each binary digit of its threshold, from the most significant on, and is
//   decided
// by the first bit that is 1: it flips if that digit is 1. (That is U < p for a uniform U whose digits are the
// threshold's, XORed with the random bits.) So the probability is exact to 2^-32, and no two spins ever look at the
// same random bit.
//   1. The first 8 digits are compared for all words of the tile, from digit 8 up to digit 1, in pairs of digits: for
//   each
//      pair, for each word, one random word for the more significant digit, one for the other.
//   2. A spin is left undecided with probability 2^-8. Words give way to each other: of the undecided spins at one bit
//   place,
//      the one in the first word is served. The served spins, from the lowest bit place up, draw one random word R each
//      and flip if R < 2^8 p mod 1. Those that were not served form the next round.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "backends/attributes.hpp"
#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/multispin.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising2d {

using spinbench::multispin_draws;
using spinbench::multispin_leading_digits;
using spinbench::MultispinTile;

/// The tile of `words` words: as wide as fits, up to 4 words, and at least 2 rows high where it has 2 words or more.
constexpr MultispinTile multispin_tile(std::uint32_t words_a_row, std::uint32_t words) {
  std::uint32_t across = words < 2 ? 1 : words / 2 < 4 ? words / 2 : 4;
  while (words_a_row % across != 0) across /= 2;
  return {across, words / across};
}

/// The thresholds, cut into what step 1 and step 2 ask for.
struct MultispinThresholds {
  std::uint32_t one, none;     ///< the leading digits of p1 and p0, as multispin_digits() has them
  std::uint32_t rest1, rest0;  ///< 2^8 p mod 1, units of 2^-32

  static MultispinThresholds at(double beta) {
    const SquareThresholds whole = SquareThresholds::at(beta);
    return {multispin_digits(whole.field2), multispin_digits(whole.field4), multispin_rest(whole.field2),
            multispin_rest(whole.field4)};
  }

  /// The classes of spins that are not free: 0 with one unsatisfied bond, 1 with none.
  static constexpr int classes = 2;
  SPINBENCH_FN std::uint32_t digits(int number) const { return number == 0 ? one : none; }
  SPINBENCH_FN std::uint32_t rest(int number) const { return number == 0 ? rest1 : rest0; }
};

/// Words of a tile for the case: the axis `words`, or where that is 0 as many as leave enough tiles to fill a GPU.
std::uint32_t multispin_words(const Params& params);

/// The tile of the case.
MultispinTile multispin_tile(const Params& params);

/// Why no `multispin` variant can run the case, or "": the generators that keep a state in memory, and sides that are
/// no multiple of `unit` (64 where words must be full).
std::string multispin_unsupported(const Params& params, std::int64_t unit);

/// Calls `use(Tag<Generator>{}, seeding)` for a generator that keeps no state. Throws std::invalid_argument for others.
template <class Use>
auto with_multispin_generator(const std::string& name, Use&& use) {
  return rng::with_generator_of<rng::keeps_nothing>(name, use);
}

/// What code for both lattices asks of this one.
struct MultispinModel {
  static constexpr const char* kernel = "ising2d_metropolis";
  static constexpr int dimensions = 2;
  using Thresholds = MultispinThresholds;

  static MultispinTile tile(const Params& params) { return multispin_tile(params); }
  static std::string unsupported(const Params& params, std::int64_t unit) {
    return multispin_unsupported(params, unit);
  }
  /// As with_multispin_generator(); `use` makes the simulation.
  template <class Use>
  static std::unique_ptr<Simulation> with_generator(const std::string& name, Use&& use) {
    return with_multispin_generator(
        name, [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> { return use(tag, seeding); });
  }
};

}  // namespace spinbench::ising2d

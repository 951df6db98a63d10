// The bit-sliced checkerboard update of the variants `multispin`: layout, tiles and the rule by which a tile decides.
//
// Layout. One bit a spin (1: down), the colours in planes of their own. Row y of colour c is L/2 bits in 32-bit words; bit i
// of the row is the site x = 2i + ((y + c) & 1). A spin's neighbours are the other plane's bits i of the rows y - 1, y and
// y + 1, and bit i - 1 (y + c even) or i + 1 (odd) of row y.
//
// Rule. The sites of a colour are cut into tiles of `across` words by `down` rows, counted from the top; each tile has a
// stream of its own, opened anew for every half-sweep (a sweep of one colour). Words of a tile are counted row by row, from
// the top for colour 0 and from the bottom for colour 1, which gives both colours the same order of even and odd rows.
//   With n of its four bonds satisfied less, a flip costs 2 J (4 - 2n) for n unsatisfied bonds: n >= 2 flips for certain,
// n = 1 with probability p1 = exp(-4 beta J), n = 0 with p0 = exp(-8 beta J), both cut off after 32 bits.
//   A spin takes one fresh random bit for each binary digit of its threshold, from the most significant on, and is decided
// by the first bit that is 1: it flips if that digit is 1. (That is U < p for a uniform U whose digits are the threshold's,
// XORed with the random bits.) So the probability is exact to 2^-32, and no two spins ever look at the same random bit.
//   1. The first 8 digits are compared for all words of the tile, from digit 8 up to digit 1, in pairs of digits: for each
//      pair, for each word, one random word for the more significant digit, one for the other.
//   2. A spin is left undecided with probability 2^-8. Words give way to each other: of the undecided spins at one bit place,
//      the one in the first word is served. The served spins, from the lowest bit place up, draw one random word R each
//      and flip if R < 2^8 p mod 1. Those that were not served form the next round.
#pragma once

#include <cstdint>
#include <string>

#include "backends/attributes.hpp"
#include "interface/params.hpp"
#include "kernels/common/acceptance.hpp"

namespace spinbench::ising2d {

struct MultispinTile {
  std::uint32_t across, down;  ///< words, rows

  constexpr std::uint32_t words() const { return across * down; }
};

/// The tile of `words` words: as wide as fits, up to 4 words, and at least 2 rows high where it has 2 words or more.
constexpr MultispinTile multispin_tile(std::uint32_t words_a_row, std::uint32_t words) {
  std::uint32_t across = words < 2 ? 1 : words / 2 < 4 ? words / 2 : 4;
  while (words_a_row % across != 0) across /= 2;
  return {across, words / across};
}

inline constexpr int multispin_leading_digits = 8;

/// A half-sweep opens a stream at its number times this: more words than any tile can draw.
inline constexpr std::uint64_t multispin_draws = 1024;

/// The thresholds, cut into what step 1 and step 2 ask for.
struct MultispinThresholds {
  /// The leading digits of p1 and p0, two bits for each pair, from the least significant pair on in the lowest bits; of
  /// two bits the lower is the more significant digit.
  std::uint32_t one, none;
  std::uint32_t rest1, rest0;  ///< 2^8 p mod 1, units of 2^-32

  static MultispinThresholds at(double beta) {
    const SquareThresholds whole = SquareThresholds::at(beta);
    MultispinThresholds result{};
    for (int number = 1; number <= multispin_leading_digits; ++number) {
      const int place = multispin_leading_digits - number, bit = place ^ 1;
      result.one |= (whole.field2 >> (32 - number) & 1u) << bit;
      result.none |= (whole.field4 >> (32 - number) & 1u) << bit;
    }
    result.rest1 = whole.field2 << multispin_leading_digits;
    result.rest0 = whole.field4 << multispin_leading_digits;
    return result;
  }
};

/// Words of a tile for the case: the axis `words`, or where that is 0 as many as leave enough tiles to fill a GPU.
std::uint32_t multispin_words(const Params& params);

/// Why no `multispin` variant can run the case, or "": the generators that keep a state in memory, and sides that are no
/// multiple of `unit` (64 where words must be full).
std::string multispin_unsupported(const Params& params, std::int64_t unit);

}  // namespace spinbench::ising2d

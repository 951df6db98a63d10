// The update of one tile of the bit-sliced lattice in Kokkos; kernels/ising2d_metropolis/multispin.hpp states the rule.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/kokkos/space.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::ising2d {

/// The planes of all realizations: realization by realization, colour by colour, row by row.
struct BitPlanes {
  std::uint32_t* words;
  std::uint32_t L, words_a_row, realizations;

  SPINBENCH_FN std::size_t plane_words() const { return static_cast<std::size_t>(L) * words_a_row; }
  SPINBENCH_FN std::uint32_t* plane(std::uint32_t realization, std::uint32_t colour) const {
    return words + (2 * static_cast<std::size_t>(realization) + colour) * plane_words();
  }
};

/// Neighbouring words, loaded and stored at once.
template <int Count>
struct alignas(4 * Count) WordPack {
  std::uint32_t item[Count];

  SPINBENCH_FN static WordPack load(const std::uint32_t* from) { return *reinterpret_cast<const WordPack*>(from); }
  SPINBENCH_FN void store(std::uint32_t* to) const { *reinterpret_cast<WordPack*>(to) = *this; }
};

/// The words of a tile and their neighbours in the other plane. Row r lies at r * stride from the first, in the order
/// in which the rule counts: for colour 1 from the bottom, with a negative stride.
template <int Across, int Down>
struct BitTile {
  using Row = WordPack<Across>;

  std::uint32_t* first;  ///< word 0 of row 0
  std::ptrdiff_t stride;
  bool first_is_odd;  ///< for tiles of one row: whether its second neighbours lie to the right
  Row own[Down], other[Down + 2];
  std::uint32_t beside[Down];

  SPINBENCH_FN BitTile(const BitPlanes& planes, std::uint32_t realization, std::uint32_t colour, std::uint32_t column,
                       std::uint32_t tile_row) {
    const std::uint32_t n = planes.words_a_row, last = planes.L - 1, x = column * Across;
    const std::uint32_t y = tile_row * Down + (colour == 0 ? 0 : Down - 1);
    const std::uint32_t end = colour == 0 ? y + Down - 1 : y - (Down - 1);
    const auto row_after = [last](std::uint32_t i) { return i == last ? 0 : i + 1; };
    const auto row_before = [last](std::uint32_t i) { return i == 0 ? last : i - 1; };
    const std::uint32_t* const neighbours = planes.plane(realization, 1 - colour);
    const auto row = [neighbours, n](std::uint32_t i) { return neighbours + static_cast<std::size_t>(i) * n; };
    const bool wraps = planted(Mutant::kokkos_bits_beside);
    const std::uint32_t left = x == 0 ? (wraps ? 0 : n - 1) : x - 1;
    const std::uint32_t right = x + Across == n ? (wraps ? x : 0) : x + Across;

    first = planes.plane(realization, colour) + static_cast<std::size_t>(y) * n + x;
    stride = colour == 0 ? static_cast<std::ptrdiff_t>(n) : -static_cast<std::ptrdiff_t>(n);
    first_is_odd = ((y + colour) & 1) != 0;
    other[0] = Row::load(row(colour == 0 ? row_before(y) : row_after(y)) + x);
    other[Down + 1] = Row::load(row(colour == 0 ? row_after(end) : row_before(end)) + x);
    SPINBENCH_UNROLL(8)
    for (int r = 0; r < Down; ++r) {
      const std::uint32_t* const same =
          row(colour == 0 ? y + static_cast<std::uint32_t>(r) : y - static_cast<std::uint32_t>(r));
      other[r + 1] = Row::load(same + x);
      own[r] = Row::load(first + r * stride);
      beside[r] = same[is_odd(r) ? right : left];
    }
  }

  SPINBENCH_FN void store() const {
    SPINBENCH_UNROLL(8)
    for (int r = 0; r < Down; ++r) own[r].store(first + r * stride);
  }

  /// Known where this is compiled but for tiles of one row: the others begin at rows of one kind.
  SPINBENCH_FN bool is_odd(int r) const { return Down == 1 ? first_is_odd : r % 2 != 0; }
  /// The neighbours of word j of row r that lie in the same row and do not have the same index.
  SPINBENCH_FN std::uint32_t side(int r, int j) const {
    const Row& same = other[r + 1];
    if (is_odd(r))
      return same.item[j] >> 1 | (j + 1 < Across ? same.item[j + 1 < Across ? j + 1 : j] : beside[r]) << 31;
    return same.item[j] << 1 | (j > 0 ? same.item[j > 0 ? j - 1 : j] : beside[r]) >> 31;
  }
};

/// One digit of the thresholds in step 1, `one` and `all` of the class with an unsatisfied bond and of that without.
/// All items have the same digits, and an operation of three operands does for each word then.
template <int Words>
SPINBENCH_FN void compare_digit(std::uint32_t one, std::uint32_t all, const std::uint32_t (&none)[Words],
                                const std::uint32_t* random, std::uint32_t (&flips)[Words]) {
  if (one == all) {
    const std::uint32_t digit = 0u - one;
    SPINBENCH_UNROLL(8)
    for (int w = 0; w < Words; ++w) flips[w] = (random[2 * w] & digit) | (~random[2 * w] & flips[w]);
  } else if (all != 0) {
    SPINBENCH_UNROLL(8)
    for (int w = 0; w < Words; ++w) flips[w] = (random[2 * w] & none[w]) | (~random[2 * w] & flips[w]);
  } else {
    SPINBENCH_UNROLL(8)
    for (int w = 0; w < Words; ++w) flips[w] = (random[2 * w] & ~none[w]) | (~random[2 * w] & flips[w]);
  }
}

/// Step 1 of the rule: which spins flip, and which stay undecided. `none`: those without an unsatisfied bond.
template <int Words, class Stream>
SPINBENCH_FN void compare_leading_digits(Stream& stream, const MultispinThresholds& thresholds,
                                         const std::uint32_t (&none)[Words], std::uint32_t (&undecided)[Words],
                                         std::uint32_t (&flips)[Words]) {
  constexpr int pairs = multispin_leading_digits / 2;
  // Eight numbers at least at a time, since some generators make several at once.
  constexpr int together = Words < 4 ? (Words < 2 ? 4 : 2) : 1;
  for (int done = 0; done < pairs; done += together) {
    std::uint32_t random[2 * Words * together];
    rng::draw(stream, random);
    SPINBENCH_UNROLL(4)
    for (int i = 0; i < together; ++i) {
      // Of two digits the more significant one lies in the lower bit, and its random bits come first.
      const std::uint32_t one = thresholds.one >> 2 * (done + i), all = thresholds.none >> 2 * (done + i);
      const std::uint32_t* const pair = random + 2 * Words * i;
      compare_digit(one >> 1 & 1, all >> 1 & 1, none, pair + 1, flips);
      compare_digit(one & 1, all & 1, none, pair, flips);
      SPINBENCH_UNROLL(8)
      for (int w = 0; w < Words; ++w) undecided[w] &= ~(pair[2 * w] | pair[2 * w + 1]);
    }
  }
}

/// Step 2 of the rule.
template <int Words, class Stream>
SPINBENCH_FN void decide_undecided(Stream& stream, const MultispinThresholds& thresholds,
                                   const std::uint32_t (&none)[Words], std::uint32_t (&undecided)[Words],
                                   std::uint32_t (&flips)[Words]) {
  for (;;) {
    // Of the spins at one bit place the one in the first word is served; `places` of it are of the class without an
    // unsatisfied bond where `aligned` is set.
    std::uint32_t served[Words], places = 0, aligned = 0, waiting = 0, accepted = 0;
    SPINBENCH_UNROLL(8)
    for (int w = 0; w < Words; ++w) {
      served[w] = undecided[w] & ~places;
      places |= undecided[w];
      aligned |= served[w] & none[w];
      undecided[w] &= ~served[w];
      waiting |= undecided[w];
    }
    for (std::uint32_t left = places; left != 0; left &= left - 1) {
      const std::uint32_t place = left & (0u - left);
      if (stream.next() < thresholds.rest((aligned & place) != 0 ? 1 : 0)) accepted |= place;
    }
    SPINBENCH_UNROLL(8)
    for (int w = 0; w < Words; ++w) flips[w] |= served[w] & accepted;
    if (waiting == 0 || planted(Mutant::kokkos_bits_second_round)) return;
  }
}

/// One attempt for each spin of a tile.
template <int Across, int Down, class Stream>
SPINBENCH_FN void update_tile(BitTile<Across, Down>& tile, Stream& stream, const MultispinThresholds& thresholds) {
  constexpr int words = Across * Down;
  std::uint32_t free[words], none[words], undecided[words], flips[words];
  SPINBENCH_UNROLL(8)
  for (int w = 0; w < words; ++w) {
    const int r = w / Across, j = w % Across;
    const std::uint32_t own = tile.own[r].item[j], side = tile.side(r, j);
    const std::uint32_t up = tile.other[r].item[j], same = tile.other[r + 1].item[j], down = tile.other[r + 2].item[j];
    const std::uint32_t parity = up ^ same ^ down, majority = (up & same) | (up & down) | (same & down);
    // Two or more unsatisfied bonds; and where there are fewer, none at all.
    free[w] = (majority ^ own) | ((parity ^ own) & (side ^ own));
    none[w] = ~((parity ^ own) | (side ^ own));
    undecided[w] = ~free[w];
    flips[w] = 0;
  }
  compare_leading_digits(stream, thresholds, none, undecided, flips);
  decide_undecided(stream, thresholds, none, undecided, flips);
  SPINBENCH_UNROLL(8)
  for (int w = 0; w < words; ++w) tile.own[w / Across].item[w % Across] ^= free[w] | flips[w];
}

}  // namespace spinbench::ising2d

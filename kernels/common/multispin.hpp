// What the bit-sliced updates share, whatever the lattice: how the thresholds of the classes of spins are cut.
// kernels/ising2d_metropolis/multispin.hpp states the rule by which a tile decides.
#pragma once

#include <cstdint>
#include <vector>

namespace spinbench {

struct MultispinTile {
  std::uint32_t across, down;  ///< words, rows

  constexpr std::uint32_t words() const { return across * down; }
};

inline constexpr int multispin_leading_digits = 8;

/// A half-sweep opens a stream at its number times this: more words than any tile can draw.
inline constexpr std::uint64_t multispin_draws = 1024;

/// The leading digits of a threshold, two bits for each pair, from the least significant pair on in the lowest bits; of
/// two bits the lower is the more significant digit.
constexpr std::uint32_t multispin_digits(std::uint32_t threshold) {
  std::uint32_t result = 0;
  for (int number = 1; number <= multispin_leading_digits; ++number) {
    const int place = multispin_leading_digits - number, bit = place ^ 1;
    result |= (threshold >> (32 - number) & 1u) << bit;
  }
  return result;
}

/// Bit i of `word` as bit 2 i.
constexpr std::uint64_t spread_bits(std::uint32_t word) {
  std::uint64_t x = word;
  x = (x | x << 16) & 0x0000FFFF0000FFFFu;
  x = (x | x << 8) & 0x00FF00FF00FF00FFu;
  x = (x | x << 4) & 0x0F0F0F0F0F0F0F0Fu;
  x = (x | x << 2) & 0x3333333333333333u;
  return (x | x << 1) & 0x5555555555555555u;
}

/// The 64 sites of a row whose even ones lie in `even` and odd ones in `odd`, in the order of the row.
constexpr std::uint64_t in_row_order(std::uint32_t even, std::uint32_t odd) {
  return spread_bits(even) | spread_bits(odd) << 1;
}
/// Appends them, the first half first.
inline void append_row_order(std::vector<std::uint32_t>& bits, std::uint32_t even, std::uint32_t odd) {
  const std::uint64_t both = in_row_order(even, odd);
  bits.push_back(static_cast<std::uint32_t>(both));
  bits.push_back(static_cast<std::uint32_t>(both >> 32));
}

/// The other digits: 2^8 p mod 1, units of 2^-32.
constexpr std::uint32_t multispin_rest(std::uint32_t threshold) { return threshold << multispin_leading_digits; }

}  // namespace spinbench

// A row of flags as bits, 64 sites a word, and what is done with all of a word at once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace spinbench::clusters {

inline std::size_t words_of_row(std::uint32_t nx) { return (nx + 63) / 64; }

/// Bit i of the result: whether flag i of `count`, at most 64, is 1. Flags are bytes of 0 or 1.
inline std::uint64_t packed(const std::uint8_t* flags, std::uint32_t count) {
  std::uint64_t result = 0;
  std::uint32_t i = 0;
  if constexpr (std::endian::native == std::endian::little)
    for (; i + 8 <= count; i += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, flags + i, sizeof eight);
      // Flag j is multiplied to bit 56 + j, and nothing is carried there.
      result |= (eight * 0x0102040810204080u >> 56) << i;
    }
  for (; i < count; ++i) result |= std::uint64_t{flags[i]} << i;
  return result;
}

/// The way back: flags[i] = bit i of `low` + 2 times bit i of `high`.
inline void unpack(std::uint64_t low, std::uint64_t high, std::uint32_t count, std::uint8_t* flags) {
  std::uint32_t i = 0;
  if constexpr (std::endian::native == std::endian::little) {
    // Byte j keeps bit j alone, and comes to 128 or more if that is set.
    const auto eight = [](std::uint64_t bits) {
      const std::uint64_t own = (bits & 0xFF) * 0x0101010101010101u & 0x8040201008040201u;
      return (own + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
    };
    for (; i + 8 <= count; i += 8) {
      const std::uint64_t bytes = eight(low >> i) + 2 * eight(high >> i);
      std::memcpy(flags + i, &bytes, sizeof bytes);
    }
  }
  for (; i < count; ++i) flags[i] = static_cast<std::uint8_t>((low >> i & 1) + 2 * (high >> i & 1));
}

/// A chain of flags along a row, word after word: where `goes_on` has a bit, a site belongs to the same stretch as the
/// one before. In steps of 1, 2, 4, ... sites, as carries are looked ahead for (P. M. Kogge, H. S. Stone, IEEE Trans.
/// Comput. C-22, 786 (1973)).
class Stretches {
 public:
  /// Which sites have a flag at themselves or before them in their stretch.
  std::uint64_t spread(std::uint64_t flags, std::uint64_t goes_on) {
    std::uint64_t result = flags | (carry_ & goes_on & 1), on = goes_on;
    for (int step = 1; step < 64; step *= 2) {
      result |= on & result << step;
      on &= on << step;
    }
    carry_ = result >> 63;
    return result;
  }
  /// The first flags of their stretches alone.
  std::uint64_t first(std::uint64_t flags, std::uint64_t goes_on) {
    const std::uint64_t before = carry_;
    return flags & ~((spread(flags, goes_on) << 1 | before) & goes_on);
  }

 private:
  std::uint64_t carry_ = 0;
};

}  // namespace spinbench::clusters

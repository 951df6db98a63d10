// How often each of a word's bits is set in many words, on a host: LaneCounts for sixteen words side by side, in which
// a compiler finds vectors.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace spinbench {

class LaneSums {
 public:
  /// Words that are taken in at a time, at most.
  static constexpr std::size_t most = 16 * 255;

  /// The place for the next `count` words, at most `most`; they count from the next call of any function on.
  std::uint32_t* put(std::size_t count) {
    if (waiting_ + count > most) take_in();
    std::uint32_t* const result = &words_[waiting_];
    waiting_ += count;
    return result;
  }

  /// By bit place, the lowest first.
  const std::array<std::int64_t, 32>& counts() {
    take_in();
    return counts_;
  }

 private:
  static constexpr std::size_t columns = 16, digits = 8, all_digits = digits + 4;

  void take_in() {
    const std::size_t rows = (waiting_ + columns - 1) / columns;
    std::fill(words_.begin() + static_cast<std::ptrdiff_t>(waiting_),
              words_.begin() + static_cast<std::ptrdiff_t>(rows * columns), 0u);
    std::uint32_t digit[all_digits][columns] = {};
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t c = 0; c < columns; ++c) {
        std::uint32_t carry = words_[row * columns + c];
        for (std::size_t i = 0; i < digits; ++i) {
          const std::uint32_t next = digit[i][c] & carry;
          digit[i][c] ^= carry;
          carry = next;
        }
      }
    // Columns are added pairwise, each time to a digit more.
    std::size_t have = digits;
    for (std::size_t half = columns / 2; half > 0; half /= 2, ++have)
      for (std::size_t c = 0; c < half; ++c) {
        std::uint32_t carry = 0;
        for (std::size_t i = 0; i < have; ++i) {
          const std::uint32_t a = digit[i][c], b = digit[i][c + half];
          digit[i][c] = a ^ b ^ carry;
          carry = (a & b) | (carry & (a ^ b));
        }
        digit[have][c] = carry;
      }
    for (std::size_t lane = 0; lane < 32; ++lane)
      for (std::size_t i = 0; i < all_digits; ++i)
        counts_[lane] += static_cast<std::int64_t>(digit[i][0] >> lane & 1u) << i;
    waiting_ = 0;
  }

  std::array<std::uint32_t, most> words_;
  std::array<std::int64_t, 32> counts_{};
  std::size_t waiting_ = 0;
};

}  // namespace spinbench

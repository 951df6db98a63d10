// How often each of a word's bits is set in a series of words, without taking words apart one by one.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench {

/// Counts of the 32 bit places, digit by digit in words; flush() adds them to numbers.
class LaneCounts {
 public:
  static constexpr int digits = 8, most = (1 << digits) - 1;

  /// At most `most` words between two calls of flush().
  SPINBENCH_FN void add(std::uint32_t word) {
    for (int i = 0; i < digits; ++i) {
      const std::uint32_t carry = digit_[i] & word;
      digit_[i] ^= word;
      word = carry;
    }
    ++words_;
  }
  SPINBENCH_FN bool is_full() const { return words_ == most; }

  /// add(lane, count) for the 32 lanes, and begins anew.
  template <class Add>
  SPINBENCH_FN void flush(Add&& add) {
    for (int lane = 0; lane < 32; ++lane) {
      std::uint32_t count = 0;
      for (int i = 0; i < digits; ++i) count |= (digit_[i] >> lane & 1u) << i;
      add(lane, count);
    }
    for (auto& digit : digit_) digit = 0;
    words_ = 0;
  }

 private:
  std::uint32_t digit_[digits] = {};
  int words_ = 0;
};

}  // namespace spinbench

// Numbers at the bit places of words, digit by digit: what counts a fixed set of words with two operations for each
// three, where LaneCounts takes as many for each digit.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench {

/// Bit b of digit d is digit d of the number at place b.
template <int Digits>
struct LaneNumber {
  std::uint32_t digit[Digits];

  SPINBENCH_FN std::uint32_t at(std::uint32_t place) const {
    std::uint32_t result = 0;
    SPINBENCH_UNROLL()
    for (int d = 0; d < Digits; ++d) result |= (digit[d] >> place & 1u) << d;
    return result;
  }
};

/// a + b + one. `Logic` as kernels/common/plus_minus_j.hpp has it.
template <class Logic, int Digits>
SPINBENCH_FN inline LaneNumber<Digits + 1> sum(const LaneNumber<Digits>& a, const LaneNumber<Digits>& b,
                                               std::uint32_t one) {
  LaneNumber<Digits + 1> result;
  SPINBENCH_UNROLL()
  for (int d = 0; d < Digits; ++d) {
    result.digit[d] = Logic::of(a.digit[d], b.digit[d], one, [](auto x, auto y, auto z) { return x ^ y ^ z; });
    one = Logic::of(a.digit[d], b.digit[d], one, [](auto x, auto y, auto z) { return (x & y) | (x & z) | (y & z); });
  }
  result.digit[Digits] = one;
  return result;
}

/// How many of word(first), ..., word(first + 2^Digits - 2) have each bit set.
template <class Logic, int Digits, class Word>
SPINBENCH_FN inline LaneNumber<Digits> count_words(Word&& word, int first = 0) {
  if constexpr (Digits == 1) {
    return {{word(first)}};
  } else {
    constexpr int half = (1 << (Digits - 1)) - 1;
    return sum<Logic>(count_words<Logic, Digits - 1>(word, first), count_words<Logic, Digits - 1>(word, first + half),
                      word(first + 2 * half));
  }
}
/// The same with word(first + 2^Digits - 1), too.
template <class Logic, int Digits, class Word>
SPINBENCH_FN inline LaneNumber<Digits + 1> count_words_and_one(Word&& word) {
  LaneNumber<Digits> last{};
  last.digit[0] = word((1 << Digits) - 1);
  return sum<Logic>(count_words<Logic, Digits>(word), last, 0u);
}

}  // namespace spinbench

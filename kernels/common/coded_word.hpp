// Words of realizations that have one random number a site in common, as GPUs hold them: the same site of 32, 64 or
// 128 realizations, a bit each, side by side in words of 32 bits, which cross memory in one access and on which all
// operations go. Host and device code.
#pragma once

#include <cstdint>
#include <type_traits>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench {

/// `Groups` times 32 realizations, the first ones first.
template <int Groups>
struct alignas(4 * Groups) CodedWord {
  static_assert(Groups == 1 || Groups == 2 || Groups == 4, "as many bytes as one access takes");
  std::uint32_t item[Groups];

  SPINBENCH_FN friend CodedWord operator^(const CodedWord& a, const CodedWord& b) {
    return each(a, b, [](std::uint32_t x, std::uint32_t y) { return x ^ y; });
  }
  SPINBENCH_FN friend CodedWord operator&(const CodedWord& a, const CodedWord& b) {
    return each(a, b, [](std::uint32_t x, std::uint32_t y) { return x & y; });
  }
  SPINBENCH_FN friend CodedWord operator|(const CodedWord& a, const CodedWord& b) {
    return each(a, b, [](std::uint32_t x, std::uint32_t y) { return x | y; });
  }
  SPINBENCH_FN friend CodedWord operator~(const CodedWord& a) {
    return each(a, a, [](std::uint32_t x, std::uint32_t) { return ~x; });
  }

 private:
  template <class F>
  SPINBENCH_FN static CodedWord each(const CodedWord& a, const CodedWord& b, F f) {
    CodedWord result;
    SPINBENCH_UNROLL(Groups)
    for (int i = 0; i < Groups; ++i) result.item[i] = f(a.item[i], b.item[i]);
    return result;
  }
};

/// Groups of 32 realizations in a word: a CodedWord, or an unsigned integer.
template <class Word>
inline constexpr std::uint32_t groups_of_word = sizeof(Word) / 4;

/// The realizations of group `group` of a word; those of an integer begin with its lowest bit.
template <class Word>
SPINBENCH_FN inline std::uint32_t group_of(const Word& word, std::uint32_t group) {
  if constexpr (!std::is_integral_v<Word>)
    return word.item[group];
  else if constexpr (groups_of_word<Word> == 1)
    return word;
  else
    return static_cast<std::uint32_t>(word >> 32 * group);
}

/// of_group(group) of all realizations of the word of system `system`.
template <class Word, class OfGroup>
SPINBENCH_FN inline Word word_of(std::uint32_t system, OfGroup&& of_group) {
  constexpr std::uint32_t groups = groups_of_word<Word>;
  if constexpr (std::is_integral_v<Word>) {
    Word result = of_group(system * groups);
    if constexpr (groups == 2) result |= static_cast<Word>(of_group(system * groups + 1)) << 32;
    return result;
  } else {
    Word result;
    for (std::uint32_t g = 0; g < groups; ++g)
      result.item[g] = of_group(system * groups + (planted(Mutant::glass_group_repeated) && g + 1 == groups ? 0 : g));
    return result;
  }
}

}  // namespace spinbench

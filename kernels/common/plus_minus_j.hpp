// The Metropolis rule of spins and couplings +-1 in bits, for words of any width in which one random number serves all
// spins (asynchronous multispin coding: Weigel 2012, section 5; Lulli 2015, section 4).
//
// A flip of a spin with n unsatisfied bonds of 2 d costs 2 J (2 d - 2 n): n >= d flips for certain, one bond fewer
// costs 4 J, two 8 J, three 12 J. A neighbour comes XORed with its coupling: then it differs from the spin where the
// bond is unsatisfied.
//
// `Word`: an unsigned integer or a vector of them. `Logic::of(a, b, c, f)`: f(a, b, c), which combines bit by bit and
// captures nothing; devices have one operation for it.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench {

/// On hosts; devices have their own.
struct PlainLogic {
  template <class Word, class F>
  SPINBENCH_FN static Word of(Word a, Word b, Word c, F f) {
    return f(a, b, c);
  }
};

/// A word for each of `Count` replicas.
template <int Count, class Stream>
SPINBENCH_FN inline void draw_for_replicas(Stream& stream, std::uint32_t (&words)[Count]) {
  // Generators that make several at once make four.
  if constexpr (Count % 4 == 0)
    rng::draw(stream, words);
  else
    for (int i = 0; i < Count; ++i) words[i] = stream.next();
}

/// What a random number allows: all bits set where a flip at that cost is accepted. twelve implies eight, eight four.
template <class Word>
struct AllowedCosts {
  Word four, eight, twelve;

  SPINBENCH_FN static AllowedCosts of(std::uint32_t random, const CubicThresholds& thresholds) {
    return {all_if(random < thresholds.field2), all_if(random < thresholds.field4), all_if(random < thresholds.field6)};
  }
  SPINBENCH_FN static AllowedCosts of(std::uint32_t random, const SquareThresholds& thresholds) {
    return {all_if(random < thresholds.field2), all_if(random < thresholds.field4), Word{}};
  }

 private:
  SPINBENCH_FN static Word all_if(bool holds) { return holds ? ~Word{} : Word{}; }
};

/// The spins that flip on the simple cubic lattice, of neighbours a to f.
template <class Logic, class Word>
SPINBENCH_FN inline Word cubic_flips(Word own, Word a, Word b, Word c, Word d, Word e, Word f,
                                     const AllowedCosts<Word>& allowed) {
  const auto parity = [](auto x, auto y, auto z) { return x ^ y ^ z; };
  const auto majority = [](auto x, auto y, auto z) { return (x & y) | (x & z) | (y & z); };
  const auto any = [](auto x, auto y, auto o) { return (x ^ o) | (y ^ o); };
  const auto both = [](auto x, auto y, auto o) { return (x ^ o) & (y ^ o); };
  const auto choose = [](auto which, auto x, auto y) { return (which & x) | (~which & y); };
  // Neighbours three by three: ones and twos, which XORed with the spin count unsatisfied bonds.
  const Word ones = Logic::of(a, b, c, parity), more_ones = Logic::of(d, e, f, parity);
  const Word twos = Logic::of(a, b, c, majority), more_twos = Logic::of(d, e, f, majority);
  const Word one = Logic::of(ones, more_ones, own, any), two = Logic::of(twos, more_twos, own, any),
             four = Logic::of(twos, more_twos, own, both);
  const Word free = Logic::of(one, two, four, [](auto x, auto y, auto z) { return (x & y) | z; });
  // Of those that are not free an odd number of unsatisfied bonds is one; without ones and twos there is none.
  const Word odd = ones ^ more_ones;
  const Word some = Logic::of(odd, allowed.eight, allowed.four, choose);
  const Word costly = Logic::of(Word(one | two), some, allowed.twelve, choose);
  return free | costly;
}

/// The same with the random number itself, for code that can leave an operation out rather than mask it.
template <class Logic>
SPINBENCH_FN inline std::uint32_t cubic_flips(std::uint32_t own, std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                              std::uint32_t d, std::uint32_t e, std::uint32_t f, std::uint32_t random,
                                              const CubicThresholds& thresholds) {
  using Word = std::uint32_t;
  const auto parity = [](auto x, auto y, auto z) { return x ^ y ^ z; };
  const auto majority = [](auto x, auto y, auto z) { return (x & y) | (x & z) | (y & z); };
  const auto any = [](auto x, auto y, auto o) { return (x ^ o) | (y ^ o); };
  const auto both = [](auto x, auto y, auto o) { return (x ^ o) & (y ^ o); };
  const Word ones = Logic::of(a, b, c, parity), more_ones = Logic::of(d, e, f, parity);
  const Word twos = Logic::of(a, b, c, majority), more_twos = Logic::of(d, e, f, majority);
  const Word one = Logic::of(ones, more_ones, own, any), two = Logic::of(twos, more_twos, own, any),
             four = Logic::of(twos, more_twos, own, both);
  Word flips = Logic::of(one, two, four, [](auto x, auto y, auto z) { return (x & y) | z; });
  // Of the others those with two unsatisfied bonds have an even number, and not none.
  const Word odd = ones ^ more_ones, of_one = one | two;
  const Word of_two = Logic::of(flips, of_one, odd, [](auto free, auto some, auto o) { return free | (some & ~o); });
  flips = random < thresholds.field2 ? of_two : flips;
  flips = random < thresholds.field4 ? of_one : flips;
  return random < thresholds.field6 ? ~Word{} : flips;
}

/// The same by the sums and the mask of Lulli 2015, eqs. (10) to (17). The sums must count satisfied bonds, those that
/// a flip makes unsatisfied: eq. (13) with eq. (11) as printed has the sign of the energy wrong.
template <class Logic, class Word>
SPINBENCH_FN inline Word cubic_flips_of_equation_17(Word own, Word a, Word b, Word c, Word d, Word e, Word f,
                                                    const AllowedCosts<Word>& allowed) {
  const auto parity = [](auto x, auto y, auto z) { return x ^ y ^ z; };
  const auto majority = [](auto x, auto y, auto z) { return (x & y) | (x & z) | (y & z); };
  const Word flipped = ~own;
  const Word e0 = flipped ^ a, e1 = flipped ^ b, e2 = flipped ^ c, e3 = flipped ^ d, e4 = flipped ^ e, e5 = flipped ^ f;
  const Word low = Logic::of(e0, e1, e2, parity), low_carry = Logic::of(e0, e1, e2, majority);
  const Word high = Logic::of(e3, e4, e5, parity), high_carry = Logic::of(e3, e4, e5, majority);
  const Word sum0 = low ^ high, carry = low & high;
  const Word sum1 = Logic::of(low_carry, high_carry, carry, parity);
  const Word sum2 = Logic::of(low_carry, high_carry, carry, majority);
  // (sum2 & (sum2 ^ sum1)) & (cond8 | (cond4 & ~sum0)), and what eq. (16) adds.
  const Word costly = Logic::of(allowed.eight, allowed.four, sum0, [](auto x, auto y, auto z) { return x | (y & ~z); });
  const Word mask = Logic::of(sum2, sum1, costly, [](auto x, auto y, auto z) { return ~x | ((x & (x ^ y)) & z); });
  return allowed.twelve | mask;
}

/// The spins that flip on the square lattice, of neighbours a to d.
template <class Logic, class Word>
SPINBENCH_FN inline Word square_flips(Word own, Word a, Word b, Word c, Word d, const AllowedCosts<Word>& allowed) {
  const auto any = [](auto x, auto y, auto o) { return (x ^ o) | (y ^ o); };
  const auto both = [](auto x, auto y, auto o) { return (x ^ o) & (y ^ o); };
  const auto choose = [](auto which, auto x, auto y) { return (which & x) | (~which & y); };
  const Word first = Logic::of(a, b, own, any), second = Logic::of(c, d, own, any);
  const Word first_two = Logic::of(a, b, own, both), second_two = Logic::of(c, d, own, both);
  const Word free =
      Logic::of(Word(first & second), first_two, second_two, [](auto x, auto y, auto z) { return x | y | z; });
  return free | Logic::of(Word(first | second), allowed.four, allowed.eight, choose);
}

/// The same from the four bonds of a spin, a bit set where one is unsatisfied: four operations of three operands. It is
/// free where two are, or, if four is allowed, one; which the majority says for one bond and what is known of three.
template <class Logic, class Word>
SPINBENCH_FN inline Word square_flips_of_bonds(Word a, Word b, Word c, Word d, const AllowedCosts<Word>& allowed) {
  const auto majority = [](auto x, auto y, auto z) { return (x & y) | (x & z) | (y & z); };
  const auto any = [](auto x, auto y, auto z) { return x | y | z; };
  const Word two_of_three = Logic::of(a, b, c, majority), one_of_three = Logic::of(a, b, c, any);
  const Word by_fourth = Logic::of(d, one_of_three, allowed.four, majority);
  return Logic::of(two_of_three, by_fourth, allowed.eight, any);
}

}  // namespace spinbench

// xoshiro128++ (D. Blackman, S. Vigna, Scrambled linear pseudorandom number generators, ACM Trans. Math. Softw. 47, 36
// (2021)): a linear engine of four words and a scrambler.
//
// Passes BigCrush (the paper's section 9, and prng.di.unimi.it); the "++" scrambler hides the linearity of the lowest
// bits. That is said of one sequence; streams here are seeded anew at each opening.
// Period 2^128 - 1. The state is 128 random bits (all zeros, the one bad state, comes with probability 2^-128): that
// two of 2^40 openings of 2^10 words meet has a probability of about 2^(80 + 11 - 128) = 2^-37.
#pragma once

#include "kernels/common/rng/seeded.hpp"

namespace spinbench::rng {

/// From the state (s0, s1, s2, s3).
inline constexpr KnownAnswer xoshiro128pp_answers[] = {
    {.source = "rand_xoshiro, src/xoshiro128plusplus.rs, test 'reference', from the authors' code",
     .start = {1, 2, 3, 4},
     .first = {0x00000281, 0x00180387, 0xc0183387, 0xd1ae3b02, 0x31e2310a},
     .last_number = 10,
     .last = 0x2506d3c4},
    {.source = "Apache Commons RNG, XoShiRo128PlusPlusTest, from the authors' code",
     .start = {0x012de1ba, 0xa5a818b8, 0xb124ea2b, 0x18e03749},
     .first = {0x083a6347, 0xaf13e949, 0xc170e7f6, 0x1fff4fb2, 0x683f45ee},
     .last_number = 40,
     .last = 0xa69b37ba},
};

/// `Shift`, `Rotation`: the published 9 and 11.
template <int Shift, int Rotation>
class Xoshiro128ppEngine {
 public:
  static constexpr Facts facts{128, 32, 2, 6, 0, 1, 28, 14};
  static constexpr std::span<const KnownAnswer> known_answers = xoshiro128pp_answers;
  static constexpr Quality quality{
      "xoshiro128pp.hpp", "D. Blackman, S. Vigna, ACM Trans. Math. Softw. 47, 36 (2021)", true,
      "one sequence passes BigCrush (the paper, section 9; prng.di.unimi.it)",
      "a new state of 128 random bits (a block of Philox4x32-7) at each opening, of which some hundred words are "
      "drawn: not what the batteries ran on"};

  SPINBENCH_FN explicit Xoshiro128ppEngine(const Block4x32& seed)
      : a_(seed.word[0]), b_(seed.word[1]), c_(seed.word[2]), d_(seed.word[3]) {}

  SPINBENCH_FN std::uint32_t next() {
    const std::uint32_t result = rotate_left(a_ + d_, 7) + a_;
    const std::uint32_t shifted = b_ << Shift;
    c_ ^= a_;
    d_ ^= b_;
    b_ ^= c_;
    a_ ^= d_;
    c_ ^= shifted;
    d_ = rotate_left(d_, Rotation);
    return result;
  }

 private:
  std::uint32_t a_, b_, c_, d_;
};

using Xoshiro128pp = Seeded<Xoshiro128ppEngine<9, 11>>;

}  // namespace spinbench::rng

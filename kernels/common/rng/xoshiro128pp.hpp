// xoshiro128++ (D. Blackman, S. Vigna, Scrambled linear pseudorandom number generators, ACM Trans. Math. Softw. 47, 36
// (2021)): a linear engine of four words and a scrambler.
//
// Passes BigCrush (the paper's section 9, and prng.di.unimi.it); the "++" scrambler hides the linearity of the lowest
// bits.
// Period 2^128 - 1. The state is 128 random bits (all zeros, the one bad state, comes with probability 2^-128): that
// two of 2^40 openings of 2^10 words meet has a probability of about 2^(80 + 11 - 128) = 2^-37.
#pragma once

#include "kernels/common/rng/seeded.hpp"

namespace spinbench::rng {

/// `Shift`, `Rotation`: the published 9 and 11.
template <int Shift, int Rotation>
class Xoshiro128ppEngine {
 public:
  static constexpr Facts facts{128, 32, 2, 6, 0, 1, 28, 14};

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

// sfc32, "small fast counting" (C. Doty-Humphrey, PractRand 0.95): three words of chaotic state and a counter.
//
// Passes SmallCrush, Crush and BigCrush, and PractRand beyond 2^44 bytes, by its author's account (PractRand's
// documentation, "RNG engines" and "Tests_results").
// Period at least 2^32, on average 2^127. State of 128 random bits, the counter included: that two of 2^40 openings of
// 2^10 words meet has a probability of about 2^(80 + 11 - 128) = 2^-37.
#pragma once

#include "kernels/common/rng/seeded.hpp"

namespace spinbench::rng {

/// `Shift`, `Step`: the published 9 and 3.
template <int Shift, int Step>
class Sfc32Engine {
 public:
  static constexpr Facts facts{127, 32, 1, 4, 0, 1, 28, 14};

  SPINBENCH_FN explicit Sfc32Engine(const Block4x32& seed)
      : a_(seed.word[0]), b_(seed.word[1]), c_(seed.word[2]), counter_(seed.word[3]) {}

  SPINBENCH_FN std::uint32_t next() {
    const std::uint32_t result = a_ + b_ + counter_++;
    a_ = b_ ^ (b_ >> Shift);
    b_ = c_ + (c_ << Step);
    c_ = rotate_left(c_, 21) + result;
    return result;
  }

 private:
  std::uint32_t a_, b_, c_, counter_;
};

using Sfc32 = Seeded<Sfc32Engine<9, 3>>;

}  // namespace spinbench::rng

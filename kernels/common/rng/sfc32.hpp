// sfc32, "small fast counting" (C. Doty-Humphrey, PractRand 0.95): three words of chaotic state and a counter.
//
// Passes SmallCrush, Crush and BigCrush, and PractRand beyond 2^44 bytes, by its author's account (PractRand's
// documentation, "RNG engines" and "Tests_results"): one sequence, where streams here are seeded anew at each opening.
// Period at least 2^32, on average 2^127. State of 128 random bits, the counter included: that two of 2^40 openings of
// 2^10 words meet has a probability of about 2^(80 + 11 - 128) = 2^-37.
#pragma once

#include "kernels/common/rng/seeded.hpp"

namespace spinbench::rng {

/// From the state (a, b, c, counter).
inline constexpr KnownAnswer sfc32_answers[] = {
    {.source = "rand_sfc 0.2, src/sfc32.rs, test 'reference', from PractRand; the first 15 numbers are its mixing",
     .start = {0, 2, 1, 1},
     .skip = 15,
     .first = {0x03b80bb8, 0xa87dbc7e, 0x1787178c, 0x4c7b7234, 0xc65dade2},
     .last_number = 16,
     .last = 0x549bbc87},
    {.source = "Apache Commons RNG, DotyHumphreySmallFastCounting32Test, from PractRand 0.94",
     .start = {0xbb3c4104, 0x02294965, 0xda1ce2a9, 1},
     .skip = 15,
     .first = {0x89b5c414, 0x7ee57639, 0xdbe18f7b, 0x94aa0162, 0xa22bff0a},
     .last_number = 40,
     .last = 0xb814aeb2},
};

/// `Shift`, `Step`: the published 9 and 3.
template <int Shift, int Step>
class Sfc32Engine {
 public:
  static constexpr Facts facts{127, 32, 1, 4, 0, 1, 28, 14};
  static constexpr std::span<const KnownAnswer> known_answers = sfc32_answers;
  static constexpr Quality quality{
      "sfc32.hpp", "C. Doty-Humphrey, PractRand 0.95", true,
      "one sequence passes SmallCrush, Crush and BigCrush, and PractRand beyond 2^44 bytes, by its author's account "
      "(PractRand, Tests_results)",
      "a new state of 128 random bits (a block of Philox4x32-7) at each opening, the counter included, of which some "
      "hundred words are "
      "drawn: not what the batteries ran on"};

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

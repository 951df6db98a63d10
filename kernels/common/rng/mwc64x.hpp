// Two interleaved MWC64X (D. B. Thomas, "The MWC64X random number generator", Imperial College, 2011): multiply with
// carry, x' + 2^32 c' = 4294883355 x + c, whose output is x xor c; the words come from one and the other in turns,
// which lets their multiplications overlap.
//
// One sequential MWC64X passes SmallCrush, Crush and BigCrush by its author's account (the page named above). That is
// not what is drawn here: two interleaved ones, seeded anew at each opening. Period about 2^63 each. The two states are
// 126 random bits (the carries are odd and below 2^31, which keeps them below the multiplier and away from the two
// fixed points): that two of 2^40 openings of 2^10 words meet in both has a probability of about 2^(80 + 11 - 126) =
// 2^-35; in one of the two it happens.
#pragma once

#include "kernels/common/rng/seeded.hpp"

namespace spinbench::rng {

/// From the seed words (x, 2 c, x', 2 c') of two sequences in turns.
inline constexpr KnownAnswer mwc64x_answers[] = {
    {.source =
         "the author's congruential form of x_0 = 0, c_0 = 1 and of x_0 = 12345, c_0 = 67891, in Python integers; "
         "no numbers are published",
     .start = {0, 2, 0x3039, 0x21266},
     .first = {0x00000001, 0x0001390a, 0x00000001, 0xc23d270e, 0xfffeb81b},
     .last_number = 19999,
     .last = 0xb5201d88},
    {.source = "the same of x_0 = 12345, c_0 = 67891 and of x_0 = 2^32 - 1, c_0 = 2^31 - 1",
     .start = {0xffffffff, 0xfffffffe, 0x3039, 0x21266},
     .first = {0x80000000, 0x0001390a, 0x7ffffffe, 0xc23d270e, 0x5c058ed6},
     .last_number = 20000,
     .last = 0x2f120869},
};

/// One step of multiply with carry; `Multiplier`: the published 4294883355.
template <std::uint32_t Multiplier>
struct MultiplyWithCarry {
  std::uint32_t x, carry;

  SPINBENCH_FN std::uint32_t next() {
    const std::uint32_t result = x ^ carry;
    const std::uint64_t sum = static_cast<std::uint64_t>(Multiplier) * x + carry;
    x = static_cast<std::uint32_t>(sum);
    carry = static_cast<std::uint32_t>(sum >> 32);
    return result;
  }
};

template <std::uint32_t Multiplier>
class Mwc64xEngine {
 public:
  // One wide product, which takes two turns.
  static constexpr Facts facts{126, 32, 2, 1, 0, 1, 28, 14};
  static constexpr std::span<const KnownAnswer> known_answers = mwc64x_answers;
  static constexpr Quality quality{
      "mwc64x.hpp", "D. B. Thomas, The MWC64X random number generator, Imperial College (2011)", true,
      "one sequential MWC64X passes SmallCrush, Crush and BigCrush, by its author's account",
      "two MWC64X in turns, in place of one, with new random states (a block of Philox4x32-7) at each opening, of "
      "which "
      "some hundred words are drawn: not what the batteries ran on"};

  SPINBENCH_FN explicit Mwc64xEngine(const Block4x32& seed)
      : now_{seed.word[0], seed.word[1] >> 1 | 1u}, then_{seed.word[2], seed.word[3] >> 1 | 1u} {}

  SPINBENCH_FN std::uint32_t next() {
    const std::uint32_t result = now_.next();
    const MultiplyWithCarry<Multiplier> used = now_;
    now_ = then_;
    then_ = used;
    return result;
  }

 private:
  MultiplyWithCarry<Multiplier> now_, then_;
};

using Mwc64x = Seeded<Mwc64xEngine<4294883355u>>;

}  // namespace spinbench::rng

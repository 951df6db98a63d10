// Two interleaved MWC64X (D. B. Thomas, "The MWC64X random number generator", Imperial College, 2011): multiply with
// carry, x' + 2^32 c' = 4294883355 x + c, whose output is x xor c; the words come from one and the other in turns,
// which lets their multiplications overlap.
//
// One MWC64X passes SmallCrush, Crush and BigCrush by its author's account (the page named above).
// Period about 2^63 each. The two states are 126 random bits (the carries are odd and below 2^31, which keeps them
// below the multiplier and away from the two fixed points): that two of 2^40 openings of 2^10 words meet in both has a
// probability of about 2^(80 + 11 - 126) = 2^-35; in one of the two it happens.
#pragma once

#include "kernels/common/rng/seeded.hpp"

namespace spinbench::rng {

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

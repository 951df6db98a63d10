// MINSTD, x <- 16807 x mod (2^31 - 1) (Park, Miller 1988), by Carta's method without a division, the last conditional
// subtraction replaced by arithmetic (Lulli 2015, section 3, eq. 7).
//
// State: one word a stream, from 1 to 2^31 - 2. Period 2^31 - 2 (the paper calls the modulus the period). A word holds
// the 31 bits of x on top and x's highest bit once more at the bottom. Streams start at random places of the one cycle:
// in all but short runs they overlap, which the paper accepts for relaxation from a random start. power() skips ahead.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/rng/splitmix64.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

template <std::uint32_t Multiplier>
struct MinStd {
  static_assert(Multiplier < (1u << 15), "the partial products must fit 31 bits");
  using State = std::uint32_t;
  static constexpr Storage storage = Storage::own;
  static constexpr std::uint32_t modulus = 0x7FFFFFFFu;
  static constexpr Facts facts{31, 31, 5, 8};

  struct Setup {
    std::uint64_t seed = 0;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t /*streams*/, Seeding) { return {seed}; }
  SPINBENCH_FN static State initial(const Setup& setup, std::uint64_t stream) {
    return static_cast<State>(splitmix64(setup.seed, stream + 1) % (modulus - 1)) + 1;
  }

  /// The number after x. With x = h 2^16 + l, a x = (a h) 2^16 + a l; since 2^31 = 1 modulo 2^31 - 1, the bits from 31
  /// on are added at the bottom.
  SPINBENCH_FN static State step(State x) {
    const std::uint32_t high = Multiplier * (x >> 16);
    const std::uint32_t sum = Multiplier * (x & 0xFFFFu) + ((high & 0x7FFFu) << 16) + (high >> 15);
    return (sum & modulus) + (sum >> 31);
  }

  /// Multiplier^count mod (2^31 - 1), the factor that skips `count` numbers.
  SPINBENCH_FN static State power(std::uint64_t count) {
    std::uint64_t result = 1, square = Multiplier;
    for (; count != 0; count >>= 1) {
      if (count & 1) result = result * square % modulus;
      square = square * square % modulus;
    }
    return static_cast<State>(result);
  }

  class Stream {
   public:
    SPINBENCH_FN Stream(const Setup&, State state) : state_(state) {}
    SPINBENCH_FN std::uint32_t next() {
      state_ = step(state_);
      return state_ << 1 | state_ >> 30;
    }
    SPINBENCH_FN void pass() {}
    SPINBENCH_FN State state() const { return state_; }

   private:
    State state_;
  };
};

using Minstd = MinStd<16807>;

}  // namespace spinbench::rng

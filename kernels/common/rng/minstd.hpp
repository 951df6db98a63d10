// MINSTD, x <- 16807 x mod (2^31 - 1) (Park, Miller 1988), by Carta's method without a division, the last conditional
// subtraction replaced by arithmetic (Lulli 2015, section 3, eq. 7).
//
// State: one word a stream, from 1 to 2^31 - 2. Period 2^31 - 2 (the paper calls the modulus the period). A word holds
// the 31 bits of x on top and x's highest bit once more at the bottom. Streams start at random places of the one cycle:
// in all but short runs they overlap, which the paper accepts for relaxation from a random start. power() skips ahead.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/rng/known_answer.hpp"
#include "kernels/common/rng/splitmix64.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

/// From x_0 = start[0].
inline constexpr KnownAnswer minstd_answers[] = {
    {.source = "Park, Miller 1988: x_10000 from x_0 = 1",
     .start = {1},
     .first = {16807, 282475249, 1622650073, 984943658, 1144108930},
     .last_number = 10000,
     .last = 1043618065},
    {.source = "the remainder of the product, by an independent implementation",
     .start = {2147483646},
     .first = {2147466840, 1865008398, 524833574, 1162539989, 1003374717},
     .last_number = 10000,
     .last = 1103865582},
};

template <std::uint32_t Multiplier>
struct MinStd {
  static_assert(Multiplier < (1u << 15), "the partial products must fit 31 bits");
  using State = std::uint32_t;
  static constexpr Storage storage = Storage::own;
  static constexpr std::uint32_t modulus = 0x7FFFFFFFu;
  static constexpr Facts facts{31, 31, 5, 8};
  static constexpr std::span<const KnownAnswer> known_answers = minstd_answers;
  static constexpr Quality quality{
      "minstd.hpp", "S. K. Park, K. W. Miller, Commun. ACM 31, 1192 (1988)", false,
      "no battery's result is claimed; birthday spacings fail (tests/rng_quality.cpp)",
      "31 bits a number; streams from random places of the one cycle, which overlap in long runs"};

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

  /// All bits of the numbers; start: x_0.
  class Sequence {
   public:
    explicit Sequence(const std::uint64_t (&start)[4]) : stream_({}, static_cast<State>(start[0])) {}
    std::uint64_t next() {
      const std::uint32_t word = stream_.next(), state = stream_.state();
      // A word holds the number's 31 bits, and the highest of them once more.
      return word >> 1 == state && (word & 1) == word >> 31 ? state : ~state;
    }

   private:
    Stream stream_;
  };
};

using Minstd = MinStd<16807>;

}  // namespace spinbench::rng

// Linear congruential generators modulo 2^32 and 2^64, x <- a x + c (Weigel 2012, section 3.3, eq. 3 to 5).
//
// Two set-ups, both Weigel's: `skip`, where all streams share one global sequence and stream t of T takes its numbers
// t+1, t+1+T, t+1+2T, ...; and `random`, where each stream walks the sequence one by one from a random start, without
// any promise that two streams do not overlap (with modulus 2^32 they do).
// State: one word a stream. Period 2^32 or 2^64; bit k alone has period 2^(k+1), hence only the top bits are used.
// The skip-ahead constants are a_T = a^T and c_T = c (1 + a + ... + a^(T-1)); the paper's eq. (5) sums from the wrong
// index and prints b for c.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/seeding.hpp"
#include "kernels/common/rng/splitmix64.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

/// x -> a x + c.
template <class Word>
struct AffineStep {
  Word a, c;

  SPINBENCH_FN Word operator()(Word x) const { return a * x + c; }

  /// This step applied `count` times, in O(log count).
  SPINBENCH_FN AffineStep power(std::uint64_t count) const {
    AffineStep result{1, 0}, square = *this;
    for (; count != 0; count >>= 1) {
      if (count & 1) result = {result.a * square.a, square.a * result.c + square.c};
      square = {square.a * square.a, square.a * square.c + square.c};
    }
    return result;
  }
};

/// The multipliers and offsets of the paper.
template <class Word>
SPINBENCH_FN constexpr AffineStep<Word> lcg_step() {
  if constexpr (sizeof(Word) == 4)
    return {1664525u, 1013904223u};
  else
    return {2862933555777941757u, 1442695040888963407u};
}

template <class Word>
struct Lcg {
  using State = Word;
  static constexpr Storage storage = Storage::own;
  // A product of 64 bits takes three multiply-adds, one of them wide, which takes two turns.
  static constexpr Facts facts{8.0 * sizeof(Word), 32, sizeof(Word) == 4 ? 1.0 : 4.0, sizeof(Word) == 4 ? 0.0 : 1.0};

  /// What all streams of a simulation share.
  struct Setup {
    AffineStep<Word> step;  ///< from one number of a stream to its next
    std::uint64_t seed = 0, streams = 1;
    Seeding seeding = Seeding::random;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t streams, Seeding seeding) {
    const AffineStep<Word> one = lcg_step<Word>();
    return {seeding == Seeding::skip ? one.power(streams) : one, seed, streams, seeding};
  }

  /// The state before the first draw of `stream`.
  SPINBENCH_FN static State initial(const Setup& setup, std::uint64_t stream) {
    if (planted(Mutant::twin_streams)) stream &= ~std::uint64_t{1};
    if (setup.seeding == Seeding::random)
      return static_cast<Word>(splitmix64(setup.seed, stream + 1) >> (64 - 8 * sizeof(Word)));
    // The first draw must be x_{stream+1}, so the state lies `streams` numbers before it; going back is going on,
    // since the count wraps with the full period (64-bit arithmetic wraps at a multiple of 2^32).
    return lcg_step<Word>().power(stream + 1 - setup.streams)(static_cast<Word>(setup.seed));
  }

  /// One stream in use: next() draws, pass() marks an attempt that drew nothing.
  class Stream {
   public:
    SPINBENCH_FN Stream(const Setup& setup, State state) : step_(setup.step), state_(state) {}
    SPINBENCH_FN std::uint32_t next() {
      state_ = step_(state_);
      return static_cast<std::uint32_t>(state_ >> (8 * sizeof(Word) - 32));
    }
    SPINBENCH_FN void pass() {}
    SPINBENCH_FN State state() const { return state_; }

   private:
    AffineStep<Word> step_;
    State state_;
  };
};

using Lcg32 = Lcg<std::uint32_t>;
using Lcg64 = Lcg<std::uint64_t>;

}  // namespace spinbench::rng

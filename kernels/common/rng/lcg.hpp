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
#include "kernels/common/rng/known_answer.hpp"
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

/// From x_0 = start[0] in steps of start[1] numbers.
inline constexpr KnownAnswer lcg32_answers[] = {
    {.source = "Weigel 2012, section 3.3; Numerical Recipes, 'quick and dirty generators'",
     .start = {0, 1},
     .first = {1013904223, 1196435762, 3519870697, 2868466484, 1649599747},
     .last_number = 10000,
     .last = 2845218640},
    {.source = "the recurrence, by an independent implementation",
     .start = {12345, 1},
     .first = {87628868, 71072467, 2332836374, 2726892157, 3908547000},
     .last_number = 10000,
     .last = 2793649609},
    {.source = "the recurrence iterated", .start = {0, 1000}, .count = 2, .first = {3926946568, 2922840848}},
    {.source = "the recurrence's power", .start = {0, 1000000000}, .count = 2, .first = {2621190656, 692610048}},
};
inline constexpr KnownAnswer lcg64_answers[] = {
    {.source = "Weigel 2012, section 3.3: the recurrence, by an independent implementation",
     .start = {0, 1},
     .first = {1442695040888963407u, 15855165910544850018u, 10544491961567243817u, 13078263491020296148u,
               4022792984967538131u},
     .last_number = 10000,
     .last = 5608038004083292112u},
    {.source = "the recurrence, by an independent implementation",
     .start = {12345, 1},
     .first = {395795892079057316u, 14241008468283021411u, 4219820354032331558u, 14334314979143878109u,
               17755950493820632248u},
     .last_number = 10000,
     .last = 16522993029448282441u},
    {.source = "the recurrence iterated",
     .start = {0, 1000},
     .count = 2,
     .first = {5374075823664964680u, 8215867070274972048u}},
    {.source = "the recurrence's power",
     .start = {0, 1000000000},
     .count = 2,
     .first = {6018827455447335424u, 9996438671029240832u}},
};

/// `Multiplier`, `Increment`: the paper's.
template <class Word, Word Multiplier = lcg_step<Word>().a, Word Increment = lcg_step<Word>().c>
struct Lcg {
  using State = Word;
  static constexpr Storage storage = Storage::own;
  // A product of 64 bits takes three multiply-adds, one of them wide, which takes two turns; the
  // addition between them may run on either pipe.
  static constexpr Facts facts{8.0 * sizeof(Word), 32, sizeof(Word) == 4 ? 1.0 : 4.0, 0};

  static constexpr std::span<const KnownAnswer> known_answers =
      sizeof(Word) == 4 ? std::span<const KnownAnswer>(lcg32_answers) : std::span<const KnownAnswer>(lcg64_answers);
  static constexpr Quality quality{
      "lcg.hpp", "M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 3.3", false,
      "no battery's result is claimed; the lower bits have short periods, and with 32 bits frequencies, linear "
      "complexity and birthday spacings fail (tests/rng_quality.cpp)",
      "the upper 32 bits of each number; skip: every T-th number of one sequence; random: one sequence from random "
      "places, which overlap where the period is 2^32"};

  /// What all streams of a simulation share.
  struct Setup {
    AffineStep<Word> step;  ///< from one number of a stream to its next
    std::uint64_t seed = 0, streams = 1;
    Seeding seeding = Seeding::random;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t streams, Seeding seeding) {
    const AffineStep<Word> one{Multiplier, Increment};
    return {seeding == Seeding::skip ? one.power(streams) : one, seed, streams, seeding};
  }

  /// The state before the first draw of `stream`.
  SPINBENCH_FN static State initial(const Setup& setup, std::uint64_t stream) {
    if (planted(Mutant::twin_streams)) stream &= ~std::uint64_t{1};
    if (setup.seeding == Seeding::random)
      return static_cast<Word>(splitmix64(setup.seed, stream + 1) >> (64 - 8 * sizeof(Word)));
    // The first draw must be x_{stream+1}, so the state lies `streams` numbers before it; going back is going on,
    // since the count wraps with the full period (64-bit arithmetic wraps at a multiple of 2^32).
    return AffineStep<Word>{Multiplier, Increment}.power(stream + 1 - setup.streams)(static_cast<Word>(setup.seed));
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

  /// All bits of the numbers; start: x_0, numbers a step.
  class Sequence {
   public:
    explicit Sequence(const std::uint64_t (&start)[4])
        : stream_({AffineStep<Word>{Multiplier, Increment}.power(start[1])}, static_cast<Word>(start[0])) {}
    std::uint64_t next() {
      const std::uint32_t word = stream_.next();
      const Word state = stream_.state();
      // A word that is not the top of the number makes a wrong one.
      return word == static_cast<std::uint32_t>(state >> (8 * sizeof(Word) - 32)) ? state : static_cast<Word>(~state);
    }

   private:
    Stream stream_;
  };
};

using Lcg32 = Lcg<std::uint32_t>;
using Lcg64 = Lcg<std::uint64_t>;

}  // namespace spinbench::rng

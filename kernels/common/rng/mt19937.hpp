// MT19937 (Matsumoto, Nishimura 1998), one whole Mersenne Twister for each stream (Lulli 2015, section 3).
//
// State: 624 words a stream, word w of stream t at w * streams + t (the paper's layout), renewed word by word as it is
// drawn rather than all at once. A draw reads x_{i+1} and x_{i+397} and writes x_i, which an open stream holds from the
// draw before: 12 B of traffic. An attempt that needs no word draws one all the same, so that all streams stand at one
// place and memory accesses stay coalesced.
// Period 2^19937 - 1. Passes BigCrush but for the two linear-complexity tests, which it fails as every linear generator
// of this kind does (L'Ecuyer, Simard, TestU01, ACM Trans. Math. Softw. 33, 22 (2007), Table I). Each state is filled
// with Philox words under the seed: 19937 random bits, so that no two streams overlap.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/rng/known_answer.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

/// From init_genrand(start[0]).
inline constexpr KnownAnswer mt19937_answers[] = {
    {.source = "ISO C++, [rand.predef]: number 10000 of std::mt19937",
     .start = {5489},
     .first = {3499211612, 581869302, 3890346734, 3586334585, 545404204},
     .last_number = 10000,
     .last = 4123659995},
    {.source = "numpy.random.RandomState",
     .start = {12345},
     .first = {3992670690, 3823185381, 1358822685, 561383553, 789925284},
     .last_number = 10000,
     .last = 1379954266},
};

/// `Middle`: the published 397.
template <std::uint32_t Middle>
struct MersenneTwister {
  static constexpr Storage storage = Storage::interleaved;
  static constexpr std::uint32_t words = 624;
  static constexpr Facts facts{19937, 32, 2, 12, 12};
  static constexpr std::span<const KnownAnswer> known_answers = mt19937_answers;
  static constexpr Quality quality{
      "mt19937.hpp", "M. Matsumoto, T. Nishimura, ACM Trans. Model. Comput. Simul. 8, 3 (1998)", false,
      "one sequence: passes BigCrush but for the two linear-complexity tests (L'Ecuyer, Simard, ACM Trans. Math. "
      "Softw. "
      "33, 22 (2007), Table I)",
      "a twister for each stream, started from random words in place of the authors' init_genrand()"};

  struct Setup {
    std::uint64_t seed = 0;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t /*streams*/, Seeding) { return {seed}; }
  SPINBENCH_FN static std::uint32_t initial(const Setup& setup, std::uint64_t stream, std::uint32_t w) {
    return philox_at<10>(setup.seed, w, stream).word[0];
  }
  /// The authors' init_genrand(): word w from word w - 1, word 0 being the seed.
  SPINBENCH_FN static std::uint32_t after(std::uint32_t word, std::uint32_t w) {
    return 1812433253u * (word ^ (word >> 30)) + w;
  }

  /// Of the draw at `position`: x_i, x_{i+1}, x_{i+397}, and x_i anew.
  SPINBENCH_FN static Places places(std::uint64_t position) {
    const auto place = static_cast<std::uint32_t>(position % words);
    return {{place, wrapped(place + 1), wrapped(place + Middle)}, place};
  }
  SPINBENCH_FN static std::uint32_t renewed(std::uint32_t current, std::uint32_t successor, std::uint32_t middle) {
    const std::uint32_t mixed = (current & 0x80000000u) | (successor & 0x7FFFFFFFu);
    return middle ^ (mixed >> 1) ^ (mixed & 1 ? 0x9908B0DFu : 0u);
  }
  /// The random word, from the renewed one.
  SPINBENCH_FN static std::uint32_t output(std::uint32_t y, std::uint32_t /*middle*/) {
    y ^= y >> 11;
    y ^= (y << 7) & 0x9D2C5680u;
    y ^= (y << 15) & 0xEFC60000u;
    return y ^ (y >> 18);
  }

  class Stream {
   public:
    /// `first`: the stream's first word; the next lies `stride` further on.
    SPINBENCH_FN Stream(const Setup&, std::uint32_t* first, std::uint64_t stride, std::uint64_t position)
        : first_(first),
          stride_(stride),
          place_(static_cast<std::uint32_t>(position % MersenneTwister::words)),
          current_(first[place_ * stride]) {}
    /// The next words, all loads first: within 624 - 397 numbers none depends on another.
    template <int Count>
    SPINBENCH_FN void draw(std::uint32_t (&drawn)[Count]) {
      static_assert(Count <= MersenneTwister::words - Middle);
      std::uint32_t successors[Count], middles[Count];
      for (int i = 0; i < Count; ++i) {
        successors[i] = at(wrapped(place_ + i + 1));
        middles[i] = at(wrapped(place_ + i + Middle));
      }
      for (int i = 0; i < Count; ++i) drawn[i] = renew(successors[i], middles[i]);
    }
    SPINBENCH_FN std::uint32_t next() { return renew(at(wrapped(place_ + 1)), at(wrapped(place_ + Middle))); }
    SPINBENCH_FN void pass() { next(); }
    SPINBENCH_FN void keep() const {}

   private:
    SPINBENCH_FN std::uint32_t renew(std::uint32_t successor, std::uint32_t middle) {
      const std::uint32_t word = renewed(current_, successor, middle);
      at(place_) = word;
      place_ = wrapped(place_ + 1);
      current_ = successor;
      return output(word, middle);
    }
    SPINBENCH_FN std::uint32_t& at(std::uint32_t place) const { return first_[place * stride_]; }

    std::uint32_t* first_;
    std::uint64_t stride_;
    std::uint32_t place_, current_;  ///< of the next number, and the word there
  };

  /// start: the seed of init_genrand().
  class Sequence {
   public:
    explicit Sequence(const std::uint64_t (&start)[4]) : stream_({}, seeded(start[0]), 1, 0) {}
    Sequence(const Sequence&) = delete;
    Sequence& operator=(const Sequence&) = delete;
    std::uint64_t next() { return stream_.next(); }

   private:
    std::uint32_t* seeded(std::uint64_t seed) {
      state_[0] = static_cast<std::uint32_t>(seed);
      for (std::uint32_t w = 1; w < words; ++w) state_[w] = after(state_[w - 1], w);
      return state_;
    }

    std::uint32_t state_[words];
    Stream stream_;
  };

 private:
  SPINBENCH_FN static std::uint32_t wrapped(std::uint32_t place) { return place < words ? place : place - words; }
};

using Mt19937 = MersenneTwister<397>;

}  // namespace spinbench::rng

// The lagged Fibonacci generator u_n = u_{n-r} + u_{n-s} mod 2^32 (Weigel 2012, eq. 7 with alpha = beta = 1, as
// integers; lags of Brent 1992).
//
// One ring of r + s words serves `lanes` <= s streams: in one parallel step lane i takes number i of the next `lanes`.
// A step reads r and s numbers back and writes r ahead of what it reads, so that it needs one barrier, before the next
// step.
// Every lane must draw in every step: what an attempt does not use is drawn and dropped.
// Period 2^31 (2^r - 1). Rings are filled with Philox words under the seed, one word odd (else the lowest bits could
// all be zero); that two rings of that period overlap is out of the question (the paper's argument). Known to fail: r =
// 521 moves the energy of the 2D Ising model by 6.4 sigma in 10^7 sweeps (Table 1, which prints r = 512); both fail
// birthday-spacings tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/attributes.hpp"
#include "kernels/common/rng/known_answer.hpp"
#include "kernels/common/rng/lcg.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

/// The r words before the first number are numbers 1 to r of Lcg32 from start[0]; start[1] lanes draw in turns.
inline constexpr KnownAnswer fibonacci521_answers[] = {
    {.source = "Weigel 2012, eq. 7, as integers: the recurrence, by an independent implementation",
     .start = {12345, 1},
     .first = {488021456, 1597295182, 415580340, 2755520482, 528005432},
     .last_number = 10000,
     .last = 4194751705},
    {.source = "the same, drawn by 353 lanes",
     .start = {12345, 353},
     .first = {488021456, 1597295182, 415580340, 2755520482, 528005432},
     .last_number = 10000,
     .last = 4194751705},
};
inline constexpr KnownAnswer fibonacci1279_answers[] = {
    {.source = "Weigel 2012, eq. 7, as integers: the recurrence, by an independent implementation",
     .start = {12345, 1},
     .first = {4141199738, 2069399024, 371872750, 2830302676, 617300610},
     .last_number = 10000,
     .last = 1291180144},
    {.source = "the same, drawn by 512 lanes",
     .start = {12345, 512},
     .first = {4141199738, 2069399024, 371872750, 2830302676, 617300610},
     .last_number = 10000,
     .last = 1291180144},
};

template <std::uint32_t R, std::uint32_t S>
struct Fibonacci {
  static_assert(S < R);
  static constexpr Storage storage = Storage::shared;
  static constexpr std::uint32_t words = R + S, most_lanes = S, long_lag = R, short_lag = S;
  static constexpr Facts facts{31.0 + R, 32, 0, 6.5};
  static constexpr std::span<const KnownAnswer> known_answers =
      R == 521 ? std::span<const KnownAnswer>(fibonacci521_answers)
               : std::span<const KnownAnswer>(fibonacci1279_answers);
  static constexpr Quality quality{
      "fibonacci.hpp", "R. P. Brent 1992 (lags); M. Weigel, J. Comput. Phys. 231, 3064 (2012), eq. 7", false,
      "no battery's result is claimed; birthday spacings, and linear complexity of the lowest bit, fail "
      "(tests/rng_quality.cpp)",
      "one sequence for all lanes of a ring, as in the paper, but of integers; rings start from random words"};

  struct Setup {
    std::uint64_t seed = 0;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t /*streams*/, Seeding) { return {seed}; }
  /// Word `w` of ring `ring` at the start; the first R are the numbers before the first draw, oldest first.
  SPINBENCH_FN static std::uint32_t initial(const Setup& setup, std::uint64_t ring, std::uint32_t w) {
    return philox_at<10>(setup.seed, w, ring).word[0] | (w == 0 ? 1u : 0u);
  }

  class Stream {
   public:
    SPINBENCH_FN Stream(std::uint32_t* ring, std::uint32_t lane, std::uint32_t lanes, std::uint64_t position)
        : ring_(ring), lanes_(lanes), oldest_(static_cast<std::uint32_t>((position * lanes + lane) % words)) {}
    SPINBENCH_FN std::uint32_t next() {
      const std::uint32_t word = ring_[oldest_] + ring_[wrapped(oldest_ + (R - S))];
      ring_[wrapped(oldest_ + R)] = word;
      oldest_ = wrapped(oldest_ + lanes_);
      return word;
    }
    SPINBENCH_FN void pass() { next(); }

   private:
    SPINBENCH_FN static std::uint32_t wrapped(std::uint32_t place) { return place < words ? place : place - words; }

    std::uint32_t* ring_;
    std::uint32_t lanes_;
    std::uint32_t oldest_;  ///< place of u_{n-r}
  };

  /// As the known answers say.
  class Sequence {
   public:
    explicit Sequence(const std::uint64_t (&start)[4]) : ring_(words) {
      auto x = static_cast<std::uint32_t>(start[0]);
      for (std::uint32_t w = 0; w < R; ++w) ring_[w] = x = lcg_step<std::uint32_t>()(x);
      const auto lanes = static_cast<std::uint32_t>(start[1]);
      for (std::uint32_t lane = 0; lane < lanes; ++lane) streams_.emplace_back(ring_.data(), lane, lanes, 0);
    }
    std::uint64_t next() { return streams_[drawn_++ % streams_.size()].next(); }

   private:
    std::vector<std::uint32_t> ring_;
    std::vector<Stream> streams_;
    std::size_t drawn_ = 0;
  };
};

using Fibonacci521 = Fibonacci<521, 353>;
using Fibonacci1279 = Fibonacci<1279, 861>;

}  // namespace spinbench::rng

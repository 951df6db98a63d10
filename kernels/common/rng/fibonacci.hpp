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

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

template <std::uint32_t R, std::uint32_t S>
struct Fibonacci {
  static_assert(S < R);
  static constexpr Storage storage = Storage::shared;
  static constexpr std::uint32_t words = R + S, most_lanes = S, long_lag = R, short_lag = S;
  static constexpr Facts facts{31.0 + R, 32, 0, 6.5};

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
};

using Fibonacci521 = Fibonacci<521, 353>;
using Fibonacci1279 = Fibonacci<1279, 861>;

}  // namespace spinbench::rng

// XORWOW, v_n = v_{n-1} ^ v_{n-1} << 4 ^ t ^ t << 1 with t = v_{n-5} ^ v_{n-5} >> 2, plus the Weyl sequence
// d_n = d_{n-1} + 362437 (Marsaglia 2003; Lulli 2015, section 3, uses it from cuRAND).
//
// State: the last five v of a stream, oldest first, word w of stream t at w * streams + t, so that neighbours load and
// store them coalesced (the library of the paper keeps 48 B a stream together, which the paper found slow). An open
// stream holds them in registers. d follows from the number of draws and is the same for all streams: a start under the
// seed, so that an attempt that needs no word draws one all the same.
// Period 2^192 - 2^32. v are 160 random bits, Philox words under the seed (all zeros, the one bad state, comes with
// probability 2^-160): that two of 2^40 streams of 2^40 words meet has a probability of about 2^(80 + 41 - 160) =
// 2^-39. The lowest bit of a sum of both is linear: it fails linear complexity.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/rng/known_answer.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

inline constexpr KnownAnswer xorwow_curand_answer{
    .source = "cuRAND's curand() after curand_init(1234, 1, 0), whose state this is",
    .start = {0xC4FA183D92B6DCF7, 0x0D8D4738F2CC7E34, 3160498008, 832094735},
    .first = {3522650202, 3978931785, 2198015705, 2308946676, 3475686971},
    .last_number = 10000,
    .last = 1394273515};
/// What cuRAND makes that state of: seed, nothing, stream, nothing.
inline constexpr std::uint64_t xorwow_curand_start[4] = {1234, 0, 1, 0};
/// From v = (start[0] low, high half, start[1] low, high half, start[2]), oldest first, and d = start[3].
inline constexpr KnownAnswer xorwow_answers[] = {
    {.source = "Marsaglia, J. Stat. Softw. 8, 14 (2003): the start that is printed, by an independent implementation",
     .start = {0x159A55E5075BCD15, 0x054913331F123BB5, 5783321, 6615241},
     .first = {246875399, 3690007200, 1264581005, 3906711041, 1866187943},
     .last_number = 10000,
     .last = 4226909152},
    xorwow_curand_answer,
};

/// `Left`, `Weyl`: the published 4 and 362437.
template <int Left, std::uint32_t Weyl>
struct XorShiftWeyl {
  static constexpr Storage storage = Storage::interleaved;
  static constexpr std::uint32_t words = 5;
  static constexpr Facts facts{192, 32, 2, 5};
  static constexpr std::span<const KnownAnswer> known_answers = xorwow_answers;
  static constexpr Quality quality{
      "xorwow.hpp", "G. Marsaglia, J. Stat. Softw. 8, 14 (2003)", false,
      "no battery's result is claimed; linear complexity of the lowest bit fails (tests/rng_quality.cpp)",
      "five words of state for each stream, started from random words; the added sequence is one for all streams"};

  struct Setup {
    std::uint64_t seed = 0;
    std::uint32_t d = 0;  ///< before the first draw
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t /*streams*/, Seeding) {
    return {seed, philox_at<10>(seed, words, 0).word[0]};
  }
  SPINBENCH_FN static std::uint32_t initial(const Setup& setup, std::uint64_t stream, std::uint32_t w) {
    return philox_at<10>(setup.seed, w, stream).word[0];
  }

  class Stream {
   public:
    /// `first`: the stream's first word; the next lies `stride` further on.
    SPINBENCH_FN Stream(const Setup& setup, std::uint32_t* first, std::uint64_t stride, std::uint64_t position)
        : first_(first), stride_(stride), d_(setup.d + static_cast<std::uint32_t>(position) * Weyl) {
      SPINBENCH_UNROLL(5)
      for (std::uint32_t w = 0; w < words; ++w) v_[w] = first[w * stride];
    }
    SPINBENCH_FN std::uint32_t next() {
      const std::uint32_t t = v_[0] ^ (v_[0] >> 2);
      SPINBENCH_UNROLL(4)
      for (std::uint32_t w = 0; w + 1 < words; ++w) v_[w] = v_[w + 1];
      v_[4] ^= (v_[4] << Left) ^ t ^ (t << 1);
      d_ += Weyl;
      return v_[4] + d_;
    }
    SPINBENCH_FN void pass() { next(); }
    /// Writes back what is held in registers.
    SPINBENCH_FN void keep() const {
      SPINBENCH_UNROLL(5)
      for (std::uint32_t w = 0; w < words; ++w) first_[w * stride_] = v_[w];
    }

   private:
    std::uint32_t* first_;
    std::uint64_t stride_;
    std::uint32_t v_[words], d_;
  };

  /// As the known answers say.
  class Sequence {
   public:
    explicit Sequence(const std::uint64_t (&start)[4]) : stream_(setup_of(start), seeded(start), 1, 0) {}
    Sequence(const Sequence&) = delete;
    Sequence& operator=(const Sequence&) = delete;
    std::uint64_t next() { return stream_.next(); }

   private:
    static Setup setup_of(const std::uint64_t (&start)[4]) { return {0, static_cast<std::uint32_t>(start[3])}; }
    std::uint32_t* seeded(const std::uint64_t (&start)[4]) {
      for (std::uint32_t w = 0; w < words; ++w) state_[w] = static_cast<std::uint32_t>(start[w / 2] >> (32 * (w % 2)));
      return state_;
    }

    std::uint32_t state_[words];
    Stream stream_;
  };
};

using Xorwow = XorShiftWeyl<4, 362437>;

}  // namespace spinbench::rng

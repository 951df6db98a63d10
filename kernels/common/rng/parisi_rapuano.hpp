// The Parisi-Rapuano generator, ira[i] = ira[i - 24] + ira[i - 55], R = ira[i] xor ira[i - 61] (Parisi, Rapuano 1985;
// Lulli 2015, section 3), and its sum with a 64-bit congruential generator, which the paper asks for in long parallel
// runs.
//
// State: 62 words a stream in a ring, word w of stream t at w * streams + t (the paper's layout); the sum keeps two
// more for the congruential generator. An attempt that needs no word draws one all the same, so that all streams stand
// at one place of the ring and memory accesses stay coalesced.
// A draw reads three words and writes one: 16 B of traffic. Period at least 2^55 - 1 for the lowest bit. The words are
// Philox words under the seed (the first odd); with 61 random words of state no two streams meet.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/rng/known_answer.hpp"
#include "kernels/common/rng/lcg.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

/// The 61 words before the first number, oldest first, are numbers 1 to 61 of Lcg32 from start[0]; the congruential
/// generator begins at start[1].
inline constexpr KnownAnswer parisi_rapuano_answers[] = {
    {.source = "Parisi, Rapuano 1985: the recurrence, by an independent implementation",
     .start = {12345},
     .first = {1135196613, 3724332696, 1640215195, 528701850, 2127002305},
     .last_number = 10000,
     .last = 2356874441},
    {.source = "the recurrence, by an independent implementation",
     .start = {1},
     .first = {4167809949, 820901664, 994164227, 748704978, 893831817},
     .last_number = 10000,
     .last = 1205911113},
};
inline constexpr KnownAnswer parisi_rapuano_lcg64_answers[] = {
    {.source = "Lulli 2015, section 3: both recurrences, in Python integers",
     .start = {12345, 1},
     .first = {0x7f6a642a, 0xfaa87336, 0xf887807a, 0x62d54a7b, 0xb5c04c32},
     .last_number = 10000,
     .last = 0xc89c4ecd},
};

template <bool WithLcg64, std::uint32_t Near = 24>
struct ParisiRapuanoRing {
  static constexpr Storage storage = Storage::interleaved;
  static constexpr bool with_lcg64 = WithLcg64;
  static constexpr std::uint32_t ring = 62, words = WithLcg64 ? ring + 2 : ring;
  static constexpr Facts facts{WithLcg64 ? 119.0 : 55.0, 32, WithLcg64 ? 4.0 : 0.0, 1, 16};
  static constexpr std::span<const KnownAnswer> known_answers =
      WithLcg64 ? std::span<const KnownAnswer>(parisi_rapuano_lcg64_answers)
                : std::span<const KnownAnswer>(parisi_rapuano_answers);
  static constexpr Quality quality{
      "parisi_rapuano.hpp",
      WithLcg64 ? "M. Lulli, M. Bernaschi, G. Parisi, Comput. Phys. Commun. 196, 290 (2015), section 3"
                : "G. Parisi, F. Rapuano, Phys. Lett. B 157, 301 (1985)",
      false,
      WithLcg64 ? "no battery's result is claimed"
                : "no battery's result is claimed; linear complexity of the lowest bit fails (tests/rng_quality.cpp)",
      "a ring for each stream, started from random words"};

  struct Setup {
    std::uint64_t seed = 0;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t /*streams*/, Seeding) { return {seed}; }
  /// Word `w` of `stream` before the first draw: oldest first, then an empty place, then the congruential generator.
  SPINBENCH_FN static std::uint32_t initial(const Setup& setup, std::uint64_t stream, std::uint32_t w) {
    return philox_at<10>(setup.seed, w, stream).word[0] | (w == 0 ? 1u : 0u);
  }

  /// Of the draw at `position`: ira[i - 24], ira[i - 55], ira[i - 61], and ira[i].
  SPINBENCH_FN static Places places(std::uint64_t position) {
    const auto place = static_cast<std::uint32_t>((position + ring - 1) % ring);
    return {{back(place, Near), back(place, 55), back(place, 61)}, place};
  }
  SPINBENCH_FN static std::uint32_t renewed(std::uint32_t near, std::uint32_t far, std::uint32_t /*oldest*/) {
    return near + far;
  }
  /// The random word, from the renewed one; without the congruential generator.
  SPINBENCH_FN static std::uint32_t output(std::uint32_t sum, std::uint32_t oldest) { return sum ^ oldest; }

  class Stream {
   public:
    /// `first`: the stream's first word; the next lies `stride` further on.
    SPINBENCH_FN Stream(const Setup&, std::uint32_t* first, std::uint64_t stride, std::uint64_t position)
        : first_(first), stride_(stride), place_(static_cast<std::uint32_t>((position + ring - 1) % ring)) {
      if constexpr (WithLcg64) lcg_ = static_cast<std::uint64_t>(at(ring + 1)) << 32 | at(ring);
    }
    /// The next words, all loads first: within `Near` numbers none depends on another.
    template <int Count>
    SPINBENCH_FN void draw(std::uint32_t (&drawn)[Count]) {
      static_assert(Count <= Near);
      std::uint32_t sums[Count], oldest[Count];
      for (int i = 0; i < Count; ++i) {
        const std::uint32_t place = wrapped(place_ + i);
        sums[i] = at(back(place, Near)) + at(back(place, 55));
        oldest[i] = at(back(place, 61));
      }
      for (int i = 0; i < Count; ++i) drawn[i] = renew(sums[i], oldest[i]);
    }
    SPINBENCH_FN std::uint32_t next() {
      return renew(at(back(place_, Near)) + at(back(place_, 55)), at(back(place_, 61)));
    }
    SPINBENCH_FN void pass() { next(); }
    /// Writes back what is held in registers.
    SPINBENCH_FN void keep() const {
      if constexpr (WithLcg64) {
        at(ring) = static_cast<std::uint32_t>(lcg_);
        at(ring + 1) = static_cast<std::uint32_t>(lcg_ >> 32);
      }
    }

   private:
    SPINBENCH_FN std::uint32_t renew(std::uint32_t sum, std::uint32_t oldest) {
      std::uint32_t word = output(sum, oldest);
      at(place_) = sum;
      place_ = wrapped(place_ + 1);
      if constexpr (WithLcg64) {
        lcg_ = lcg_step<std::uint64_t>()(lcg_);
        word += static_cast<std::uint32_t>(lcg_ >> 32);
      }
      return word;
    }
    SPINBENCH_FN std::uint32_t& at(std::uint32_t place) const { return first_[place * stride_]; }
    SPINBENCH_FN static std::uint32_t wrapped(std::uint32_t place) { return place < ring ? place : place - ring; }

    std::uint32_t* first_;
    std::uint64_t stride_;
    std::uint32_t place_;  ///< of the next number
    std::uint64_t lcg_ = 0;
  };

  /// As the known answers say.
  class Sequence {
   public:
    explicit Sequence(const std::uint64_t (&start)[4]) : stream_({}, seeded(start), 1, 0) {}
    Sequence(const Sequence&) = delete;
    Sequence& operator=(const Sequence&) = delete;
    std::uint64_t next() { return stream_.next(); }

   private:
    std::uint32_t* seeded(const std::uint64_t (&start)[4]) {
      auto x = static_cast<std::uint32_t>(start[0]);
      for (std::uint32_t w = 0; w + 1 < ring; ++w) state_[w] = x = lcg_step<std::uint32_t>()(x);
      if constexpr (WithLcg64) {
        state_[ring] = static_cast<std::uint32_t>(start[1]);
        state_[ring + 1] = static_cast<std::uint32_t>(start[1] >> 32);
      }
      return state_;
    }

    std::uint32_t state_[words]{};
    Stream stream_;
  };

 private:
  SPINBENCH_FN static std::uint32_t back(std::uint32_t place, std::uint32_t lag) {
    return place >= lag ? place - lag : place + ring - lag;
  }
};

using ParisiRapuano = ParisiRapuanoRing<false>;
using ParisiRapuanoLcg64 = ParisiRapuanoRing<true>;

}  // namespace spinbench::rng

// Philox4x32 with 10 or 7 rounds, the counter-based generator of Salmon, Moraes, Dror, Shaw (SC'11).
//
// Draw number m of stream t is word m mod 4 of the block at counter (m div 4, t) under the seed as key: cuRAND's
// layout, so that the sequences agree with curand_init(seed, t, 0). No state in memory; streams cannot overlap (the
// counter is a bijection); 2^66 draws a stream. Both pass SmallCrush, Crush and BigCrush, and 7 rounds are the fewest
// that do (the paper, Table 2).
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "backends/wide_product.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

struct Block4x32 {
  std::uint32_t word[4];
};

template <int Rounds>
SPINBENCH_FN inline Block4x32 philox4x32(Block4x32 counter, std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < Rounds; ++round) {
    if (planted(Mutant::philox_9_rounds) && round == 9) break;
    if (planted(Mutant::philox_6_rounds_of_seeds) && Rounds == 7 && round == 6) break;
    const std::uint64_t first = wide_product(0xD2511F53u, counter.word[0]);
    const std::uint64_t second = wide_product(0xCD9E8D57u, counter.word[2]);
    counter = {{static_cast<std::uint32_t>(second >> 32) ^ counter.word[1] ^ key0, static_cast<std::uint32_t>(second),
                static_cast<std::uint32_t>(first >> 32) ^ counter.word[3] ^ key1, static_cast<std::uint32_t>(first)}};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return counter;
}

/// The block at counter (low, high) under `seed`, each of 64 bits.
template <int Rounds>
SPINBENCH_FN inline Block4x32 philox_at(std::uint64_t seed, std::uint64_t low, std::uint64_t high) {
  return philox4x32<Rounds>({{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                              static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)}},
                            static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}

template <int Rounds>
struct Philox {
  static constexpr Storage storage = Storage::none;
  // Two wide products a round, of two turns each, for four words.
  static constexpr Facts facts{66, 32, 1.0 * Rounds, 0.5 * Rounds, 0, 4};

  struct Setup {
    std::uint64_t seed = 0;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t /*streams*/, Seeding) { return {seed}; }

  /// Draws 4 * number to 4 * number + 3 of `stream`: a stream is the same wherever it is entered.
  SPINBENCH_FN static Block4x32 block(const Setup& setup, std::uint64_t stream, std::uint64_t number) {
    return philox_at<Rounds>(setup.seed, number, stream);
  }

  class Stream {
   public:
    /// `position`: how many attempts the stream has behind it, drawn or passed.
    SPINBENCH_FN Stream(const Setup& setup, std::uint64_t stream, std::uint64_t position)
        : seed_(setup.seed), stream_(stream), position_(position) {
      if (position_ & 3) block_ = at(position_ >> 2);
    }
    SPINBENCH_FN std::uint32_t next() {
      const unsigned index = static_cast<unsigned>(position_) & 3;
      if (index == 0) block_ = at(position_ >> 2);
      ++position_;
      // A chain of selects, so that the block stays in registers.
      const std::uint32_t low = index & 1 ? block_.word[1] : block_.word[0];
      const std::uint32_t high = index & 1 ? block_.word[3] : block_.word[2];
      return index & 2 ? high : low;
    }
    /// The number of an attempt is fixed by its place, so an attempt that needs none leaves the later ones alone.
    SPINBENCH_FN void pass() {
      if ((position_ & 3) == 0) block_ = at(position_ >> 2);
      ++position_;
    }
    /// The next words; whole blocks at a time where the position is a multiple of four.
    template <int Count>
    SPINBENCH_FN void draw(std::uint32_t (&words)[Count]) {
      if (Count % 4 != 0 || (position_ & 3) != 0) {
        for (int i = 0; i < Count; ++i) words[i] = next();
        return;
      }
      for (int i = 0; i < Count / 4 * 4; i += 4) {
        const Block4x32 block = at(position_ >> 2);
        for (int j = 0; j < 4; ++j) words[i + j] = block.word[j];
        position_ += 4;
      }
    }

   private:
    SPINBENCH_FN Block4x32 at(std::uint64_t block) const { return philox_at<Rounds>(seed_, block, stream_); }

    std::uint64_t seed_, stream_, position_;
    Block4x32 block_{};
  };
};

using Philox4x32 = Philox<10>;
using Philox4x32_7 = Philox<7>;

}  // namespace spinbench::rng

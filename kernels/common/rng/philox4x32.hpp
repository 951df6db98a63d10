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
#include "kernels/common/rng/known_answer.hpp"
#include "kernels/common/rng/streams.hpp"

namespace spinbench::rng {

struct Block4x32 {
  std::uint32_t word[4];
};

/// The keys of the rounds, as they follow from the first.
struct PhiloxKeySchedule {
  std::uint32_t key0, key1;

  SPINBENCH_FN std::uint32_t first(int round) const { return key0 + static_cast<std::uint32_t>(round) * 0x9E3779B9u; }
  SPINBENCH_FN std::uint32_t second(int round) const { return key1 + static_cast<std::uint32_t>(round) * 0xBB67AE85u; }
};

/// The same, made beforehand.
template <int Rounds>
struct PhiloxKeys {
  std::uint32_t key[Rounds][2];

  SPINBENCH_FN static PhiloxKeys of(const PhiloxKeySchedule& schedule) {
    PhiloxKeys result;
    for (int round = 0; round < Rounds; ++round)
      result.key[round][0] = schedule.first(round), result.key[round][1] = schedule.second(round);
    return result;
  }
  SPINBENCH_FN std::uint32_t first(int round) const { return key[round][0]; }
  SPINBENCH_FN std::uint32_t second(int round) const { return key[round][1]; }
};

template <int Rounds, class Keys>
SPINBENCH_FN inline Block4x32 philox4x32(Block4x32 counter, const Keys& keys) {
  SPINBENCH_UNROLL(Rounds)
  for (int round = 0; round < Rounds; ++round) {
    if (planted(Mutant::philox_9_rounds) && round == 9) break;
    if (planted(Mutant::philox_6_rounds_of_seeds) && Rounds == 7 && round == 6) break;
    const std::uint64_t first = wide_product(0xD2511F53u, counter.word[0]);
    const std::uint64_t second = wide_product(0xCD9E8D57u, counter.word[2]);
    counter = {{static_cast<std::uint32_t>(second >> 32) ^ counter.word[1] ^ keys.first(round),
                static_cast<std::uint32_t>(second),
                static_cast<std::uint32_t>(first >> 32) ^ counter.word[3] ^ keys.second(round),
                static_cast<std::uint32_t>(first)}};
  }
  return counter;
}

/// The block at counter (low, high).
template <int Rounds, class Keys>
SPINBENCH_FN inline Block4x32 philox_under(const Keys& keys, std::uint64_t low, std::uint64_t high) {
  return philox4x32<Rounds>({{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                              static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)}},
                            keys);
}

/// The same under `seed`, of 64 bits.
template <int Rounds>
SPINBENCH_FN inline Block4x32 philox_at(std::uint64_t seed, std::uint64_t low, std::uint64_t high) {
  return philox_under<Rounds>(
      PhiloxKeySchedule{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}, low, high);
}

/// The words of the blocks at counters (start[1], start[2]), (start[1] + 1, start[2]), ... under the key start[0].
inline constexpr KnownAnswer philox4x32_answers[] = {
    {.source = "Random123, kat_vectors, philox4x32 10; number 10000 as cuRAND",
     .start = {0, 0, 0},
     .first = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4},
     .last_number = 10000,
     .last = 0x2227c661},
    {.source = "Random123, kat_vectors, philox4x32 10",
     .start = {0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff},
     .count = 4,
     .first = {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {.source = "Random123, kat_vectors, philox4x32 10",
     .start = {0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e},
     .count = 4,
     .first = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    {.source = "curand_init(12345, 7, 0), curandStatePhilox4_32_10",
     .start = {12345, 0, 7},
     .first = {0xe6f940bb, 0x8f703033, 0x680c7f25, 0x5e9ad4d4, 0xa1b975c9},
     .last_number = 10000,
     .last = 0x22325335},
};
inline constexpr KnownAnswer philox4x32_7_answers[] = {
    {.source = "Random123, kat_vectors, philox4x32 7",
     .start = {0, 0, 0},
     .count = 4,
     .first = {0x5f6fb709, 0x0d893f64, 0x4f121f81, 0x4f730a48}},
    {.source = "Random123, kat_vectors, philox4x32 7",
     .start = {0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff},
     .count = 4,
     .first = {0x5207ddc2, 0x45165e59, 0x4d8ee751, 0x8c52f662}},
    {.source = "Random123, kat_vectors, philox4x32 7",
     .start = {0x299f31d0a4093822, 0x85a308d3243f6a88, 0x0370734413198a2e},
     .count = 4,
     .first = {0x4dfccaba, 0x190a87f0, 0xc47362ba, 0xb6b5242a}},
};

template <int Rounds>
struct Philox {
  static constexpr Storage storage = Storage::none;
  // Two wide products a round, of two turns each, for four words. Half of the first round is that of the stream's
  // number, which is the same for all blocks.
  static constexpr Facts facts{66, 32, Rounds - 1.0, 0.5 * Rounds - 0.25, 0, 4};
  static constexpr std::span<const KnownAnswer> known_answers = Rounds == 7
                                                                    ? std::span<const KnownAnswer>(philox4x32_7_answers)
                                                                    : std::span<const KnownAnswer>(philox4x32_answers);
  static constexpr Quality quality{
      "philox4x32.hpp", "J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, SC'11", true,
      "passes SmallCrush, Crush and BigCrush with 10 rounds and with 7, the fewest that do (the paper, Table 2)",
      "a stream is a sequence of the published generator, in its order; streams differ in the counter's upper half"};

  struct Setup {
    std::uint64_t seed = 0;
  };

  SPINBENCH_FN static Setup setup(std::uint64_t seed, std::uint64_t /*streams*/, Seeding) { return {seed}; }

  /// Draws 4 * number to 4 * number + 3 of `stream`: a stream is the same wherever it is entered.
  SPINBENCH_FN static Block4x32 block(const Setup& setup, std::uint64_t stream, std::uint64_t number) {
    return philox_at<Rounds>(setup.seed, number, stream);
  }

  /// Keys for who makes many blocks: among a kernel's arguments they cost no operation.
  using Keys = PhiloxKeys<Rounds>;
  SPINBENCH_FN static Keys keys(const Setup& setup) {
    return Keys::of({static_cast<std::uint32_t>(setup.seed), static_cast<std::uint32_t>(setup.seed >> 32)});
  }
  SPINBENCH_FN static Block4x32 block_under(const Keys& keys, std::uint64_t stream, std::uint64_t number) {
    return philox_under<Rounds>(keys, number, stream);
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

  /// As the known answers say: by a stream as far as it reaches, else by the block alone.
  class Sequence {
   public:
    explicit Sequence(const std::uint64_t (&start)[4])
        : stream_({start[0]}, start[2], 4 * start[1]),
          block_(Philox::block({start[0]}, start[2], start[1])),
          reaches_(start[1] < std::uint64_t{1} << 62) {}
    std::uint64_t next() {
      const int number = drawn_++;
      if (!reaches_) return number < 4 ? block_.word[number] : 0;
      const std::uint32_t word = stream_.next();
      return number >= 4 || word == block_.word[number] ? word : ~word;
    }

   private:
    Stream stream_;
    Block4x32 block_;
    bool reaches_;
    int drawn_ = 0;
  };
};

using Philox4x32 = Philox<10>;
using Philox4x32_7 = Philox<7>;

}  // namespace spinbench::rng

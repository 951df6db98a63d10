// The random words of a tile on a GPU: the same as from the generators' own streams, for fewer instructions.
#pragma once

#include "backends/gpu/device.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// The round keys of Philox4x32 for a simulation's seed. Made on the host and passed in a kernel's arguments they are
/// operands that cost no instruction, where a thread would add up two a round.
struct PhiloxKeys {
  std::uint32_t first[10], second[10];

  explicit PhiloxKeys(std::uint64_t seed) {
    for (std::uint32_t round = 0; round < 10; ++round) {
      first[round] = static_cast<std::uint32_t>(seed) + round * 0x9E3779B9u;
      second[round] = static_cast<std::uint32_t>(seed >> 32) + round * 0xBB67AE85u;
    }
  }

  __device__ std::uint64_t seed() const { return static_cast<std::uint64_t>(second[0]) << 32 | first[0]; }

  template <int Rounds>
  __device__ __forceinline__ rng::Block4x32 block(std::uint64_t low, std::uint64_t high) const {
    std::uint32_t a = static_cast<std::uint32_t>(low), b = static_cast<std::uint32_t>(low >> 32);
    std::uint32_t c = static_cast<std::uint32_t>(high), d = static_cast<std::uint32_t>(high >> 32);
#pragma unroll
    for (int round = 0; round < Rounds; ++round) {
      if (planted(Mutant::gpu_words_round_short) && round == 9) break;
      const std::uint64_t x = std::uint64_t{0xD2511F53u} * a, y = std::uint64_t{0xCD9E8D57u} * c;
      a = static_cast<std::uint32_t>(y >> 32) ^ b ^ first[round];
      b = static_cast<std::uint32_t>(y);
      c = static_cast<std::uint32_t>(x >> 32) ^ d ^ second[round];
      d = static_cast<std::uint32_t>(x);
    }
    return {{a, b, c, d}};
  }
};

/// The words of stream `number`, opened at `position`, a multiple of four: first draw() as often as wanted, then
/// next().
template <class Rng>
class RandomWords {
 public:
  static_assert(Rng::storage == rng::Storage::none);
  static constexpr bool draws_singly = Rng::facts.block_words == 1;  ///< a word costs no more than its share of several

  __device__ RandomWords(const PhiloxKeys& keys, std::uint64_t number, std::uint64_t position)
      : stream_(Rng::setup(keys.seed(), 0, rng::Seeding::random), number, position) {}
  template <int Count>
  __device__ __forceinline__ void draw(std::uint32_t (&words)[Count]) {
    rng::draw(stream_, words);
  }
  __device__ __forceinline__ std::uint32_t next() { return stream_.next(); }

 private:
  typename Rng::Stream stream_;
};

template <class Engine>
class RandomWords<rng::Seeded<Engine>> {
 public:
  static constexpr bool draws_singly = true;

  __device__ RandomWords(const PhiloxKeys& keys, std::uint64_t number, std::uint64_t position)
      : engine_(keys.block<7>(position, number)) {}
  template <int Count>
  __device__ __forceinline__ void draw(std::uint32_t (&words)[Count]) {
#pragma unroll
    for (int i = 0; i < Count; ++i) words[i] = engine_.next();
  }
  __device__ __forceinline__ std::uint32_t next() { return engine_.next(); }

 private:
  Engine engine_;
};

template <int Rounds>
class RandomWords<rng::Philox<Rounds>> {
 public:
  static constexpr bool draws_singly = false;

  __device__ RandomWords(const PhiloxKeys& keys, std::uint64_t number, std::uint64_t position)
      : keys_(&keys), number_(number), block_(position / 4) {}
  template <int Count>
  __device__ __forceinline__ void draw(std::uint32_t (&words)[Count]) {
    static_assert(Count % 4 == 0);
#pragma unroll
    for (int i = 0; i < Count; i += 4) {
      const rng::Block4x32 block = keys_->template block<Rounds>(block_++, number_);
#pragma unroll
      for (int j = 0; j < 4; ++j) words[i + j] = block.word[j];
    }
  }
  __device__ __forceinline__ std::uint32_t next() {
    if (taken_ % 4 == 0) left_ = keys_->template block<Rounds>(block_++, number_);
    const bool odd = taken_ & 1;
    const std::uint32_t low = odd ? left_.word[1] : left_.word[0], high = odd ? left_.word[3] : left_.word[2];
    return taken_++ & 2 ? high : low;
  }

 private:
  const PhiloxKeys* keys_;
  std::uint64_t number_, block_;
  rng::Block4x32 left_{};
  std::uint32_t taken_ = 0;
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE

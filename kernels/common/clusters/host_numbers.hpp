// The words of a cluster update on a host, a row at a time, in vector registers where there are some.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "kernels/common/clusters/numbers.hpp"
#include "kernels/common/lanes.hpp"

namespace spinbench::clusters {

/// Blocks of consecutive streams: word w of stream first + i at words[w * stride + i].
class BlockRow {
 public:
  explicit BlockRow(std::uint32_t most) : stride_(most), words_(4 * static_cast<std::size_t>(most)) {}

  template <int Rounds, int Dimensions>
  void draw(cpu::Isa isa, const UpdateNumbers<rng::Philox<Rounds>, Dimensions>& numbers, std::uint64_t first,
            std::uint32_t count) {
    std::uint32_t done =
        lanes::philox_block<Rounds>(isa, numbers.setup.seed, numbers.update, first, count, words_.data(), stride_);
    for (; done < count; ++done) {
      const rng::Block4x32 block = numbers.block(first + done);
      for (std::size_t w = 0; w < 4; ++w) words_[w * stride_ + done] = block.word[w];
    }
  }
  const std::uint32_t* word(std::uint32_t index) const { return words_.data() + std::size_t{index} * stride_; }

 private:
  std::uint32_t stride_;
  std::vector<std::uint32_t> words_;
};

/// The words of the bonds and coins of a run of sites.
template <class Rng, int Dimensions>
class RowNumbers {
 public:
  explicit RowNumbers(std::uint32_t nx) : blocks_(nx + 2) {}

  /// Bonds of sites first to first + count - 1, and their coins where they share blocks.
  void draw_bonds(cpu::Isa isa, const UpdateNumbers<Rng, Dimensions>& numbers, std::uint32_t first,
                  std::uint32_t count) {
    first_ = first;
    if constexpr (Dimensions == 2)
      blocks_.draw(isa, numbers, first / 2, (first + count - 1) / 2 - first / 2 + 1);
    else
      blocks_.draw(isa, numbers, first, count);
  }
  /// flags[x] = whether the word of bond d of site first + x lies below the threshold.
  void compare(int d, std::uint32_t count, std::uint32_t threshold, std::uint8_t* flags) const {
    const auto direction = static_cast<std::uint32_t>(d);
    if constexpr (Dimensions == 2) {
      const std::uint32_t odd = first_ & 1;
      const std::uint32_t* const words[] = {blocks_.word(direction), blocks_.word(2 + direction)};
      std::uint32_t x = 0;
      // Two by two, which compilers make vectors of.
      if (odd == 0)
        for (; x + 2 <= count; x += 2) {
          flags[x] = words[0][x / 2] < threshold;
          flags[x + 1] = words[1][x / 2] < threshold;
        }
      for (; x < count; ++x) flags[x] = words[(x + odd) & 1][(x + odd) / 2] < threshold;
    } else {
      const std::uint32_t* const words = blocks_.word(direction);
      for (std::uint32_t x = 0; x < count; ++x) flags[x] = words[x] < threshold;
    }
  }
  /// Only in three dimensions: the states of the same sites, should they be roots.
  void states(std::uint32_t count, std::uint32_t q, std::uint8_t* states) const {
    const std::uint32_t* const words = blocks_.word(3);
    for (std::uint32_t x = 0; x < count; ++x) states[x] = static_cast<std::uint8_t>(state_of(words[x], q));
  }
  /// Only in two: the same, from blocks of their own.
  void draw_states(cpu::Isa isa, const UpdateNumbers<Rng, Dimensions>& numbers, std::uint32_t first,
                   std::uint32_t count, std::uint32_t q, std::uint8_t* states) {
    const std::uint32_t block = first / 4;
    blocks_.draw(isa, numbers, numbers.plan.first_coin() + block, (first + count - 1) / 4 - block + 1);
    std::uint32_t x = 0;
    if (first % 4 == 0)
      for (; x + 4 <= count; x += 4)
        for (std::uint32_t k = 0; k < 4; ++k)
          states[x + k] = static_cast<std::uint8_t>(state_of(blocks_.word(k)[x / 4], q));
    for (; x < count; ++x) {
      const std::uint32_t site = first + x;
      states[x] = static_cast<std::uint8_t>(state_of(blocks_.word(site & 3)[site / 4 - block], q));
    }
  }

 private:
  BlockRow blocks_;
  std::uint32_t first_ = 0;
};

}  // namespace spinbench::clusters

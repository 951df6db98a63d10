// Random words of several streams side by side in a CPU's vector registers, for each instruction set that
// backends/cpu/isa.hpp knows: namespaces lanes::baseline, lanes::avx2, lanes::avx512.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "backends/cpu/isa.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/rng/generators.hpp"

#define SPINBENCH_LANES_FILE "kernels/common/lanes.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench::lanes {

/// Word w of block number `block` of stream `first + i` to words[w * stride + i], for the first streams of `count`;
/// returns for how many.
template <int Rounds>
std::uint32_t philox_block(cpu::Isa isa, std::uint64_t seed, std::uint64_t block, std::uint64_t first,
                           std::uint32_t count, std::uint32_t* words, std::uint32_t stride) {
#if SPINBENCH_X86
  if (isa == cpu::Isa::avx512) return avx512::philox_block<Rounds>(seed, block, first, count, words, stride);
  if (isa == cpu::Isa::avx2) return avx2::philox_block<Rounds>(seed, block, first, count, words, stride);
#endif
  static_cast<void>(isa), static_cast<void>(seed), static_cast<void>(block), static_cast<void>(first);
  static_cast<void>(count), static_cast<void>(words), static_cast<void>(stride);
  return 0;
}

/// Words of streams side by side in one vector of `isa`, as the bit-sliced update draws them: of stream first + l *
/// step those from `position` on, a multiple of four, to words[m * lanes + l]; `words` holds `count` of 16 lanes.
/// Returns the number of lanes. Only for generators that keep nothing in memory.
template <class Rng>
std::uint32_t draw_lanes(cpu::Isa isa, std::uint64_t seed, std::uint64_t first, std::uint64_t step,
                         std::uint64_t position, std::size_t count, std::uint32_t* words) {
#if SPINBENCH_X86
  if (isa == cpu::Isa::avx512) {
    avx512::draw_lanes<Rng>(seed, first, step, position, count, words);
    return avx512::lanes;
  }
  if (isa == cpu::Isa::avx2) {
    avx2::draw_lanes<Rng>(seed, first, step, position, count, words);
    return avx2::lanes;
  }
#endif
  static_cast<void>(isa);
  baseline::draw_lanes<Rng>(seed, first, step, position, count, words);
  return baseline::lanes;
}

}  // namespace spinbench::lanes

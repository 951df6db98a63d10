// Random words of several streams side by side in a CPU's vector registers, for each instruction set that
// backends/cpu/isa.hpp knows: namespaces lanes::baseline, lanes::avx2, lanes::avx512.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

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

}  // namespace spinbench::lanes

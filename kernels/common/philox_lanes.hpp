// Blocks of Philox4x32 for neighbouring streams in vector registers. Compilers vectorise philox4x32() too, but spend
// more on taking the halves of the products apart and together than on the products.
#pragma once

#include <cstdint>
#include <cstring>

#include "backends/cpu/isa.hpp"
#include "kernels/common/rng/philox4x32.hpp"

#if SPINBENCH_X86
#include <immintrin.h>

namespace spinbench::rng::avx2 {
#define SPINBENCH_LANES_BYTES 32
#define SPINBENCH_LANES_TARGET SPINBENCH_TARGET_AVX2
#define SPINBENCH_LANES_MULTIPLY(a, b) ((Lanes)_mm256_mul_epu32((__m256i)(a), (__m256i)(b)))
#include "kernels/common/philox_lanes.inl"
#undef SPINBENCH_LANES_BYTES
#undef SPINBENCH_LANES_TARGET
#undef SPINBENCH_LANES_MULTIPLY
}  // namespace spinbench::rng::avx2

namespace spinbench::rng::avx512 {
#define SPINBENCH_LANES_BYTES 64
// The plain intrinsic makes GCC 12 warn of an operand that it leaves open.
#define SPINBENCH_LANES_TARGET SPINBENCH_TARGET_AVX512
#define SPINBENCH_LANES_MULTIPLY(a, b) ((Lanes)_mm512_maskz_mul_epu32((__mmask8)-1, (__m512i)(a), (__m512i)(b)))
#include "kernels/common/philox_lanes.inl"
#undef SPINBENCH_LANES_BYTES
#undef SPINBENCH_LANES_TARGET
#undef SPINBENCH_LANES_MULTIPLY
}  // namespace spinbench::rng::avx512
#endif

namespace spinbench::rng {

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

}  // namespace spinbench::rng

// The 64-bit product of two 32-bit words, in the form that each target's compiler turns into one instruction.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench {

/// nvcc expands a product of 64-bit operands and leaves additions of their zero upper halves behind, which cost Philox
/// a fifth of its speed.
SPINBENCH_FN inline std::uint64_t wide_product(std::uint32_t a, std::uint32_t b) {
#if defined(__CUDA_ARCH__)
  std::uint64_t product;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
  return product;
#else
  return static_cast<std::uint64_t>(a) * b;
#endif
}

}  // namespace spinbench

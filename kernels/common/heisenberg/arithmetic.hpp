// Operations on float and double that round once each, to nearest, on every backend: the same bits on a host, on CUDA,
// HIP and Kokkos. No compiler may fuse a product with a sum that follows it; where that is wanted, fused() says so.
// Sums of three and more are written in the order in which they are taken.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "backends/attributes.hpp"

// A device's compiler from NVIDIA fuses by default, but not its intrinsics; Clang fuses within an expression, and in
// HIP beyond it, except where a block forbids it. GCC leaves ISO C++ as it is written.
#if defined(__clang__)
#define SPINBENCH_NOT_FUSED SPINBENCH_PRAGMA(clang fp contract(off))
#else
#define SPINBENCH_NOT_FUSED
#endif
#if defined(__CUDA_ARCH__)
#define SPINBENCH_BY_INTRINSIC(device, host) return device
#else
#define SPINBENCH_BY_INTRINSIC(device, host) SPINBENCH_NOT_FUSED return host
#endif

/// What all of this is made of: inlined wherever it is called, so that a host's code has the instructions of the
/// function that it becomes a part of.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define SPINBENCH_INLINE_FN __host__ __device__ __forceinline__
#else
#define SPINBENCH_INLINE_FN [[gnu::always_inline]] inline
#endif

namespace spinbench::ieee {

SPINBENCH_INLINE_FN float plus(float a, float b) { SPINBENCH_BY_INTRINSIC(__fadd_rn(a, b), a + b); }
SPINBENCH_INLINE_FN double plus(double a, double b) { SPINBENCH_BY_INTRINSIC(__dadd_rn(a, b), a + b); }
SPINBENCH_INLINE_FN float minus(float a, float b) { SPINBENCH_BY_INTRINSIC(__fsub_rn(a, b), a - b); }
SPINBENCH_INLINE_FN double minus(double a, double b) { SPINBENCH_BY_INTRINSIC(__dsub_rn(a, b), a - b); }
SPINBENCH_INLINE_FN float times(float a, float b) { SPINBENCH_BY_INTRINSIC(__fmul_rn(a, b), a * b); }
SPINBENCH_INLINE_FN double times(double a, double b) { SPINBENCH_BY_INTRINSIC(__dmul_rn(a, b), a * b); }
SPINBENCH_INLINE_FN float over(float a, float b) { SPINBENCH_BY_INTRINSIC(__fdiv_rn(a, b), a / b); }
SPINBENCH_INLINE_FN double over(double a, double b) { SPINBENCH_BY_INTRINSIC(__ddiv_rn(a, b), a / b); }
/// The square root of a number that is not negative.
SPINBENCH_INLINE_FN float root(float a) { SPINBENCH_BY_INTRINSIC(__fsqrt_rn(a), __builtin_sqrtf(a)); }
SPINBENCH_INLINE_FN double root(double a) { SPINBENCH_BY_INTRINSIC(__dsqrt_rn(a), __builtin_sqrt(a)); }
/// a b + c, rounded once. One instruction wherever the hardware has it; a function of the C library, with the same
/// bits, in host code that is compiled for any x86-64.
SPINBENCH_INLINE_FN float fused(float a, float b, float c) {
  SPINBENCH_BY_INTRINSIC(__fmaf_rn(a, b, c), __builtin_fmaf(a, b, c));
}
SPINBENCH_INLINE_FN double fused(double a, double b, double c) {
  SPINBENCH_BY_INTRINSIC(__fma_rn(a, b, c), __builtin_fma(a, b, c));
}

/// The whole number `a`, rounded to nearest.
template <class Real>
SPINBENCH_INLINE_FN Real whole(std::int32_t a) {
  return static_cast<Real>(a);
}
template <class Real>
SPINBENCH_INLINE_FN Real whole(std::uint32_t a) {
  return static_cast<Real>(a);
}

template <class Real>
struct Format;

template <>
struct Format<float> {
  using Bits = std::uint32_t;
  using Signed = std::int32_t;
  static constexpr int digits = 23;  ///< behind the point
};

template <>
struct Format<double> {
  using Bits = std::uint64_t;
  using Signed = std::int64_t;
  static constexpr int digits = 52;
};

template <class Real>
SPINBENCH_INLINE_FN typename Format<Real>::Bits bits_of(Real a) {
  return std::bit_cast<typename Format<Real>::Bits>(a);
}
template <class Real>
SPINBENCH_INLINE_FN Real from_bits(typename Format<Real>::Bits bits) {
  return std::bit_cast<Real>(bits);
}

/// c[From] + x c[From + 1] + x^2 c[From + 2] + ..., by Horner's rule with fused(). No loop, which a compiler might not
/// take apart before it looks for vectors.
template <int From = 0, class Real, int Count>
SPINBENCH_INLINE_FN Real polynomial(Real x, const Real (&c)[Count]) {
  if constexpr (From + 1 == Count)
    return c[From];
  else
    return fused(polynomial<From + 1>(x, c), x, c[From]);
}

}  // namespace spinbench::ieee

// Operations on float and double that round once each, to nearest, on every backend: the same bits on a host, on CUDA,
// HIP and Kokkos. No compiler may fuse a product with a sum that follows it; where that is wanted, fused() says so.
// Sums of three and more are written in the order in which they are taken.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "backends/quotients.hpp"
#include "backends/rounding.hpp"

namespace spinbench::ieee {

SPINBENCH_INLINE_FN float plus(float a, float b) { SPINBENCH_BY_INTRINSIC(__fadd_rn(a, b), a + b); }
SPINBENCH_INLINE_FN double plus(double a, double b) { SPINBENCH_BY_INTRINSIC(__dadd_rn(a, b), a + b); }
SPINBENCH_INLINE_FN float minus(float a, float b) { SPINBENCH_BY_INTRINSIC(__fsub_rn(a, b), a - b); }
SPINBENCH_INLINE_FN double minus(double a, double b) { SPINBENCH_BY_INTRINSIC(__dsub_rn(a, b), a - b); }
SPINBENCH_INLINE_FN float times(float a, float b) { SPINBENCH_BY_INTRINSIC(__fmul_rn(a, b), a * b); }
SPINBENCH_INLINE_FN double times(double a, double b) { SPINBENCH_BY_INTRINSIC(__dmul_rn(a, b), a * b); }
SPINBENCH_INLINE_FN float over(float a, float b) { SPINBENCH_BY_INTRINSIC(__fdiv_rn(a, b), a / b); }
SPINBENCH_INLINE_FN double over(double a, double b) { SPINBENCH_BY_INTRINSIC(__ddiv_rn(a, b), a / b); }
/// a[i] over b[i], each as by over(), side by side, for operands and quotients from 2^-100 to 2^100 in size; numerators
/// may be 0, and -0 may become 0. No branch on NVIDIA's cards.
template <class Real, std::size_t Count>
SPINBENCH_INLINE_FN void divide_usual(Real (&a)[Count], const Real (&b)[Count]) {
#if SPINBENCH_HAS_QUOTIENTS_OF_DEVICE
  usual_quotients_of_device<static_cast<int>(Count)>(a, b);
#else
  // No loop, for the reason that polynomial() gives.
  a[0] = over(a[0], b[0]), a[1] = over(a[1], b[1]);
  if constexpr (Count > 2) a[2] = over(a[2], b[2]);
  if constexpr (Count > 3) a[3] = over(a[3], b[3]);
  static_assert(Count >= 2 && Count <= 4);
#endif
}
/// The square root of a number that is not negative. Clang's builtin is the instruction of an AMD card, which is off by
/// one in the last place; the library mends it.
SPINBENCH_INLINE_FN float root(float a) {
  SPINBENCH_BY_INTRINSIC(__fsqrt_rn(a), SPINBENCH_HOST_OR_AMD(__builtin_sqrtf(a), ::sqrtf(a)));
}
SPINBENCH_INLINE_FN double root(double a) {
  SPINBENCH_BY_INTRINSIC(__dsqrt_rn(a), SPINBENCH_HOST_OR_AMD(__builtin_sqrt(a), ::sqrt(a)));
}
/// The same of 0 or a number from 2^-100 to 2^100. No branch on NVIDIA's cards.
template <class Real>
SPINBENCH_INLINE_FN Real root_usual(Real a) {
#if SPINBENCH_HAS_QUOTIENTS_OF_DEVICE
  return usual_root_of_device(a);
#else
  return root(a);
#endif
}
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

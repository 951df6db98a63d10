// Quotients and square roots, each rounded to nearest, on devices whose compiler has a branch behind each, for operands
// near the ends of their range, over which it moves nothing: here they are made side by side.
#pragma once

#include "backends/attributes.hpp"
#include "backends/rounding.hpp"

/// Whether this compilation has them.
#if defined(__CUDA_ARCH__)
#define SPINBENCH_HAS_QUOTIENTS_OF_DEVICE 1
#else
#define SPINBENCH_HAS_QUOTIENTS_OF_DEVICE 0
#endif

#if SPINBENCH_HAS_QUOTIENTS_OF_DEVICE

namespace spinbench {

/// a[i] over b[i], rounded to nearest where b[i], a[i] and the quotient are from 2^-100 to 2^100 in size; a[i] may be
/// 0, of which -0 becomes 0.
template <int Count>
__device__ __forceinline__ void usual_quotients_of_device(float (&a)[Count], const float (&b)[Count]) {
  // Markstein's way (P. Markstein, IBM J. Res. Dev. 34, 111 (1990)), as the compiler takes it where nothing underflows.
#pragma unroll
  for (int i = 0; i < Count; ++i) {
    float inverse;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(b[i]));
    inverse = __fmaf_rn(inverse, __fmaf_rn(-b[i], inverse, 1.0f), inverse);
    const float first = __fmul_rn(a[i], inverse);
    a[i] = __fmaf_rn(inverse, __fmaf_rn(-b[i], first, a[i]), first);
  }
}

template <int Count>
__device__ __forceinline__ void usual_quotients_of_device(double (&a)[Count], const double (&b)[Count]) {
  // As the compiler's, to the last bit of what they begin with.
#pragma unroll
  for (int i = 0; i < Count; ++i) {
    double inverse;
    asm("{\n\t"
        ".reg .f64 high;\n\t.reg .b32 low_word, high_word;\n\t"
        "rcp.approx.ftz.f64 high, %1;\n\t"
        "mov.b64 {low_word, high_word}, high;\n\t"
        "mov.b64 %0, {1, high_word};\n\t"
        "}"
        : "=d"(inverse)
        : "d"(b[i]));
    const double error = __fma_rn(-b[i], inverse, 1.0);
    inverse = __fma_rn(inverse, __fma_rn(error, error, error), inverse);
    inverse = __fma_rn(inverse, __fma_rn(-b[i], inverse, 1.0), inverse);
    const double first = __dmul_rn(a[i], inverse);
    a[i] = __fma_rn(inverse, __fma_rn(-b[i], first, a[i]), first);
  }
}

/// The square root of a, rounded to nearest, where that is 0 or from 2^-100 to 2^100.
__device__ __forceinline__ float usual_root_of_device(float a) {
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(a));
  // Of 0 it is infinite, of others at most 2^50.
  inverse = fminf(inverse, 0x1p60f);
  const float first = __fmul_rn(a, inverse);
  return __fmaf_rn(__fmaf_rn(-first, first, a), __fmul_rn(inverse, 0.5f), first);
}
__device__ __forceinline__ double usual_root_of_device(double a) {
  const int high = __double2hiint(a);
  double inverse;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(inverse) : "d"(a));
  // As the compiler's, to the last bit of what it begins with; for the bound see above.
  inverse = __hiloint2double(min(__double2hiint(inverse), 0x43b00000), high - 0x03500000);
  const double error = __fma_rn(a, -__dmul_rn(inverse, inverse), 1.0);
  inverse = __fma_rn(__fma_rn(error, 0.375, 0.5), __dmul_rn(inverse, error), inverse);
  const double first = __dmul_rn(a, inverse);
  const double half = __hiloint2double(__double2hiint(inverse) - 0x00100000, __double2loint(inverse));
  return __fma_rn(__fma_rn(-first, first, a), half, first);
}

/// a[i] over b[i], each rounded to nearest: with one branch for all of them.
template <int Count>
__device__ __forceinline__ void quotients_of_device(float (&a)[Count], const float (&b)[Count]) {
  float quotient[Count];
  bool sure = true;
#pragma unroll
  for (int i = 0; i < Count; ++i) {
    quotient[i] = a[i];
    // Comparisons that NaN fails.
    sure &= (fabsf(a[i]) >= 0x1p-40f) & (fabsf(a[i]) <= 0x1p40f) & (fabsf(b[i]) >= 0x1p-40f) & (fabsf(b[i]) <= 0x1p40f);
  }
  usual_quotients_of_device(quotient, b);
  if (!sure) {
#pragma unroll
    for (int i = 0; i < Count; ++i) quotient[i] = __fdiv_rn(a[i], b[i]);
  }
#pragma unroll
  for (int i = 0; i < Count; ++i) a[i] = quotient[i];
}
template <int Count>
__device__ __forceinline__ void quotients_of_device(double (&a)[Count], const double (&b)[Count]) {
#pragma unroll
  for (int i = 0; i < Count; ++i) a[i] = __ddiv_rn(a[i], b[i]);
}

}  // namespace spinbench

#endif

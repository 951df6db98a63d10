// Quotients made side by side, each rounded to nearest, on devices whose compiler would make one after the other.
#pragma once

#include "backends/attributes.hpp"
#include "backends/rounding.hpp"

/// Whether this compilation has quotients_of_device().
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

/// a[i] over b[i], each rounded to nearest. The compiler has a branch behind each quotient, for operands near the ends
/// of their range, over which it moves nothing: here is one for all of them, so that they are made side by side.
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

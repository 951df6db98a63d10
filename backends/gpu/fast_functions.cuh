// Functions of float as the hardware has them: fast, off by some units of 2^-21, and not the same on two vendors'
// cards.
#pragma once

#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

#if defined(__HIP_PLATFORM_AMD__)
__device__ __forceinline__ float fast_root(float x) { return sqrtf(x); }
__device__ __forceinline__ float fast_cosine(float x) { return __cosf(x); }
__device__ __forceinline__ float fast_sine(float x) { return __sinf(x); }
__device__ __forceinline__ float fast_power_of_two(float x) { return exp2f(x); }
__device__ __forceinline__ float fast_inverse_root(float x) { return rsqrtf(x); }
__device__ __forceinline__ float fast_log_two(float x) { return __log2f(x); }
#else
/// What __sinf and its like do where denormal numbers are zero: a step or two less.
__device__ __forceinline__ float fast_root(float x) {
  float result;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
__device__ __forceinline__ float fast_cosine(float x) {
  float result;
  asm("cos.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
__device__ __forceinline__ float fast_sine(float x) {
  float result;
  asm("sin.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
__device__ __forceinline__ float fast_power_of_two(float x) {
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
__device__ __forceinline__ float fast_inverse_root(float x) {
  float result;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
__device__ __forceinline__ float fast_log_two(float x) {
  float result;
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
#endif

/// Both vendors' own; of a divisor beyond 2^126 it is 0.
__device__ __forceinline__ float fast_quotient(float a, float b) { return __fdividef(a, b); }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

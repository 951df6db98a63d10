// Marks a function that host and device code share. Right wherever a device compiler is at work, also where Kokkos
// brought it in.
#pragma once

#if defined(__CUDACC__) || defined(__HIPCC__)
#define SPINBENCH_FN __host__ __device__
#define SPINBENCH_FORCEINLINE __forceinline__
#else
#define SPINBENCH_FN
#define SPINBENCH_FORCEINLINE inline
#endif

/// Whether this is the device's half of a compilation that makes code for both.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define SPINBENCH_DEVICE_PASS 1
#else
#define SPINBENCH_DEVICE_PASS 0
#endif

/// Unrolls the loop that follows; host compilers choose for themselves.
#define SPINBENCH_PRAGMA(text) _Pragma(#text)
#if SPINBENCH_DEVICE_PASS
#define SPINBENCH_UNROLL(count) SPINBENCH_PRAGMA(unroll count)
#else
#define SPINBENCH_UNROLL(count)
#endif

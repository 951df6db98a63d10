// What compilers are told so that an operation rounds once: kernels/common/heisenberg/arithmetic.hpp is made of these.
#pragma once

#include "backends/attributes.hpp"

// A device's compiler from NVIDIA fuses by default, but not its intrinsics; Clang fuses within an expression, and in
// HIP beyond it, except where a block forbids it. GCC fuses in C++, too, and obeys -ffp-contract=off alone:
// cmake/SpinbenchCompiler.cmake gives it to all sources in C++, not to the host's half of those for GPUs, which has no
// arithmetic of an oracle.
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

#if defined(__HIP_DEVICE_COMPILE__)
#define SPINBENCH_HOST_OR_AMD(host, amd) amd
#else
#define SPINBENCH_HOST_OR_AMD(host, amd) host
#endif

/// What all of this is made of: inlined wherever it is called, so that a host's code has the instructions of the
/// function that it becomes a part of.
#if defined(__CUDACC__) || defined(__HIPCC__)
#define SPINBENCH_INLINE_FN __host__ __device__ __forceinline__
#else
#define SPINBENCH_INLINE_FN [[gnu::always_inline]] inline
#endif

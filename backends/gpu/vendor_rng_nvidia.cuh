// cuRAND's device interface, which is headers alone: what vendor_rng_device.cuh builds on.
#pragma once

#include "backends/gpu/runtime.hpp"

#if __has_include(<curand_kernel.h>)
#define SPINBENCH_GPU_VENDOR_RNG 1
#include <curand_kernel.h>
#else
#define SPINBENCH_GPU_VENDOR_RNG 0
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr const char* vendor_device_rng_title = "cuRAND";
inline constexpr const char* vendor_device_rng_package = "part of the CUDA toolkit: its package libcurand-dev";
/// Whether streams of XORWOW start as cuRAND starts them.
inline constexpr bool vendor_xorwow_starts_as_curand = true;

#if SPINBENCH_GPU_VENDOR_RNG

namespace detail {

using VendorXorwowState = curandStateXORWOW_t;
using VendorPhiloxState = curandStatePhilox4_32_10_t;
using VendorMtgp32State = curandStateMtgp32_t;
/// Parameters of all blocks, in device memory: the states point there.
using VendorMtgp32Constants = mtgp32_kernel_params_t;
inline constexpr int vendor_mtgp32_most_blocks = CURAND_NUM_MTGP32_PARAMS;

template <class State>
__device__ __forceinline__ void vendor_init(State& state, std::uint64_t seed, std::uint64_t stream) {
  curand_init(seed, stream, 0, &state);
}
template <class State>
__device__ __forceinline__ std::uint32_t vendor_next(State& state) {
  return curand(&state);
}
__device__ __forceinline__ uint4 vendor_next4(VendorPhiloxState& state) { return curand4(&state); }

/// By all threads of a block, which must be one-dimensional.
__device__ __forceinline__ void vendor_copy(VendorMtgp32State& to, const VendorMtgp32State& from) {
  for (unsigned i = threadIdx.x; i < MTGP32_STATE_SIZE; i += blockDim.x) to.s[i] = from.s[i];
  if (threadIdx.x == 0) {
    to.offset = from.offset;
    to.pIdx = from.pIdx;
    to.k = from.k;
  }
  __syncthreads();
}

}  // namespace detail

#endif

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

// rocRAND's device interface, which is headers alone: what vendor_rng_device.cuh builds on.
#pragma once

#include "backends/gpu/runtime.hpp"

#if __has_include(<rocrand/rocrand_kernel.h>)
#define SPINBENCH_GPU_VENDOR_RNG 1
#include <rocrand/rocrand_kernel.h>
#else
#define SPINBENCH_GPU_VENDOR_RNG 0
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr const char* vendor_device_rng_title = "rocRAND";
inline constexpr const char* vendor_device_rng_package = "Debian: librocrand-dev, or ./spinbench doctor --fix hip";
/// Whether streams of XORWOW start as cuRAND starts them.
inline constexpr bool vendor_xorwow_starts_as_curand = false;

#if SPINBENCH_GPU_VENDOR_RNG

namespace detail {

using VendorXorwowState = rocrand_state_xorwow;
using VendorPhiloxState = rocrand_state_philox4x32_10;
/// Holds its block's parameters itself.
using VendorMtgp32State = rocrand_state_mtgp32;
struct VendorMtgp32Constants {};
inline constexpr int vendor_mtgp32_most_blocks = MTGP_BN_MAX;

template <class State>
__device__ __forceinline__ void vendor_init(State& state, std::uint64_t seed, std::uint64_t stream) {
  rocrand_init(seed, stream, 0, &state);
}
template <class State>
__device__ __forceinline__ std::uint32_t vendor_next(State& state) {
  return rocrand(&state);
}
__device__ __forceinline__ uint4 vendor_next4(VendorPhiloxState& state) { return rocrand4(&state); }

/// By all threads of a block, which must be one-dimensional. rocRAND's copy waits for the block itself, and takes its
/// source as one that it might change.
__device__ __forceinline__ void vendor_copy(VendorMtgp32State& to, const VendorMtgp32State& from) {
  rocrand_mtgp32_block_copy(const_cast<VendorMtgp32State*>(&from), &to);
}

}  // namespace detail

#endif

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

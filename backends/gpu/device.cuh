// What kernels use on the device, under one set of names for all vendors.
#pragma once

#include "backends/attributes.hpp"
#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu {

/// Lanes that run in step and may exchange data without a block barrier.
inline constexpr int warp_lanes = 32;

/// Barrier among the lanes of a warp; orders their shared-memory accesses.
__device__ __forceinline__ void sync_warp() { __syncwarp(); }

/// The word at `index` of a TextureTable.
__device__ __forceinline__ std::uint32_t texture_word(TextureTable::Handle table, int index) {
  return tex1Dfetch<unsigned int>(table, index);
}

/// Loads and stores that pass the first-level cache by, for data that a thread touches once.
template <class T>
__device__ __forceinline__ T load_past_l1(const T* address) {
  return __ldcg(address);
}
template <class T>
__device__ __forceinline__ void store_past_l1(T* address, T value) {
  __stcg(address, value);
}

/// Sum over the warp, valid in its first lane.
template <class T>
__device__ __forceinline__ T warp_sum(T value) {
  for (int offset = warp_lanes / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

/// Adds to a signed 64-bit counter; the bits of the sum do not depend on the order.
__device__ __forceinline__ void atomic_add(std::int64_t* counter, std::int64_t value) {
  atomicAdd(reinterpret_cast<unsigned long long*>(counter), static_cast<unsigned long long>(value));
}

}  // namespace spinbench::gpu

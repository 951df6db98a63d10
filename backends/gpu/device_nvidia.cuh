// Device functions on NVIDIA's cards: what device.cuh builds on.
#pragma once

#include <cooperative_groups.h>

#include "backends/gpu/runtime.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// Lanes that run in step and may exchange data without a block barrier.
__device__ constexpr int warp_lanes() { return 32; }

/// First thing in a kernel that was launched chained: lets the next launch place its blocks as this one drains, then
/// waits until the launch before is complete and its stores are seen.
__device__ __forceinline__ void wait_for_previous_launch() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
  cudaGridDependencySynchronize();
#endif
}

/// Barrier among the lanes of a warp; orders their shared-memory accesses.
__device__ __forceinline__ void sync_warp() { __syncwarp(); }

/// The value of the lane `offset` further on. All lanes must take part.
template <class T>
__device__ __forceinline__ T shuffle_down(T value, int offset) {
  return __shfl_down_sync(0xffffffffu, value, offset);
}

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

/// A store of what nobody reads soon: the second-level cache writes it out first, in the order in which it came.
template <class T>
__device__ __forceinline__ void store_streaming(T* address, T value) {
  __stcs(address, value);
}

/// Barrier among all threads of a cooperative launch.
__device__ __forceinline__ void sync_grid() { cooperative_groups::this_grid().sync(); }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

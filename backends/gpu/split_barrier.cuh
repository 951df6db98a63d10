// A barrier of a block in two steps: what a thread does between them need not be done when the others go on.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// All warps of the block, whose threads lie along x, arrive and wait in turns. Where a device has no such barrier, the
/// block meets in wait(). One lane arrives for its warp, which compute-sanitizer's racecheck takes for the arrival of
/// that lane alone. In a build for it, with SPINBENCH_RACECHECK, each does. The number of warps is a constant of the
/// caller: asked for the block's size, the compiler read threadIdx anew in the caller's loop (docs/recorded_code.py).
class SplitBarrier {
 public:
  /// `shared`: 16 bytes that the block shares. The block must meet (__syncthreads) before the first arrival.
  __device__ __forceinline__ SplitBarrier(void* shared, std::uint32_t warps) : signal_(static_cast<Signal*>(shared)) {
    if (threadIdx.x == 0) signal_->begin(each_lane ? warps * static_cast<std::uint32_t>(warp_lanes()) : warps);
  }
  /// What the warp wrote to shared memory before is seen by whoever has waited.
  __device__ __forceinline__ void arrive() {
    sync_warp();
    if (each_lane || threadIdx.x % static_cast<unsigned>(warp_lanes()) == 0) signal_->arrive();
  }
  /// `turn`: of how many arrivals before, modulo 2.
  __device__ __forceinline__ void wait(std::uint32_t turn) {
    if constexpr (Signal::works())
      signal_->wait(turn);
    else
      __syncthreads();
  }

 private:
#ifdef SPINBENCH_RACECHECK
  static constexpr bool each_lane = true;
#else
  static constexpr bool each_lane = false;
#endif

  Signal* signal_;
};

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

// Memory that the threads of a block share, of a size that its launch gives.
#pragma once

#include "backends/gpu/device.cuh"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// Its beginning, in a kernel that declares no such memory of its own.
__device__ __forceinline__ uint4* shared_memory() {
  extern __shared__ uint4 shared_by_block[];
  return shared_by_block;
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

// The barrier of a cooperative launch, apart from device.cuh: the vendors' headers for it take longer to read than all
// else that a kernel includes.
#pragma once

#include "backends/gpu/runtime.hpp"
#if defined(__HIP_PLATFORM_AMD__)
#include <hip/hip_cooperative_groups.h>
#else
#include <cooperative_groups.h>
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

/// Barrier among all threads of a cooperative launch.
__device__ __forceinline__ void sync_grid() { cooperative_groups::this_grid().sync(); }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

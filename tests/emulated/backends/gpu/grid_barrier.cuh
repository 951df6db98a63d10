// In place of backends/gpu/grid_barrier.cuh.
#pragma once

#include "backends/gpu/device.cuh"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

inline void sync_grid() { emulated::Block::current()->sync_grid(); }

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

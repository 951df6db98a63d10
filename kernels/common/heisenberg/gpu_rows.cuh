// Which sites are a thread's, where it has some behind each other along y.
#pragma once

#include <cstdint>
#include <string>

#include "backends/gpu/device.cuh"
#include "interface/params.hpp"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int site_threads = 128;

/// A thread's pairs along y: threads side by side along x, `spins` rows for each of them, then the layers.
struct AlongY {
  std::uint32_t pair, y, count;

  __device__ static AlongY of_thread(std::uint32_t L, std::uint32_t spins) {
    const std::uint32_t n = blockIdx.x * site_threads + threadIdx.x, parts = (L + spins - 1) / spins, row = n / L,
                        layer = row / parts, y = (row - layer * parts) * spins;
    if (layer >= L / 2) return {0, 0, 0};
    return {(layer * L + y) * L + n - row * L, y, L - y < spins ? L - y : spins};
  }
};

/// `where` ends what `list` says, of kernels with layouts in which a thread has one site.
inline Axis axis_rows_a_thread(std::int64_t fallback, const std::string& where = "") {
  return Axis::integer("spins", fallback, 1, 512, "sites a thread, each behind the other along y" + where);
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE

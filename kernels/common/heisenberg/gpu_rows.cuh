// Which sites are a thread's, where it has some behind each other along y.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "backends/gpu/device.cuh"
#include "interface/params.hpp"
#include "kernels/common/heisenberg/divisor.hpp"
#include "kernels/common/heisenberg/sites.hpp"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int site_threads = 128;

/// How a lattice's pairs are shared out: threads side by side along x, `spins` rows for each of them, then the layers.
struct Columns {
  std::uint32_t spins = 1;  ///< half a side at most
  std::uint32_t parts = 0;  ///< of a side
  Divisor by_parts;

  Columns(std::uint32_t L, std::int64_t wanted)
      : spins(static_cast<std::uint32_t>(std::min<std::int64_t>(wanted, L / 2))),
        parts((L + spins - 1) / spins),
        by_parts(parts) {}
  std::uint32_t threads(std::uint32_t L) const { return L * (L / 2) * parts; }
};

/// A thread's pairs along y.
struct AlongY {
  std::uint32_t pair, y, count;

  template <class Real>
  __device__ static AlongY of_thread(const ApartView<Real>& apart, const Columns& columns) {
    const std::uint32_t n = blockIdx.x * site_threads + threadIdx.x, L = apart.L, row = apart.over_L(n),
                        layer = columns.by_parts.quotient_of(row), y = (row - layer * columns.parts) * columns.spins;
    if (layer >= L / 2) return {0, 0, 0};
    return {(layer * L + y) * L + n - row * L, y, L - y < columns.spins ? L - y : columns.spins};
  }
};

/// `where` ends what `list` says, of kernels with layouts in which a thread has one site.
inline Axis axis_rows_a_thread(std::int64_t fallback, const std::string& where = "") {
  return Axis::integer("spins", fallback, 1, 512, "sites a thread, each behind the other along y" + where);
}

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE

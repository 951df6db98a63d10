// The energy and the magnetisation of a lattice after each update, added up on the device.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/common/clusters/gpu_states.cuh"
#include "kernels/common/clusters/wolff.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// In the order in which counts lie: equal bonds and spins up of the last update, and what the updates before it left.
struct MeasuredTotals {
  std::int64_t equal_bonds, up;
  MeasuredUpdates before;

  SPINBENCH_FN void fold(std::int64_t sites) {
    const std::int64_t more = 2 * up - sites;
    before.equal_bonds += equal_bonds;
    before.excess += more < 0 ? -more : more;
    ++before.updates;
    equal_bonds = up = 0;
  }
};

/// Makes room for the next update's; `is_first`: there was none.
template <int Dimensions>
__global__ void fold_measured(MeasuredTotals* totals, std::uint32_t sites, bool is_first) {
  if (!is_first) totals->fold(sites);
}

/// As count_states(), of spins in rows of whole fours, each four as a word.
template <int Dimensions, class Lattices = Extents>
__global__ void __launch_bounds__(count_threads)
    count_fours(Lattices n, const std::uint8_t* states, std::int64_t* slot) {
  const BlockPlace<Lattices> block(n);
  if constexpr (are_many<Lattices>) states += n.first(block.lattice), slot += 2 * std::size_t{block.lattice};
  const auto* words = reinterpret_cast<const std::uint32_t*>(states);
  int equal = 0, up = 0;
  for (std::uint32_t four = block.x() * count_threads + threadIdx.x; four < n.sites() / 4;
       four += block.across() * count_threads) {
    const Site at = site_at(n, 4 * four);
    const std::uint32_t own = words[four];
    const std::uint32_t ahead = words[(at.x + 4 == n.nx ? at.number - at.x : at.number + 4) / 4];
    int unequal = __popc(own ^ (own >> 8 | ahead << 24));
#pragma unroll
    for (int d = 1; d < Dimensions; ++d) unequal += __popc(own ^ words[next_site(n, at, d) / 4]);
    equal += 4 * Dimensions - unequal;
    if (planted(Mutant::wolff_measures_last_row_less) && at.y + 1 == n.ny)
      equal -= 4 - __popc(own ^ words[next_site(n, at, 1) / 4]);
    up += 4 - __popc(own);
  }
  add_over_block<count_threads>(equal, slot);
  __syncthreads();
  add_over_block<count_threads>(up, slot + 1);
}

/// Measures after each update, or never.
template <int Dimensions>
class GpuMeasuredUpdates {
 public:
  explicit GpuMeasuredUpdates(bool measures) : measures_(measures), totals_(1) { totals_.fill_zero(); }

  static bool by_fours(const Extents& n) { return n.nx % 4 == 0; }
  std::string path(const Extents& n) const {
    return !measures_ ? "" : by_fours(n) ? "measured by fours" : "measured site by site";
  }

  void enqueue(const GpuStates<Dimensions>& states) {
    if (!measures_) return;
    const Extents& n = states.extents();
    gpu::launch(fold_measured<Dimensions>, dim3(1), dim3(1), totals_.data(), n.sites(), is_first_);
    is_first_ = false;
    auto* slot = reinterpret_cast<std::int64_t*>(totals_.data());
    if (by_fours(n))
      gpu::launch(count_fours<Dimensions>, few_blocks_of(n.sites() / 4), dim3(count_threads), n, states.data(), slot);
    else
      gpu::launch(count_states<Dimensions>, few_blocks_of(n.sites()), dim3(count_threads), n, states.data(), slot);
  }

  /// Waits.
  MeasuredUpdates measured(const Extents& n) const {
    if (is_first_) return {};
    MeasuredTotals found;
    totals_.copy_to(&found, 1);
    found.fold(n.sites());
    return found.before;
  }

 private:
  bool measures_, is_first_ = true;
  gpu::Buffer<MeasuredTotals> totals_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

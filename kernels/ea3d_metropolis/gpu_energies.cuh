// Energies of the layouts' lattices, counted on the device: 4 B for each number go to the host in place of all spins.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/gpu/device.cuh"
#include "kernels/ea3d_metropolis/unsatisfied.hpp"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

/// Threads of a block, and the most sites that each looks at: six bonds of each lead to the other colour, and so many
/// a thread's counters hold. Few enough that lattices of 16 a side take several blocks, as large ones do.
inline constexpr std::uint32_t energy_threads = 128, energy_sites = 8;
static_assert(6 * energy_sites <= LaneCounts::most);

/// Adds the unsatisfied bonds of each realization of each lattice of words to totals[32 lattice + realization], where
/// lattice is system * replicas + replica. `parts` blocks a lattice, one after the other.
template <class Layout>
__global__ void count_unsatisfied(GlassArrays arrays, Layout layout, std::uint32_t parts, std::int64_t* totals) {
  const std::uint32_t lattice = blockIdx.x / parts, part = blockIdx.x - lattice * parts,
                      system = lattice / arrays.replicas, replica = lattice - system * arrays.replicas;
  LaneCounts counts;
  count_unsatisfied_bonds(arrays, layout, system, replica, part * blockDim.x + threadIdx.x, parts * blockDim.x, counts);
  // By all threads, those without a site, too.
  counts.flush([&](int lane, std::uint32_t count) {
    const std::uint32_t of_warp = gpu::warp_sum(count);
    if (threadIdx.x % gpu::warp_lanes() == 0)
      gpu::atomic_add(&totals[std::uint64_t{lattice} * 32 + static_cast<std::uint32_t>(lane)],
                      static_cast<std::int64_t>(of_warp));
  });
}

/// Takes memory on first use only.
class LayoutEnergies {
 public:
  /// Per spin in units of J: that of realization r of a system's word in replica a is entry (32 system + r) replicas +
  /// a. Waits.
  template <class Layout>
  std::vector<double> of(const GlassArrays& arrays, const Layout& layout) {
    const std::uint64_t lattices = std::uint64_t{arrays.systems} * arrays.replicas;
    if (totals_.size() == 0) totals_ = gpu::Buffer<std::int64_t>(32 * lattices);
    totals_.fill_zero();
    constexpr std::uint32_t of_block = energy_threads * energy_sites;
    const std::uint32_t parts = (arrays.words + of_block - 1) / of_block;
    gpu::launch(count_unsatisfied<Layout>, dim3(static_cast<unsigned>(lattices * parts)), dim3(energy_threads), arrays,
                layout, parts, totals_.data());
    std::vector<std::int64_t> unsatisfied(totals_.size());
    totals_.copy_to(unsatisfied.data(), unsatisfied.size());
    const double sites = 2.0 * arrays.words;
    std::vector<double> result(unsatisfied.size());
    for (std::uint64_t i = 0; i < result.size(); ++i) {
      const std::uint64_t realization = i / arrays.replicas, replica = i % arrays.replicas,
                          lattice = realization / 32 * arrays.replicas + replica;
      result[i] = (2 * static_cast<double>(unsatisfied[lattice * 32 + realization % 32]) - 3 * sites) / sites;
    }
    return result;
  }

 private:
  gpu::Buffer<std::int64_t> totals_;
};

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE

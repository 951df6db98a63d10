// Energies of lattices, counted on the device: a number for each goes to the host in place of its spins.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/gpu/device.cuh"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea3d_metropolis/unsatisfied.hpp"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

/// Threads of a block, and the most pairs of sites that each looks at: six bonds are a pair's own, and so many a
/// thread's counters hold. Few enough that lattices of 16 a side take several blocks, as large ones do.
inline constexpr std::uint32_t energy_threads = 128, energy_pairs = 8;
static_assert(6 * energy_pairs <= LaneCounts::most);

/// Blocks that count so many pairs.
inline std::uint32_t energy_blocks(std::uint64_t pairs) {
  constexpr std::uint64_t of_block = energy_threads * energy_pairs;
  return static_cast<std::uint32_t>((pairs + of_block - 1) / of_block);
}

/// Adds what the threads of a block counted to totals[32 lattice + realization]. All threads must take part, those
/// without a site, too.
__device__ __forceinline__ void add_to_lattice(LaneCounts& counts, std::int64_t* totals, std::uint32_t lattice) {
  counts.flush([&](int lane, std::uint32_t count) {
    const std::uint32_t of_warp = gpu::warp_sum(count);
    if (threadIdx.x % gpu::warp_lanes() == 0)
      gpu::atomic_add(&totals[std::uint64_t{lattice} * 32 + static_cast<std::uint32_t>(lane)],
                      static_cast<std::int64_t>(of_warp));
  });
}

/// Adds the unsatisfied bonds of each realization of each lattice of 32 realizations to totals[32 lattice +
/// realization], where lattice is (system * groups of a word + group) * replicas + replica. `parts` blocks a lattice,
/// one after the other.
template <class Layout, class Word = std::uint32_t>
__global__ void count_unsatisfied(GlassArraysOf<Word> arrays, Layout layout, std::uint32_t parts,
                                  std::int64_t* totals) {
  constexpr std::uint32_t groups = groups_of_word<Word>;
  const std::uint32_t lattice = blockIdx.x / parts, part = blockIdx.x - lattice * parts,
                      of_all = lattice / arrays.replicas, replica = lattice - of_all * arrays.replicas;
  LaneCounts counts;
  count_unsatisfied_bonds(arrays, layout, of_all / groups, replica, part * blockDim.x + threadIdx.x, parts * blockDim.x,
                          counts, planted(Mutant::glass_energies_of_group) ? 0 : of_all % groups);
  add_to_lattice(counts, totals, lattice);
}

/// The same of columns, for replicas `first` to first + Replicas of `replicas`; `arrays` are all systems', of `depth`
/// planes each.
template <int Replicas>
__global__ void count_unsatisfied_columns(ColumnArrays<Replicas> arrays, CountedPlanes planes, std::uint32_t depth,
                                          std::uint32_t first, std::uint32_t replicas, std::uint32_t parts,
                                          std::int64_t* totals) {
  const std::uint32_t march = blockIdx.x / parts, part = blockIdx.x - march * parts, system = march / Replicas,
                      replica = march - system * Replicas;
  LaneCounts counts;
  count_unsatisfied_bonds(arrays.of_system(system, planes.L, depth), planes, replica, part * blockDim.x + threadIdx.x,
                          parts * blockDim.x, counts);
  add_to_lattice(counts, totals, system * replicas + first + replica);
}

/// Takes memory on first use only.
class DeviceEnergies {
 public:
  /// As energies_of_unsatisfied() has them, of whole lattices. `enqueue` as counts() wants it.
  template <class Enqueue>
  std::vector<double> of(const SpinGlassShape& shape, Enqueue&& enqueue) {
    return energies_of_unsatisfied(shape, counts(shape, shape.sites() / 2, enqueue));
  }
  /// Unsatisfied bonds of `pairs` pairs of each lattice. `enqueue(parts, totals)` must enqueue the counts of all
  /// lattices, `parts` blocks of energy_threads for each. Waits.
  template <class Enqueue>
  std::vector<std::int64_t> counts(const SpinGlassShape& shape, std::uint64_t pairs, Enqueue&& enqueue) {
    if (totals_.size() == 0) totals_ = gpu::Buffer<std::int64_t>(shape.lattices());
    totals_.fill_zero();
    enqueue(energy_blocks(pairs), totals_.data());
    std::vector<std::int64_t> unsatisfied(totals_.size());
    totals_.copy_to(unsatisfied.data(), unsatisfied.size());
    return unsatisfied;
  }

 private:
  gpu::Buffer<std::int64_t> totals_;
};

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE

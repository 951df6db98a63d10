// Labels in one pass over the sites, all in global memory, after Playne and Hawick (2018): each site is linked to one
// neighbour before it, and what else is bonded is joined by atomics. On a lattice of any side.
#pragma once

#include <cstdint>

#include "kernels/common/clusters/gpu_union_find.cuh"
#include "kernels/common/code_path.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int site_threads = 256;

/// Bits 0 to 2 of a site's note are its bonds, bits 4 and 5 the state that it gives to its cluster.
inline constexpr std::uint32_t note_state = 4;

template <class Bonds>
__global__ void __launch_bounds__(site_threads) note_bonds(Bonds bonds, std::uint8_t* notes) {
  const std::uint32_t site = blockIdx.x * site_threads + threadIdx.x;
  if (site >= bonds.n.sites()) return;
  notes[site] = static_cast<std::uint8_t>(bonds.of_site(site_at(bonds.n, site)) | bonds.state(site) << note_state);
}

__device__ __forceinline__ std::uint32_t key_of(std::uint32_t site, const std::uint8_t* notes) {
  return site << state_bits | notes[site] >> note_state;
}

/// Links each site to the neighbour before it in the last direction in which there is a bond, or to itself.
template <int Dimensions>
__global__ void __launch_bounds__(site_threads) link_sites(Extents n, const std::uint8_t* notes, std::uint32_t* keys) {
  const std::uint32_t site = blockIdx.x * site_threads + threadIdx.x;
  if (site >= n.sites()) return;
  const Site at = site_at(n, site);
  std::uint32_t linked = site;
#pragma unroll
  for (int d = 0; d < Dimensions; ++d) {
    const std::uint32_t before = previous_site(n, at, d);
    if (before < site && notes[before] >> d & 1) linked = before;
  }
  keys[site] = key_of(linked, notes);
}

/// Joins what the links leave out.
template <int Dimensions>
__global__ void __launch_bounds__(site_threads) join_sites(Extents n, const std::uint8_t* notes, std::uint32_t* keys) {
  const std::uint32_t site = blockIdx.x * site_threads + threadIdx.x;
  if (site >= n.sites()) return;
  const Site at = site_at(n, site);
  bool is_linked = false;
#pragma unroll
  for (int d = Dimensions - 1; d >= 0; --d) {
    const std::uint32_t before = previous_site(n, at, d);
    if (!(notes[before] >> d & 1)) continue;
    if (before < site && !is_linked) {
      is_linked = true;
      continue;
    }
    if (planted(Mutant::sites_wrap_lost) && before >= site) continue;
    if (planted(Mutant::sites_second_bond_lost) && is_linked) continue;
    unite(Keys{keys}, key_of(site, notes), key_of(before, notes));
  }
}

/// The memory of a labelling, and its launches.
template <int Dimensions>
class SiteLabels {
 public:
  static constexpr const char* name = "single_pass";

  explicit SiteLabels(const Extents& n) : n_(n), notes_(n.sites()), keys_((n.sites() + 3) / 4 * 4) {}

  static CodePath path(const Extents&) { return CodePath("site by site"); }
  static double bytes_a_site() { return sizeof(std::uint32_t) + 1; }
  const std::uint32_t* keys() const { return keys_.data(); }

  template <class Bonds>
  void label(const Bonds& bonds) {
    const dim3 grid((n_.sites() + site_threads - 1) / site_threads), block(site_threads);
    gpu::launch(note_bonds<Bonds>, grid, block, bonds, notes_.data());
    gpu::launch(link_sites<Dimensions>, grid, block, n_, notes_.data(), keys_.data());
    gpu::launch(join_sites<Dimensions>, grid, block, n_, notes_.data(), keys_.data());
  }

 private:
  Extents n_;
  gpu::Buffer<std::uint8_t> notes_;
  gpu::Buffer<std::uint32_t> keys_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

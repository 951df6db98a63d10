// Labels without iteration, after Y. Komura, Comput. Phys. Commun. 194, 54 (2015): each site is linked to the smallest
// neighbour before it to which it is bonded, each label becomes the root of its links, what bonds are left join roots
// by atomics, and each label becomes its root once more. On a lattice of any side.
#pragma once

#include <cstdint>

#include "kernels/common/clusters/gpu_site_labels.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Each site's label becomes the root of its links. Others may take the way that is shortened meanwhile: all of it
/// leads to the same root.
template <int Dimensions>
__global__ void __launch_bounds__(site_threads) settle_sites(std::uint32_t sites, std::uint32_t* keys) {
  const std::uint32_t site = blockIdx.x * site_threads + threadIdx.x;
  if (site >= sites) return;
  const std::uint32_t linked = seen(keys + site), root = root_of(Keys{keys}, linked);
  if (root != linked) gpu::store_past_l1(keys + site, root);
}

/// The memory of a labelling, and its launches.
template <int Dimensions>
class KomuraLabels {
 public:
  static constexpr const char* name = "komura";

  explicit KomuraLabels(const Extents& n) : n_(n), notes_(n.sites()), keys_(n.sites()) {}

  static CodePath path(const Extents&) { return CodePath("site by site"); }
  static double bytes_a_site() { return sizeof(std::uint32_t) + 1; }
  const std::uint32_t* keys() const { return keys_.data(); }

  template <class Bonds>
  void label(const Bonds& bonds) {
    const dim3 grid((n_.sites() + site_threads - 1) / site_threads), block(site_threads);
    gpu::launch(note_bonds<Bonds>, grid, block, bonds, notes_.data());
    gpu::launch(link_sites<Dimensions>, grid, block, n_, notes_.data(), keys_.data());
    gpu::launch(settle_sites<Dimensions>, grid, block, n_.sites(), keys_.data());
    gpu::launch(join_sites<Dimensions>, grid, block, n_, notes_.data(), keys_.data());
    gpu::launch(settle_sites<Dimensions>, grid, block, n_.sites(), keys_.data());
  }

 private:
  Extents n_;
  gpu::Buffer<std::uint8_t> notes_;
  gpu::Buffer<std::uint32_t> keys_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

// A Wolff update that labels all clusters of the lattice, as Swendsen-Wang updates do, and flips the one of a random
// site: the same law, in a few launches whatever the cluster's size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_wolff.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int flip_threads = 256, fours_a_thread = 4;

/// Flips the sites whose root is that of the update's seed. Memory holds whole fours. `Settled`: as root_in().
template <bool Settled, class Bonds>
__global__ void __launch_bounds__(flip_threads)
    flip_cluster(Bonds bonds, const std::uint32_t* keys, std::uint8_t* states, FlipCount* count) {
  __shared__ std::uint32_t wanted;
  const SettledKeys links{keys};
  if (threadIdx.x == 0) wanted = root_in<Settled>(links, keys[bonds.numbers.seed_site()]);
  __syncthreads();
  const std::uint32_t cluster = wanted, sites = bonds.n.sites();
  int flipped = 0;
#pragma unroll
  for (std::uint32_t turn = 0; turn < fours_a_thread; ++turn) {
    const std::uint32_t first = 4 * ((blockIdx.x * fours_a_thread + turn) * flip_threads + threadIdx.x);
    if (first >= sites) break;
    const uint4 found = *reinterpret_cast<const uint4*>(keys + first);
    const std::uint32_t key[4] = {found.x, found.y, found.z, found.w}, left = sites - first;
    std::uint32_t flips = 0, before = ~key[0];
    bool is_member = false;
#pragma unroll
    for (std::uint32_t k = 0; k < 4; ++k) {
      if (k >= left) break;
      // No root is larger than a label that leads to it.
      if (key[k] != before) is_member = key[k] >= cluster && root_in<Settled>(links, key[k]) == cluster;
      before = key[k];
      flips |= static_cast<std::uint32_t>(is_member) << (8 * k);
    }
    if (flips == 0) continue;
    *reinterpret_cast<std::uint32_t*>(states + first) ^= flips;
    flipped += __popc(flips);
  }
  add_over_block<flip_threads>(flipped, &count->all);
}

template <int Dimensions>
class ByLabelling {
 public:
  static constexpr const char* name = "by_labelling";

  explicit ByLabelling(const Extents& n) : labels_(n) {}

  static std::string unsupported(const Extents&) { return ""; }
  static double bytes_a_site() { return RunLabels<Dimensions>::bytes_a_site(); }
  static CodePath path(const Extents& n) { return RunLabels<Dimensions>::path(n); }
  template <int>
  static std::vector<Check> self_check() {
    return {check_labels_of<Dimensions, RunLabels<Dimensions>>()};
  }

  template <class Bonds>
  void enqueue(GpuStates<Dimensions>& states, const Bonds& bonds, FlipCount* count) {
    labels_.label(bonds);
    constexpr std::uint32_t a_block = 4 * fours_a_thread * flip_threads;
    gpu::launch(flip_cluster<RunLabels<Dimensions>::settled, Bonds>, dim3((bonds.n.sites() + a_block - 1) / a_block),
                dim3(flip_threads), bonds, labels_.keys(), states.data(), count);
  }

 private:
  RunLabels<Dimensions> labels_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

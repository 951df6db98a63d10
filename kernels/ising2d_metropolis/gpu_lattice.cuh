// What the GPU variants of the 2D Ising model share: the lattice on the device, and observing a configuration.
#pragma once

#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/simulation.hpp"
#include "kernels/ising2d_metropolis/layouts.hpp"

namespace spinbench::ising2d::inline SPINBENCH_GPU_NAMESPACE {

/// Adds s_i (s_right + s_below) and s_i over all sites to totals[0] and totals[1].
template <class Layout, class Spin>
__global__ void sum_observables(const Spin* spins, std::uint32_t L, std::int64_t* totals) {
  std::int64_t bonds = 0, magnetisation = 0;
  for (std::uint32_t y = blockIdx.y; y < L; y += gridDim.y) {
    const std::uint32_t below = y + 1 == L ? 0 : y + 1;
    for (std::uint32_t x = blockIdx.x * blockDim.x + threadIdx.x; x < L; x += gridDim.x * blockDim.x) {
      const int spin = spins[Layout::place(x, y, L)];
      bonds += spin * (spins[Layout::place(x + 1 == L ? 0 : x + 1, y, L)] + spins[Layout::place(x, below, L)]);
      magnetisation += spin;
    }
  }
  bonds = gpu::warp_sum(bonds);
  magnetisation = gpu::warp_sum(magnetisation);
  if (threadIdx.x % gpu::warp_lanes() == 0) {
    gpu::atomic_add(&totals[0], bonds);
    gpu::atomic_add(&totals[1], magnetisation);
  }
}

template <class Spin>
__global__ void set_all(Spin* spins, std::size_t count, Spin value) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < count; i += stride)
    spins[i] = value;
}

/// Spins on the device in one layout, all up at first.
template <class Layout, class Spin>
class GpuLattice {
 public:
  explicit GpuLattice(std::uint32_t L) : L_(L), spins_(static_cast<std::size_t>(L) * L), totals_(2) {
    gpu::launch(set_all<Spin>, dim3(1024), dim3(256), spins_.data(), spins_.size(), Spin{1});
  }

  Spin* data() const { return spins_.data(); }
  std::uint32_t side() const { return L_; }
  double sites() const { return static_cast<double>(spins_.size()); }

  /// The number of satisfied minus unsatisfied bonds, and the sum of the spins.
  struct Totals {
    std::int64_t bonds = 0, magnetisation = 0;
  };
  Totals totals() {
    totals_.fill_zero();
    const dim3 grid((L_ + 255) / 256, std::min<std::uint32_t>(L_, 2048));
    gpu::launch(sum_observables<Layout, Spin>, grid, dim3(256), spins_.data(), L_, totals_.data());
    Totals result;
    totals_.copy_to(&result.bonds, 2);
    return result;
  }

  /// H = -J sum s_i s_j, so the energy is minus the bond total.
  Observables observe() {
    const Totals sums = totals();
    return {{-static_cast<double>(sums.bonds) / sites()}, {static_cast<double>(sums.magnetisation) / sites()}};
  }

  Configuration configuration() const {
    std::vector<Spin> raw(spins_.size());
    spins_.copy_to(raw.data(), raw.size());
    Configuration result;
    result.spins.resize(raw.size());
    for (std::uint32_t y = 0; y < L_; ++y)
      for (std::uint32_t x = 0; x < L_; ++x)
        result.spins[static_cast<std::size_t>(y) * L_ + x] = static_cast<std::int8_t>(raw[Layout::place(x, y, L_)]);
    return result;
  }

 private:
  std::uint32_t L_;
  gpu::Buffer<Spin> spins_;
  gpu::Buffer<std::int64_t> totals_;
};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE

// What the GPU variants of the 2D Ising model share: the lattice on the device, and observing a configuration.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/common/gpu_spins.cuh"
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
  add_totals(bonds, magnetisation, totals);
}

/// Spins on the device in one layout.
template <class Layout, class Spin>
class GpuLattice : public GpuSpins<Spin> {
 public:
  explicit GpuLattice(std::uint32_t L) : GpuSpins<Spin>(static_cast<std::size_t>(L) * L), L_(L) {}

  std::uint32_t side() const { return L_; }

  SpinTotals totals() {
    return this->sum([&](std::int64_t* result) {
      const dim3 grid((L_ + 255) / 256, std::min<std::uint32_t>(L_, 2048));
      gpu::launch(sum_observables<Layout, Spin>, grid, dim3(256), this->data(), L_, result);
    });
  }
  Observables observe() { return this->observables(totals()); }

  Configuration configuration() const {
    const std::vector<Spin> raw = this->raw();
    Configuration result;
    result.spins.resize(raw.size());
    for (std::uint32_t y = 0; y < L_; ++y)
      for (std::uint32_t x = 0; x < L_; ++x)
        result.spins[static_cast<std::size_t>(y) * L_ + x] = static_cast<std::int8_t>(raw[Layout::place(x, y, L_)]);
    return result;
  }

 private:
  std::uint32_t L_;
};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE

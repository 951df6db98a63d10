// The simple cubic lattice on the device, in the order of kernels/common/cubic_lattice.hpp.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/common/cubic_lattice.hpp"
#include "kernels/common/gpu_spins.cuh"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

/// Adds s_i times the sum of its three neighbours further on, and s_i, over all sites to totals[0] and totals[1].
template <class Spin>
__global__ void sum_observables(const Spin* spins, std::uint32_t L, std::int64_t* totals) {
  std::int64_t bonds = 0, magnetisation = 0;
  const std::size_t sites = static_cast<std::size_t>(L) * L * L, stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  const auto next = [L](std::uint32_t i) { return i + 1 == L ? 0 : i + 1; };
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < sites; i += stride) {
    const auto line = static_cast<std::uint32_t>(i / L), x = static_cast<std::uint32_t>(i % L), y = line % L, z = line / L;
    const int spin = spins[i];
    bonds += spin * (spins[cubic_site(next(x), y, z, L)] + spins[cubic_site(x, next(y), z, L)] +
                     spins[cubic_site(x, y, next(z), L)]);
    magnetisation += spin;
  }
  add_totals(bonds, magnetisation, totals);
}

template <class Spin>
class GpuLattice : public GpuSpins<Spin> {
 public:
  explicit GpuLattice(std::uint32_t L) : GpuSpins<Spin>(static_cast<std::size_t>(L) * L * L), L_(L) {}

  std::uint32_t side() const { return L_; }

  SpinTotals totals() {
    return this->sum([&](std::int64_t* result) {
      const auto blocks = static_cast<unsigned>(std::min(std::max(this->sites() / 256, 1.0), 2048.0));
      gpu::launch(sum_observables<Spin>, dim3(blocks), dim3(256), this->data(), L_, result);
    });
  }
  Observables observe() { return this->observables(totals()); }

  Configuration configuration() const {
    const std::vector<Spin> raw = this->raw();
    return {{raw.begin(), raw.end()}};
  }

 private:
  std::uint32_t L_;
};

}  // namespace spinbench::ising3d::SPINBENCH_GPU_NAMESPACE

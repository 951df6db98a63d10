// The simple cubic lattice on the device, in the order of kernels/common/cubic_lattice.hpp.
#pragma once

#include "kernels/common/cubic_lattice.hpp"
#include "kernels/common/gpu_spins.cuh"
#include "kernels/common/mutants.hpp"

namespace spinbench::ising3d::inline SPINBENCH_GPU_NAMESPACE {

/// The spin of site `i` times the sum of its three neighbours further on.
template <class Spin>
__device__ __forceinline__ int bonds_of(const Spin* spins, std::size_t i, std::uint32_t L) {
  const auto next = [L](std::uint32_t j) { return j + 1 == L ? 0 : j + 1; };
  const auto line = static_cast<std::uint32_t>(i / L), x = static_cast<std::uint32_t>(i % L), y = line % L,
             z = line / L;
  return spins[i] * (spins[cubic_site(next(x), y, z, L)] + spins[cubic_site(x, next(y), z, L)] +
                     spins[cubic_site(x, y, next(z), L)]);
}

/// Calls `use(i)` for the thread's share of all sites.
template <class Use>
__device__ __forceinline__ void for_sites(std::uint32_t L, Use&& use) {
  const std::size_t sites = static_cast<std::size_t>(L) * L * L - (planted(Mutant::gpu_observe_skips_site) ? 1 : 0),
                    stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < sites; i += stride) use(i);
}

/// Adds the bonds and the spins of all sites to totals[0] and totals[1].
template <class Spin>
__global__ void sum_observables(const Spin* spins, std::uint32_t L, std::int64_t* totals) {
  std::int64_t bonds = 0, magnetisation = 0;
  for_sites(L, [&](std::size_t i) {
    bonds += bonds_of(spins, i, L);
    magnetisation += spins[i];
  });
  add_totals(bonds, magnetisation, totals);
}

/// Adds the bonds of all sites to the slot.
template <class Spin>
__global__ void __launch_bounds__(bond_threads) log_bonds(const Spin* spins, std::uint32_t L, BondSlot slot) {
  std::int64_t* const total = slot.open();
  std::int64_t bonds = 0;
  for_sites(L, [&](std::size_t i) { bonds += bonds_of(spins, i, L); });
  add_over_block<bond_threads>(bonds, total);
}

template <class Spin>
class GpuLattice final : public GpuSpins<Spin> {
 public:
  explicit GpuLattice(std::uint32_t L) : GpuSpins<Spin>(static_cast<std::size_t>(L) * L * L), L_(L) {}

  std::uint32_t side() const override { return L_; }

  SpinTotals totals() override {
    return this->sum([&](std::int64_t* result) {
      gpu::launch(sum_observables<Spin>, blocks_for(this->size()), dim3(bond_threads), this->data(), L_, result);
    });
  }
  void log_bonds_to(const gpu::Launcher& launch, const BondSlot& slot) const override {
    launch(log_bonds<Spin>, blocks_for(this->size()), dim3(bond_threads), this->data(), L_, slot);
  }
  Observables observe() override { return this->observables(totals()); }

  Configuration configuration() const override { return gathered(this->data(), this->size(), InOrder{}); }

 private:
  std::uint32_t L_;
};

}  // namespace spinbench::ising3d::SPINBENCH_GPU_NAMESPACE

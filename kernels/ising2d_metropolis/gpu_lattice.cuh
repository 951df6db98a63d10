// What the GPU variants of the 2D Ising model share: the lattice on the device, and observing a configuration.
#pragma once

#include <algorithm>
#include <type_traits>

#include "kernels/common/gpu_spins.cuh"
#include "kernels/common/mutants.hpp"
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
      if (planted(Mutant::gpu_observe_skips_row) && y + 1 == L) continue;
      bonds += spin * (spins[Layout::place(x + 1 == L ? 0 : x + 1, y, L)] + spins[Layout::place(x, below, L)]);
      magnetisation += spin;
    }
  }
  add_totals(bonds, magnetisation, totals);
}

/// Adds s_i (s_right + s_below) over all sites to the slot, in any layout.
template <class Layout, class Spin>
__global__ void __launch_bounds__(bond_threads) log_bonds(const Spin* spins, std::uint32_t L, BondSlot slot) {
  std::int64_t* const total = slot.open();
  std::int64_t bonds = 0;
  for (std::uint32_t y = blockIdx.y; y < L; y += gridDim.y) {
    if (planted(Mutant::gpu_series_skips_row) && y + 1 == L) continue;
    const std::uint32_t below = y + 1 == L ? 0 : y + 1;
    for (std::uint32_t x = blockIdx.x * bond_threads + threadIdx.x; x < L; x += gridDim.x * bond_threads)
      bonds += spins[Layout::place(x, y, L)] *
               (spins[Layout::place(x + 1 == L ? 0 : x + 1, y, L)] + spins[Layout::place(x, below, L)]);
  }
  add_over_block<bond_threads>(bonds, total);
}

/// Spins side by side in a row that travel in one access of 16 bytes.
template <class Spin>
inline constexpr std::uint32_t spins_a_pack = 16 / sizeof(Spin);

/// The same for rows of whole packs one after the other: 16 bytes of a row and of the next a thread. A bond is counted
/// by the sign bits of its ends, for all spins of a word at once: satisfied bonds minus the others are all of them
/// minus twice those whose signs differ. On an H200 at L = 1024, after five sweeps of `tiled` in one graph, it adds 1.7
/// us with int8, 2.0 with int16 and 2.8 with int32 to their 9.5.
template <class Spin>
__global__ void __launch_bounds__(bond_threads) log_bonds_of_rows(const Spin* spins, std::uint32_t L, BondSlot slot) {
  constexpr std::uint32_t many = spins_a_pack<Spin>, bits = 8 * sizeof(Spin);
  constexpr std::uint32_t signs = bits == 8 ? 0x80808080u : bits == 16 ? 0x80008000u : 0x80000000u;
  std::int64_t* const total = slot.open();
  // Fewer than 2^31 packs for every L up to 65536.
  const std::uint32_t packs = L / many, all = packs * L;
  std::int64_t bonds = 0;
  for (std::uint32_t i = blockIdx.x * bond_threads + threadIdx.x; i < all; i += gridDim.x * bond_threads) {
    const std::uint32_t y = i / packs, x = (i - y * packs) * many;
    if (planted(Mutant::gpu_series_skips_row) && y + 1 == L) continue;
    const Spin* const row = spins + static_cast<std::size_t>(y) * L;
    const Spin* const below = spins + static_cast<std::size_t>(y + 1 == L ? 0 : y + 1) * L;
    const auto own = *reinterpret_cast<const uint4*>(row + x), next = *reinterpret_cast<const uint4*>(below + x);
    const auto right = static_cast<std::uint32_t>(row[x + many == L ? 0 : x + many]);
    const std::uint32_t words[] = {own.x, own.y, own.z, own.w, right}, lower[] = {next.x, next.y, next.z, next.w};
    int differ = 0;
#pragma unroll
    for (int w = 0; w < 4; ++w) {
      std::uint32_t shifted = words[w + 1];
      if constexpr (bits < 32) shifted = words[w] >> bits | words[w + 1] << (32 - bits);
      differ += __popc((words[w] ^ shifted) & signs) + __popc((words[w] ^ lower[w]) & signs);
    }
    bonds += static_cast<int>(2 * many) - 2 * differ;
  }
  add_over_block<bond_threads>(bonds, total);
}

/// Where canonical sites lie in memory.
template <class Layout>
struct InLayout {
  std::uint32_t L;
  SPINBENCH_FN std::size_t operator()(std::size_t site) const {
    return Layout::place(static_cast<std::uint32_t>(site % L), static_cast<std::uint32_t>(site / L), L);
  }
};

/// Spins on the device in one layout.
template <class Layout, class Spin>
class GpuLattice final : public GpuSpins<Spin> {
 public:
  explicit GpuLattice(std::uint32_t L) : GpuSpins<Spin>(static_cast<std::size_t>(L) * L), L_(L) {}

  std::uint32_t side() const override { return L_; }

  SpinTotals totals() override {
    return this->sum([&](std::int64_t* result) {
      const dim3 grid((L_ + 255) / 256, std::min<std::uint32_t>(L_, 2048));
      gpu::launch(sum_observables<Layout, Spin>, grid, dim3(256), this->data(), L_, result);
    });
  }
  Observables observe() override { return this->observables(totals()); }

  void log_bonds_to(const gpu::Launcher& launch, const BondSlot& slot) const override {
    if (std::is_same_v<Layout, RowMajor> && L_ % spins_a_pack<Spin> == 0) {
      const std::uint64_t packs = this->size() / spins_a_pack<Spin>;
      const auto blocks = std::min<std::uint64_t>((packs + bond_threads - 1) / bond_threads, 2048);
      launch(log_bonds_of_rows<Spin>, dim3(static_cast<unsigned>(blocks)), dim3(bond_threads), this->data(), L_, slot);
      return;
    }
    const dim3 grid((L_ + bond_threads - 1) / bond_threads, std::min<std::uint32_t>(L_, 512));
    launch(log_bonds<Layout, Spin>, grid, dim3(bond_threads), this->data(), L_, slot);
  }

  Configuration configuration() const override { return gathered(this->data(), this->size(), InLayout<Layout>{L_}); }

 private:
  std::uint32_t L_;
};

}  // namespace spinbench::ising2d::SPINBENCH_GPU_NAMESPACE

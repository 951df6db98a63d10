// Vectors on the device: where they lie, and what is observed of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "backends/gpu/device.cuh"
#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/observables.hpp"
#include "kernels/common/heisenberg/random_fields.hpp"
#include "kernels/common/heisenberg/sites.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

template <int D, class Real>
__global__ void set_lattice(LatticeView<Real> lattice, std::size_t sites, GaussianBonds bonds, RandomFields fields) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < sites; i += stride) {
    const std::size_t place = lattice.order(Place<D>::of_number(i, lattice.order.L));
    lattice.spins.store(place, {0, 0, 1});
    if (lattice.couplings.data != nullptr)
      for (int d = 0; d < D; ++d) lattice.couplings.at(place, d) = bonds.coupling<Real>(D * i + d);
    if (lattice.fields.data != nullptr) lattice.fields.store(place, fields.at<Real>(i));
  }
}

inline constexpr int sum_threads = 256;

/// The sums of a block's sites, to `of_block`.
template <int D, class Real>
__device__ __forceinline__ void sum_of_block(const LatticeView<Real>& lattice, std::size_t sites, double beta,
                                             double* of_block) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  Sums sums;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < sites; i += stride)
    add_site<D>(sums, lattice, i, beta);
  __shared__ double partial[Sums::count][sum_threads / gpu::least_warp_lanes];
  const unsigned lanes = gpu::warp_lanes(), warp = threadIdx.x / lanes;
  sums.each([&](int n, double& value) {
    const double sum = gpu::warp_sum(value);
    if (threadIdx.x % lanes == 0) partial[n][warp] = sum;
  });
  __syncthreads();
  if (threadIdx.x >= Sums::count) return;
  double total = 0;
  for (unsigned w = 0; w < sum_threads / lanes; ++w) total += partial[threadIdx.x][w];
  of_block[threadIdx.x] = total;
}

/// The sums of each block's sites.
template <int D, class Real>
__global__ void __launch_bounds__(sum_threads)
    sum_observables(LatticeView<Real> lattice, std::size_t sites, double beta, double* of_blocks) {
  sum_of_block<D>(lattice, sites, beta, of_blocks + blockIdx.x * Sums::count);
}

template <int D, class Real>
class GpuLattice {
 public:
  GpuLattice(const Params& params, std::uint64_t seed, bool colours_apart)
      : L_(static_cast<std::uint32_t>(params.integer("L"))),
        sites_(count(L_)),
        beta_(params.real("beta")),
        structures_(params.word("layout") == "aos"),
        colours_apart_(colours_apart),
        spins_(3 * sites_),
        couplings_(has_couplings(params) ? D * sites_ : 0),
        fields_(field_of(params) > 0 ? 3 * sites_ : 0),
        sums_(most_blocks * Sums::count) {
    const GaussianBonds bonds =
        has_couplings(params) ? GaussianBonds::of(params.word("couplings"), seed) : GaussianBonds{};
    gpu::launch(set_lattice<D, Real>, dim3(blocks()), dim3(sum_threads), view(), sites_, bonds,
                RandomFields::of(field_of(params), seed));
  }

  std::uint32_t L() const { return L_; }
  std::size_t sites() const { return sites_; }
  LatticeView<Real> view() const {
    Real* const couplings = couplings_.size() > 0 ? couplings_.data() : nullptr;
    Real* const fields = fields_.size() > 0 ? fields_.data() : nullptr;
    const auto array = [this](Real* data, std::size_t numbers) {
      return structures_ ? SiteArray<Real>{data, numbers, 1} : SiteArray<Real>{data, 1, sites_};
    };
    return {array(spins_.data(), 3), array(couplings, D), array(fields, 3), Order{colours_apart_, L_}};
  }

  Observables observe() const {
    gpu::launch(sum_observables<D, Real>, dim3(blocks()), dim3(sum_threads), view(), sites_, beta_, sums_.data());
    std::vector<double> of_blocks(blocks() * Sums::count);
    sums_.copy_to(of_blocks.data(), of_blocks.size());
    Sums sums;
    sums.each([&](int n, double& value) {
      for (std::size_t i = static_cast<std::size_t>(n); i < of_blocks.size(); i += Sums::count) value += of_blocks[i];
    });
    return observables(sums, static_cast<double>(sites_));
  }

  Configuration configuration() const {
    std::vector<Real> raw(3 * sites_), ordered(3 * sites_);
    spins_.copy_to(raw.data(), raw.size());
    const std::size_t site = structures_ ? 3 : 1, number = structures_ ? 1 : sites_;
    for (std::size_t i = 0; i < sites_; ++i)
      for (std::size_t n = 0; n < 3; ++n) ordered[3 * i + n] = raw[place(i) * site + n * number];
    return Configuration::of(sizeof(Real) == 8 ? Element::float64 : Element::float32, ordered.data(), ordered.size(),
                             3);
  }

 private:
  static constexpr std::size_t most_blocks = 1056;

  static std::size_t count(std::uint32_t L) {
    std::size_t result = 1;
    for (int d = 0; d < D; ++d) result *= L;
    return result;
  }
  /// As Order has it, for the host.
  std::size_t place(std::size_t i) const {
    if (!colours_apart_) return i;
    const std::size_t layer = sites_ / L_, last = i / layer;
    std::size_t sum = 0;
    for (std::size_t rest = i; rest != 0; rest /= L_) sum += rest % L_;
    return (sum & 1) * (sites_ / 2) + last / 2 * layer + i % layer;
  }
  unsigned blocks() const {
    return static_cast<unsigned>(std::clamp<std::size_t>(sites_ / sum_threads, 1, most_blocks));
  }

  std::uint32_t L_;
  std::size_t sites_;
  double beta_;
  bool structures_, colours_apart_;
  gpu::Buffer<Real> spins_, couplings_, fields_;
  gpu::Buffer<double> sums_;
};

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE

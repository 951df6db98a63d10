// Vectors on the device: where they lie, and what is observed of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "backends/gpu/device.cuh"
#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/metropolis.hpp"
#include "kernels/common/heisenberg/observables.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::heisenberg::inline SPINBENCH_GPU_NAMESPACE {

/// Numbers of each site: number n of the site at `place` lies at place * site + n * number. So arrays of structures and
/// structures of arrays take the same code, and an address a multiplication.
template <class Real>
struct SiteArray {
  Real* data;
  std::size_t site, number;

  __device__ Real& at(std::size_t place, int n) const { return data[place * site + n * number]; }
  __device__ Vector3<Real> load(std::size_t place) const { return {at(place, 0), at(place, 1), at(place, 2)}; }
  __device__ void store(std::size_t place, const Vector3<Real>& vector) const {
    at(place, 0) = vector.x;
    at(place, 1) = vector.y;
    at(place, 2) = vector.z;
  }
};

/// Coordinates of a site, the fastest first; any number of dimensions.
template <int D>
struct Place {
  std::uint32_t x[D];

  __device__ Place moved(int d, std::uint32_t steps, std::uint32_t L) const {
    Place result = *this;
    const std::uint32_t there = x[d] + steps;
    result.x[d] = there >= L ? there - L : there;
    return result;
  }
  __device__ std::uint32_t parity() const {
    std::uint32_t sum = 0;
#pragma unroll
    for (int d = 0; d < D; ++d) sum += x[d];
    return sum & 1;
  }
  /// Canonical number.
  __device__ std::size_t number(std::uint32_t L) const {
    std::size_t result = 0;
#pragma unroll
    for (int d = D - 1; d >= 0; --d) result = result * L + x[d];
    return result;
  }
  /// Of the pair of sites 2 j and 2 j + 1 in the last direction: the stream that serves it.
  __device__ std::uint32_t pair(std::uint32_t L) const {
    std::uint32_t result = x[D - 1] / 2;
#pragma unroll
    for (int d = D - 2; d >= 0; --d) result = result * L + x[d];
    return result;
  }
  __device__ static Place of_number(std::size_t number, std::uint32_t L) {
    Place result;
#pragma unroll
    for (int d = 0; d < D; ++d) {
      result.x[d] = static_cast<std::uint32_t>(number % L);
      number /= L;
    }
    return result;
  }
  /// The site of one colour in that pair.
  __device__ static Place of_pair(std::uint32_t pair, std::uint32_t colour, std::uint32_t L) {
    Place result;
    std::uint32_t sum = colour;
#pragma unroll
    for (int d = 0; d < D - 1; ++d) {
      result.x[d] = pair % L;
      pair /= L;
      sum += result.x[d];
    }
    result.x[D - 1] = 2 * pair + (sum & 1);
    return result;
  }
};

/// Where a site lies in memory: in canonical order, or the colours apart, each in the order of its streams.
struct Order {
  bool colours_apart;
  std::uint32_t L;

  template <int D>
  __device__ std::size_t operator()(const Place<D>& place) const {
    if (!colours_apart) return place.number(L);
    std::size_t half = L / 2;
#pragma unroll
    for (int d = 1; d < D; ++d) half *= L;
    return place.parity() * half + place.pair(L);
  }
};

template <class Real>
struct LatticeView {
  SiteArray<Real> spins, couplings;  ///< couplings.data is null where all are 1
  Order order;
};

template <int D, class Real>
__global__ void set_lattice(LatticeView<Real> lattice, std::size_t sites, GaussianBonds bonds) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < sites; i += stride) {
    const std::size_t place = lattice.order(Place<D>::of_number(i, lattice.order.L));
    lattice.spins.store(place, {0, 0, 1});
    if (lattice.couplings.data != nullptr)
      for (int d = 0; d < D; ++d) lattice.couplings.at(place, d) = bonds.coupling<Real>(D * i + d);
  }
}

inline constexpr int sum_threads = 256;

/// The sums of each block's sites.
template <int D, class Real>
__global__ void __launch_bounds__(sum_threads)
    sum_observables(LatticeView<Real> lattice, std::size_t sites, double beta, double* of_blocks) {
  const std::uint32_t L = lattice.order.L;
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  Sums sums;
  for (std::size_t i = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; i < sites; i += stride) {
    const Place<D> here = Place<D>::of_number(i, L);
    const std::size_t place = lattice.order(here);
    Vector3<double> field{0, 0, 0};
#pragma unroll
    for (int d = 0; d < D; ++d) {
      const std::size_t before = lattice.order(here.moved(d, L - 1, L)), behind = lattice.order(here.moved(d, 1, L));
      const bool own = lattice.couplings.data != nullptr;
      const double J_before = own ? lattice.couplings.at(before, d) : Real{1};
      const double J_behind = own ? lattice.couplings.at(place, d) : Real{1};
      field = fused(J_before, in_double(lattice.spins.load(before)), field);
      field = fused(J_behind, in_double(lattice.spins.load(behind)), field);
    }
    sums.add(beta, in_double(lattice.spins.load(place)), field);
  }
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
  of_blocks[blockIdx.x * Sums::count + threadIdx.x] = total;
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
        sums_(most_blocks * Sums::count) {
    const GaussianBonds bonds =
        has_couplings(params) ? GaussianBonds::of(params.word("couplings"), seed) : GaussianBonds{};
    gpu::launch(set_lattice<D, Real>, dim3(blocks()), dim3(sum_threads), view(), sites_, bonds);
  }

  std::uint32_t L() const { return L_; }
  std::size_t sites() const { return sites_; }
  LatticeView<Real> view() const {
    Real* const couplings = couplings_.size() > 0 ? couplings_.data() : nullptr;
    const auto array = [this](Real* data, std::size_t numbers) {
      return structures_ ? SiteArray<Real>{data, numbers, 1} : SiteArray<Real>{data, 1, sites_};
    };
    return {array(spins_.data(), 3), array(couplings, D), Order{colours_apart_, L_}};
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
  gpu::Buffer<Real> spins_, couplings_;
  gpu::Buffer<double> sums_;
};

}  // namespace spinbench::heisenberg::SPINBENCH_GPU_NAMESPACE

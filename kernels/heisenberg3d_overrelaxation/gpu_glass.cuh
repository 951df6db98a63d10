// What the GPU variants share: the start, the energy, and where the arrays of colours lie.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/axes.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass.hpp"
#include "kernels/heisenberg3d_overrelaxation/physics.hpp"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// Threads of blocks whose speed is no matter.
inline constexpr std::uint32_t plain_threads = 128;

/// Calls `use(place)` for the sites of both colours in turns; a block a line of the lattice.
template <class Use>
__device__ __forceinline__ void for_each_site_of_line(std::uint32_t L, Use&& use) {
  const std::uint32_t z = blockIdx.x / L, y = blockIdx.x - z * L;
  for (std::uint32_t j = threadIdx.x; j < L / 2; j += blockDim.x)
    for (std::uint32_t colour = 0; colour < 2; ++colour) use(Place{j, y, z, colour});
}

template <class Real>
__global__ void start_glass(Arrays<Real> arrays, Start start) {
  for_each_site_of_line(arrays.L, [&](const Place& place) { start_site(arrays, start, place); });
}

/// totals[line]: minus the energy of the bonds of a line's sites to their next neighbours.
template <class Real>
__global__ void sum_bonds(Arrays<Real> arrays, double* totals) {
  double own = 0;
  for_each_site_of_line(arrays.L, [&](const Place& place) { own += bonds_of_site(arrays, place); });
  __shared__ double of_warps[plain_threads / gpu::least_warp_lanes];
  const double of_warp = gpu::warp_sum(own);
  if (threadIdx.x % gpu::warp_lanes() == 0) of_warps[threadIdx.x / gpu::warp_lanes()] = of_warp;
  __syncthreads();
  if (threadIdx.x != 0) return;
  double total = 0;
  for (unsigned warp = 0; warp < blockDim.x / gpu::warp_lanes(); ++warp) total += of_warps[warp];
  totals[blockIdx.x] = total;
}

/// The arrays of colours on a device.
template <class Real>
class GpuGlass : public Glass<Real> {
 public:
  GpuGlass(const Params& params, std::uint64_t seed, int steps_a_graph)
      : Glass<Real>(params),
        arrays_(arrays_of<Real>(params)),
        spins_(arrays_.numbers()),
        couplings_(arrays_.numbers()),
        totals_(std::size_t{arrays_.L} * arrays_.L),
        runner_(params.has("launch") ? params.word("launch") : "stream", steps_a_graph) {
    arrays_.spins = spins_.data(), arrays_.couplings = couplings_.data();
    gpu::launch(start_glass<Real>, dim3(lines()), dim3(plain_threads), arrays_, Start::of(seed));
    this->started();
  }

 protected:
  /// The spins now; those of a variant that has two arrays of them lie here or there.
  const Arrays<Real>& arrays() const { return arrays_; }
  void take_spins_from(Real* spins) { arrays_.spins = spins; }
  StepRunner& runner() { return runner_; }

  std::vector<Real> spins() override {
    std::vector<Real> words(arrays_.numbers());
    gpu::copy_to_host(words.data(), arrays_.spins, words.size());
    Arrays<Real> host = arrays_;
    host.spins = words.data(), host.couplings = nullptr;
    return canonical(host);
  }
  double energy() override {
    gpu::launch(sum_bonds<Real>, dim3(lines()), dim3(plain_threads), arrays_, totals_.data());
    std::vector<double> of_lines(totals_.size());
    totals_.copy_to(of_lines.data(), of_lines.size());
    double total = 0;
    for (const double of_line : of_lines) total += of_line;
    return -total / this->sites();
  }

 private:
  unsigned lines() const { return arrays_.L * arrays_.L; }

  Arrays<Real> arrays_;
  gpu::Buffer<Real> spins_, couplings_;
  gpu::Buffer<double> totals_;
  StepRunner runner_;
};

/// The maker of a variant whose simulation is Simulated<Real>.
template <template <class> class Simulated>
std::unique_ptr<Simulation> make_glass(const Params& params, std::uint64_t seed) {
  return with_precision(params, [&](auto real) -> std::unique_ptr<Simulation> {
    return std::make_unique<Simulated<decltype(real)>>(params, seed);
  });
}

/// The small cases with the path of `params`, added to those that there are. `shapes`: the case with other launches.
inline void add_on_path_of(std::vector<Params>& cases, const Params& params, const std::vector<Params>& shapes,
                           const std::function<std::string(const Params&)>& path,
                           const std::function<bool(const Params&)>& admits) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t L = 4; L <= 64; L += 2) sizes.push_back(L);
  for (const Params& shape : shapes) add_on_path(cases, shape, path(params), sizes, path, admits);
}

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE

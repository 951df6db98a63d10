// Spins on the device, and observing them.
#pragma once

#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/simulation.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// The number of satisfied minus unsatisfied bonds, and the sum of the spins.
struct SpinTotals {
  std::int64_t bonds = 0, magnetisation = 0;
};

/// Adds what each thread found to totals[0] and totals[1]. Last thing in a kernel: all threads must take part.
__device__ __forceinline__ void add_totals(std::int64_t bonds, std::int64_t magnetisation, std::int64_t* totals) {
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

/// `count` spins, all up at first. What the geometry adds is a lattice's own.
template <class Spin>
class GpuSpins {
 public:
  explicit GpuSpins(std::size_t count) : spins_(count), totals_(2) {
    gpu::launch(set_all<Spin>, dim3(1024), dim3(256), spins_.data(), spins_.size(), Spin{1});
  }

  Spin* data() const { return spins_.data(); }
  double sites() const { return static_cast<double>(spins_.size()); }

 protected:
  /// `enqueue(totals)` must enqueue what adds up the configuration.
  template <class Enqueue>
  SpinTotals sum(Enqueue&& enqueue) {
    totals_.fill_zero();
    enqueue(totals_.data());
    SpinTotals result;
    totals_.copy_to(&result.bonds, 2);
    return result;
  }

  /// H = -J sum s_i s_j, so the energy is minus the bond total.
  Observables observables(const SpinTotals& sums) const {
    return {{-static_cast<double>(sums.bonds) / sites()}, {static_cast<double>(sums.magnetisation) / sites()}};
  }

  /// The spins in their order in memory.
  std::vector<Spin> raw() const {
    std::vector<Spin> result(spins_.size());
    spins_.copy_to(result.data(), result.size());
    return result;
  }

 private:
  gpu::Buffer<Spin> spins_;
  gpu::Buffer<std::int64_t> totals_;
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE

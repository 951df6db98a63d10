// What the GPU variants of the machine_* kernels share.
#pragma once

#include <memory>

#include "backends/gpu/device.cuh"
#include "kernels/machine/machine.hpp"

namespace spinbench::machine::inline SPINBENCH_GPU_NAMESPACE {

/// Sixteen bytes, the widest access of a lane.
using Wide = uint4;

SPINBENCH_FN inline Wide wide_pattern(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t low = pattern(seed, 2 * index), high = pattern(seed, 2 * index + 1);
  return {static_cast<unsigned>(low), static_cast<unsigned>(low >> 32), static_cast<unsigned>(high),
          static_cast<unsigned>(high >> 32)};
}

template <class Index>
__global__ void fill_pattern(Wide* data, Index count, std::uint64_t seed) {
  const Index stride = static_cast<Index>(gridDim.x) * blockDim.x;
  for (Index i = blockIdx.x * static_cast<Index>(blockDim.x) + threadIdx.x; i < count; i += stride)
    data[i] = wide_pattern(seed, i);
}

/// Counts the places where `data` is not the pattern, every word of 32 bits of it turned over by `turned`.
template <class Index>
__global__ void count_differences(const Wide* data, Index count, std::uint64_t seed, unsigned turned,
                                  std::int64_t* differences) {
  const Index stride = static_cast<Index>(gridDim.x) * blockDim.x;
  std::int64_t found = 0;
  for (Index i = blockIdx.x * static_cast<Index>(blockDim.x) + threadIdx.x; i < count; i += stride) {
    const Wide want = wide_pattern(seed, i), have = data[i];
    found += (want.x ^ turned) != have.x || (want.y ^ turned) != have.y || (want.z ^ turned) != have.z ||
             (want.w ^ turned) != have.w;
  }
  if (found) gpu::atomic_add(differences, found);
}

/// That count, from the device.
template <class Index>
std::int64_t count_differences_of(const Wide* data, Index count, std::uint64_t seed, unsigned turned = 0) {
  gpu::Buffer<std::int64_t> differences(1);
  differences.fill_zero();
  gpu::launch(count_differences<Index>, dim3(4096), dim3(256), data, count, seed, turned, differences.data());
  std::int64_t found = 0;
  differences.copy_to(&found, 1);
  return found;
}

/// Two arrays, the first of which holds the pattern that must arrive in the second.
class PatternPair {
 public:
  PatternPair(std::int64_t bytes_each, std::uint64_t seed)
      : seed_(seed), source_(static_cast<std::size_t>(bytes_each) / sizeof(Wide)), target_(source_.size()) {
    gpu::launch(fill_pattern<std::uint64_t>, dim3(4096), dim3(256), source_.data(), count(), seed_);
    gpu::synchronize();
  }
  const Wide* source() const { return source_.data(); }
  Wide* target() const { return target_.data(); }
  std::uint64_t count() const { return source_.size(); }
  double bytes() const { return static_cast<double>(count() * sizeof(Wide)); }
  void clear_target() { target_.fill_zero(); }

  Check check() const {
    const std::int64_t found = count_differences_of<std::uint64_t>(target_.data(), count(), seed_);
    return exact_check("copy", found == 0, "one sweep into a cleared target, compared with the source");
  }

 private:
  std::uint64_t seed_;
  gpu::Buffer<Wide> source_, target_;
};

/// A copy from one array to the other, `repeats` times a sweep.
class GpuCopySimulation : public MachineSimulation {
 public:
  Work work_per_sweep() const override {
    Work work;
    work.footprint_bytes = 2 * pair_.bytes();
    work.units = work.memory_bytes = work.footprint_bytes * repeats_;
    return work;
  }
  std::vector<Check> self_check() override {
    pair_.clear_target();
    sweep(1);
    return {pair_.check()};
  }

 protected:
  GpuCopySimulation(std::int64_t bytes_each, unsigned repeats, std::uint64_t seed)
      : pair_(bytes_each, seed), repeats_(repeats) {}
  PatternPair& pair() { return pair_; }
  const PatternPair& pair() const { return pair_; }

 private:
  PatternPair pair_;
  unsigned repeats_;
};

/// A GPU variant of machine kernel `kernel`.
inline Variant gpu_variant(std::string kernel, std::string name, std::string title, std::vector<Axis> axes) {
  Variant variant;
  variant.kernel = std::move(kernel);
  variant.name = std::move(name);
  variant.backend = SPINBENCH_GPU_BACKEND;
  variant.title = std::move(title);
  variant.axes = std::move(axes);
  variant.memory_bytes = [](const Params&) { return 1e6; };
  return variant;
}

}  // namespace spinbench::machine::SPINBENCH_GPU_NAMESPACE

// machine_copy on a GPU: 16 bytes a thread, from one array to another or in place, as a lattice is updated; arrays far
// larger than the level-2 cache. The limit of the memory is the better of the two.
#include "kernels/common/mutants.hpp"
#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine {

namespace {

__global__ void copy(const Wide* source, Wide* target, std::uint64_t count) {
  const std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x;
  if (i < count - (planted(Mutant::gpu_copy_tail) ? 1 : 0)) target[i] = source[i];
}

class GpuCopy final : public GpuCopySimulation {
 public:
  GpuCopy(std::int64_t bytes, std::uint64_t seed) : GpuCopySimulation(bytes, 1, seed) {}

  void sweep(int count) override {
    const dim3 grid(static_cast<unsigned>((pair().count() + 255) / 256));
    for (int i = 0; i < count; ++i)
      gpu::launch(copy, grid, dim3(256), pair().source(), pair().target(), pair().count());
  }
};

/// What a sweep turns over, so that a word in place tells how often it was visited.
constexpr unsigned in_place_key = 0x9E3779B9u;

__global__ void turn_over(Wide* data, std::uint64_t count) {
  const std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x;
  if (i >= count - (planted(Mutant::gpu_copy_tail) ? 1 : 0)) return;
  const Wide word = data[i];
  data[i] = {word.x ^ in_place_key, word.y ^ in_place_key, word.z ^ in_place_key, word.w ^ in_place_key};
}

class GpuInPlace final : public MachineSimulation {
 public:
  GpuInPlace(std::int64_t bytes, std::uint64_t seed)
      : seed_(seed), data_(static_cast<std::size_t>(bytes) / sizeof(Wide)) {
    fill();
    gpu::synchronize();
  }

  void sweep(int count) override {
    const dim3 grid(static_cast<unsigned>((data_.size() + 255) / 256));
    for (int i = 0; i < count; ++i)
      gpu::launch(turn_over, grid, dim3(256), data_.data(), static_cast<std::uint64_t>(data_.size()));
  }
  Work work_per_sweep() const override {
    Work work;
    work.footprint_bytes = static_cast<double>(data_.size() * sizeof(Wide));
    work.units = work.memory_bytes = 2 * work.footprint_bytes;
    return work;
  }
  std::vector<Check> self_check() override {
    fill();
    sweep(1);
    const std::int64_t left = differences(in_place_key);
    sweep(1);
    return {exact_check("copy in place", left == 0 && differences(0) == 0,
                        "one sweep and another one over the pattern, compared with what it turns into")};
  }

 private:
  void fill() {
    gpu::launch(fill_pattern<std::uint64_t>, dim3(4096), dim3(256), data_.data(),
                static_cast<std::uint64_t>(data_.size()), seed_);
  }
  std::int64_t differences(unsigned turned) {
    return count_differences_of(data_.data(), static_cast<std::uint64_t>(data_.size()), seed_, turned);
  }

  std::uint64_t seed_;
  gpu::Buffer<Wide> data_;
};

Variant copy_variant() {
  Variant v = gpu_variant(
      "machine_copy", "wide", "Copy in global memory, 16 bytes a thread",
      {Axis::integer("bytes", std::int64_t{1} << 29, 4096, std::int64_t{1} << 38, "size of each of the two arrays")});
  v.memory_bytes = [](const Params& params) { return 2 * params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<GpuCopy>(params.integer("bytes"), seed);
  };
  return v;
}

Variant in_place_variant() {
  Variant v =
      gpu_variant("machine_copy", "in_place", "Every word of an array changed in place, 16 bytes a thread",
                  {Axis::integer("bytes", std::int64_t{1} << 30, 4096, std::int64_t{1} << 38, "size of the array")});
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<GpuInPlace>(params.integer("bytes"), seed);
  };
  return v;
}

const Register<Variant> copy_registered{copy_variant()}, in_place_registered{in_place_variant()};

}  // namespace

}  // namespace spinbench::machine

// machine_copy on a GPU: 16 bytes a thread, two arrays far larger than the level-2 cache.
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

const Register<Variant> copy_registered{copy_variant()};

}  // namespace

}  // namespace spinbench::machine

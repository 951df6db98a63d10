// machine_l2 on a GPU: a copy, past the first-level cache, between two arrays that stay in the level-2 cache.
#include "kernels/common/mutants.hpp"
#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine {

namespace {

/// Copies a sweep, so that a launch takes much longer than its start.
constexpr unsigned repeats = 32;

/// Each pass starts elsewhere, so that no thread finds its last pass's data in its own multiprocessor; and takes its
/// words from one place further on, so that the target tells how many passes were made.
__global__ void copy_cached(const Wide* source, Wide* target, std::uint32_t count) {
  const std::uint32_t stride = gridDim.x * blockDim.x;
  const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (std::uint32_t pass = 0; pass < (planted(Mutant::gpu_l2_one_pass) ? 1 : repeats); ++pass)
    for (std::uint32_t i = (thread + pass * (stride / 4)) % stride; i < count; i += stride)
      gpu::store_past_l1(&target[i], gpu::load_past_l1(&source[i + pass < count ? i + pass : i + pass - count]));
}

class GpuL2 final : public GpuCopySimulation {
 public:
  GpuL2(std::int64_t bytes, std::uint64_t seed) : GpuCopySimulation(bytes / 2, repeats, seed, repeats - 1) {}

  void sweep(int count) override {
    const dim3 grid(static_cast<unsigned>(gpu::multiprocessors() * 4));
    for (int i = 0; i < count; ++i)
      gpu::launch(copy_cached, grid, dim3(512), pair().source(), pair().target(),
                  static_cast<std::uint32_t>(pair().count()));
  }
};

Variant variant() {
  Variant v = gpu_variant("machine_l2", "wide", "Copy within the level-2 cache, 16 bytes a thread",
                          {Axis::integer("bytes", std::int64_t{1} << 24, 4096, std::int64_t{1} << 31,
                                         "working set: both arrays together")});
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<GpuL2>(params.integer("bytes"), seed);
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine

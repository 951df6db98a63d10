// machine_memset on a GPU: 16 bytes a thread into an array far larger than the level-2 cache.
#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine {

namespace {

__global__ void set(Wide* target, std::uint64_t count, Wide value) {
  const std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x;
  if (i < count) target[i] = value;
}

class GpuMemset final : public MachineSimulation {
 public:
  GpuMemset(std::int64_t bytes, std::uint64_t seed)
      : target_(static_cast<std::size_t>(bytes) / sizeof(Wide)), value_(wide_pattern(seed, 0)) {
    target_.fill_zero();
    gpu::synchronize();
  }

  void sweep(int count) override {
    const dim3 grid(static_cast<unsigned>((target_.size() + 255) / 256));
    for (int i = 0; i < count; ++i)
      gpu::launch(set, grid, dim3(256), target_.data(), static_cast<std::uint64_t>(target_.size()), value_);
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = work.memory_bytes = work.footprint_bytes = static_cast<double>(target_.size() * sizeof(Wide));
    return work;
  }
  std::vector<Check> self_check() override {
    target_.fill_zero();
    sweep(1);
    std::vector<Wide> seen(target_.size());
    target_.copy_to(seen.data(), seen.size());
    bool same = true;
    for (const Wide& word : seen)
      same = same && word.x == value_.x && word.y == value_.y && word.z == value_.z && word.w == value_.w;
    return {exact_check("memset", same, "one sweep over a cleared array, compared with the value")};
  }

 private:
  gpu::Buffer<Wide> target_;
  Wide value_;
};

Variant memset_variant() {
  Variant v =
      gpu_variant("machine_memset", "wide", "Fill of global memory, 16 bytes a thread",
                  {Axis::integer("bytes", std::int64_t{1} << 29, 4096, std::int64_t{1} << 38, "size of the array")});
  v.memory_bytes = [](const Params& params) { return params.real("bytes"); };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<GpuMemset>(params.integer("bytes"), seed);
  };
  return v;
}

const Register<Variant> memset_registered{memset_variant()};

}  // namespace

}  // namespace spinbench::machine

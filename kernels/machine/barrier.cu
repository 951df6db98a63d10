// machine_barrier on a GPU: a barrier of all threads of a cooperative launch, one block a multiprocessor.
#include "backends/gpu/grid_barrier.cuh"
#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine {

namespace {

constexpr int barriers_a_launch = 256;
constexpr int barrier_threads = 128;

/// Between two barriers one block after the other adds one to what the block before left: any gap in the barrier shows.
__global__ void __launch_bounds__(barrier_threads) pass_barriers(std::uint64_t* count) {
  for (int i = 0; i < barriers_a_launch; ++i) {
    if (threadIdx.x == 0 && blockIdx.x == static_cast<unsigned>(i) % gridDim.x) {
      const std::uint64_t before = gpu::load_past_l1(count);
      gpu::store_past_l1(count, before + 1);
    }
    gpu::sync_grid();
  }
}

class GpuBarrier final : public MachineSimulation {
 public:
  GpuBarrier() : count_(1), blocks_(static_cast<unsigned>(gpu::multiprocessors())) {
    count_.fill_zero();
    gpu::synchronize();
  }
  void sweep(int count) override {
    for (int i = 0; i < count; ++i)
      gpu::launch_cooperative(pass_barriers, dim3(blocks_), dim3(barrier_threads), count_.data());
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = barriers_a_launch;
    return work;
  }
  std::vector<Check> self_check() override {
    count_.fill_zero();
    sweep(2);
    std::uint64_t seen = 0;
    count_.copy_to(&seen, 1);
    return {exact_check("barrier_count", seen == 2u * barriers_a_launch,
                        "a counter handed from block to block at each barrier")};
  }

 private:
  gpu::Buffer<std::uint64_t> count_;
  unsigned blocks_;
};

Variant barrier_variant() {
  Variant v =
      gpu_variant("machine_barrier", "cooperative", "Barrier of the whole grid, one block a multiprocessor", {});
  v.make = [](const Params&, std::uint64_t) { return std::make_unique<GpuBarrier>(); };
  return v;
}

const Register<Variant> barrier_registered{barrier_variant()};

}  // namespace

}  // namespace spinbench::machine

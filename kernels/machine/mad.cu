// machine_mad on a GPU: 32-bit integer multiply-adds, one instruction a lane.
#include "kernels/machine/gpu_chains.cuh"

namespace spinbench::machine {

namespace {

struct OneMad : MadStep {
  using State = std::uint32_t;
  static constexpr int operations = 1, chains = 8;
  SPINBENCH_FN State start(std::uint32_t word) const { return word; }
  SPINBENCH_FN std::uint32_t end(State x) const { return x; }
};

class GpuMad final : public GpuChains<OneMad> {
 public:
  using GpuChains::GpuChains;
  Work work_per_sweep() const override {
    Work work = GpuChains::work_per_sweep();
    work.multiply_adds = work.units;
    return work;
  }
};

Variant variant() {
  Variant v = gpu_variant("machine_mad", "chains", "Integer multiply-adds, eight chains a thread", {axis_steps()});
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<GpuMad>(OneMad{rng::lcg_step<std::uint32_t>()}, params.integer("steps"), seed);
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine

// machine_logic on a GPU: three-input logic operations, one instruction a lane.
#include "kernels/machine/gpu_chains.cuh"

namespace spinbench::machine {

namespace {

/// One three-input operation that needs the last two results, so that no compiler can merge two steps. An addition, as
/// on the CPU, could move to the multiply-add pipe and flatter the ALU.
struct ThreeInputStep {
  struct State {
    std::uint32_t now, before;
  };
  std::uint32_t mask;
  static constexpr int operations = 1;
  SPINBENCH_FN State start(std::uint32_t word) const { return {word, ~word * 3}; }
  SPINBENCH_FN State operator()(State x) const { return {(x.now & mask) ^ x.before, x.now}; }
  SPINBENCH_FN std::uint32_t end(State x) const { return x.now ^ (x.before << 1); }
};

class GpuLogic final : public GpuChains<ThreeInputStep> {
 public:
  using GpuChains::GpuChains;
  Work work_per_sweep() const override {
    Work work = GpuChains::work_per_sweep();
    work.logic_ops = work.units;
    return work;
  }
};

Variant variant() {
  Variant v = gpu_variant("machine_logic", "chains", "Three-input logic operations, eight chains a thread", {axis_steps()});
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<GpuLogic>(ThreeInputStep{chain_start(seed, 1)}, params.integer("steps"), seed);
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine

// machine_mad on a GPU: 32-bit integer multiply-adds, one instruction a lane.
#include "kernels/machine/gpu_chains.cuh"

namespace spinbench::machine {

namespace {

struct OneMad {
  using State = std::uint32_t;
  static constexpr int operations = 1, chains = 8;
  MadStep step = rng::lcg_step<std::uint32_t>();
  SPINBENCH_FN State start(std::uint32_t word) const { return word; }
  SPINBENCH_FN State operator()(State x) const { return step(x); }
  SPINBENCH_FN std::uint32_t end(State x) const { return x; }
};

const Register<Variant> registered{gpu_chains_variant<GpuChains<OneMad, &Work::multiply_adds>>(
    "machine_mad", "Integer multiply-adds, eight chains a thread")};

}  // namespace

}  // namespace spinbench::machine

// machine_logic on a GPU: three-input logic operations, one instruction a lane.
#include "kernels/machine/ring.cuh"

namespace spinbench::machine {

namespace {

/// Once around the ring.
struct RingStep {
  static constexpr int operations = Ring::words, chains = 2;
  using State = Ring;
  SPINBENCH_FN State start(std::uint32_t first) const { return Ring::start(first); }
  SPINBENCH_FN State operator()(State x) const {
    for (int i = 0; i < Ring::words; ++i) x.step(i);
    return x;
  }
  SPINBENCH_FN std::uint32_t end(State x) const { return x.end(); }
};

const Register<Variant> logic_registered{gpu_chains_variant<GpuChains<RingStep, &Work::logic_ops>>(
    "machine_logic", "chains", "Three-input logic operations, two rings of eight words a thread")};

}  // namespace

}  // namespace spinbench::machine

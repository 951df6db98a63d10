// machine_logic on a GPU: three-input logic operations, one instruction a lane.
#include "kernels/machine/gpu_chains.cuh"

namespace spinbench::machine {

namespace {

/// Eight three-input operations around a ring of eight words. Each needs three words that no other needs together, so
/// that no compiler can merge two of them; an addition, as on the CPU, could move to the multiply-add pipe and flatter
/// the ALU.
struct RingStep {
  static constexpr int words = 8, operations = words, chains = 2;
  struct State {
    std::uint32_t word[words];
  };
  SPINBENCH_FN State start(std::uint32_t first) const {
    State x{};
    for (int i = 0; i < words; ++i) x.word[i] = first * (2 * i + 1) + (first >> (i + 1));
    return x;
  }
  SPINBENCH_FN State operator()(State x) const {
    for (int i = 0; i < words; ++i) x.word[i] = (x.word[i] & ~x.word[(i + 1) % words]) ^ x.word[(i + 2) % words];
    return x;
  }
  SPINBENCH_FN std::uint32_t end(State x) const {
    std::uint32_t all = 0;
    for (int i = 0; i < words; ++i) all = all * 31 + x.word[i];
    return all;
  }
};

const Register<Variant> registered{gpu_chains_variant<GpuChains<RingStep, &Work::logic_ops>>(
    "machine_logic", "Three-input logic operations, two rings of eight words a thread")};

}  // namespace

}  // namespace spinbench::machine

// machine_issue on a GPU: logic operations and multiply-adds in turns, neither of which waits for the other.
#include "kernels/machine/ring.cuh"

namespace spinbench::machine {

namespace {

/// Once around the ring, with a multiply-add behind each operation. Where the two have a pipe each, as on NVIDIA's
/// devices, nothing but the schedulers can hold them up.
struct MixedStep {
  static constexpr int operations = 2 * Ring::words, chains = 1;
  struct State {
    Ring ring;
    std::uint32_t sum[Ring::words];
  };
  MadStep step = rng::lcg_step<std::uint32_t>();

  SPINBENCH_FN State start(std::uint32_t first) const {
    State x{Ring::start(first), {}};
    for (int i = 0; i < Ring::words; ++i) x.sum[i] = first + static_cast<std::uint32_t>(i);
    return x;
  }
  SPINBENCH_FN State operator()(State x) const {
    for (int i = 0; i < Ring::words; ++i) {
      x.ring.step(i);
      x.sum[i] = step(x.sum[i]);
    }
    return x;
  }
  SPINBENCH_FN std::uint32_t end(State x) const {
    std::uint32_t all = x.ring.end();
    for (const std::uint32_t sum : x.sum) all = all * 31 + sum;
    return all;
  }
};

const Register<Variant> issue_registered{gpu_chains_variant<GpuChains<MixedStep, &Work::issue_slots>>(
    "machine_issue", "mixed", "Logic operations and integer multiply-adds in turns, eight chains of either a thread")};

}  // namespace

}  // namespace spinbench::machine

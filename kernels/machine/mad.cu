// machine_mad on a GPU: integer multiply-adds, one instruction a lane. A wide one counts as two turns of the pipe:
// where it took fewer, the wide variant would have the better rate, and the limit is the best of all.
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

/// A product of 32 x 32 bits and an addition of 64.
struct WideMad {
  using State = std::uint64_t;
  static constexpr int operations = 2, chains = 8;
  std::uint32_t factor = rng::lcg_step<std::uint32_t>().a;
  SPINBENCH_FN State start(std::uint32_t word) const { return word | std::uint64_t{word} << 32; }
  SPINBENCH_FN State operator()(State x) const {
    return static_cast<std::uint64_t>(factor) * static_cast<std::uint32_t>(x) + x;
  }
  SPINBENCH_FN std::uint32_t end(State x) const { return static_cast<std::uint32_t>(x ^ x >> 32); }
};

const Register<Variant> mad_registered{gpu_chains_variant<GpuChains<OneMad, &Work::multiply_adds>>(
    "machine_mad", "chains", "Integer multiply-adds, eight chains a thread")};
const Register<Variant> registered_wide{gpu_chains_variant<GpuChains<WideMad, &Work::multiply_adds>>(
    "machine_mad", "wide", "Wide integer multiply-adds, two turns each, eight chains a thread")};

}  // namespace

}  // namespace spinbench::machine

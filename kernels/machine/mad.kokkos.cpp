// machine_mad in Kokkos: rate of 32-bit integer multiply-adds with all threads of the execution space.
#include "kernels/machine/kokkos_chains.hpp"

namespace spinbench::machine {

namespace {

std::uint32_t walk(const MadStep& step, std::uint32_t start, std::int64_t steps) {
  return step.power(static_cast<std::uint64_t>(steps))(start);
}

class KokkosMad final : public KokkosChains<MadStep> {
 public:
  KokkosMad(std::int64_t steps, std::uint64_t seed)
      : KokkosChains("multiply_add", steps, rng::lcg_step<std::uint32_t>(), seed, 1, walk) {}
  Work work_per_sweep() const override {
    Work work = KokkosChains::work_per_sweep();
    work.multiply_adds = work.units;
    return work;
  }
};

Variant variant() {
  Variant v = kokkos_variant("machine_mad", "chains", "Independent chains in every thread", {chain_steps()});
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<KokkosMad>(params.integer("steps"), seed);
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine

// machine_logic in Kokkos: rate of 32-bit integer and logic operations with all threads of the execution space, in
// vector registers where the compiler uses them.
#include "kernels/machine/kokkos_chains.hpp"

namespace spinbench::machine {

namespace {

std::uint32_t walk(const LogicStep& step, std::uint32_t start, std::int64_t steps) {
  std::uint64_t x = start;
  for (std::int64_t n = 0; n < steps; ++n) x = ((x ^ step.mask) + step.addend) & 0xFFFFFFFFu;
  return static_cast<std::uint32_t>(x);
}

class KokkosLogic final : public KokkosChains<LogicStep> {
 public:
  KokkosLogic(std::int64_t steps, std::uint64_t seed)
      : KokkosChains("logic", steps, logic_step, seed, LogicStep::operations, walk) {}
  Work work_per_sweep() const override {
    Work work = KokkosChains::work_per_sweep();
    work.logic_ops = work.units;
    return work;
  }
};

Variant variant() {
  Variant v = kokkos_variant("machine_logic", "chains", "Independent chains in every thread", {chain_steps()});
  v.unsupported = [](const Params&, const Device&) -> std::string {
    return kokkos::on_host ? "" : "additions may run beside the logic operations: a device's own backend measures this";
  };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<KokkosLogic>(params.integer("steps"), seed);
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine

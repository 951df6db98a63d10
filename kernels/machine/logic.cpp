// machine_logic: rate of 32-bit integer and logic operations.
#include "kernels/machine/host_chains.hpp"

namespace spinbench::machine {

namespace {

class HostLogic final : public HostChains<LogicStep> {
 public:
  HostLogic(std::int64_t steps, std::uint64_t seed) : HostChains(steps, logic_step, seed) {}

  Work work_per_sweep() const override {
    Work work = HostChains::work_per_sweep();
    work.units *= LogicStep::operations;
    work.logic_ops = work.units;
    return work;
  }

  std::vector<Check> self_check() override {
    const bool same = ends_where([this](std::uint32_t start) { return logic_end(start, steps()); });
    return {exact_check("logic", same, "the ends of all chains, against chains walked one by one in 64 bits")};
  }
};

Kernel kernel() {
  Kernel k;
  k.name = "machine_logic";
  k.title = "Rate of 32-bit integer and logic operations (exclusive or, addition) in independent chains";
  k.unit = "op";
  k.measures_limit = true;
  return k;
}

const Register<Kernel> register_kernel{kernel()};
const Register<Variant> register_scalar{host_chains_variant<HostLogic>("machine_logic")};

}  // namespace

}  // namespace spinbench::machine

// machine_mad: rate of 32-bit integer multiply-adds.
#include "kernels/machine/host_chains.hpp"

namespace spinbench::machine {

namespace {

class HostMad final : public HostChains<MadStep> {
 public:
  HostMad(std::int64_t steps, std::uint64_t seed) : HostChains(steps, rng::lcg_step<std::uint32_t>(), seed) {}

  Work work_per_sweep() const override {
    Work work = HostChains::work_per_sweep();
    work.multiply_adds = work.units;
    return work;
  }

  std::vector<Check> self_check() override {
    const bool same = ends_where(step().power(static_cast<std::uint64_t>(steps())));
    return {exact_check("multiply_add", same, "the ends of all chains, against the steps composed by squaring")};
  }
};

Kernel kernel() {
  Kernel k;
  k.name = "machine_mad";
  k.title = "Rate of 32-bit integer multiply-adds in independent chains";
  k.unit = "op";
  k.measures_limit = true;
  return k;
}

const Register<Kernel> register_kernel{kernel()};
const Register<Variant> register_scalar{host_chains_variant<HostMad>("machine_mad")};

}  // namespace

}  // namespace spinbench::machine

// machine_launch in Kokkos: what a parallel loop of its own costs, one after the other.
#include "kernels/machine/kokkos_machine.hpp"

namespace spinbench::machine {

namespace {

struct AddOne {
  Words counter;
  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { counter(i) += 1; }
};

class KokkosLaunch final : public MachineSimulation {
 public:
  void sweep(int count) override {
    for (int i = 0; i < count; ++i) Kokkos::parallel_for("one", Range(0, 1), AddOne{counter_});
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = work.dependent_launches = 1;
    return work;
  }
  std::vector<Check> self_check() override {
    Kokkos::deep_copy(counter_, 0u);
    sweep(10);
    const auto counter = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counter_);
    return {exact_check("launch", counter(0) == 10, "ten loops each added one")};
  }

 private:
  Words counter_{"counter", 1};
};

Variant variant() {
  Variant v = kokkos_variant("machine_launch", "range", "Kokkos::parallel_for with one item", {});
  v.make = [](const Params&, std::uint64_t) { return std::make_unique<KokkosLaunch>(); };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine

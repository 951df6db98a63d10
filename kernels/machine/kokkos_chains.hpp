// Independent chains of 32-bit operations: what machine_logic and machine_mad time in Kokkos.
#pragma once

#include "kernels/common/mutants.hpp"
#include "kernels/machine/kokkos_machine.hpp"

namespace spinbench::machine {

using Ends = Kokkos::View<std::uint32_t*, kokkos::Memory>;

/// Chains of a work item: on a host as many as fill its vector registers, on a device enough to cover the latency.
inline constexpr int chains_an_item = kokkos::on_host ? 64 : 8;

template <class Step>
struct WalkChains {
  Step step;
  std::int64_t steps;
  std::uint64_t seed;
  Ends ends;
  std::uint32_t sweep = 0;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    std::uint32_t chain[chains_an_item];
    const std::int64_t first = item * chains_an_item;
    const Step apply = step;
    for (int c = 0; c < chains_an_item; ++c) chain[c] = chain_start(seed, static_cast<std::uint64_t>(first + c), sweep);
    for (std::int64_t n = 0; n < steps; ++n) {
      SPINBENCH_UNROLL(8)
      for (int c = 0; c < chains_an_item; ++c) chain[c] = apply(chain[c]);
    }
    for (int c = 0; c < chains_an_item; ++c) ends(first + c) = chain[c];
  }
};

/// Every item walks its chains from where the sweep's number has them start, `steps` applications of `Step`;
/// `walk(step, x, steps)` tells where a chain from x must end.
template <class Step>
class KokkosChains : public MachineSimulation {
 public:
  using Walk = std::uint32_t (*)(const Step&, std::uint32_t, std::int64_t);

  KokkosChains(std::string check, std::int64_t steps, Step step, std::uint64_t seed, int operations, Walk walk)
      : check_(std::move(check)),
        items_(kokkos::on_host ? kokkos::Space().concurrency() : std::int64_t{1} << 20),
        operations_(operations),
        walk_(walk),
        chains_{step, steps, seed, Ends("ends", static_cast<std::size_t>(items_ * chains_an_item))} {}

  void sweep(int count) override {
    if (planted(Mutant::chains_once)) count = 1;
    for (int i = 0; i < count; ++i) {
      Kokkos::parallel_for("chains", Range(0, items_), chains_);
      ++chains_.sweep;
    }
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = static_cast<double>(chains_.steps) * static_cast<double>(items_) * chains_an_item * operations_;
    return work;
  }

  std::vector<Check> self_check() override {
    Kokkos::deep_copy(chains_.ends, 0u);
    const std::uint32_t last = chains_.sweep + checked_sweeps - 1;
    sweep(checked_sweeps);
    const auto ends = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), chains_.ends);
    bool same = true;
    // All chains of a host; of a device a part in every block.
    const std::size_t stride = kokkos::on_host ? 1 : 997;
    for (std::size_t i = 0; i < ends.extent(0); i += stride)
      same = same && ends(i) == walk_(chains_.step, chain_start(chains_.seed, i, last), chains_.steps);
    return {exact_check(check_, same, "the ends of the chains, against chains walked one by one")};
  }

 private:
  std::string check_;
  std::int64_t items_;
  int operations_;
  Walk walk_;
  WalkChains<Step> chains_;
};

inline Axis chain_steps() {
  return Axis::integer("steps", kokkos::on_host ? 65536 : 512, 1, std::int64_t{1} << 40,
                       "steps of a chain in one sweep");
}

}  // namespace spinbench::machine

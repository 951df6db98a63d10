// Independent chains of 32-bit operations in general registers: what machine_logic and machine_mad time on the CPU.
#pragma once

#include <array>

#include "kernels/common/mutants.hpp"
#include "kernels/machine/machine.hpp"

namespace spinbench::machine {

/// Each sweep walks all chains from where its number has them start, `steps` applications of `Step` long. Eight chains
/// cover the latency of a multiply-add on today's cores and fit their registers.
template <class Step>
class HostChains : public MachineSimulation {
 public:
  static constexpr int chains = 8;

  HostChains(std::int64_t steps, Step step, std::uint64_t seed) : steps_(steps), step_(step), seed_(seed) {}

  void sweep(int count) override {
    if (planted(Mutant::chains_once)) count = 1;
    for (int i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < chains; ++c) starts_[c] = chain_start(seed_, c, sweeps_);
      walk();
      ++sweeps_;
    }
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = static_cast<double>(steps_) * chains;
    return work;
  }

 protected:
  std::int64_t steps() const { return steps_; }
  const Step& step() const { return step_; }
  /// Makes a batch of sweeps; then tells whether all chains ended where `end(start)` has the last sweep's end.
  template <class End>
  bool ends_where(End end) {
    const std::uint32_t last = sweeps_ + checked_sweeps - 1;
    ends_ = {};
    sweep(checked_sweeps);
    bool same = true;
    for (std::size_t i = 0; i < chains; ++i) same = same && end(chain_start(seed_, i, last)) == ends_[i];
    return same;
  }

 private:
  // The chains are named one by one: an array of them might live in memory.
  void walk() {
    const Step step = step_;
    auto [a, b, c, d, e, f, g, h] = starts_;
    for (std::int64_t i = 0; i < steps_; ++i) {
      a = step(a), b = step(b), c = step(c), d = step(d), e = step(e), f = step(f), g = step(g), h = step(h);
      opaque(a), opaque(b), opaque(c), opaque(d), opaque(e), opaque(f), opaque(g), opaque(h);
    }
    ends_ = {a, b, c, d, e, f, g, h};
    keep(ends_.data());
  }

  std::int64_t steps_;
  Step step_;
  std::uint64_t seed_;
  std::uint32_t sweeps_ = 0;
  std::array<std::uint32_t, chains> starts_{}, ends_{};
};

/// The cpu variant of machine kernel `kernel`; Chains is made from (steps, seed).
template <class Chains>
Variant host_chains_variant(std::string kernel) {
  Variant v;
  v.kernel = std::move(kernel);
  v.name = "scalar";
  v.backend = "cpu";
  v.title = "Eight chains in a single thread, scalar and not vectorised, as the serial CPU kernels are";
  v.axes = {Axis::integer("steps", 65536, 1, std::int64_t{1} << 40, "steps of a chain in one sweep")};
  v.memory_bytes = [](const Params&) { return 0.0; };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<Chains>(params.integer("steps"), seed);
  };
  return v;
}

}  // namespace spinbench::machine

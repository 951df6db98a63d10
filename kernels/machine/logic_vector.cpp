// machine_logic in the widest vectors of this host: what the vectorised CPU kernels can hope for.
#include <array>
#include <memory>

#include "backends/cpu/isa.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/machine/machine.hpp"

#define SPINBENCH_LANES_FILE "kernels/machine/logic_vector.inl"
#include "kernels/common/lanes_each.inl"
#undef SPINBENCH_LANES_FILE

namespace spinbench::machine {

namespace {

class VectorLogic final : public MachineSimulation {
 public:
  VectorLogic(std::int64_t steps, std::uint64_t seed) : steps_(steps), isa_(cpu::widest_isa()) {
    for (std::size_t i = 0; i < most_chains; ++i) starts_[i] = chain_start(seed, i, 0);
  }

  void sweep(int count) override {
    if (planted(Mutant::chains_once)) count = 1;
    for (int i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < most_chains; ++c) ends_[c] = starts_[c] + sweeps_;
      walk();
      ++sweeps_;
      keep(ends_.data());
    }
  }

  Work work_per_sweep() const override {
    Work work;
    work.units = static_cast<double>(steps_) * static_cast<double>(chains()) * LogicStep::operations;
    work.logic_ops = work.units;
    return work;
  }

  std::vector<Check> self_check() override {
    const std::uint32_t last = sweeps_ + checked_sweeps - 1;
    sweep(checked_sweeps);
    bool same = true;
    for (std::size_t i = 0; i < chains(); ++i) same = same && logic_end(starts_[i] + last, steps_) == ends_[i];
    return {exact_check("logic", same, "the ends of all chains, against chains walked one by one in 64 bits")};
  }

 private:
  static constexpr std::size_t vectors = 8, most_chains = vectors * 16;

  std::size_t chains() const { return vectors * static_cast<std::size_t>(cpu::vector_bytes(isa_)) / 4; }

  void walk() {
#if SPINBENCH_X86
    if (isa_ == cpu::Isa::avx512) return lanes::avx512::walk_chains(ends_.data(), steps_, logic_step);
    if (isa_ == cpu::Isa::avx2) return lanes::avx2::walk_chains(ends_.data(), steps_, logic_step);
#endif
    lanes::baseline::walk_chains(ends_.data(), steps_, logic_step);
  }

  std::int64_t steps_;
  cpu::Isa isa_;
  std::uint32_t sweeps_ = 0;
  std::array<std::uint32_t, most_chains> starts_{};
  alignas(64) std::array<std::uint32_t, most_chains> ends_{};
};

Variant variant() {
  Variant v;
  v.kernel = "machine_logic";
  v.name = "vector";
  v.backend = "cpu";
  v.title = cpu::with_widest_isa("Eight vectors of chains in a single thread,");
  v.axes = {Axis::integer("steps", 65536, 1, std::int64_t{1} << 40, "steps of a chain in one sweep")};
  v.memory_bytes = [](const Params&) { return 0.0; };
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<VectorLogic>(params.integer("steps"), seed);
  };
  return v;
}

const Register<Variant> registered{variant()};

}  // namespace

}  // namespace spinbench::machine

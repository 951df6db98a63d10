// Independent chains of 32-bit operations in registers, every multiprocessor full: machine_logic, machine_mad
// and machine_issue.
#pragma once

#include "kernels/common/mutants.hpp"
#include "kernels/machine/gpu_machine.cuh"

namespace spinbench::machine::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int chain_threads = 256;

/// Steps in one turn of the loop: so many that its own instructions do not count.
inline constexpr int steps_a_turn = 64;

/// The chains of thread number `thread`, folded into one word. The host walks the same to check the device.
/// Step: `State`, `start(word)`, `operator()(State)`, `end(State)`, `operations` (a step), `chains` (a thread).
template <class Step>
SPINBENCH_FN inline std::uint32_t walk(Step step, std::uint64_t seed, std::uint64_t thread, std::uint32_t sweep,
                                       std::int64_t steps) {
  typename Step::State x[Step::chains];
  const std::uint32_t word = chain_start(seed, thread, sweep);
  for (int i = 0; i < Step::chains; ++i) x[i] = step.start(word + static_cast<std::uint32_t>(i));
  for (std::int64_t n = 0; n < steps; n += steps_a_turn) {
    SPINBENCH_UNROLL()
    for (int i = 0; i < steps_a_turn * Step::chains; ++i) x[i % Step::chains] = step(x[i % Step::chains]);
  }
  std::uint32_t all = 0;
  for (int i = 0; i < Step::chains; ++i) all = all * 31 + step.end(x[i]);
  return all;
}

template <class Step>
__global__ void __launch_bounds__(chain_threads)
    walk_chains(Step step, std::uint64_t seed, std::uint32_t sweep, std::int64_t steps, std::uint32_t* ends) {
  const std::uint64_t thread = blockIdx.x * static_cast<std::uint64_t>(chain_threads) + threadIdx.x;
  if (planted(Mutant::gpu_chains_short) && blockIdx.x > 0 && blockIdx.x + 1 < gridDim.x) steps /= 2;
  ends[thread] = walk(step, seed, thread, sweep, steps);
}

/// `Resource`: what the operations count as.
template <class Step, double Work::*Resource>
class GpuChains final : public MachineSimulation {
 public:
  GpuChains(std::int64_t steps, std::uint64_t seed)
      : steps_((steps + steps_a_turn - 1) / steps_a_turn * steps_a_turn),
        seed_(seed),
        blocks_(static_cast<unsigned>(gpu::multiprocessors()) * 32),
        ends_(std::size_t{blocks_} * chain_threads) {
    gpu::synchronize();
  }
  void sweep(int count) override {
    if (planted(Mutant::chains_once)) count = 1;
    for (int i = 0; i < count; ++i)
      gpu::launch(walk_chains<Step>, dim3(blocks_), dim3(chain_threads), step_, seed_, sweeps_++, steps_, ends_.data());
  }
  Work work_per_sweep() const override {
    Work work;
    work.units = static_cast<double>(ends_.size()) * Step::chains * static_cast<double>(steps_) * Step::operations;
    work.*Resource = work.units;
    work.footprint_bytes = static_cast<double>(ends_.size() * sizeof(std::uint32_t));
    return work;
  }
  /// After a batch, the ends of all chains of the first and the last block, and of one thread of each other block,
  /// against the same chains on the host.
  std::vector<Check> self_check() override {
    ends_.fill_zero();
    const std::uint32_t last = sweeps_ + checked_sweeps - 1;
    sweep(checked_sweeps);
    std::vector<std::uint32_t> seen(ends_.size());
    ends_.copy_to(seen.data(), seen.size());
    bool same = true;
    const auto look_at = [&](std::size_t thread) {
      same = same && seen[thread] == walk(step_, seed_, thread, last, steps_);
    };
    for (std::size_t i = 0; i < chain_threads; ++i) look_at(i), look_at(seen.size() - 1 - i);
    for (std::size_t block = 1; block + 1 < blocks_; ++block) look_at(block * chain_threads + block % chain_threads);
    return {
        exact_check("chains", same,
                    "the ends of the chains of the first block and the last, and of a thread of each other, against "
                    "the host's")};
  }

 private:
  Step step_{};
  std::int64_t steps_;
  std::uint64_t seed_;
  std::uint32_t sweeps_ = 0;
  unsigned blocks_;
  gpu::Buffer<std::uint32_t> ends_;
};

/// A GPU variant of machine kernel `kernel`.
template <class Chains>
Variant gpu_chains_variant(std::string kernel, std::string name, std::string title) {
  Variant v = gpu_variant(std::move(kernel), std::move(name), std::move(title),
                          {Axis::integer("steps", 2048, 1, std::int64_t{1} << 24,
                                         "steps of a chain in one sweep, rounded up to a multiple of 64")});
  v.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<Chains>(params.integer("steps"), seed);
  };
  return v;
}

}  // namespace spinbench::machine::SPINBENCH_GPU_NAMESPACE

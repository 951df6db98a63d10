// Multicanonical walkers on a device: in shared memory, and in global memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/flat/gpu_fixed_weights.cuh"
#include "kernels/ising2d_multicanonical/variant.hpp"

namespace spinbench::multicanonical::inline SPINBENCH_GPU_NAMESPACE {

using flat::GpuWalkers, flat::WalkerGrid;
using FixedWeights = flat::FixedWeights<flat::AllLevels>;

template <class Rng>
struct InSharedMemory {
  static constexpr const char *name = "walkers_shared", *title =
                                                            "a walker a thread, spins, weights and a histogram in "
                                                            "shared memory";
  static constexpr std::int64_t most = 128;

  static std::uint32_t block(const Params& params) { return static_cast<std::uint32_t>(params.integer("block")); }
  static std::string unsupported(const WalkerGrid& grid) { return flat::shared_unsupported(grid, "block"); }
  static Work work(const Params& params) { return flat::shared_work(params); }
  static void prepare(const WalkerGrid& grid) {
    gpu::allow_shared_bytes(flat::walk<Rng, FixedWeights>, flat::shared_bytes(grid));
  }
  static void enqueue(const GpuWalkers& walkers, const FixedWeights& weights, std::uint64_t attempts, int sweeps) {
    flat::enqueue_in_shared_memory<Rng>(walkers, weights, attempts, sweeps);
  }
};

template <class Rng>
struct InGlobalMemory {
  static constexpr const char *name = "walkers_global", *title = "a walker a thread, all in global memory";
  static constexpr std::int64_t most = 256;

  static std::uint32_t block(const Params&) { return 256; }
  static std::string unsupported(const WalkerGrid&) { return ""; }
  /// A visit is counted in 8 B.
  static Work work(const Params& params) { return flat::work_in_memory(params, 8); }
  static void prepare(const WalkerGrid&) {}
  static void enqueue(const GpuWalkers& walkers, const FixedWeights& weights, std::uint64_t attempts, int sweeps) {
    flat::enqueue_in_global_memory<Rng>(walkers, weights, attempts, sweeps);
  }
};

template <class Memory>
class GpuWalks final : public Simulation, public Resumable {
 public:
  GpuWalks(const Params& params, std::uint64_t seed)
      : params_(params),
        walkers_(flat::levels_of(params), static_cast<std::uint32_t>(params.integer("walkers")), Memory::block(params),
                 seed),
        sets_(sets_of(walkers_.grid().walkers, counted_together(params))),
        log2_g_(walkers_.grid().levels),
        visits_(std::size_t{sets_} * walkers_.grid().levels) {
    log2_g_.copy_from(flat::kaufman_weights(walkers_.levels()).data(), walkers_.grid().levels);
    visits_.fill_zero();
    Memory::prepare(walkers_.grid());
  }

  std::string code_path() const override { return flat::path_of(walkers_.grid()); }
  void sweep(int count) override {
    Memory::enqueue(walkers_, {log2_g_.data(), visits_.data(), sets_, {}}, attempts_, count);
    attempts_ += static_cast<std::uint64_t>(count) * walkers_.grid().sites;
  }
  Observables observe() override { return observables(walkers_.levels(), walkers_.words(), fetched(visits_)); }
  Configuration configuration() override { return flat::configuration(walkers_.levels(), walkers_.words()); }
  Work work_per_sweep() const override { return Memory::work(params_); }
  std::vector<Check> self_check() override {
    return {walkers_.check(), check_visits(fetched(visits_), static_cast<double>(walkers_.grid().walkers) *
                                                                 static_cast<double>(attempts_))};
  }

  /// All but the weights, which the case tells.
  void save(StateWriter& to) override { walkers_.save(to), save_buffer(to, visits_), to.put(attempts_); }
  void restore(StateReader& from) override {
    walkers_.restore(from), restore_buffer(from, visits_), from.take(attempts_);
  }

 private:
  Params params_;
  GpuWalkers walkers_;
  std::uint32_t sets_;
  gpu::Buffer<std::int32_t> log2_g_;
  gpu::Buffer<std::int64_t> visits_;
  std::uint64_t attempts_ = 0;
};

template <template <class> class Memory>
Variant gpu_variant() {
  using Any = Memory<rng::Philox4x32_7>;
  Variant v = variant(Any::name, SPINBENCH_GPU_BACKEND, Any::title, Any::most, 50688);
  if (std::string(Any::name) == "walkers_shared")
    v.axes.push_back(Axis::integer("block", 384, 32, flat::most_block, "walkers of a block"));
  flat::set_memory<Memory, GpuWalks>(v, most_sets);
  v.bit_cases = [](const Params& params, const Device&) { return flat::bit_cases(params, Any::block(params), true); };
  return v;
}

}  // namespace spinbench::multicanonical::SPINBENCH_GPU_NAMESPACE

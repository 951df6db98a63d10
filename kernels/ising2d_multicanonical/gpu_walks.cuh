// Multicanonical walkers on a device: in shared memory, and in global memory.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/flat/gpu_shared.cuh"
#include "kernels/ising2d_multicanonical/variant.hpp"

namespace spinbench::multicanonical::inline SPINBENCH_GPU_NAMESPACE {

using flat::GpuWalkers, flat::SharedWalk, flat::WalkerGrid;

/// log2 g stands; a block's visits are added to those of all when it ends.
struct FixedWeights {
  static constexpr bool estimates = false;

  const std::int32_t* log2_g;
  std::int64_t* visits;

  __device__ void begin(const WalkerGrid& grid, const SharedWalk& shared) const {
    for (std::uint32_t level = threadIdx.x; level < grid.levels; level += grid.block)
      shared.log2_g[level] = log2_g[level];
  }
  __device__ void end_epoch(const WalkerGrid&, const SharedWalk&) const {}
  __device__ void end_sweep(const WalkerGrid&) const {}
  __device__ void end(const WalkerGrid& grid, const SharedWalk& shared) const {
    if (planted(Mutant::flat_last_block_lost) && blockIdx.x + 1 == gridDim.x && blockIdx.x > 0) return;
    for (std::uint32_t level = threadIdx.x; level < grid.levels; level += grid.block)
      if (shared.visits[level] > 0) gpu::atomic_add(visits + level, shared.visits[level]);
  }
};

/// As the program of Gross et al.: spins, weights and one histogram in global memory. A thread is a walker.
template <class Rng>
__global__ void walk_in_global_memory(WalkerGrid grid, std::uint32_t* spins, std::uint32_t* followed,
                                      const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, FixedWeights weights,
                                      std::uint64_t attempts, std::uint32_t sweeps) {
  const std::uint32_t walker = blockIdx.x * grid.block + threadIdx.x;
  if (walker >= grid.walkers) return;
  std::uint32_t* const own = spins + static_cast<std::size_t>(blockIdx.x) * grid.words * grid.block + threadIdx.x;
  std::uint32_t level = followed[walker];
  std::int32_t here = weights.log2_g[level];
  const std::uint64_t stream = flat::stream_of(flat::drawing_walker(walker));
  for (const std::uint64_t end = attempts + static_cast<std::uint64_t>(sweeps) * grid.sites; attempts < end;
       attempts += 4) {
    const rng::Block4x32 sites = flat::four_words<Rng>(keys, flat::site_stream, attempts);
    const rng::Block4x32 words = flat::four_words<Rng>(keys, stream, attempts);
    for (int j = 0; j < 4; ++j) {
      const flat::SitePlaces at = flat::places_of(grid, flat::site_of(sites.word[j], grid.sites), grid.block);
      const std::uint32_t before = own[at.own / 32];
      const std::uint32_t to = level + static_cast<std::uint32_t>(flat::step_of(own, at, before));
      const std::int32_t there = weights.log2_g[to];
      const bool turns = flat::goes(there - here, words.word[j]);
      if (turns) {
        own[at.own / 32] = before ^ 1u << (at.own & 31);
        level = to;
        here = there;
      }
      if (turns || !planted(Mutant::flat_counts_turns)) gpu::atomic_add(weights.visits + level, 1);
    }
  }
  followed[walker] = level;
}

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
    flat::enqueue_walks<Rng>(walkers, attempts, sweeps, [&](std::uint64_t) { return weights; });
  }
};

template <class Rng>
struct InGlobalMemory {
  static constexpr const char *name = "walkers_global", *title = "a walker a thread, all in global memory";
  static constexpr std::int64_t most = 256;

  static std::uint32_t block(const Params&) { return 256; }
  static std::string unsupported(const WalkerGrid&) { return ""; }
  static Work work(const Params& params) { return flat::work_of(params, 2); }
  static void prepare(const WalkerGrid&) {}
  static void enqueue(const GpuWalkers& walkers, const FixedWeights& weights, std::uint64_t attempts, int sweeps) {
    const WalkerGrid& grid = walkers.grid();
    gpu::launch(walk_in_global_memory<Rng>, dim3(grid.blocks()), dim3(grid.block), grid, walkers.spins(),
                walkers.followed(), walkers.keys(), weights, attempts, static_cast<std::uint32_t>(sweeps));
  }
};

template <class Memory>
class GpuWalks final : public Simulation {
 public:
  GpuWalks(const Params& params, std::uint64_t seed)
      : params_(params),
        walkers_(flat::levels_of(params), static_cast<std::uint32_t>(params.integer("walkers")), Memory::block(params),
                 seed),
        log2_g_(walkers_.grid().levels),
        visits_(walkers_.grid().levels) {
    log2_g_.copy_from(flat::kaufman_weights(walkers_.levels()).data(), walkers_.grid().levels);
    visits_.fill_zero();
    Memory::prepare(walkers_.grid());
  }

  std::string code_path() const override { return flat::path_of(walkers_.grid()); }
  void sweep(int count) override {
    Memory::enqueue(walkers_, {log2_g_.data(), visits_.data()}, attempts_, count);
    attempts_ += static_cast<std::uint64_t>(count) * walkers_.grid().sites;
  }
  Observables observe() override { return observables(walkers_.levels(), walkers_.words(), visits()); }
  Configuration configuration() override { return flat::configuration(walkers_.levels(), walkers_.words()); }
  Work work_per_sweep() const override { return Memory::work(params_); }
  std::vector<Check> self_check() override {
    return {walkers_.check(),
            check_visits(visits(), static_cast<double>(walkers_.grid().walkers) * static_cast<double>(attempts_))};
  }

 private:
  std::vector<std::uint64_t> visits() const {
    std::vector<std::int64_t> found(visits_.size());
    visits_.copy_to(found.data(), found.size());
    return {found.begin(), found.end()};
  }

  Params params_;
  GpuWalkers walkers_;
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
  flat::set_memory<Memory, GpuWalks>(v);
  v.bit_cases = [](const Params& params, const Device&) { return flat::bit_cases(params, Any::block(params), true); };
  return v;
}

}  // namespace spinbench::multicanonical::SPINBENCH_GPU_NAMESPACE

// Walkers whose weights stand, on a device: multicanonical ones, and Wang-Landau ones in production. Their visits are
// counted by sets of walkers, from which errors come.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/flat/gpu_shared.cuh"

namespace spinbench::flat::inline SPINBENCH_GPU_NAMESPACE {

/// log2 g stands; a block's visits are added to those of its set when it ends.
template <class Bounds>
struct FixedWeights {
  static constexpr bool estimates = false;

  const std::int32_t* log2_g;  ///< window after window
  std::int64_t* visits;        ///< set after set, window after window
  std::uint32_t sets;
  Bounds bounds;

  /// Of run `one` of `all`, or of a walker.
  __device__ std::int64_t* visits_of(std::uint32_t one, std::uint32_t all, std::uint32_t levels) const {
    const std::uint32_t set = (set_of(one, all, sets) + (planted(Mutant::flat_foreign_visits) ? 1 : 0)) % sets;
    return visits + (static_cast<std::size_t>(set) * bounds.windows() + bounds.window()) * levels;
  }
  __device__ void begin(const WalkerGrid& grid, const SharedWalk& shared) {
    bounds.enter();
    for (std::uint32_t level = threadIdx.x; level < grid.levels; level += grid.block)
      shared.log2_g[level] = log2_g[static_cast<std::size_t>(bounds.window()) * grid.levels + level];
  }
  __device__ void end_epoch(const WalkerGrid&, const SharedWalk&) const {}
  __device__ void end_sweep(const WalkerGrid&) const {}
  __device__ void end(const WalkerGrid& grid, const SharedWalk& shared) const {
    if (planted(Mutant::flat_last_block_lost) && blockIdx.x + 1 == gridDim.x && blockIdx.x > 0) return;
    std::int64_t* const own = visits_of(blockIdx.x / bounds.windows(), gridDim.x / bounds.windows(), grid.levels);
    for (std::uint32_t level = threadIdx.x; level < grid.levels; level += grid.block)
      if (shared.visits[level] > 0) gpu::atomic_add(own + level, shared.visits[level]);
  }
};

/// As the program of Gross et al.: spins, weights and histograms in global memory. A thread is a walker.
template <class Rng>
__global__ void walk_in_global_memory(WalkerGrid grid, std::uint32_t* spins, std::uint32_t* followed,
                                      const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys,
                                      FixedWeights<AllLevels> weights, std::uint64_t attempts, std::uint32_t sweeps) {
  const std::uint32_t walker = blockIdx.x * grid.block + threadIdx.x;
  if (walker >= grid.walkers) return;
  std::uint32_t* const own = spins + static_cast<std::size_t>(blockIdx.x) * grid.words * grid.block + threadIdx.x;
  std::int64_t* const visits = weights.visits_of(walker, grid.walkers, grid.levels);
  std::uint32_t level = followed[walker];
  std::int32_t here = weights.log2_g[level];
  const std::uint64_t stream = stream_of(drawing_walker(walker));
  for (const std::uint64_t end = attempts + static_cast<std::uint64_t>(sweeps) * grid.sites; attempts < end;
       attempts += 4) {
    const rng::Block4x32 sites = four_words<Rng>(keys, site_stream, attempts);
    const rng::Block4x32 words = four_words<Rng>(keys, stream, attempts);
    for (int j = 0; j < 4; ++j) {
      const SitePlaces at = places_of(grid, site_of(sites.word[j], grid.sites), grid.block);
      const std::uint32_t before = own[at.own / 32];
      const std::uint32_t to = level + static_cast<std::uint32_t>(step_of(own, at, before));
      const std::int32_t there = weights.log2_g[to];
      const bool turns = goes(there - here, words.word[j]);
      if (turns) {
        own[at.own / 32] = before ^ 1u << (at.own & 31);
        level = to;
        here = there;
      }
      if (turns || !planted(Mutant::flat_counts_turns)) gpu::atomic_add(visits + level, 1);
    }
  }
  followed[walker] = level;
}

/// Enqueues `sweeps` sweeps of walkers that have `attempts` behind them.
template <class Rng>
void enqueue_in_global_memory(const GpuWalkers& walkers, const FixedWeights<AllLevels>& weights, std::uint64_t attempts,
                              int sweeps) {
  const WalkerGrid& grid = walkers.grid();
  gpu::launch(walk_in_global_memory<Rng>, dim3(grid.blocks()), dim3(grid.block), grid, walkers.spins(),
              walkers.followed(), walkers.keys(), weights, attempts, static_cast<std::uint32_t>(sweeps));
}
template <class Rng, class Bounds>
void enqueue_in_shared_memory(const GpuWalkers& walkers, const FixedWeights<Bounds>& weights, std::uint64_t attempts,
                              int sweeps) {
  enqueue_walks<Rng>(walkers, attempts, sweeps, [&](std::uint64_t) { return weights; });
}

}  // namespace spinbench::flat::SPINBENCH_GPU_NAMESPACE

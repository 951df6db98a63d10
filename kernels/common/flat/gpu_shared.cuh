// Walkers whose spins lie in shared memory, a bit each, beside log2 g and a histogram for all walkers of a block; so an
// attempt touches no memory beyond the multiprocessor.
//
// At L = 64 a walker has 512 B, log2 g and the histogram 32 KB together: 384 walkers fill the 227 KB of a block on an
// H200, 50688 walkers its 132 multiprocessors. Wanted are 200 attempts a nanosecond (multicanonical) and 100
// (Wang-Landau). 132 multiprocessors at 1.75 GHz have 231 of their cycles a nanosecond, so 200 are 0.87 attempts a
// cycle of each, 37 cycles for an attempt of all lanes of a warp. By the machine code for sm_90 the loop has 70
// instructions an attempt, 38 on the ALU, which takes 19 of those cycles, and 28 turns of the multiply-adds, 14. Shared
// memory takes about 15: five wavefronts for the words of the spins, two for their places, one for the flip, three to
// four each for the look at log2 g and the visit, where 32 random banks meet. 12 warps, each of which waits some 170
// cycles for its own attempt, start one every 14. So the ALU is the bound, 390 attempts a nanosecond at that clock, and
// 450 by the 37 operations and the measured rate that a row has. Held, multicanonical: 253 on an H200, 56% of the row's
// (h200-weigel2015-ensembles.json).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "backends/gpu/shared_memory.cuh"
#include "kernels/common/flat/gpu_windows.cuh"

namespace spinbench::flat::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int most_block = 512;

/// What the threads of a block share.
struct SharedWalk {
  SitePlaces* places;    ///< of the attempts of an epoch
  std::uint32_t* spins;  ///< word w of thread t at w * block + t
  std::int32_t* log2_g;
  std::uint32_t* visits;

  __device__ explicit SharedWalk(const WalkerGrid& grid)
      : places(reinterpret_cast<SitePlaces*>(gpu::shared_memory())),
        spins(reinterpret_cast<std::uint32_t*>(places + grid.L)),
        log2_g(reinterpret_cast<std::int32_t*>(spins + grid.words * grid.block)),
        visits(reinterpret_cast<std::uint32_t*>(log2_g + grid.levels)) {}
};
inline std::size_t shared_bytes(const WalkerGrid& grid) {
  return sizeof(SitePlaces) * grid.L + 4 * (static_cast<std::size_t>(grid.words) * grid.block + 2 * grid.levels);
}

/// Why a block of the current device cannot hold the walkers, or "".
inline std::string shared_unsupported(const WalkerGrid& grid, const std::string& axis) {
  const std::size_t bytes = shared_bytes(grid), most = gpu::largest_shared_bytes();
  if (bytes <= most) return "";
  return std::to_string(grid.block) + " walkers on L = " + std::to_string(grid.L) + " fill " + std::to_string(bytes) +
         " B of shared memory, but a block has " + std::to_string(most) + ": take a smaller " + axis + " or L";
}

/// The sites of the epoch that begins at `attempt`.
template <class Rng>
__device__ __forceinline__ void place_sites(const WalkerGrid& grid, const SharedWalk& shared, const PhiloxKeys& keys,
                                            std::uint64_t attempt) {
  for (std::uint32_t i = 4 * threadIdx.x; i < grid.L; i += 4 * blockDim.x) {
    const rng::Block4x32 words = four_words<Rng>(keys, site_stream, attempt + i);
    for (int j = 0; j < 4; ++j) shared.places[i + j] = places_of(grid, site_of(words.word[j], grid.sites), grid.block);
  }
}

/// `sweeps` sweeps of every walker, which have `attempts` attempts behind them. The law: begin(shared) before all,
/// end_epoch(shared) when the walkers of a block have come to the end of L attempts, end_sweep() and end(shared); its
/// bounds say which levels they may go to.
template <class Rng, class Law>
__global__ void SPINBENCH_LAUNCH_BOUNDS(most_block, 1)
    walk(WalkerGrid grid, std::uint32_t* spins, std::uint32_t* followed,
         const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, Law law, std::uint64_t attempts, std::uint32_t sweeps) {
  const SharedWalk shared(grid);
  const std::uint32_t t = threadIdx.x, walker = blockIdx.x * grid.block + t;
  const bool walks = walker < grid.walkers;
  std::uint32_t* const kept = spins + static_cast<std::size_t>(blockIdx.x) * grid.words * grid.block + t;
  std::uint32_t* const own = shared.spins + t;
  for (std::uint32_t w = 0; w < grid.words; ++w) own[w * grid.block] = kept[w * grid.block];
  for (std::uint32_t level = t; level < grid.levels; level += grid.block) shared.visits[level] = 0;
  law.begin(grid, shared);
  place_sites<Rng>(grid, shared, keys, attempts);
  __syncthreads();

  std::uint32_t level = followed[walker];
  std::int32_t here = shared.log2_g[level];
  const std::uint64_t stream = stream_of(drawing_walker(walker));
  for (std::uint32_t sweep = 0; sweep < sweeps; ++sweep) {
    for (std::uint32_t epoch = 0; epoch < grid.L; ++epoch, attempts += grid.L) {
      for (std::uint32_t i = 0; walks && i < grid.L; i += 4) {
        const rng::Block4x32 words = four_words<Rng>(keys, stream, attempts + i);
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const SitePlaces at = shared.places[i + j];
          std::uint32_t& word = own[at.own / 32];
          const std::uint32_t before = word;
          const std::uint32_t to = level + static_cast<std::uint32_t>(step_of(own, at, before));
          const std::int32_t there = shared.log2_g[to];
          const bool turns = goes(there - here, words.word[j]) && law.bounds.allows(grid, to);
          word = before ^ static_cast<std::uint32_t>(turns) << (at.own & 31);
          level = turns ? to : level;
          here = turns ? there : here;
          if (turns || !planted(Mutant::flat_counts_turns)) atomicAdd(shared.visits + level, 1u);
        }
      }
      __syncthreads();
      law.end_epoch(grid, shared);
      place_sites<Rng>(grid, shared, keys, attempts + grid.L);
      __syncthreads();
      if (Law::estimates) here = shared.log2_g[level];
    }
    law.end_sweep(grid);
  }

  for (std::uint32_t w = 0; w < grid.words; ++w) kept[w * grid.block] = own[w * grid.block];
  followed[walker] = level;
  law.end(grid, shared);
}

/// Enqueues `sweeps` sweeps, some in a launch, since a block's histogram counts in 32 bits. `law_at(attempts)` is the
/// law of a launch that has so many behind it.
template <class Rng, class LawAt>
void enqueue_walks(const GpuWalkers& walkers, std::uint64_t attempts, int sweeps, LawAt&& law_at) {
  const WalkerGrid& grid = walkers.grid();
  const int most = static_cast<int>(std::clamp((1u << 31) / (grid.block * grid.sites), 1u, 1000u));
  for (int done = 0; done < sweeps; done += most) {
    const int count = std::min(most, sweeps - done);
    const std::uint64_t before = attempts + static_cast<std::uint64_t>(done) * grid.sites;
    const auto law = law_at(before);
    gpu::launch_shared(walk<Rng, std::remove_const_t<decltype(law)>>, dim3(grid.blocks()), dim3(grid.block),
                       shared_bytes(grid), grid, walkers.spins(), walkers.followed(), walkers.keys(), law, before,
                       static_cast<std::uint32_t>(count));
  }
}

/// The least that an attempt asks of shared memory: places, words of the spins, the flip, log2 g, the visit.
inline Work shared_work(const Params& params) {
  Work work = work_of(params, 1);
  // By the machine code, random words included; at most that.
  work.logic_ops = 37 * work.units;
  work.multiply_adds = 26 * work.units;
  work.shared_bytes = 4.0 * (2 + 5 + 1 + 1 + 1) * work.units;
  return work;
}

}  // namespace spinbench::flat::SPINBENCH_GPU_NAMESPACE

// Resampling on a device: rule.hpp states it. No word crosses the bus, and no spin moves that need not.
//
// Launches of a step, beside its sweeps, R replicas:
//   draw_population    new spins; does nothing but in an annealing's first step, as the count behind it
//   count_levels       a warp a replica: its energy, and one more in the histogram
//   plan_resampling    one block, from the histogram alone: the weights' sum, and the copies of each level
//   sum_copies, count_copies, place_copies
//                      a thread a replica, a block 256 of them: the sum of the copies before each, in two launches,
//                      then the places that become free and the copies that they take, by the sum of the free ones
//   move_replicas      a warp a copy
// Bytes: 1/8 a spin for the count; 1/4 a spin for the share of the population that moves, which is one minus the
// overlap of the histograms; and 4 + 4 + 8 + 4 + 4 + 8 a replica for its energy, its sums and its place. At L = 64, R =
// 10^6 and an overlap of 0.85 that is 512 MB + 154 MB + 32 MB, where ten sweeps colour by colour take 3/8 B a
// flip, 15.4 GB: 4.5%.
#pragma once

#include <cstdint>

#include "backends/gpu/device.cuh"
#include "kernels/ising2d_population_annealing/rule.hpp"

namespace spinbench::annealing::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr unsigned resampling_threads = 256, plan_threads = 512;
/// That sum what blocks left: so few that small cases, too, have blocks for several turns.
inline constexpr unsigned summing_threads = 32;

/// How far the population is.
struct DevicePlace {
  std::uint64_t annealing, moved, offset;  ///< replicas overwritten since the start; the random bits of the last step
  std::uint32_t steps, step;               ///< of an annealing; begun in the one at hand

  SPINBENCH_FN bool draws_spins() const { return step == 0 || step == steps; }
  SPINBENCH_FN std::uint64_t next_annealing() const { return step == steps ? annealing + 1 : annealing; }
};

/// A population but for its spins, in memory of the device. Passed by value.
struct DevicePopulation {
  std::uint32_t replicas, levels;
  std::uint32_t reach;  ///< weights a step
  std::uint64_t start_key, resampling_key;
  DevicePlace* place;
  StepOutcome* outcomes;                       ///< by step
  const std::uint64_t* weights;                ///< by step, by level above the lowest
  std::uint32_t* histograms;                   ///< by steps done, by level
  std::uint64_t* copies;                       ///< by level, of the resampling at hand
  std::uint32_t *level, *family, *first_copy;  ///< by replica; of the copies of all, the number of its first
  std::uint32_t *freed, *source;               ///< the places that are overwritten, and by whom
  std::int64_t* block_copies;                  ///< of the replicas of a block
  std::uint32_t* block_freed;

  SPINBENCH_FN std::uint32_t* histogram(std::uint32_t steps) const {
    return histograms + static_cast<std::size_t>(steps) * levels;
  }
};

/// The sum over the block, in all of its threads.
__device__ __forceinline__ std::int64_t sum_over_block(std::int64_t value) {
  __shared__ std::int64_t partial[resampling_threads / gpu::least_warp_lanes];
  const unsigned lanes = static_cast<unsigned>(gpu::warp_lanes()), warps = resampling_threads / lanes;
  const std::int64_t sum = gpu::warp_sum(value);
  if (threadIdx.x % lanes == 0) partial[threadIdx.x / lanes] = sum;
  __syncthreads();
  std::int64_t all = 0;
  for (unsigned warp = 0; warp < warps; ++warp) all += partial[warp];
  __syncthreads();
  return all;
}

/// The sum over the threads of the block up to this one.
__device__ __forceinline__ std::int64_t sum_so_far(std::int64_t value) {
  __shared__ std::int64_t sums[resampling_threads];
  sums[threadIdx.x] = value;
  __syncthreads();
  for (unsigned distance = 1; distance < resampling_threads; distance *= 2) {
    const std::int64_t other = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
    __syncthreads();
    sums[threadIdx.x] += other;
    __syncthreads();
  }
  const std::int64_t result = sums[threadIdx.x];
  __syncthreads();
  return result;
}

/// The sum of what the blocks before this one left in `values`.
template <class Value>
__device__ __forceinline__ std::int64_t sum_of_blocks_before(const Value* values) {
  std::int64_t sum = 0;
  if (threadIdx.x < summing_threads)
    for (std::uint32_t block = threadIdx.x; block < blockIdx.x; block += summing_threads)
      sum += static_cast<std::int64_t>(values[block]);
  return sum_over_block(sum);
}

/// New spins for all, where an annealing begins: `lattices.set(replica, w, word)` puts word w where it belongs.
template <class Lattices>
__global__ void draw_population(DevicePopulation population, Lattices lattices, std::uint32_t words) {
  const DevicePlace place = *population.place;
  if (!place.draws_spins()) return;
  const std::uint32_t blocks = (words + 3) / 4;
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x,
                      first = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x;
  const std::uint64_t annealing = planted(Mutant::annealing_start_stands) ? 0 : place.next_annealing();
  for (std::uint64_t i = first; i < static_cast<std::uint64_t>(population.replicas) * blocks; i += stride) {
    const auto replica = static_cast<std::uint32_t>(i / blocks), block = static_cast<std::uint32_t>(i % blocks);
    const rng::Block4x32 drawn = start_words(population.start_key, annealing, replica, block);
    for (std::uint32_t w = 0; w < 4 && 4 * block + w < words; ++w) lattices.set(replica, 4 * block + w, drawn.word[w]);
  }
  for (std::uint64_t r = first; r < population.replicas; r += stride)
    population.family[r] = static_cast<std::uint32_t>(r);
  for (std::uint64_t k = first; k < population.levels; k += stride) population.histogram(0)[k] = 0;
}

/// `lattices.unsatisfied(replica, lane, lanes)`: the unsatisfied bonds that a lane of the replica's warp finds.
/// `of_start`: of a population that was just drawn, where it was.
template <class Lattices>
__global__ void __launch_bounds__(resampling_threads)
    count_levels(DevicePopulation population, Lattices lattices, bool of_start) {
  if (of_start && !population.place->draws_spins()) return;
  std::uint32_t* const histogram = population.histogram(of_start ? 0 : population.place->step);
  const std::uint32_t lanes = static_cast<std::uint32_t>(gpu::warp_lanes()), lane = threadIdx.x % lanes,
                      warps = resampling_threads / lanes, warp = threadIdx.x / lanes;
  const std::uint32_t r = blockIdx.x * warps + warp;
  if (r >= population.replicas) return;
  const std::uint32_t seen = planted(Mutant::annealing_levels_first_warp) ? r - warp : r;
  const int bonds = gpu::warp_sum(lattices.unsatisfied(seen, lane, lanes));
  if (lane != 0) return;
  const auto level = static_cast<std::uint32_t>(bonds) / 2;
  population.level[r] = level;
  atomicAdd(&histogram[level], 1u);
}

/// Begins a step: from the histogram before it what each level is copied, and at which temperature the sweeps are.
template <class Thresholds>
__global__ void __launch_bounds__(plan_threads)
    plan_resampling(DevicePopulation population, const Thresholds* of_step, Thresholds* now) {
  __shared__ std::uint32_t least, below_top;
  __shared__ std::int64_t total;
  const DevicePlace place = *population.place;
  const std::uint32_t step = place.draws_spins() ? 0 : place.step, levels = population.levels;
  const std::uint32_t* const seen = population.histogram(step);
  std::uint32_t* const next = population.histogram(step + 1);
  if (threadIdx.x == 0) least = below_top = levels, total = 0;
  __syncthreads();
  for (std::uint32_t k = threadIdx.x; k < levels; k += plan_threads) {
    next[k] = 0;
    if (seen[k] == 0) continue;
    atomicMin(&least, k);
    atomicMin(&below_top, levels - 1 - k);
  }
  __syncthreads();
  const std::uint32_t lowest = least, highest = levels - 1 - below_top;
  const auto weight = [&](std::uint32_t k) {
    const std::uint32_t above = planted(Mutant::annealing_wrong_sign) ? highest - k : k - lowest;
    return above < population.reach ? population.weights[static_cast<std::size_t>(step) * population.reach + above]
                                    : std::uint64_t{0};
  };
  std::int64_t sum = 0;
  for (std::uint32_t k = threadIdx.x; k < levels; k += plan_threads)
    if (seen[k] != 0) sum += static_cast<std::int64_t>(seen[k] * weight(k));
  gpu::atomic_add(&total, sum);
  __syncthreads();
  const std::uint64_t all = static_cast<std::uint64_t>(total), a_weight = copies_a_weight(population.replicas, all);
  for (std::uint32_t k = threadIdx.x; k < levels; k += plan_threads)
    if (seen[k] != 0) population.copies[k] = copies_of(weight(k), a_weight);
  if (threadIdx.x != 0) return;
  const std::uint64_t annealing = place.next_annealing();
  *population.place = {annealing, place.moved, resampling_offset(population.resampling_key, annealing, step),
                       place.steps, step + 1};
  population.outcomes[step] = {all, lowest, 0};
  *now = of_step[planted(Mutant::annealing_betas_stay) ? 0 : step];
}

/// In units of 2^-40; the last replica gets what is left.
__device__ __forceinline__ std::int64_t own_copies(const DevicePopulation& population, std::uint32_t replica) {
  if (replica + 1 >= population.replicas) return 0;
  const std::uint32_t whose = planted(Mutant::annealing_off_by_one) ? replica + 1 : replica;
  return static_cast<std::int64_t>(population.copies[population.level[whose]]);
}

/// Of each block of replicas. A template, as those below, so that every file that includes this may hold a copy.
template <class Population>
__global__ void __launch_bounds__(resampling_threads) sum_copies(Population population) {
  const std::int64_t sum = sum_over_block(own_copies(population, blockIdx.x * resampling_threads + threadIdx.x));
  if (threadIdx.x == 0) population.block_copies[blockIdx.x] = sum;
}

template <class Population>
__global__ void __launch_bounds__(resampling_threads) count_copies(Population population) {
  const std::uint32_t replica = blockIdx.x * resampling_threads + threadIdx.x;
  const std::uint64_t offset = population.place->offset;
  const std::int64_t own = own_copies(population, replica), base = sum_of_blocks_before(population.block_copies);
  std::uint64_t behind = static_cast<std::uint64_t>(base + sum_so_far(own));
  const std::uint32_t first = copies_before(behind - static_cast<std::uint64_t>(own), offset);
  if (replica + 1 == population.replicas && !planted(Mutant::annealing_last_dropped))
    behind = population.replicas * one_copy;
  if (replica < population.replicas) population.first_copy[replica] = first;
  const bool freed = replica < population.replicas && copies_before(behind, offset) == first;
  const std::int64_t all = sum_over_block(freed ? 1 : 0);
  if (threadIdx.x == 0) population.block_freed[blockIdx.x] = static_cast<std::uint32_t>(all);
}

template <class Population>
__global__ void __launch_bounds__(resampling_threads) place_copies(Population population) {
  const std::uint32_t replica = blockIdx.x * resampling_threads + threadIdx.x;
  const bool exists = replica < population.replicas, last = replica + 1 == population.replicas;
  const std::uint32_t first = exists ? population.first_copy[replica] : 0;
  const std::uint32_t next = !exists                                   ? 1
                             : !last                                   ? population.first_copy[replica + 1]
                             : planted(Mutant::annealing_last_dropped) ? first
                                                                       : population.replicas;
  const std::uint32_t copies = next - first;
  const bool freed = exists && copies == 0;
  const std::int64_t so_far = sum_so_far(freed ? 1 : 0), blocks_before = sum_of_blocks_before(population.block_freed);
  const auto base = static_cast<std::uint32_t>(planted(Mutant::annealing_first_blocks) ? 0 : blocks_before);
  const std::uint32_t before = base + static_cast<std::uint32_t>(so_far) - (freed ? 1 : 0);
  if (freed) population.freed[before] = replica;
  // Copies beyond the first of each are all copies, less one for each replica that has any.
  for (std::uint32_t copy = 1; exists && copy < copies; ++copy) {
    const std::uint32_t number = first - (replica - before) + copy - 1;
    if (planted(Mutant::annealing_first_blocks) && number >= population.replicas) break;
    if (planted(Mutant::annealing_copies_first) && copy > 1) break;
    population.source[number] = replica;
  }
  if (!last) return;
  const std::uint32_t all = before + (freed ? 1 : 0);
  population.outcomes[population.place->step - 1].moved = all;
  population.place->moved += all;
}

/// `packs`: 16 bytes each, of a replica.
template <class Population>
__global__ void __launch_bounds__(resampling_threads)
    move_replicas(Population population, uint4* spins, std::uint32_t packs) {
  const std::uint32_t lanes = static_cast<std::uint32_t>(gpu::warp_lanes()), lane = threadIdx.x % lanes,
                      warps = resampling_threads / lanes;
  const std::uint32_t moved = population.outcomes[population.place->step - 1].moved;
  const std::uint32_t m = blockIdx.x * warps + threadIdx.x / lanes;
  if (m >= moved) return;
  const std::uint32_t from = population.source[m], to = population.freed[m];
  for (std::uint32_t i = lane; i < packs; i += lanes)
    spins[static_cast<std::size_t>(to) * packs + i] = spins[static_cast<std::size_t>(from) * packs + i];
  if (lane == 0 && !planted(Mutant::annealing_family_stays)) population.family[to] = population.family[from];
}

}  // namespace spinbench::annealing::SPINBENCH_GPU_NAMESPACE

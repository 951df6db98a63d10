// A Wolff update that grows its cluster in a queue: spins are claimed by atomics, so that all directions are looked at
// at once; a warp takes places in the queue for all that it claimed; one block goes on alone while the front is small,
// and the whole grid, held together by one barrier a front, takes a large one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "backends/gpu/grid_barrier.cuh"
#include "kernels/common/clusters/gpu_wolff.cuh"
#include "kernels/common/clusters/gpu_wolff_front.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// What the blocks hand to each other.
struct QueueState {
  std::uint32_t found[3];  ///< members that a front found, in turns: the next one's is cleared while one is filled
  std::uint32_t looked, known;
};

/// A place in a list for each of `own` items of every lane; all lanes of the warp must take part.
__device__ __forceinline__ std::uint32_t take_places(std::uint32_t* length, std::uint32_t own) {
  const int lanes = gpu::warp_lanes(), lane = static_cast<int>(threadIdx.x) % lanes;
  std::uint32_t until = own;
  for (int offset = 1; offset < lanes; offset *= 2) {
    const std::uint32_t before = gpu::shuffle(until, lane >= offset ? lane - offset : lane);
    if (lane >= offset) until += before;
  }
  const std::uint32_t all = gpu::shuffle(until, lanes - 1);
  std::uint32_t start = 0;
  if (lane == 0 && all > 0) start = atomicAdd(length, all);
  return gpu::shuffle(start, 0) + until - own;
}

/// The word of four states in which a site's lies, and the site's bits there.
__device__ __forceinline__ std::uint32_t* word_with(std::uint8_t* states, std::uint32_t site) {
  return reinterpret_cast<std::uint32_t*>(states) + site / 4;
}
__device__ __forceinline__ std::uint32_t shift_of(std::uint32_t site) { return 8 * (site % 4); }

/// Looks at the neighbours of members[index], if `has_spin`, and queues those that join from members[known] on.
template <class Bonds>
__device__ __forceinline__ void look_around(const Bonds& bonds, std::uint8_t* states, std::uint32_t* members,
                                            std::uint8_t old, std::uint32_t index, bool has_spin, std::uint32_t known,
                                            std::uint32_t* length) {
  constexpr int ways = 2 * Bonds::dimensions;
  const Site at = site_at(bonds.n, has_spin ? gpu::load_past_l1(members + index) : 0);
  std::uint32_t joined = 0;
#pragma unroll
  for (int way = 0; way < ways; ++way) {
    const std::uint32_t other = neighbour_of(bonds.n, at, way);
    if (!has_spin || gpu::load_past_l1(states + other) != old || !joins(bonds, at.number, other, way)) continue;
    const std::uint32_t claim = std::uint32_t{is_member} << shift_of(other);
    if (!(atomicOr(word_with(states, other), claim) & claim)) joined |= 1u << way;
  }
  // The spin flips and is no member any more, which would not be asked.
  if (has_spin) atomicXor(word_with(states, at.number), (is_member | 1u) << shift_of(at.number));
  std::uint32_t place = known + take_places(length, static_cast<std::uint32_t>(__popc(joined)));
#pragma unroll
  for (int way = 0; way < ways; ++way)
    if (joined >> way & 1) gpu::store_past_l1(members + place++, neighbour_of(bonds.n, at, way));
}

template <int Threads, class Bonds>
__global__ void __launch_bounds__(Threads)
    grow_queue(Bonds bonds, std::uint8_t* states, std::uint32_t* members, QueueState* queue, FlipCount* count) {
  __shared__ std::uint32_t found;
  const std::uint32_t index = blockIdx.x * Threads + threadIdx.x, threads = gridDim.x * Threads;
  const std::uint32_t seed = bonds.numbers.seed_site();
  const std::uint8_t old = gpu::load_past_l1(states + seed) & 1;
  gpu::sync_grid();
  if (index == 0) {
    members[0] = seed;
    atomicOr(word_with(states, seed), std::uint32_t{is_member} << shift_of(seed));
    queue->found[0] = 0;
  }
  gpu::sync_grid();
  std::uint32_t looked = 0, known = 1;
  for (std::uint32_t front = 0; looked < known;) {
    if (known - looked <= Threads) {
      if (blockIdx.x == 0) {
        while (looked < known && known - looked <= Threads) {
          if (threadIdx.x == 0) found = 0;
          __syncthreads();
          look_around(bonds, states, members, old, looked + threadIdx.x, threadIdx.x < known - looked, known, &found);
          __syncthreads();
          looked = known;
          known += found;
          __syncthreads();
        }
        if (threadIdx.x == 0) {
          gpu::store_past_l1(&queue->looked, looked);
          gpu::store_past_l1(&queue->known, known);
        }
      }
      gpu::sync_grid();
      looked = gpu::load_past_l1(&queue->looked);
      known = gpu::load_past_l1(&queue->known);
      if (planted(Mutant::queue_alone_only)) break;
      continue;
    }
    if (index == 0) gpu::store_past_l1(&queue->found[(front + 1) % 3], 0u);
    // All lanes of a warp go along.
    for (std::uint32_t first = looked; first < known; first += threads) {
      look_around(bonds, states, members, old, first + index, index < known - first, known, &queue->found[front % 3]);
      if (planted(Mutant::wolff_front_cut)) break;
    }
    gpu::sync_grid();
    looked = known;
    known += gpu::load_past_l1(&queue->found[front % 3]);
    ++front;
  }
  if (index == 0) count->all += known;
}

/// Grows clusters by grow_queue(): one block a multiprocessor, or `Blocks`.
template <int Dimensions, int Threads = 512, int Blocks = 0>
class Queue {
 public:
  static constexpr const char* name = "queue";

  explicit Queue(const Extents& n) : members_(n.sites()), queue_(1) {}

  static std::string unsupported(const Extents&) { return ""; }
  static double bytes_a_site() { return sizeof(std::uint32_t); }
  static CodePath path(const Extents& n) {
    return CodePath().with(n.sites() > static_cast<std::uint32_t>(Threads) ? "one block and all" : "one block");
  }
  template <int>
  static std::vector<Check> self_check() {
    return {check_wide_fronts<Dimensions, Queue>(Threads)};
  }

  template <class Bonds>
  void enqueue(GpuStates<Dimensions>& states, const Bonds& bonds, FlipCount* count, unsigned blocks = all_blocks()) {
    gpu::launch_cooperative(grow_queue<Threads, Bonds>, dim3(blocks), dim3(Threads), bonds, states.data(),
                            members_.data(), queue_.data(), count);
  }

 private:
  static unsigned all_blocks() { return static_cast<unsigned>(Blocks > 0 ? Blocks : gpu::multiprocessors()); }

  gpu::Buffer<std::uint32_t> members_;
  gpu::Buffer<QueueState> queue_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

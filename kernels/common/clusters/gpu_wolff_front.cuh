// A Wolff update that grows its cluster front by front, after Komura and Okabe (2012, section 4): each spin of the
// front is a thread's, at most as many at a time as there are threads. All look in one direction, then wait for each
// other, so that no two claim the same spin; spin and membership lie in one word; new members are numbered by sums in
// shared memory; a spin flips when its neighbours have been looked at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/gpu/grid_barrier.cuh"
#include "kernels/common/clusters/gpu_wolff.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Beside the spin, in the same byte.
inline constexpr std::uint8_t is_member = 2;

/// The paper's quasi-block synchronisation (section 3): each block says in an array how many barriers it has reached,
/// and looks until all others have said so. As many threads a block as there are blocks, at least.
struct Stoppers {
  static constexpr const char* name = "quasi_block";
  static constexpr unsigned blocks = 32, threads = 32;

  std::uint32_t* reached;

  struct Gate {
    std::uint32_t* reached;
    std::uint32_t number;

    __device__ void wait() {
      __syncthreads();
      ++number;
      if (threadIdx.x == 0) gpu::release(reached + blockIdx.x, number);
      // Numbers wrap around after some hours.
      while (!gpu::all_of_block(threadIdx.x >= gridDim.x ||
                                static_cast<int>(gpu::acquire(reached + threadIdx.x) - number) >= 0)) {
      }
    }
  };
  /// All blocks left the last launch by the same barrier.
  __device__ Gate gate() const { return {reached, gpu::acquire(reached + blockIdx.x)}; }
};

/// Today's barrier of a cooperative launch.
struct CooperativeBarrier {
  static constexpr const char* name = "cooperative";
  static constexpr unsigned blocks = 128, threads = 256;

  std::uint32_t* reached;

  struct Gate {
    __device__ void wait() { gpu::sync_grid(); }
  };
  __device__ Gate gate() const { return {}; }
};

/// What a growing cluster keeps in memory.
struct ClusterMemory {
  std::uint32_t* members;      ///< sites, in the order in which they joined
  std::uint32_t* new_members;  ///< of each block, in the step at hand
};

/// The neighbour in direction way / 2, forwards for even ways.
__device__ __forceinline__ std::uint32_t neighbour_of(const Extents& n, const Site& at, int way) {
  return way % 2 == 0 ? next_site(n, at, way / 2) : previous_site(n, at, way / 2);
}

/// Whether the bond to that neighbour is active, whose spin was equal.
template <class Rng, int Dimensions>
__device__ __forceinline__ bool joins(const DrawnBonds<Rng, Dimensions>& bonds, std::uint32_t site,
                                      std::uint32_t neighbour, int way) {
  const bool is_ahead = way % 2 == 0 || planted(Mutant::front_bond_twice);
  if (planted(Mutant::front_wrap_lost) && (neighbour > site) != (way % 2 == 0)) return false;
  return bonds.numbers.bond(is_ahead ? site : neighbour, way / 2) < bonds.threshold;
}

template <class Barrier, class Bonds>
__global__ void __launch_bounds__(Barrier::threads)
    grow_front(Bonds bonds, std::uint8_t* states, ClusterMemory memory, Barrier barrier, FlipCount* count) {
  constexpr int ways = 2 * Bonds::dimensions;
  __shared__ std::uint32_t place, found, before, all;
  auto gate = barrier.gate();
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  const std::uint32_t seed = bonds.numbers.seed_site();
  const std::uint8_t old = gpu::load_past_l1(states + seed) & 1;
  gate.wait();
  if (index == 0) {
    memory.members[0] = seed;
    gpu::store_past_l1(states + seed, static_cast<std::uint8_t>(old | is_member));
  }
  gate.wait();
  std::uint32_t members = 1;
  for (std::uint32_t looked = 0; looked < members;) {
    const std::uint32_t front = min(members - looked, threads);
    const bool has_spin = index < front;
    const Site at = site_at(bonds.n, has_spin ? gpu::load_past_l1(memory.members + looked + index) : 0);
    std::uint32_t joined = 0;
#pragma unroll
    for (int way = 0; way < ways; ++way) {
      const std::uint32_t other = neighbour_of(bonds.n, at, way);
      if (has_spin && gpu::load_past_l1(states + other) == old && joins(bonds, at.number, other, way)) {
        gpu::store_past_l1(states + other, static_cast<std::uint8_t>(old | is_member));
        joined |= 1u << way;
      }
      if (way + 1 < ways) gate.wait();
    }
    // Places inside the block in the order in which threads come: the list's order changes nothing.
    if (threadIdx.x == 0) found = before = all = 0;
    __syncthreads();
    const auto own = static_cast<std::uint32_t>(__popc(joined));
    const std::uint32_t mine = own > 0 ? atomicAdd(&found, own) : 0;
    __syncthreads();
    if (threadIdx.x == 0) gpu::store_past_l1(memory.new_members + blockIdx.x, found);
    gate.wait();
    if (threadIdx.x < gridDim.x) {
      std::uint32_t others = gpu::load_past_l1(memory.new_members + threadIdx.x);
      if (planted(Mutant::wolff_block_front_cut) && threadIdx.x + 1 == gridDim.x) others = 0;
      if (threadIdx.x < blockIdx.x) atomicAdd(&before, others);
      atomicAdd(&all, others);
    }
    __syncthreads();
    if (threadIdx.x == 0) place = members + before;
    __syncthreads();
    std::uint32_t* next = memory.members + place + mine;
#pragma unroll
    for (int way = 0; way < ways; ++way)
      if (joined >> way & 1) gpu::store_past_l1(next++, neighbour_of(bonds.n, at, way));
    if (has_spin) gpu::store_past_l1(states + at.number, static_cast<std::uint8_t>(old ^ 1));
    looked += planted(Mutant::wolff_front_cut) ? members - looked : front;
    members += all;
    gate.wait();
  }
  if (index == 0) count->all += members;
}

/// The fronts of the lattices that are compared with the oracle's have fewer spins than a large grid has threads. Here
/// two blocks grow a comb, whose front has both tips of all its teeth: nobody else reaches what lies behind a tip that
/// a front leaves out. The other spins are the same comb, turned round.
template <int Dimensions, class Growth>
Check check_wide_fronts(unsigned threads_a_block) {
  using Rng = rng::Philox4x32;
  const unsigned few_blocks = 2, threads = few_blocks * threads_a_block;
  const std::uint32_t L = 2 * ((3 * threads / 2 + 5) / 2);
  const Extents n{L, L, 1};
  std::vector<std::uint8_t> combs(n.sites());
  for (std::uint32_t site = 0; site < n.sites(); ++site) {
    const std::uint32_t x = site % L, y = site / L;
    combs[site] = y == 0 || (x % 2 == 0 && y != L / 2) ? 0 : 1;
  }
  GpuStates<Dimensions> states(n, 2);
  states.set(combs);
  const DrawnBonds<Rng, Dimensions> bonds{
      n, states.data(), 0xFFFFFFFFu, 2, {Rng::setup(1, 0, rng::Seeding::random), {n.sites()}, 0}};
  gpu::Buffer<FlipCount> count(1);
  count.fill_zero();
  Growth growth(n);
  growth.enqueue(states, bonds, count.data(), few_blocks);
  FlipCount found;
  count.copy_to(&found, 1);
  Check check;
  check.name = "wide fronts";
  const std::int64_t up = states.see().up;
  check.passed = 2 * found.all == n.sites() && (up == 0 || up == n.sites());
  check.detail = "of " + std::to_string(n.sites() / 2) + " sites in one cluster " + std::to_string(found.all) +
                 " flipped, by " + std::to_string(threads) + " threads";
  return check;
}

/// Grows clusters by grow_front() with that barrier.
template <int Dimensions, class Barrier>
class Front {
 public:
  static constexpr const char* name = Barrier::name;

  explicit Front(const Extents& n)
      : members_(n.sites() + Barrier::blocks), new_members_(Barrier::blocks), reached_(Barrier::blocks) {
    reached_.fill_zero();
  }

  static std::string unsupported(const Extents&) {
    if (gpu::multiprocessors() * 2 >= static_cast<int>(Barrier::blocks)) return "";
    return "this device may not hold all blocks at a time that wait for each other (" +
           std::to_string(Barrier::blocks) + "): take the variant by_labelling";
  }
  static double bytes_a_site() { return sizeof(std::uint32_t); }
  static CodePath path(const Extents&) { return CodePath(std::string("fronts")); }
  template <int>
  static std::vector<Check> self_check() {
    return {check_wide_fronts<Dimensions, Front>(Barrier::threads)};
  }

  template <class Bonds>
  void enqueue(GpuStates<Dimensions>& states, const Bonds& bonds, FlipCount* count, unsigned blocks = Barrier::blocks) {
    gpu::launch_cooperative(grow_front<Barrier, Bonds>, dim3(blocks), dim3(Barrier::threads), bonds, states.data(),
                            ClusterMemory{members_.data(), new_members_.data()}, Barrier{reached_.data()}, count);
  }

 private:
  gpu::Buffer<std::uint32_t> members_, new_members_, reached_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

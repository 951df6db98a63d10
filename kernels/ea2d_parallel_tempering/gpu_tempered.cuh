// What the replicas of square spin glasses do on a GPU. Lattices of 16 a side lie in registers, a block has all
// temperatures of a system, and what happens between two launches is nothing: sweeps, bonds counted, pairs decided,
// spins exchanged. Others lie in shared memory, a block has one lattice through the sweeps from one exchange to the
// next and counts its bonds; a second launch decides and exchanges.
#pragma once

#include <cstdint>

#include "backends/gpu/shared_memory.cuh"
#include "kernels/common/glass_tempering/axes.hpp"
#include "kernels/common/glass_tempering/exchange.hpp"
#include "kernels/common/lane_numbers.hpp"
#include "kernels/ea2d_metropolis/gpu_columns.cuh"
#include "kernels/ea2d_metropolis/gpu_lattices.cuh"

namespace spinbench::glass_tempering::inline SPINBENCH_GPU_NAMESPACE {

/// Of lattices that lie in registers.
inline constexpr std::uint32_t column_L = 16;
inline constexpr std::uint32_t decide_threads = 256;

/// Passed by value; the memory belongs to somebody else.
struct SquareReplicas {
  ea2d::GlassMemory memory;  ///< spins of lattice system * replicas + temperature, couplings of a system
  Exchanges state;
  std::int64_t* accepted;  ///< by system and temperature
  std::uint32_t hits;      ///< sweeps from one exchange to the next
  std::uint32_t exchanges;
  std::uint64_t number;    ///< of the first of them
  std::uint64_t position;  ///< half-sweeps that all streams have behind them
  SquareThresholds thresholds[most_replicas];

  /// The couplings of a system along x, or y.
  __device__ const std::uint32_t* couplings(std::uint32_t system, std::uint32_t direction) const {
    return memory.couplings_of(planted(Mutant::square_tempering_couplings_first) ? 0 : system, direction);
  }
  __device__ std::uint64_t first_stream(std::uint32_t system, std::uint32_t t) const {
    const std::uint32_t replica = planted(Mutant::square_tempering_streams_shared) ? 0 : t;
    return (std::uint64_t{system} * state.replicas + replica) * (memory.sites() / 2);
  }
  /// What compares random numbers at temperature t.
  __device__ ea2d::NumberTests tests(std::uint32_t t, std::uint32_t one) const {
    const SquareThresholds& of = thresholds[planted(Mutant::tempering_thresholds_first) ? 0 : t];
    return {one, std::uint64_t{0} - of.field2, std::uint64_t{0} - of.field4};
  }
};

/// Tries the pairs of exchange `number` in all realizations of a system. masks[t]: those that are exchanged between
/// temperatures t and t + 1, 0 before. By all threads of a block, with a barrier before and behind.
__device__ __forceinline__ void decide(const Exchanges& state, std::uint32_t system, std::uint64_t number,
                                       std::uint32_t* masks) {
  for (std::uint32_t n = threadIdx.x; n < (state.replicas / 2) * 32; n += blockDim.x) {
    const std::uint32_t t = n / 32 * 2 + (static_cast<std::uint32_t>(number) & 1), bit = n % 32;
    if (exchange_pair(state, system, t, bit, number)) atomicOr(&masks[t], in_mask(bit));
  }
}

/// The sum over `Lanes` neighbouring lanes, in each of them. All lanes of a warp must take part.
template <int Lanes, int Digits>
__device__ __forceinline__ auto sum_over_lanes(const LaneNumber<Digits>& number) {
  if constexpr (Lanes == 1) {
    return number;
  } else {
    LaneNumber<Digits> other;
    const int lane = static_cast<int>(threadIdx.x % gpu::warp_lanes()) ^ (Lanes / 2);
    SPINBENCH_UNROLL()
    for (int d = 0; d < Digits; ++d) other.digit[d] = gpu::shuffle(number.digit[d], lane);
    return sum_over_lanes<Lanes / 2>(sum<DeviceLogic>(number, other, 0u));
  }
}

/// What a block keeps of its system between two launches, and what its lanes hand to each other.
template <int L>
struct SystemInBlock {
  static constexpr std::uint32_t words = 2 * L + 1;

  std::int64_t unsatisfied[most_replicas * 32];
  std::uint32_t copies[most_replicas * 32], masks[most_replicas];
  std::uint32_t bonds[words][most_replicas * L];

  /// use(number, word) for the words of a column: its bonds and its first spin.
  template <class Column, class Use>
  __device__ static __forceinline__ void for_words(Column& column, Use&& use) {
    SPINBENCH_UNROLL()
    for (int j = 0; j < L; ++j) use(j, column.down[j][0]);
    SPINBENCH_UNROLL()
    for (int i = 0; i < L / 2; ++i) {
      use(L + i, column.right[i][0]);
      use(L + L / 2 + i, column.left[i][0]);
    }
    use(2 * L, column.first[0]);
  }
};

/// Before colour 0 a column's two bonds a site.
template <int L>
__device__ __forceinline__ void count_bonds(const ea2d::ColumnBonds<L, 1>& column, std::uint32_t x, bool exists,
                                            std::int64_t* unsatisfied) {
  const auto bond = [&](int i) {
    return i < L ? column.down[i][0] : i < L + L / 2 ? column.right[i - L][0] : column.left[i - L - L / 2][0];
  };
  static_assert(2 * L == 32);
  const auto counted = sum_over_lanes<L>(count_words_and_one<DeviceLogic, 5>(bond));
  if (!exists) return;
  SPINBENCH_UNROLL()
  for (std::uint32_t place = 0; place < 32; place += L) unsatisfied[place + x] = counted.at(place + x);
}

/// A block a system, L lanes a lattice: `exchanges` times `hits` sweeps and an exchange. An exchange leaves bonds that
/// spins left: couplings are the same at all temperatures. Lanes behind the last lattice repeat it, and keep nothing.
template <int L>
__global__ void SPINBENCH_LAUNCH_BOUNDS(most_replicas* L, 2)
    temper_columns(const SPINBENCH_CONSTANT_ARGUMENT SquareReplicas job,
                   const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, std::uint32_t one) {
  __shared__ SystemInBlock<L> shared;
  const std::uint32_t system = blockIdx.x, replicas = job.state.replicas, entries = replicas * 32;
  const std::uint32_t x = threadIdx.x % L, wanted = threadIdx.x / L, t = wanted < replicas ? wanted : replicas - 1;
  const bool exists = wanted < replicas;
  for (std::uint32_t n = threadIdx.x; n < entries; n += blockDim.x)
    shared.copies[n] = job.state.copy[job.state.entry(system, 0, n)];
  const Exchanges state{replicas, job.state.key, job.state.betas, shared.unsatisfied, shared.copies, system};

  std::uint32_t* const spins = job.memory.spins_of(system * replicas + t);
  const auto coupling = [&](std::uint32_t column, std::uint32_t place, int direction, int) {
    return job.couplings(system, static_cast<std::uint32_t>(direction))[place * L + column];
  };
  ea2d::ColumnBonds<L, 1> column;
  column.start(
      x, [&](std::uint32_t at, std::uint32_t place, int) { return spins[place * L + at]; }, coupling);
  ea2d::ColumnNumbers<rng::Philox4x32, L / 2> numbers(
      keys, [&](int i) { return job.first_stream(system, t) + (ea2d::row_of_place(2 * i, x, L) * L + x) / 2; });
  const ea2d::ColumnLanes<L> beside(x);
  const ea2d::NumberTests tests = job.tests(t, one);
  std::uint64_t position = job.position;
  std::uint32_t accepted = 0;  // by thread t between temperatures t and t + 1

#pragma unroll 1
  for (std::uint32_t exchange = 0; exchange < job.exchanges; ++exchange) {
    ea2d::sweep_columns(column, numbers, tests, position, job.hits, beside.before, beside.behind);
    if (!planted(Mutant::square_tempering_position_stands)) position += 2 * job.hits;
    if (threadIdx.x < replicas) shared.masks[threadIdx.x] = 0;
    count_bonds<L>(column, x, exists, shared.unsatisfied + t * 32);
    __syncthreads();
    decide(state, system, job.number + exchange, shared.masks);
    __syncthreads();
    if (threadIdx.x < replicas) accepted += static_cast<std::uint32_t>(__popc(shared.masks[threadIdx.x]));
    // Of two neighbouring pairs one is tried.
    const std::uint32_t with_next = shared.masks[t], with_last = t == 0 ? 0 : shared.masks[t - 1];
    const std::uint32_t mask = with_next | with_last;
    const std::uint32_t partner = (with_next != 0 ? t + 1 : t == 0 ? 0 : t - 1) * L + x;
    if (mask != 0 && exists)
      shared.for_words(column, [&](int i, const std::uint32_t& word) { shared.bonds[i][threadIdx.x] = word; });
    __syncthreads();
    if (mask != 0 && exists)
      shared.for_words(column, [&](int i, std::uint32_t& word) {
        if (planted(Mutant::square_tempering_half) && i >= L) return;
        word = (word & ~mask) | (shared.bonds[i][partner] & mask);
      });
  }

  column.finish([&](std::uint32_t place, int w) { return coupling(x, place, 1, w); },
                [&](std::uint32_t place, int, std::uint32_t spin) {
                  if (exists) spins[place * L + x] = spin;
                });
  for (std::uint32_t n = threadIdx.x; n < entries; n += blockDim.x) {
    const std::size_t entry = job.state.entry(system, 0, n);
    job.state.copy[entry] = shared.copies[n];
    job.state.unsatisfied[entry] = shared.unsatisfied[n];
  }
  if (threadIdx.x < replicas) job.accepted[system * replicas + threadIdx.x] += accepted;
}

/// The two bonds of each site that a thread owns, those along x and y: pairs `threads` apart.
__device__ __forceinline__ LaneNumber<4> bonds_of_thread(const ea2d::SharedLattice<1>& here,
                                                         const ea2d::LatticeThreads& plan) {
  static_assert(ea2d::most_pairs_a_thread == 2);
  std::uint32_t bonds[8] = {};
  SPINBENCH_UNROLL()
  for (std::uint32_t q = 0; q < ea2d::most_pairs_a_thread; ++q) {
    const std::uint32_t pair = threadIdx.x + q * blockDim.x;
    if (q >= plan.pairs_a_thread || pair >= here.L * here.L / 2) continue;
    const ea2d::PairOfSites of(pair, here.L);
    SPINBENCH_UNROLL()
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      const ea2d::Neighbours at(of.x, of.row(colour), here.L);
      const std::uint32_t own = here.spins[at.own].item[0];
      bonds[4 * q + 2 * colour] = own ^ here.spins[at.right].item[0] ^ here.along_x[at.own].item[0];
      bonds[4 * q + 2 * colour + 1] = own ^ here.spins[at.below].item[0] ^ here.along_y[at.own].item[0];
    }
  }
  return count_words_and_one<DeviceLogic, 3>([&](int i) { return bonds[i]; });
}

/// A block a lattice: `hits` sweeps, and its bonds counted. A template, as the next one, so that every file that
/// includes this may hold a copy.
template <class Job>
__global__ void __launch_bounds__(ea2d::most_lattice_threads)
    sweep_replicas(const SPINBENCH_CONSTANT_ARGUMENT Job job, ea2d::LatticeThreads plan,
                   const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, std::uint32_t one) {
  __shared__ std::uint32_t sums[32];
  const std::uint32_t L = job.memory.L, pairs = L * L / 2, replicas = job.state.replicas;
  const std::uint32_t lattice = blockIdx.x, system = lattice / replicas, t = lattice - system * replicas;
  const ea2d::SharedLattice<1> here(gpu::shared_memory(), L);
  here.take(job.memory.spins_of(lattice), job.couplings(system, 0), job.couplings(system, 1));
  if (threadIdx.x < 32) sums[threadIdx.x] = 0;
  const ea2d::NumberTests tests = job.tests(t, one);
  const auto pair = [&](std::uint32_t q) { return threadIdx.x + q * blockDim.x; };
  rng::Block4x32 words[ea2d::most_pairs_a_thread];
  __syncthreads();
  // Half-sweeps are counted from the start; a block of Philox has a pair's words for four, and may be entered or left
  // between them.
  const std::uint32_t first = static_cast<std::uint32_t>(job.position) & 2u, last = first + 2 * job.hits;
#pragma unroll 1
  for (std::uint32_t four = 0; four < last; four += 4) {
    SPINBENCH_UNROLL()
    for (std::uint32_t q = 0; q < ea2d::most_pairs_a_thread; ++q)
      if (q < plan.pairs_a_thread)
        words[q] = keys.template block<10>(job.position / 4 + four / 4, job.first_stream(system, t) + pair(q));
    SPINBENCH_UNROLL()
    for (std::uint32_t phase = 0; phase < 4; ++phase) {
      if (four + phase < first || four + phase >= last) continue;
      SPINBENCH_UNROLL()
      for (std::uint32_t q = 0; q < ea2d::most_pairs_a_thread; ++q)
        if (q < plan.pairs_a_thread && pair(q) < pairs)
          here.attempt(ea2d::PairOfSites(pair(q), L), phase & 1, tests(words[q].word[phase]));
      __syncthreads();
    }
  }
  here.keep(job.memory.spins_of(lattice));
  const auto counted = sum_over_lanes<gpu::least_warp_lanes>(bonds_of_thread(here, plan));
  if (!planted(Mutant::square_tempering_count_of_warp) || threadIdx.x < gpu::least_warp_lanes)
    atomicAdd(&sums[threadIdx.x % gpu::least_warp_lanes], counted.at(threadIdx.x % gpu::least_warp_lanes));
  __syncthreads();
  if (threadIdx.x < 32) job.state.unsatisfied[job.state.entry(system, t, threadIdx.x)] = sums[threadIdx.x];
}

/// A block a system: decides, and spins change places.
template <class Job>
__global__ void __launch_bounds__(decide_threads)
    exchange_replicas(const SPINBENCH_CONSTANT_ARGUMENT Job job, std::uint64_t number) {
  __shared__ std::uint32_t masks[most_replicas];
  const std::uint32_t system = blockIdx.x, replicas = job.state.replicas;
  if (threadIdx.x < replicas) masks[threadIdx.x] = 0;
  __syncthreads();
  decide(job.state, system, number, masks);
  __syncthreads();
  if (threadIdx.x < replicas) job.accepted[system * replicas + threadIdx.x] += __popc(masks[threadIdx.x]);
  const std::uint32_t sites = job.memory.sites();
  for (std::uint32_t t = 0; t + 1 < replicas; ++t) {
    if (masks[t] == 0) continue;
    std::uint32_t *const hot = job.memory.spins_of(system * replicas + t), *const cold = hot + sites;
    for (std::uint32_t i = threadIdx.x; i < (planted(Mutant::square_tempering_half) ? sites / 2 : sites);
         i += blockDim.x)
      exchange_bits(hot[i], cold[i], masks[t]);
  }
}

}  // namespace spinbench::glass_tempering::SPINBENCH_GPU_NAMESPACE

// Visits of lattices that lie in shared memory, a block each: `multispin` on GPUs for every L and for numbers=own.
#pragma once

#include "backends/gpu/shared_memory.cuh"
#include "kernels/common/coded_word.hpp"
#include "kernels/common/gpu_random_words.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/ea2d_metropolis/gpu_columns.cuh"
#include "kernels/ea2d_metropolis/gpu_glass.cuh"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr std::uint32_t most_pairs_a_thread = 2, most_lattice_threads = 1024;

/// A thread has `pairs_a_thread` pairs of sites, `threads` apart, of which the last may not exist.
struct LatticeThreads {
  std::uint32_t threads, pairs_a_thread;

  static LatticeThreads of(std::uint32_t L) {
    const std::uint32_t pairs = L * L / 2, a_thread = (pairs + most_lattice_threads - 1) / most_lattice_threads;
    const std::uint32_t threads = (pairs + a_thread - 1) / a_thread;
    return {(threads + 63) / 64 * 64, a_thread};
  }
};

/// The sites of pair `number`: one of colour 0, and the next along y.
struct PairOfSites {
  std::uint32_t x, y, next_y;

  __device__ PairOfSites(std::uint32_t number, std::uint32_t L) {
    y = number / (L / 2);
    x = number % (L / 2) * 2 + (y & 1);
    next_y = y + 1 == L ? 0 : y + 1;
  }
  __device__ std::uint32_t row(std::uint32_t colour) const { return colour == 0 ? y : next_y; }
};

/// The four neighbours of a site and the sites from which its bonds are counted.
struct Neighbours {
  std::uint32_t own, right, left, below, above;

  __device__ Neighbours(std::uint32_t x, std::uint32_t y, std::uint32_t L)
      : own(y * L + x),
        right(y * L + (x + 1 == L ? 0 : x + 1)),
        left(y * L + (x == 0 ? L - 1 : x - 1)),
        below((y + 1 == L ? 0 : y + 1) * L + x),
        above((y == 0 ? L - 1 : y - 1) * L + x) {}
};

/// The two streams of a thread through a visit; where numbers are the realizations' own, one for each half-sweep.
template <class Rng, bool Own>
struct LatticeNumbers {
  typename Rng::Stream streams[most_pairs_a_thread];

  __device__ LatticeNumbers(const StreamTable<Rng>& table, std::uint64_t first, std::uint64_t second)
      : streams{table.open(first, first), table.open(second, second)} {}

  __device__ AllowedCosts<std::uint32_t> next(int q, const NumberTests& tests) { return tests(streams[q].next()); }
  __device__ void close(const StreamTable<Rng>& table, int q, std::uint64_t number) const {
    table.close(number, streams[q]);
  }
};

/// Numbers of 32 digits, one for each bit place: four digits at a time, until all are known to lie below both
/// thresholds or not.
template <class Rng>
__device__ __forceinline__ AllowedCosts<std::uint32_t> compare_own_numbers(RandomWords<Rng> words,
                                                                           const SquareThresholds& thresholds) {
  AllowedCosts<std::uint32_t> allowed{0, 0, 0};
  std::uint32_t equal_four = ~0u, equal_eight = ~0u, four = thresholds.field2, eight = thresholds.field4;
#pragma unroll 1
  for (int first = 0; first < 32 && (equal_four | equal_eight) != 0; first += 4) {
    if (planted(Mutant::glass_few_digits) && first == 12) break;
    std::uint32_t digits[4];
    words.draw(digits);
    SPINBENCH_UNROLL()
    for (int i = 0; i < 4; ++i, four <<= 1, eight <<= 1) {
      const std::uint32_t one_four = four >> 31 ? ~0u : 0u, one_eight = eight >> 31 ? ~0u : 0u;
      allowed.four |= equal_four & ~digits[i] & one_four;
      equal_four &= ~(digits[i] ^ one_four);
      allowed.eight |= equal_eight & ~digits[i] & one_eight;
      equal_eight &= ~(digits[i] ^ one_eight);
    }
  }
  return allowed;
}

inline std::size_t lattice_shared_bytes(std::uint32_t L, std::uint32_t words) {
  return std::size_t{3} * L * L * words * sizeof(std::uint32_t);
}

/// A lattice in shared memory, site by site: spins, then couplings along x and along y.
template <int W>
struct SharedLattice {
  using Words = CodedWord<W>;
  Words *spins, *along_x, *along_y;
  std::uint32_t L;

  __device__ SharedLattice(uint4* memory, std::uint32_t side)
      : spins(reinterpret_cast<Words*>(memory)),
        along_x(spins + side * side),
        along_y(along_x + side * side),
        L(side) {}

  /// By all threads of the block; a barrier must follow.
  __device__ void take(const std::uint32_t* from, const std::uint32_t* bonds_x, const std::uint32_t* bonds_y) const {
    for (std::uint32_t i = threadIdx.x; i < L * L; i += blockDim.x) {
      spins[i] = reinterpret_cast<const Words*>(from)[i];
      along_x[i] = reinterpret_cast<const Words*>(bonds_x)[i];
      along_y[i] = reinterpret_cast<const Words*>(bonds_y)[i];
    }
  }
  __device__ void keep(std::uint32_t* to) const {
    for (std::uint32_t i = threadIdx.x; i < L * L; i += blockDim.x) reinterpret_cast<Words*>(to)[i] = spins[i];
  }

  __device__ __forceinline__ void attempt(const PairOfSites& of, std::uint32_t colour,
                                          const AllowedCosts<std::uint32_t>& allowed) const {
    const Neighbours at(of.x, of.row(colour), L);
    Words own = spins[at.own];
    const Words right = spins[at.right], left = spins[at.left], below = spins[at.below], above = spins[at.above];
    const Words to_right = along_x[at.own], to_left = along_x[at.left], to_below = along_y[at.own],
                to_above = along_y[planted(Mutant::glass_seam_ignored) && at.above > at.own ? at.own : at.above];
    SPINBENCH_UNROLL()
    for (int w = 0; w < W; ++w) {
      const auto odd = [](auto a, auto b, auto c) { return a ^ b ^ c; };
      const auto bond = [&](const Words& other, const Words& coupling) {
        return gpu::bitwise(own.item[w], other.item[w], coupling.item[w], odd);
      };
      own.item[w] ^= square_flips_of_bonds<DeviceLogic>(bond(right, to_right), bond(left, to_left),
                                                        bond(below, to_below), bond(above, to_above), allowed);
    }
    spins[at.own] = own;
  }
};

template <class Rng, int W, bool Own>
__global__ void __launch_bounds__(most_lattice_threads)
    visit_lattices(GlassMemory memory, LatticeThreads plan, std::uint32_t hits, StreamTable<Rng> table,
                   const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, NumberTests tests, SquareThresholds thresholds) {
  table.wait_for_previous_launch();
  const std::uint32_t L = memory.L, pairs = L * L / 2, lattice = blockIdx.x;
  const SharedLattice<W> here(gpu::shared_memory(), L);
  here.take(memory.spins_of(lattice), memory.couplings_of(lattice, 0), memory.couplings_of(lattice, 1));
  const auto pair = [&](std::uint32_t q) { return threadIdx.x + q * blockDim.x; };
  const auto stream = [&](std::uint32_t q) {
    return lattice * static_cast<std::uint64_t>(pairs) + (pair(q) < pairs ? pair(q) : pairs - 1);
  };
  const std::uint64_t position = table.position();
  LatticeNumbers<Rng, Own> numbers(table, stream(0), stream(plan.pairs_a_thread - 1));
  __syncthreads();
  for (std::uint32_t half = 0; half < 2 * hits; ++half) {
    SPINBENCH_UNROLL()
    for (std::uint32_t q = 0; q < most_pairs_a_thread; ++q) {
      if (q >= plan.pairs_a_thread || pair(q) >= pairs) continue;
      AllowedCosts<std::uint32_t> allowed;
      if constexpr (Own)
        allowed = compare_own_numbers(RandomWords<Rng>(keys, stream(q), 32 * (position + half)), thresholds);
      else
        allowed = numbers.next(static_cast<int>(q), tests);
      here.attempt(PairOfSites(pair(q), L), half & 1, allowed);
    }
    __syncthreads();
  }
  here.keep(memory.spins_of(lattice));
  if constexpr (!Own)
    for (std::uint32_t q = 0; q < plan.pairs_a_thread; ++q)
      if (pair(q) < pairs) numbers.close(table, static_cast<int>(q), stream(q));
}

}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE

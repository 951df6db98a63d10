// Visits of lattices that lie in registers: kernels/ea2d_metropolis/columns.hpp says how.
#pragma once

#include "kernels/common/gpu_logic.cuh"
#include "kernels/common/gpu_random_words.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/pipe_cost.hpp"
#include "kernels/ea2d_metropolis/gpu_glass.cuh"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

/// Compares a random number with both thresholds on the pipe of multiply-adds, which is less busy than that of logic:
/// the upper half of number - threshold, in 64 bits, is all ones where the number lies below. The factor 1 comes as an
/// argument, or the compiler would make additions of it.
struct NumberTests {
  std::uint32_t one;
  std::uint64_t minus_four, minus_eight;

  static NumberTests of(const SquareThresholds& thresholds) {
    return {1, std::uint64_t{0} - thresholds.field2, std::uint64_t{0} - thresholds.field4};
  }
  __device__ __forceinline__ std::uint32_t below(std::uint32_t number, std::uint64_t minus_threshold) const {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(number) * one + minus_threshold) >> 32);
  }
  __device__ __forceinline__ AllowedCosts<std::uint32_t> operator()(std::uint32_t number) const {
    return {below(number, minus_four), below(number, minus_eight), 0};
  }
};

/// The streams of a column's pairs through a visit. `word(i, phase)`: that of pair i for a half-sweep whose number is
/// `phase` modulo 4; once for each half-sweep, in their order.
template <class Rng, int Pairs>
class ColumnNumbers {
 public:
  template <class Number>
  __device__ ColumnNumbers(const StreamTable<Rng>& table, const PhiloxKeys&, Number&& number)
      : ColumnNumbers(table, number, std::make_index_sequence<Pairs>{}) {}
  __device__ __forceinline__ void prepare(std::uint64_t) {}
  __device__ __forceinline__ std::uint32_t word(int i, int) { return streams_[i].next(); }
  template <class Number>
  __device__ void close(const StreamTable<Rng>& table, Number&& number) const {
    SPINBENCH_UNROLL()
    for (int i = 0; i < Pairs; ++i) table.close(number(i), streams_[i]);
  }

 private:
  template <class Number, std::size_t... I>
  __device__ ColumnNumbers(const StreamTable<Rng>& table, Number&& number, std::index_sequence<I...>)
      : streams_{table.open(number(I), number(I))...} {}
  typename Rng::Stream streams_[Pairs];
};

/// A block of Philox has a pair's words for two sweeps. Numbers of a lattice's pairs have their upper half in common,
/// since lattices have a power of two of them.
template <int Rounds, int Pairs>
class ColumnNumbers<rng::Philox<Rounds>, Pairs> {
  using Rng = rng::Philox<Rounds>;

 public:
  template <class Number>
  __device__ ColumnNumbers(const StreamTable<Rng>&, const PhiloxKeys& keys, Number&& number)
      : ColumnNumbers(keys, number) {}
  template <class Number>
  __device__ ColumnNumbers(const PhiloxKeys& keys, Number&& number) : keys_(&keys) {
    static_assert((Pairs & (Pairs - 1)) == 0);
    high_ = static_cast<std::uint32_t>(number(0) >> 32);
    SPINBENCH_UNROLL()
    for (int i = 0; i < Pairs; ++i) low_[i] = static_cast<std::uint32_t>(number(i));
  }
  __device__ __forceinline__ void prepare(std::uint64_t block) {
    SPINBENCH_UNROLL()
    for (int i = 0; i < Pairs; ++i)
      words_[i] = keys_->template block<Rounds>(block, static_cast<std::uint64_t>(high_) << 32 | low_[i]);
  }
  __device__ __forceinline__ std::uint32_t word(int i, int phase) const { return words_[i].word[phase]; }
  template <class Number>
  __device__ void close(const StreamTable<Rng>&, Number&&) const {}

 private:
  const PhiloxKeys* keys_;
  std::uint32_t high_, low_[Pairs];
  rng::Block4x32 words_[Pairs];
};

inline constexpr int column_threads = 64;

/// `hits` sweeps of a column, with `position` half-sweeps behind them; `before` and `behind` are the lanes of its
/// neighbours.
template <class Rng, int L, int W>
__device__ __forceinline__ void sweep_columns(ColumnBonds<L, W>& column, ColumnNumbers<Rng, L / 2>& numbers,
                                              const NumberTests& tests, std::uint64_t position, std::uint32_t hits,
                                              int before, int behind) {
  const auto half_sweep = [&](auto colour, auto phase) {
    constexpr int c = decltype(colour)::value;
    SPINBENCH_UNROLL()
    for (int i = 0; i < L / 2; ++i)
      column.template attempt<c, DeviceLogic>(i, tests(numbers.word(i, decltype(phase)::value)));
    if (planted(Mutant::bonds_handed_over_once) && c == 1) return;
    column.template hand_over<c>([&](int i, int w) { return gpu::shuffle(column.right[i][w], before); },
                                 [&](int i, int w) { return gpu::shuffle(column.left[i][w], behind); });
  };
  // Half-sweeps are counted from the start; two sweeps have the numbers of one block of Philox, and a visit may begin
  // or end between them.
  const std::uint32_t first = static_cast<std::uint32_t>(position) & 2u, last = first + 2 * hits;
#pragma unroll 1
  for (std::uint32_t half = 0; half < last; half += 4) {
    numbers.prepare(position / 4 + half / 4);
    if (half >= first) {
      half_sweep(std::integral_constant<int, 0>{}, std::integral_constant<int, 0>{});
      half_sweep(std::integral_constant<int, 1>{}, std::integral_constant<int, 1>{});
    }
    if (half + 2 < last) {
      half_sweep(std::integral_constant<int, 0>{}, std::integral_constant<int, 2>{});
      half_sweep(std::integral_constant<int, 1>{}, std::integral_constant<int, 3>{});
    }
  }
}

/// The lanes that have the columns beside that of a thread, whose column is `x`.
template <int L>
struct ColumnLanes {
  int before, behind;

  __device__ explicit ColumnLanes(std::uint32_t x) {
    const std::uint32_t of_lattice = threadIdx.x % gpu::warp_lanes() - x;
    before = static_cast<int>(of_lattice + (x == 0 ? L - 1 : x - 1));
    behind = static_cast<int>(of_lattice + (x + 1 == L ? 0 : x + 1));
  }
};

/// Of a word of 32 attempts in columns, and of a random number beside what makes it: docs/instruction_counts.py.
inline constexpr PipeCost columns_word_cost{8, 0, 10}, columns_number_cost{0, 4, 2};

/// Multiprocessors of 64 Ki registers hold so many such blocks.
template <int W>
inline constexpr int least_column_blocks = W <= 2 ? 8 : 4;

/// L lanes a lattice. Lanes behind the last lattice repeat it, since all must take part in what is handed over, and
/// keep nothing.
template <class Rng, int L, int W>
__global__ void SPINBENCH_LAUNCH_BOUNDS(column_threads, least_column_blocks<W>)
    visit_columns(GlassMemory memory, std::uint32_t hits, StreamTable<Rng> table,
                  const SPINBENCH_CONSTANT_ARGUMENT PhiloxKeys keys, NumberTests tests) {
  table.wait_for_previous_launch();
  constexpr std::uint32_t sites = L * L;
  const std::uint32_t thread = blockIdx.x * column_threads + threadIdx.x, x = thread % L;
  const bool exists = thread / L < memory.lattices;
  const std::uint32_t lattice = exists ? thread / L : memory.lattices - 1;
  std::uint32_t* const spins = memory.spins_of(lattice);
  const std::uint32_t* const couplings = memory.couplings_of(lattice, 0);
  const auto coupling = [&](std::uint32_t column, std::uint32_t place, int direction, int w) {
    return couplings[((direction * sites + place * L) + column) * W + w];
  };
  ColumnBonds<L, W> column;
  column.start(
      x, [&](std::uint32_t at, std::uint32_t place, int w) { return spins[(place * L + at) * W + w]; }, coupling);
  // Pair i begins at the site of colour 0 at place 2 i.
  const std::uint32_t own_streams =
      planted(Mutant::glass_blocks_share_streams) ? lattice % (column_threads / L) : lattice;
  const auto pair = [&](int i) {
    return own_streams * static_cast<std::uint64_t>(sites / 2) + (row_of_place(2 * i, x, L) * L + x) / 2;
  };
  ColumnNumbers<Rng, L / 2> numbers(table, keys, pair);
  const ColumnLanes<L> beside(x);
  sweep_columns(column, numbers, tests, table.position(), hits, beside.before, beside.behind);
  if (!exists) return;
  column.finish([&](std::uint32_t place, int w) { return coupling(x, place, 1, w); },
                [&](std::uint32_t place, int w, std::uint32_t spin) { spins[(place * L + x) * W + w] = spin; });
  numbers.close(table, pair);
}

}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE

// How the threads of a GPU fill rows with the draws of streams (rng_fill). All stores stream: otherwise rows that are
// written side by side leave the second-level cache in an order that costs memory up to two thirds of its rate.
#pragma once

#include "kernels/common/mutants.hpp"
#include "kernels/rng_bench/gpu_rng_bench.cuh"

namespace spinbench::rng_bench::inline SPINBENCH_GPU_NAMESPACE {

/// Stores the floats of neighbouring words.
template <int Count>
__device__ __forceinline__ void store_floats(float* place, const std::uint32_t (&words)[Count]) {
  gpu::Pack<float, Count> numbers;
#pragma unroll
  for (int i = 0; i < Count; ++i) numbers.item[i] = to_float(words[i]);
  gpu::store_pack_streaming(place, numbers);
}
/// The same as far as an array of `n` goes, for words that belong from element `first` on.
template <int Count>
__device__ __forceinline__ void store_floats(float* target, std::uint64_t first, std::uint64_t n,
                                             const std::uint32_t (&words)[Count]) {
#pragma unroll
  for (int i = 0; i < Count; ++i)
    if (first + i < n && !planted(Mutant::gpu_fill_part_lost)) target[first + i] = to_float(words[i]);
}

/// Whether a stream can be entered at any block of its draws.
template <class Rng>
inline constexpr bool is_counter_based = requires {
  &Rng::block;
};

/// Blocks of draws that a thread makes of each of its four streams: products of the first two rounds are then shared
/// between streams or between blocks, which leaves 17 of 20 a block. With one block, ten rounds kept an H200 from
/// writing at its memory's rate by 5 to 20%, from one moment to the next; with four by 2%.
inline constexpr int fill_numbers = 4;

/// The block's place along the streams.
__device__ __forceinline__ unsigned block_across() { return planted(Mutant::gpu_fill_blocks_alike) ? 0 : blockIdx.x; }

/// For counter-based generators: each thread makes `Numbers` blocks of draws, which are a few rows each, of four
/// neighbouring streams. Thread blocks go through the array in its order, so that memory is written as by one
/// sequential fill. `y` and `z` of the grid count groups of `Numbers`, beginning with the one of draw `position`.
template <class Rng, int Numbers>
__global__ void __launch_bounds__(fill_lanes)
    fill_blocks(typename Rng::Setup setup, std::uint64_t position, float* target, FillGeometry geometry,
                std::uint64_t whole_rows) {
  constexpr int words = Rng::facts.block_words;
  const std::uint64_t stream = (block_across() * static_cast<std::uint64_t>(fill_lanes) + threadIdx.x) * 4;
  const std::uint64_t group =
      (planted(Mutant::gpu_fill_layers_alike) ? 0 : blockIdx.z) * static_cast<std::uint64_t>(gridDim.y) + blockIdx.y +
      position / (words * Numbers);
  if (stream >= geometry.streams) return;
  // Before the first row this is a huge number.
  const std::uint64_t row = group * (words * Numbers) - position;
  if (row < whole_rows && row + words * Numbers <= whole_rows) {
    float* at = target + row * geometry.streams + stream;
#pragma unroll
    for (int number = 0; number < Numbers; ++number) {
      rng::Block4x32 block[4];
      // Not a sum, so that the compiler sees that the upper half of either is that of the first.
#pragma unroll
      for (int i = 0; i < 4; ++i) block[i] = Rng::block(setup, stream | i, group * Numbers | number);
#pragma unroll
      for (int i = 0; i < words; ++i, at += geometry.streams)
        store_floats(at, {block[0].word[i], block[1].word[i], block[2].word[i], block[3].word[i]});
    }
  } else {
#pragma unroll 1
    for (int number = 0; number < Numbers; ++number) {
      const std::uint64_t place = (row + number * words) * geometry.streams + stream;
      rng::Block4x32 block[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) block[i] = Rng::block(setup, stream | i, group * Numbers + number);
#pragma unroll
      for (int i = 0; i < words; ++i)
        if (group * (words * Numbers) + number * words + i >= position)
          store_floats(target, place + i * geometry.streams, geometry.n,
                       {block[0].word[i], block[1].word[i], block[2].word[i], block[3].word[i]});
    }
  }
}

/// How fill_streams shares out the work. Streams with their state in registers are served in fours, for stores of 16
/// bytes.
template <class Rng>
struct FillShape {
  static constexpr bool interleaved = Rng::storage == rng::Storage::interleaved;
  /// Streams that a thread serves, threads of a block, and words that a thread draws from a stream at a time.
  static constexpr int width = interleaved || Rng::storage == rng::Storage::shared ? 1 : 4;
  static constexpr int threads = interleaved ? 512 : fill_lanes;
  static constexpr int batch = interleaved ? 16 : 4;
  /// Whether a block's threads wait for each other, so that what they read side by side is asked of memory together.
  /// That brings mt19937 a tenth; states that the cache can hold gain nothing and lose by the waiting.
  static constexpr bool in_step = rng::Store<Rng>::bytes_a_stream(1) > 1024 && interleaved;
};

template <class Rng>
struct OpenStreams {
  using Shape = FillShape<Rng>;
  using Ring = RingInSharedMemory<Rng, Shape::threads>;
  typename Rng::Stream stream[Shape::width];

  __device__ static OpenStreams open(const StreamTable<Rng>& table, std::uint64_t first) {
    if constexpr (Shape::width == 1)
      return {{Ring::open(table, first)}};
    else
      return {{table.open(first, first), table.open(first + 1, first + 1), table.open(first + 2, first + 2),
               table.open(first + 3, first + 3)}};
  }
  __device__ void close(const StreamTable<Rng>& table, std::uint64_t first) const {
    if constexpr (Rng::storage == rng::Storage::shared) __syncthreads();
#pragma unroll
    for (int i = 0; i < Shape::width; ++i) Ring::close(table, first + i, stream[i]);
  }

  /// The next `Count` rows, from element `place` on; `Whole`: they lie within the array.
  template <int Count, bool Whole>
  __device__ __forceinline__ void fill(float* target, std::uint64_t place, const FillGeometry& geometry) {
    std::uint32_t words[Shape::width][Count];
#pragma unroll
    for (int i = 0; i < Shape::width; ++i) draw_in_block<Rng, fill_lanes>(stream[i], words[i]);
#pragma unroll
    for (int row = 0; row < Count; ++row) {
      std::uint32_t side_by_side[Shape::width];
#pragma unroll
      for (int i = 0; i < Shape::width; ++i) side_by_side[i] = words[i][row];
      if constexpr (Whole)
        store_floats(target + place, side_by_side);
      else
        store_floats(target, place, geometry.n, side_by_side);
      place += geometry.streams;
    }
  }
};

/// All rows of a thread's streams.
template <class Rng>
__global__ void __launch_bounds__(FillShape<Rng>::threads)
    fill_streams(StreamTable<Rng> table, float* target, FillGeometry geometry, std::uint64_t whole_rows) {
  using Shape = FillShape<Rng>;
  const std::uint64_t first =
      (block_across() * static_cast<std::uint64_t>(Shape::threads) + threadIdx.x) * Shape::width;
  // Blocks of rings are always full: a ring's streams are as many as a block's threads. The last of the others may not
  // be.
  const bool takes_part = first < geometry.streams;
  if (!Shape::in_step && !takes_part) return;
  auto streams = OpenStreams<Rng>::open(table, takes_part ? first : 0);
  std::uint64_t row = 0, place = first;
  for (; row + Shape::batch <= whole_rows; row += Shape::batch) {
    if constexpr (Shape::in_step) __syncthreads();
    if (takes_part) streams.template fill<Shape::batch, true>(target, place, geometry);
    place += Shape::batch * geometry.streams;
  }
  // Also the last row, which only part of the streams have in the array.
  for (; row * geometry.streams < geometry.n; ++row) {
    if (takes_part) streams.template fill<1, false>(target, place, geometry);
    place += geometry.streams;
  }
  if (takes_part) streams.close(table, first);
}

}  // namespace spinbench::rng_bench::SPINBENCH_GPU_NAMESPACE

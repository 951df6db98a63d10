// Kernels by which devices of one machine hand borders to each other without their hosts: what one stores to the memory
// of its neighbour, and how that waits for it.
//
// A message is plain stores, a fence, and a number that is counted up behind them. No wait is without end: a neighbour
// that died leaves a number in *late, by which all waits end, and the host says so.
#pragma once

#include <cstdint>

#include "backends/gpu/far.cuh"
#include "kernels/common/rank_mutants.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// Seconds after which a wait for a neighbour is given up. Tests are less patient.
inline double& longest_wait_s() {
  static double seconds = 20;
  return seconds;
}

/// What a kernel that waits for neighbours must know to give up.
struct FarPatience {
  std::uint32_t* late;  ///< not 0: somebody of this device gave up
  std::uint64_t ticks;

  /// Of a wait that began at `begin`.
  __device__ __forceinline__ bool is_over(std::uint64_t begin) const {
    if (gpu::acquire_far(late) != 0) return true;
    if (gpu::ticks() - begin <= ticks) return false;
    gpu::post_far(late, std::uint32_t{1});
    return true;
  }
};

/// Tells the neighbour that has mapped `counter` that what was copied to it before is there.
template <class Count>
__global__ void count_up(Count* counter, Count to) {
  gpu::fence_far();
  gpu::post_far(counter, to);
}

/// Ends when each of the counters has come so far, a thread for each, or where patience ends.
template <class Count>
__global__ void await_counters(const Count* counters, Count wanted, FarPatience patience) {
  const Count* const counter = counters + threadIdx.x;
  if (planted(RankMutant::direct_flag_of_before)) --wanted;
  const std::uint64_t begin = gpu::ticks();
  for (std::uint32_t looks = 0; static_cast<std::int32_t>(gpu::acquire_far(counter) - wanted) < 0; ++looks)
    if (looks % 64 == 0 && patience.is_over(begin)) break;
}

/// Rows of words that go one behind the other to `to`.
struct FarPiece {
  const std::uint32_t* from;
  std::uint32_t* to;
  std::size_t pitch;  ///< words
  std::uint32_t row_words, rows;
};

/// A message, or a part of it: no number is counted up before the last.
struct FarMessage {
  static constexpr std::uint32_t most = 12;

  FarPiece piece[most];
  std::uint32_t pieces;
  std::uint32_t* counter;  ///< null: there is more to come
  std::uint32_t to;
};
struct FarMessages {
  static constexpr std::uint32_t most = 2;

  FarMessage message[most];
  std::uint32_t* blocks_done;  ///< by message; zeros before and after
};

/// Launched with y for the messages. `Word`: what a thread stores at once.
template <class Word>
__global__ void store_messages(const SPINBENCH_CONSTANT_ARGUMENT FarMessages messages) {
  const FarMessage& message = messages.message[blockIdx.y];
  const bool early = planted(RankMutant::direct_flag_first), fences = !planted(RankMutant::direct_no_fence);
  if (early && message.counter != nullptr && threadIdx.x == 0) gpu::post_far(message.counter, message.to);
  const std::uint32_t first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  for (std::uint32_t number = 0; number < message.pieces; ++number) {
    const FarPiece& piece = message.piece[number];
    const auto row_words = static_cast<std::uint32_t>(piece.row_words / (sizeof(Word) / sizeof(std::uint32_t)));
    for (std::uint32_t i = first; i < row_words * piece.rows; i += stride) {
      const std::uint32_t row = i / row_words;
      gpu::store_far(reinterpret_cast<Word*>(piece.to) + i,
                     reinterpret_cast<const Word*>(piece.from + row * piece.pitch)[i - row * row_words]);
    }
  }
  if (message.counter == nullptr) return;
  if (fences) gpu::fence_far();
  __syncthreads();
  if (threadIdx.x != 0) return;
  // The block that is done last counts up for all.
  std::uint32_t* const done = messages.blocks_done + blockIdx.y;
  if (atomicAdd(done, 1u) != gridDim.x - 1) return;
  *done = 0;
  if (fences) gpu::fence_far();
  if (!early) gpu::post_far(message.counter, message.to);
}

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE

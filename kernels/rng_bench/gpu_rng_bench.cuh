// What the GPU variants of the rng_* benchmarks share: their streams, and how a block draws.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/common/gpu_streams.cuh"
#include "kernels/rng_bench/rng_bench.hpp"

namespace spinbench::rng_bench::inline SPINBENCH_GPU_NAMESPACE {

/// The steps of a ring that need no barrier in between: no number depends on one of the `most_lanes` before it. 0 for
/// generators without rings, whose streams never need one.
template <class Rng>
constexpr int free_steps(std::uint32_t lanes) {
  if constexpr (Rng::storage == rng::Storage::shared)
    return static_cast<int>(Rng::most_lanes / lanes);
  else
    return 0;
}

/// Draws `Count` words. All threads of the block must take part where the generator has rings; `lanes` of them share
/// one.
template <class Rng, std::uint32_t Lanes, int Count>
__device__ __forceinline__ void draw_in_block(typename Rng::Stream& stream, std::uint32_t (&words)[Count]) {
  constexpr int steps = free_steps<Rng>(Lanes);
  if constexpr (steps == 0 && Count == 1) {
    words[0] = stream.next();
  } else if constexpr (steps == 0) {
    rng::draw(stream, words);
  } else {
#pragma unroll
    for (int i = 0; i < Count; ++i) {
      if (i % steps == 0) __syncthreads();
      words[i] = stream.next();
    }
  }
}

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The streams of one simulation, opened by every sweep at the place where the last one left them.
template <class Rng>
class BenchStreams {
 public:
  BenchStreams(std::uint64_t seed, std::uint64_t streams, rng::Seeding seeding, std::uint32_t lanes)
      : streams_(seed, streams, seeding, StreamsInOrder{}, lanes) {
    gpu::synchronize();
    // The second seeding is timed: the first also loads the kernel.
    const auto start = std::chrono::steady_clock::now();
    streams_.start(StreamsInOrder{});
    gpu::synchronize();
    setup_seconds_ = seconds_since(start);
  }

  double setup_seconds() const { return setup_seconds_; }

  /// For a launch that draws `draws` words from each stream. The count of draws travels with the launch, so that
  /// nothing but the launch is timed; it goes to the device when it no longer fits.
  StreamTable<Rng> next_launch(std::uint64_t draws) {
    if (drawn_ - advanced_ > UINT32_MAX) {
      streams_.advance(drawn_ - advanced_);
      advanced_ = drawn_;
    }
    const auto table = streams_.table(gpu::Launcher(false), static_cast<std::uint32_t>(drawn_ - advanced_));
    drawn_ += draws;
    return table;
  }
  /// Words drawn from each stream so far.
  std::uint64_t drawn() const { return drawn_; }
  /// Sets every stream to its start.
  void restart() {
    streams_.start(StreamsInOrder{});
    drawn_ = advanced_ = 0;
  }

 private:
  GpuStreams<Rng> streams_;
  std::uint64_t drawn_ = 0, advanced_ = 0;
  double setup_seconds_ = 0;
};

/// The bytes of `words`, for a comparison with the oracle's.
template <class Word>
Configuration bytes_of(const gpu::Buffer<Word>& words) {
  std::vector<Word> host(words.size());
  words.copy_to(host.data(), host.size());
  return Configuration::of(Element::byte, reinterpret_cast<const std::uint8_t*>(host.data()),
                           host.size() * sizeof(Word));
}

/// What one more sweep adds to the counts that each thread adds to, modulo 2^32.
inline std::vector<std::uint32_t> counts_of_a_sweep(Simulation& simulation, const gpu::Buffer<std::uint32_t>& counts) {
  std::vector<std::uint32_t> before(counts.size()), after(counts.size());
  counts.copy_to(before.data(), before.size());
  simulation.sweep(1);
  counts.copy_to(after.data(), after.size());
  for (std::size_t i = 0; i < after.size(); ++i) after[i] -= before[i];
  return after;
}

/// How many of the numbers are odd of which each thread drew `draws` and counted so many.
inline Check odd_check_of(const std::vector<std::uint32_t>& counts, std::uint32_t draws) {
  std::uint64_t found = 0;
  for (const std::uint32_t count : counts) found += count;
  return odd_check(found, counts.size() * draws);
}

/// A GPU variant of an rng_* kernel, named `name`.
inline Variant gpu_variant(std::string kernel, std::string name, std::string title, std::string source,
                           std::vector<Axis> axes) {
  Variant variant;
  variant.kernel = std::move(kernel);
  variant.name = std::move(name);
  variant.backend = SPINBENCH_GPU_BACKEND;
  variant.title = std::move(title);
  variant.source = std::move(source);
  variant.axes = std::move(axes);
  return variant;
}

}  // namespace spinbench::rng_bench::SPINBENCH_GPU_NAMESPACE

// Marches of kernels/heisenberg3d_overrelaxation/march.hpp on a GPU: a block a tile, a thread a pair.
#pragma once

#include <cmath>

#include "kernels/heisenberg3d_overrelaxation/gpu_passes.cuh"
#include "kernels/heisenberg3d_overrelaxation/march.hpp"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

struct DeviceMemory {
  /// Spins, which would only drive couplings out of the first-level cache.
  template <class Real>
  SPINBENCH_FN static Real once(const Real* address) {
#if SPINBENCH_DEVICE_PASS
    return gpu::load_past_l1(address);
#else
    return *address;
#endif
  }
  template <class Real>
  SPINBENCH_FN static Real again(const Real* address) {
    return *address;
  }
};

/// `Threads`: of a block at most, which says how many registers each may have.
template <class Real, int Sweeps, int Threads>
__global__ void __launch_bounds__(Threads) march(const MarchArrays<Real> arrays, const MarchTiles tiles, bool chained) {
  using Block = March<Real, Sweeps, Threads, DeviceMemory>;
  extern __shared__ uint4 exchanged[];
  if (chained) gpu::wait_for_previous_launch();
  const std::uint32_t row = blockIdx.x / tiles.tiles_x, x = blockIdx.x - row * tiles.tiles_x, z = row / tiles.tiles_y,
                      y = row - z * tiles.tiles_y;
  const Block block{arrays, tiles, MarchTile::at(tiles, x, y, z), reinterpret_cast<Real*>(exchanged)};
  const typename Block::Pair pair = block.pair(threadIdx.x, threadIdx.y);
  typename Block::Column first, second;
  block.prepare(pair, first, second);
  std::int32_t w = block.begin();
  const std::int32_t end = block.end();
  // What a step takes in was asked for a step before.
  typename Block::Taken next = block.template take<0>(w, pair);
  const auto step = [&](auto parity, typename Block::Column& active, const typename Block::Column& resting) {
    __syncthreads();
    const typename Block::Taken taken = next;
    next = block.template take<1 - parity()>(w + 1, pair);
    block.template step<parity()>(w, pair, taken, active, resting);
    ++w;
  };
  while (w + 1 < end) {
    step(std::integral_constant<int, 0>{}, first, second);
    step(std::integral_constant<int, 1>{}, second, first);
  }
  if (w < end) step(std::integral_constant<int, 0>{}, first, second);
}

/// Most threads of a block that marches are built for.
inline constexpr std::uint32_t built_threads[] = {1024, 768, 512};

/// Threads, tiles and shared memory of a case with so many sweeps a pass.
struct MarchShape {
  MarchTiles tiles{};
  std::uint32_t built = 0;  ///< one of built_threads; 0 where nothing fits
  std::size_t shared_bytes = 0;

  MarchShape(const Params& params, std::uint32_t sweeps) : built(built_for(params)) {
    if (built == 0) return;
    const auto L = static_cast<std::uint32_t>(params.integer("L")),
               deep = static_cast<std::uint32_t>(params.integer("deep")),
               across = static_cast<std::uint32_t>(params.integer("across")),
               threads = std::min(built, static_cast<std::uint32_t>(params.integer("block")));
    shared_bytes = bytes(params, sweeps, built);
    double least = 0;
    // The system keeps a KiB of each block.
    for (std::uint32_t held = 1; held <= 4 && held * (shared_bytes + 1024) <= gpu::largest_shared_bytes() + 1024;
         ++held)
      for (std::uint32_t depth = std::max(1u, deep); depth <= (deep == 0 ? std::max(1u, L / 6) : deep); ++depth) {
        const MarchTiles one = MarchTiles::of(L, sweeps, threads / held, depth, across);
        if (one.L == 0) continue;
        const double time = seconds_like(one, held);
        if (least != 0 && time >= least) continue;
        least = time;
        tiles = one;
      }
  }

  /// As many as the axis `block` wants and, of two sweeps a pass, the shared memory holds; twice the bytes take twice
  /// the registers.
  static std::uint32_t built_for(const Params& params) {
    const auto wanted = static_cast<std::uint32_t>(params.integer("block"));
    const auto sweeps = static_cast<std::uint32_t>(params.integer("sweeps"));
    std::uint32_t result = 0;
    for (const std::uint32_t threads : built_threads) {
      if (bytes(params, sweeps, threads) > gpu::largest_shared_bytes()) continue;
      if (params.word("precision") == "double" && threads > 512) continue;
      if (result == 0 || threads >= wanted) result = threads;
    }
    return result;
  }
  static std::size_t bytes(const Params& params, std::uint32_t sweeps, std::uint32_t threads) {
    return static_cast<std::size_t>(2 * 2 * sweeps * 3 * real_bytes(params)) * threads;
  }
  dim3 block() const { return dim3(tiles.width, tiles.height); }
  dim3 grid() const { return dim3(tiles.tiles()); }

  /// How long a pass takes a multiprocessor that holds so many blocks at a time, in updates. A block that is alone
  /// waits at its barriers, about as long as it takes for 300 updates.
  static double seconds_like(const MarchTiles& tiles, std::uint32_t held) {
    const double at_a_time = static_cast<double>(gpu::multiprocessors()) * held;
    const double of_step = held * tiles.of_step() + (held == 1 ? 300.0 : 0.0);
    return std::ceil(tiles.tiles() / at_a_time) * of_step * tiles.steps();
  }

  std::string code_path() const {
    if (tiles.L == 0) return "";
    return CodePath("sweeps " + std::to_string(tiles.sweeps))
        .with("built for", std::to_string(built))
        .with(tiles.whole_x() ? "whole rows" : "cut rows")
        .with(tiles.whole_y() ? "whole planes" : "cut planes")
        .where(tiles.tiles_z > 1, "several deep")
        .where(tiles.L % tiles.out_z != 0, "a last tile less deep")
        .where((tiles.L / 2) % tiles.out_x != 0 || tiles.L % tiles.out_y != 0, "last tiles smaller")
        .where(tiles.steps() % 2 != 0, "an odd number of steps")
        .text();
  }
};

inline std::string march_path(const Params& params) {
  return MarchShape(params, static_cast<std::uint32_t>(params.integer("sweeps"))).code_path();
}

template <class Real, int Sweeps, int Threads>
class GpuMarch final : public GpuPasses<Real, Sweeps> {
 public:
  GpuMarch(const Params& params, std::uint64_t seed) : GpuPasses<Real, Sweeps>(params, seed), shape_(params, Sweeps) {
    gpu::allow_shared_bytes(march<Real, Sweeps, Threads>, shape_.shared_bytes);
  }

  std::string code_path() const override { return shape_.code_path(); }

 private:
  void enqueue(const MarchArrays<Real>& arrays, const gpu::Launcher& launch) override {
    launch.with_shared(march<Real, Sweeps, Threads>, shape_.grid(), shape_.block(), shape_.shared_bytes, arrays,
                       shape_.tiles, launch.chained());
  }

  MarchShape shape_;
};

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE

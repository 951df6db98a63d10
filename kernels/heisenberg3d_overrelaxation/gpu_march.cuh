// Marches of kernels/heisenberg3d_overrelaxation/march.hpp on a GPU: a block a tile, a thread a pair.
#pragma once

#include <cmath>

#include "kernels/heisenberg3d_overrelaxation/gpu_glass.cuh"
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
  using Block = March<Real, Sweeps, DeviceMemory>;
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
  typename Block::Taken next = block.take(w, pair);
  const auto step = [&](auto parity, typename Block::Column& active, const typename Block::Column& resting) {
    __syncthreads();
    const typename Block::Taken taken = next;
    next = block.take(w + 1, pair);
    block.template step<parity()>(w, pair, taken, active, resting);
    ++w;
  };
  while (w + 1 < end) {
    step(std::integral_constant<int, 0>{}, first, second);
    step(std::integral_constant<int, 1>{}, second, first);
  }
  if (w < end) step(std::integral_constant<int, 0>{}, first, second);
}

/// Threads, tiles and shared memory of a case with so many sweeps a pass.
struct MarchShape {
  MarchTiles tiles{};
  std::size_t shared_bytes = 0;
  std::uint32_t most_threads;

  MarchShape(const Params& params, std::uint32_t sweeps) : most_threads(threads_of(params)) {
    const auto L = static_cast<std::uint32_t>(params.integer("L")),
               deep = static_cast<std::uint32_t>(params.integer("deep"));
    const auto pair_bytes = static_cast<std::uint32_t>(2 * 2 * sweeps * 3 * real_bytes(params));
    const auto fit = static_cast<std::uint32_t>(gpu::largest_shared_bytes()) / pair_bytes;
    double least = 0;
    for (std::uint32_t held = 1; held <= 4; ++held)
      for (std::uint32_t depth = deep == 0 ? 1 : deep; depth <= (deep == 0 ? std::max(1u, L / 6) : deep); ++depth) {
        const MarchTiles one = MarchTiles::of(L, sweeps, std::min(most_threads, fit) / held, depth);
        if (one.L == 0) continue;
        const double time = seconds_like(one, held);
        if (least != 0 && time >= least) continue;
        least = time;
        tiles = one;
      }
    shared_bytes = std::size_t{pair_bytes} * tiles.pairs();
  }

  /// Twice the bytes take twice the registers.
  static std::uint32_t threads_of(const Params& params) {
    return std::min(static_cast<std::uint32_t>(params.integer("block")),
                    params.word("precision") == "double" ? 512u : 1024u);
  }
  dim3 block() const { return dim3(tiles.width, tiles.height); }
  dim3 grid() const { return dim3(tiles.tiles()); }

  /// How long a pass takes a multiprocessor that holds so many blocks at a time, in updates. A block that is alone
  /// waits at its barriers, about as long as it takes for 300 updates.
  static double seconds_like(const MarchTiles& tiles, std::uint32_t held) {
    const double at_a_time = static_cast<double>(gpu::multiprocessors()) * held;
    const double of_step = held * tiles.updates() + (held == 1 ? 300.0 : 0.0);
    return std::ceil(tiles.tiles() / at_a_time) * of_step * tiles.steps();
  }

  std::string code_path() const {
    return CodePath("sweeps " + std::to_string(tiles.sweeps))
        .with(most_threads > 768   ? "64 registers"
              : most_threads > 512 ? "80 registers"
                                   : "128 registers")
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
class GpuMarch final : public GpuGlass<Real> {
 public:
  GpuMarch(const Params& params, std::uint64_t seed)
      : GpuGlass<Real>(params, seed, passes_a_graph),
        pass_(params, Sweeps),
        single_(params, 1),
        other_(this->arrays().numbers()),
        buffers_{this->arrays().spins, other_.data()},
        runners_{StepRunner(params.word("launch"), passes_a_graph), StepRunner(params.word("launch"), passes_a_graph)} {
    gpu::allow_shared_bytes(march<Real, Sweeps, Threads>, pass_.shared_bytes);
    if constexpr (Sweeps > 1) gpu::allow_shared_bytes(march<Real, 1, Threads>, single_.shared_bytes);
  }

  std::string code_path() const override { return pass_.code_path(); }

  void sweep(int count) override {
    // A graph has an even number of passes, so that it leaves the spins where it found them.
    const unsigned began = now_;
    runners_[began].run(count / Sweeps, [&](int passes) {
      for (int pass = 0; pass < passes; ++pass) enqueue<Sweeps>(pass_, runners_[began].launcher());
    });
    for (int left = count % Sweeps; left > 0; --left) enqueue<1>(single_, runners_[0].launcher());
    this->take_spins_from(buffers_[now_]);
    this->count(count);
  }

  Work work_per_sweep() const override {
    Work work = this->work(9.0 / Sweeps);
    work.footprint_bytes = 9 * sizeof(Real) * this->sites();
    work.dependent_launches = 1.0 / Sweeps;
    return work;
  }

 private:
  static constexpr int passes_a_graph = 32;

  template <int Count>
  void enqueue(const MarchShape& how, const gpu::Launcher& launch) {
    Arrays<Real> from = this->arrays();
    from.spins = buffers_[now_];
    launch.with_shared(march<Real, Count, Threads>, how.grid(), how.block(), how.shared_bytes,
                       MarchArrays<Real>::of(from, buffers_[1 - now_]), how.tiles, launch.chained());
    now_ = 1 - now_;
  }

  MarchShape pass_, single_;
  gpu::Buffer<Real> other_;
  Real* buffers_[2];
  unsigned now_ = 0;  ///< which has the spins
  StepRunner runners_[2];
};

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE

// Bands of kernels/heisenberg3d_overrelaxation/bands.hpp on a GPU: a block a band, a cluster of them a tile.
#pragma once

#include <array>
#include <map>
#include <type_traits>

#include "backends/gpu/device.cuh"
#include "kernels/heisenberg3d_overrelaxation/bands.hpp"
#include "kernels/heisenberg3d_overrelaxation/gpu_passes.cuh"

namespace spinbench::overrelaxation::inline SPINBENCH_GPU_NAMESPACE {

/// Vectors of reals, carried as words.
struct DeviceVectors {
  template <class Several, class Real>
  SPINBENCH_FN static Several load(const Real* address) {
#if SPINBENCH_DEVICE_PASS
    using Word = typename gpu::detail::Carrier<sizeof(Several)>::type;
    // The launch before wrote them, while this block's multiprocessor may still have had older ones at hand.
    const Word word = gpu::load_past_l1(reinterpret_cast<const Word*>(address));
    return *reinterpret_cast<const Several*>(&word);
#else
    return *reinterpret_cast<const Several*>(address);
#endif
  }
  template <class Several>
  SPINBENCH_FN static void copy(Several* shared, const Several* from) {
#if SPINBENCH_DEVICE_PASS
    gpu::Copies::copy(shared, from);
#else
    *shared = *from;
#endif
  }
  using Block = gpu::Handed::Block;
  template <class Several>
  SPINBENCH_FN static void hand(Block block, std::uint32_t place, const Several& value, std::uint32_t signal) {
#if SPINBENCH_DEVICE_PASS
    gpu::Handed::hand(block, place, value, signal);
#endif
  }
  template <class Several>
  SPINBENCH_FN static void lay(Block block, std::uint32_t place, const Several& value) {
#if SPINBENCH_DEVICE_PASS
    gpu::Handed::lay(block, place, value);
#endif
  }
  /// a[i] over b[i], rounded as ieee::over() does.
  template <class Real, int Count>
  SPINBENCH_FN static void divide(Real (&a)[Count], const Real (&b)[Count]) {
#if SPINBENCH_DEVICE_PASS
    gpu::divide(a, b);
#else
    for (int i = 0; i < Count; ++i) a[i] = ieee::over(a[i], b[i]);
#endif
  }
};

/// `Threads` of a block at most, of which a multiprocessor holds `Held`.
template <class Real, int Sweeps, int Pairs, int Threads, int Held>
__global__ void SPINBENCH_LAUNCH_BOUNDS(Threads, Held)
    march_bands(const MarchArrays<Real> arrays, const BandTiles tiles, bool chained) {
  using Block = Band<Real, Sweeps, Pairs, DeviceVectors>;
  extern __shared__ uint4 of_bands[];
  if (chained) gpu::wait_for_previous_launch();
  const std::uint32_t tile = blockIdx.x / tiles.blocks, number = blockIdx.x - tile * tiles.blocks,
                      row = tile / tiles.tiles_x, z = row / tiles.tiles_y;
  char* const kept = reinterpret_cast<char*>(of_bands);
  Block block = Block::at(arrays, tiles, tile - row * tiles.tiles_x, row - z * tiles.tiles_y, z, number, kept);
  const bool alone = block.alone();
  block.before = gpu::Handed::block(kept, Block::band_before(tiles, number), alone);
  block.after = gpu::Handed::block(kept, Block::band_after(tiles, number), alone);
  const typename Block::Thread thread = block.thread(threadIdx.x, threadIdx.y);
  std::int32_t w = block.begin();
  const std::int32_t end = block.end();
  auto* const handed = reinterpret_cast<gpu::Signal*>(kept);  // by the parity of the step
  // To a block that is alone nothing comes: its threads meet, and wait for no signal, of which phases that expect
  // nothing would pass them by.
  const bool speaks = !alone && threadIdx.x == 0 && threadIdx.y == 0,
             listens = speaks || (!alone && thread.handed != 0);
  if (speaks)
    for (int parity = 0; parity < 2; ++parity) {
      handed[parity].begin(1);
      handed[parity].expect(block.handed_in(w + parity));
    }
  const auto meet = [&] {
    if (alone)
      __syncthreads();
    else
      gpu::sync_cluster();
  };
  // Nobody writes to a block before it is there.
  meet();
  constexpr int ahead = Block::ahead;
  for (int group = 0; group < Block::first_groups; ++group) {
    block.copy_first(group, thread);
    gpu::Copies::mark();
  }
  typename Block::Columns columns;
  block.prepare(thread, columns);
  meet();
  typename Block::Ring ring = block.ring();
  const auto step = [&](auto parity) {
    gpu::Copies::wait<ahead - 1>();
    // A thread's own copies need no barrier.
    const typename Block::Taken taken = block.take(parity(), thread);
    __syncthreads();
    const auto number = static_cast<std::uint32_t>(w - block.begin());
    // What came in the step before; the same signal speaks of the next step.
    if (listens && number > 0) {
      handed[1 - parity()].wait((number - 1) >> 1 & 1);
      if (speaks) handed[1 - parity()].expect(block.handed_in(w + 1));
    }
    block.copy_ahead(w, parity(), ring, thread);
    gpu::Copies::mark();
    block.template step<parity()>(w, ring, thread, taken, columns);
    ring.advance();
    ++w;
  };
  while (w + 1 < end) {
    step(std::integral_constant<int, 0>{});
    step(std::integral_constant<int, 1>{});
  }
  if (w < end) step(std::integral_constant<int, 0>{});
  // Nor after it is gone.
  const auto last = static_cast<std::uint32_t>(end - 1 - block.begin());
  if (listens) handed[last & 1].wait(last >> 1 & 1);
  if (!alone) gpu::sync_cluster();
}

/// Of a file's own, so that it is there wherever it is asked about.
static __global__ void nothing_in_clusters() {}

/// Clusters of `blocks` blocks that the device does at a time where blocks take so much that `held` fit a
/// multiprocessor: multiprocessors come in groups, and no cluster is in two of them.
inline std::uint32_t clusters_at_a_time(std::uint32_t blocks, std::uint32_t threads, std::uint32_t held,
                                        std::size_t bytes) {
  const std::uint32_t all = static_cast<std::uint32_t>(gpu::multiprocessors()) * held / blocks;
  if (blocks == 1 || !gpu::can_cluster_blocks()) return std::max(1u, all);
  static std::map<std::array<std::size_t, 4>, std::uint32_t> known;
  const std::array<std::size_t, 4> key = {static_cast<std::size_t>(gpu::current_device()), blocks, threads, bytes};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  gpu::allow_shared_bytes(nothing_in_clusters, bytes);
  if (blocks > 8) gpu::check(gpu::allow_large_clusters(nothing_in_clusters), "large clusters");
  const int seen = gpu::clusters_at_a_time(nothing_in_clusters, dim3(threads), blocks, bytes);
  return known[key] = std::max(1u, std::min(all, static_cast<std::uint32_t>(seen)));
}

/// Cut and shared memory of a case with so many sweeps a pass.
struct BandShape {
  BandTiles tiles{};
  std::uint32_t threads = 0, held = 1;
  std::size_t shared_bytes = 0;

  BandShape(const Params& params, std::uint32_t sweeps, const BandBuild& build)
      : threads(static_cast<std::uint32_t>(build.threads)), held(static_cast<std::uint32_t>(build.held)) {
    const auto number = [&](const char* axis) { return static_cast<std::uint32_t>(params.integer(axis)); };
    const auto real = static_cast<std::uint32_t>(real_bytes(params));
    const std::uint32_t blocks = number("cluster");
    // The system keeps a KiB of each block.
    const std::size_t bytes = (gpu::largest_shared_bytes() + 1024) / held - 1024;
    const std::uint32_t at_a_time = clusters_at_a_time(blocks, threads, held, bytes);
    tiles = BandTiles::of(number("L"), sweeps, blocks, static_cast<std::uint32_t>(build.pairs), real,
                          {threads, bytes, held, at_a_time, number("across"), number("deep")});
    if (tiles.L != 0)
      shared_bytes =
          BandRoom::of(tiles, static_cast<std::uint32_t>(build.pairs), static_cast<std::uint32_t>(build.pairs) * real)
              .all;
    pairs_ = static_cast<std::uint32_t>(build.pairs);
  }

  dim3 block() const { return dim3(tiles.width / pairs_, tiles.rows); }
  dim3 grid() const { return dim3(tiles.clusters() * tiles.blocks); }

  std::string code_path() const {
    return CodePath("sweeps " + std::to_string(tiles.sweeps))
        .with("pairs", std::to_string(pairs_))
        .with("built for", std::to_string(threads))
        .where(held > 1, "two held")
        .where(tiles.blocks > 1, "clusters")
        .where(tiles.blocks > 8, "large ones")
        .with(tiles.whole_x() ? "whole rows" : "cut rows")
        .with(tiles.whole_y() ? "whole planes" : "cut planes")
        .where(tiles.tiles_z > 1, "several deep")
        .where(tiles.L % tiles.out_z != 0, "a last tile less deep")
        .where((tiles.L / 2) % tiles.out_x != 0 || tiles.L % tiles.out_y != 0, "last tiles smaller")
        .where(tiles.steps() % 2 != 0, "an odd number of steps")
        .text();
  }

 private:
  std::uint32_t pairs_ = 0;
};

template <class Real, int Sweeps, int Pairs, int Threads, int Held>
class GpuBands final : public GpuPasses<Real, Sweeps> {
 public:
  GpuBands(const Params& params, std::uint64_t seed)
      : GpuPasses<Real, Sweeps>(params, seed), shape_(params, Sweeps, {Pairs, Threads, Held}) {
    const std::uint32_t blocks = shape_.tiles.blocks;
    gpu::allow_shared_bytes(kernel, shape_.shared_bytes);
    if (blocks > 8) gpu::check(gpu::allow_large_clusters(kernel), "large clusters");
    if (blocks > 1 && gpu::clusters_at_a_time(kernel, shape_.block(), blocks, shape_.shared_bytes) == 0)
      throw Unsupported("this device holds no cluster of " + std::to_string(blocks) +
                        " such blocks: take a smaller cluster");
  }

  std::string code_path() const override { return shape_.code_path(); }

 private:
  static constexpr auto kernel = march_bands<Real, Sweeps, Pairs, Threads, Held>;

  void enqueue(const MarchArrays<Real>& arrays, const gpu::Launcher& launch) override {
    launch.clusters(kernel, shape_.grid(), shape_.block(), shape_.tiles.blocks, shape_.shared_bytes, arrays,
                    shape_.tiles, launch.chained());
  }

  BandShape shape_;
};

}  // namespace spinbench::overrelaxation::SPINBENCH_GPU_NAMESPACE

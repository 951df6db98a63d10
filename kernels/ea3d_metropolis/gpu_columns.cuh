// Marches of kernels/ea3d_metropolis/columns.hpp on a GPU: a block a tile, its rings in shared memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/gpu/device.cuh"
#include "backends/gpu/shared_memory.cuh"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_logic.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/common/pipe_cost.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/columns.hpp"
#include "kernels/ea3d_metropolis/gpu_energies.cuh"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr unsigned most_systems_across = 65535;

/// What all launches of a simulation share.
template <class Rng>
struct MarchStreams {
  typename Rng::Keys keys;
  const std::uint64_t* half_sweeps;  ///< done before this replay
  std::uint32_t replicas;
};

/// Of a word of 32 attempts, the rule: twenty operations of three inputs, three thresholds; and of a site, what finds
/// its neighbours (which of the pair comes first, places in the rings, planes beyond the border), loads, stores and
/// copies: docs/instruction_counts.py.
inline constexpr PipeCost march_word_cost{22, 0, 22}, march_site_cost{8, 0, 23};

/// `Threads`: of a block at most, which says how many registers each may have.
template <class Rng, int Replicas, int Sweeps, int Threads, class Tiles = ColumnTiles>
__global__ void __launch_bounds__(Threads)
    march(ColumnArrays<Replicas> arrays, const Tiles tiles, const MarchStreams<Rng> streams, std::uint32_t half_sweeps,
          std::size_t chunk_words, bool chained) {
  if (chained) gpu::wait_for_previous_launch();
  const std::uint32_t system = blockIdx.y, chunk = blockIdx.z;
  for (int colour = 0; colour < 2; ++colour)
    arrays.from[colour] += chunk * chunk_words, arrays.to[colour] += chunk * chunk_words;
  const std::uint32_t row = blockIdx.x / tiles.tiles_x, x = blockIdx.x - row * tiles.tiles_x, z = row / tiles.tiles_y,
                      y = row - z * tiles.tiles_y;
  const std::uint64_t sites = static_cast<std::uint64_t>(tiles.L) * tiles.L * tiles.L;
  const ColumnMarch<Rng, Replicas, Sweeps, DeviceLogic, gpu::Copies, Tiles> block{
      arrays.of_system(system, tiles.L, tiles.depth()),
      tiles,
      ColumnTile::at(tiles, x, y, z),
      streams.keys,
      system * (sites / 2),
      (*streams.half_sweeps + half_sweeps) * streams.replicas +
          (planted(Mutant::columns_chunk_numbers) ? 0 : chunk * Replicas),
      streams.replicas,
      reinterpret_cast<BondsInPlane*>(gpu::shared_memory())};
  if (tiles.height == blockDim.y) {
    // A thread keeps its pair, and with it what finds its neighbours.
    const auto pair = block.pair(threadIdx.x, threadIdx.y);
    block.prepare(pair);
    for (std::int32_t plane = block.begin(); plane < block.end(); ++plane) {
      gpu::Copies::wait();
      __syncthreads();
      block.step(plane, pair);
    }
    return;
  }
  for (std::uint32_t n = threadIdx.y; n < tiles.height; n += blockDim.y) block.prepare(block.pair(threadIdx.x, n));
  for (std::int32_t plane = block.begin(); plane < block.end(); ++plane) {
    gpu::Copies::wait();
    __syncthreads();
    for (std::uint32_t n = threadIdx.y; n < tiles.height; n += blockDim.y)
      block.step(plane, block.pair(threadIdx.x, n));
  }
}

template <int Replicas>
struct ColumnMemory {
  SiteWords<Replicas>* spins[2];
  BondsInPlane* in_plane;
  BondsUpwards* upwards;
};

template <int Replicas>
__global__ void start_columns(ColumnMemory<Replicas> memory, std::uint32_t L, std::uint32_t systems, RandomBonds bonds,
                              std::uint32_t first) {
  const std::uint32_t pairs = L * (L / 2);
  const std::size_t planes = static_cast<std::size_t>(systems) * L, all = planes * pairs,
                    stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t n = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; n < all; n += stride) {
    const auto plane = static_cast<std::uint32_t>(n / pairs),
               p = static_cast<std::uint32_t>(n - std::size_t{plane} * pairs);
    start_pair<Replicas>(bonds, L, plane / L, plane % L, p, memory.spins, memory.in_plane, memory.upwards, first);
  }
}

/// The most threads of the march that a case runs, as make_columns() chooses it: only one of four replicas is built for
/// fewer.
inline std::uint32_t march_threads(std::uint32_t replicas_a_march, std::uint32_t most) {
  return replicas_a_march < 4 || most > 512 ? 1024 : 512;
}

/// Threads, tiles and shared memory of a case.
struct MarchShape {
  ColumnTiles tiles;
  dim3 block, grid;
  std::size_t shared_bytes;
  std::uint32_t most_threads, planes;
  std::uint32_t replicas;  ///< a march

  MarchShape(const Params& params, std::uint32_t sweeps, std::uint32_t replicas_a_march)
      : MarchShape(params, sweeps, replicas_a_march, static_cast<std::uint32_t>(params.integer("L")),
                   static_cast<std::uint32_t>(params.integer("deep"))) {}

  /// For `planes_of_all` planes, `deep` tiles along z (0: enough to fill a card).
  MarchShape(const Params& params, std::uint32_t sweeps, std::uint32_t replicas_a_march, std::uint32_t planes_of_all,
             std::uint32_t deep)
      : most_threads(static_cast<std::uint32_t>(params.integer("block"))),
        planes(planes_of_all),
        replicas(replicas_a_march) {
    const SpinGlassShape shape = SpinGlassShape::of(3, params);
    const std::uint32_t pair_bytes = march_bytes_a_pair(sweeps, replicas_a_march),
                        chunks = shape.replicas / replicas_a_march;
    const auto shared = static_cast<std::uint32_t>(gpu::largest_shared_bytes());
    const auto tile = static_cast<std::uint32_t>(params.integer("tile"));
    std::uint32_t threads = most_threads;
    double least = 0;
    for (std::uint32_t blocks_held = 1; blocks_held <= 4; ++blocks_held) {
      // What each of several has; the system keeps a KiB of each.
      const std::uint32_t fit = ((shared + 1024) / blocks_held - 1024) / pair_bytes;
      const std::uint32_t held_threads = most_threads / blocks_held, last = deep == 0 ? std::max(1u, planes / 8) : deep;
      for (std::uint32_t depth = deep == 0 ? 1 : deep; depth <= last; ++depth)
        // As many pairs as fit, or one for each thread.
        for (const std::uint32_t most : {fit, std::min(fit, held_threads)}) {
          const std::uint32_t pairs = tile == 0 ? most : std::min(tile, most);
          ColumnTiles one = ColumnTiles::of(shape.L, sweeps, pairs, 1, held_threads);
          one.out_z = (planes + std::min(depth, planes) - 1) / std::min(depth, planes);
          one.tiles_z = (planes + one.out_z - 1) / one.out_z;
          // Where nothing fits, unsupported() says so.
          if (one.pairs() > pairs && blocks_held > 1) continue;
          const double time =
              rounds(one, shape.systems * chunks, blocks_held) * (one.pairs() > held_threads ? 1.08 : 1);
          if (least != 0 && time >= least) continue;
          least = time;
          tiles = one;
          threads = held_threads;
        }
    }
    // Blocks that are held together share the registers.
    block = dim3(tiles.width, std::max(1u, std::min(tiles.height, threads / tiles.width)));
    // Rows in equal turns.
    const std::uint32_t turns = (tiles.height + block.y - 1) / block.y;
    block.y = (tiles.height + turns - 1) / turns;
    grid = dim3(tiles.tiles_x * tiles.tiles_y * tiles.tiles_z, shape.systems, chunks);
    shared_bytes = std::size_t{pair_bytes} * tiles.pairs();
  }

  /// How long a pass takes a multiprocessor that holds so many blocks at a time, in pairs that it reads. A block that
  /// is alone waits for each plane, about as long as it takes for 150 pairs.
  static double rounds(const ColumnTiles& tiles, std::uint64_t systems, std::uint32_t blocks_held) {
    const double blocks = static_cast<double>(systems) * tiles.tiles_x * tiles.tiles_y * tiles.tiles_z;
    const double at_a_time = static_cast<double>(gpu::multiprocessors()) * blocks_held;
    const double of_plane = blocks_held * tiles.pairs() + (blocks_held == 1 ? 150.0 : 0.0);
    return std::ceil(blocks / at_a_time) * of_plane * (tiles.out_z + 2.0 * tiles.sweeps);
  }

  std::string code_path() const {
    return CodePath("sweeps " + std::to_string(tiles.sweeps))
        .with("replicas", std::to_string(replicas))
        .with(march_threads(replicas, most_threads) > 512 ? "64 registers" : "128 registers")
        .with(tiles.whole_x() ? "whole rows" : "cut rows")
        .with(tiles.whole_y() ? "whole planes" : "cut planes")
        .where(tiles.tiles_z > 1, "several deep")
        .where(planes % tiles.out_z != 0, "a last tile less deep")
        .where(tiles.height > block.y, "rows in turns")
        .where(tiles.height % block.y != 0, "a last turn of fewer rows")
        .where((tiles.L / 2) % tiles.out_x != 0 || tiles.L % tiles.out_y != 0, "last tiles smaller")
        .count("systems", grid.y)
        .count("chunks of replicas", grid.z)
        .text();
  }
};

inline std::string march_path(const Params& params) {
  return MarchShape(params, static_cast<std::uint32_t>(params.integer("sweeps")), replicas_a_march(params)).code_path();
}

/// What a sweep asks of the machine, in passes of so many.
inline Work march_work(const SpinGlassShape& shape, const rng::Facts& facts, int sweeps) {
  const double replicas = replicas_a_march(shape.replicas), sites = static_cast<double>(shape.sites()) * shape.systems,
               pairs = sites / 2 * (shape.replicas / replicas), words = 2 * pairs * replicas;
  const rng::WordCost word = rng::word_cost(facts, replicas);
  Work work;
  work.units = 32 * words;
  work.random_words = words;
  work.logic_ops = words * (march_word_cost.logic_ops + word.logic_ops) + 2 * pairs * march_site_cost.logic_ops;
  work.multiply_adds = words * word.multiply_adds;
  work.issue_slots = words * (march_word_cost.issue_slots + word.issue_slots) + 2 * pairs * march_site_cost.issue_slots;
  work.footprint_bytes = 2 * 4.0 * words + 4.0 * 6 * (sites / 2);
  work.memory_bytes = work.footprint_bytes / sweeps;
  work.dependent_launches = 1.0 / sweeps;
  return work;
}

template <class Rng, int Replicas, int Sweeps, int Threads>
class GpuColumns final : public ObservedGlass {
 public:
  GpuColumns(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : ObservedGlass(params, seed),
        pass_(params, Sweeps, Replicas),
        keys_(Rng::keys(Rng::setup(seed, 0, seeding))),
        thresholds_(CubicThresholds::at(beta_of(params))),
        in_plane_(chunk_words()),
        upwards_(chunk_words()),
        half_sweeps_(1),
        runners_{StepRunner(params.word("launch"), passes_a_graph), StepRunner(params.word("launch"), passes_a_graph)} {
    for (auto& buffer : spins_) buffer = gpu::Buffer<Words>(2 * chunk_words() * pass_.grid.z);
    gpu::allow_shared_bytes(march<Rng, Replicas, Sweeps, Threads>, pass_.shared_bytes);
    half_sweeps_.fill_zero();
    ColumnMemory<Replicas> memory;
    memory.in_plane = in_plane_.data();
    memory.upwards = upwards_.data();
    for (unsigned chunk = 0; chunk < pass_.grid.z; ++chunk) {
      for (unsigned c = 0; c < 2; ++c) memory.spins[c] = spins_of(0, c) + chunk * 2 * chunk_words();
      gpu::launch(start_columns<Replicas>, dim3(1024), dim3(256), memory, shape().L, shape().systems, bonds(),
                  chunk * Replicas);
    }
    gpu::synchronize();
  }

  std::string code_path() const override { return pass_.code_path(); }

  int sweep_granularity() const override { return Sweeps; }

  void sweep(int count) override {
    // A graph has an even number of passes, so that it leaves the spins where it found them.
    runners_[now_].run(count / Sweeps, [this](int passes) {
      const StepRunner& runner = runners_[now_];
      const bool short_graph =
          planted(Mutant::columns_first_graph_short) && passes == passes_a_graph && &runner == &runners_[0];
      for (int pass = short_graph ? 2 : 0; pass < passes; ++pass) enqueue(runner.launcher(), 2 * Sweeps * pass);
      advance(2 * Sweeps * static_cast<std::uint64_t>(passes));
    });
  }

  Work work_per_sweep() const override { return march_work(shape(), Rng::facts, Sweeps); }

 protected:
  SpinGlassBits bits() override {
    std::vector<Words> words(spins_[now_].size());
    spins_[now_].copy_to(words.data(), words.size());
    return columns_in_order(shape(), Replicas, words.front().word);
  }
  std::vector<double> energies() override {
    return energies_.of(shape(), [this](std::uint32_t parts, std::int64_t* totals) {
      for (unsigned chunk = 0; chunk < pass_.grid.z; ++chunk) {
        ColumnArrays<Replicas> arrays = columns();
        for (auto& from : arrays.from) from += chunk * 2 * chunk_words();
        gpu::launch(count_unsatisfied_columns<Replicas>, dim3(shape().systems * Replicas * parts), dim3(energy_threads),
                    arrays, CountedPlanes::all(shape().L), shape().L, chunk * Replicas, shape().replicas, parts,
                    totals);
      }
    });
  }

 private:
  using Words = SiteWords<Replicas>;
  static constexpr int passes_a_graph = 32;

  /// Pairs of all systems: words of one chunk and colour.
  std::size_t chunk_words() const { return std::size_t{shape().systems} * shape().sites() / 2; }
  /// Of a chunk, both colours side by side.
  Words* spins_of(unsigned buffer, unsigned colour) const { return spins_[buffer].data() + colour * chunk_words(); }

  ColumnArrays<Replicas> columns() const {
    ColumnArrays<Replicas> arrays;
    for (unsigned c = 0; c < 2; ++c) {
      arrays.from[c] = spins_of(now_, c);
      arrays.to[c] = spins_of(1 - now_, c);
    }
    arrays.in_plane = in_plane_.data();
    arrays.upwards = upwards_.data();
    arrays.thresholds = thresholds_;
    return arrays;
  }

  void enqueue(const gpu::Launcher& launch, int half_sweeps) {
    const ColumnArrays<Replicas> arrays = columns();
    dim3 grid = pass_.grid;
    if (planted(Mutant::columns_last_system) && grid.y > 1) --grid.y;
    launch.with_shared(march<Rng, Replicas, Sweeps, Threads>, grid, pass_.block, pass_.shared_bytes, arrays,
                       pass_.tiles, MarchStreams<Rng>{keys_, half_sweeps_.data(), shape().replicas},
                       static_cast<std::uint32_t>(half_sweeps), 2 * chunk_words(), launch.chained());
    now_ = 1 - now_;
  }
  void advance(std::uint64_t half_sweeps) {
    if (planted(Mutant::gpu_counter_stands)) return;
    gpu::launch(add_attempts<std::uint64_t>, dim3(1), dim3(1), half_sweeps_.data(), half_sweeps);
  }

  MarchShape pass_;
  typename Rng::Keys keys_;
  CubicThresholds thresholds_;
  gpu::Buffer<Words> spins_[2];
  gpu::Buffer<BondsInPlane> in_plane_;
  gpu::Buffer<BondsUpwards> upwards_;
  gpu::Buffer<std::uint64_t> half_sweeps_;
  unsigned now_ = 0;  ///< where the spins are
  DeviceEnergies energies_;
  StepRunner runners_[2];
};

/// The code for the case's replicas, sweeps in a pass and threads.
template <class Rng>
std::unique_ptr<Simulation> make_columns(const Params& params, std::uint64_t seed, rng::Seeding seeding) {
  const std::uint32_t replicas = replicas_a_march(params);
  const bool many_threads = march_threads(replicas, static_cast<std::uint32_t>(params.integer("block"))) > 512;
  if (replicas == 1) return std::make_unique<GpuColumns<Rng, 1, 1, 1024>>(params, seed, seeding);
  if (replicas == 2) return std::make_unique<GpuColumns<Rng, 2, 1, 1024>>(params, seed, seeding);
  if (params.integer("sweeps") == 2) {
    if (many_threads) return std::make_unique<GpuColumns<Rng, 4, 2, 1024>>(params, seed, seeding);
    return std::make_unique<GpuColumns<Rng, 4, 2, 512>>(params, seed, seeding);
  }
  if (many_threads) return std::make_unique<GpuColumns<Rng, 4, 1, 1024>>(params, seed, seeding);
  return std::make_unique<GpuColumns<Rng, 4, 1, 512>>(params, seed, seeding);
}

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE

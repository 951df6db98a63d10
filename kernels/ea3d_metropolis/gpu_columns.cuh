// Marches of kernels/ea3d_metropolis/column_march.hpp on a GPU: a block a tile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_logic.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/common/pipe_cost.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/column_march.hpp"
#include "kernels/ea3d_metropolis/gpu_energies.cuh"
#include "kernels/ea3d_metropolis/layout_host.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"

namespace spinbench::ea3d::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr unsigned most_systems_across = 65535;

/// Threads that a multiprocessor holds at most, for which kernels are built: what they have to keep fits the registers
/// that each has then. Those of two sweeps have more to keep.
constexpr int march_threads(int sweeps) { return sweeps == 1 ? 1024 : 640; }

/// Of the memory that the block of a march shares.
inline std::uint32_t march_bytes_a_pair(std::uint32_t sweeps, std::uint32_t replicas) {
  if (replicas == 1) return MarchRoom<1, 1>::of_pair;
  if (replicas == 2) return MarchRoom<2, 1>::of_pair;
  return sweeps == 1 ? MarchRoom<4, 1>::of_pair : MarchRoom<4, 2>::of_pair;
}

/// What all launches of a simulation share.
template <class Rng>
struct MarchStreams {
  typename Rng::Keys keys[2];        ///< of either colour
  const std::uint64_t* half_sweeps;  ///< done before this replay
  std::uint32_t replicas;
};

/// Of a word of 32 attempts, the rule: fifteen operations of three inputs and a threshold; and of a site, which of its
/// random numbers is the least, which coupling belongs to which neighbour, and loads, stores and copies:
/// docs/instruction_counts.py.
inline constexpr PipeCost march_word_cost{16, 0, 16}, march_site_cost{4, 0, 16};

template <class Rng, int Replicas, int Sweeps>
__global__ void __launch_bounds__(march_threads(Sweeps))
    march(ColumnArrays<Replicas> arrays, const ColumnTiles tiles, const std::uint32_t* places, std::uint32_t seen,
          const MarchStreams<Rng> streams, std::uint32_t half_sweeps, std::uint32_t first_replica, bool chained) {
  using March = ColumnMarch<Rng, Replicas, Sweeps, DeviceLogic, gpu::Copies>;
  extern __shared__ uint4 shared_planes[];
  const std::uint32_t system = blockIdx.y;
  const std::uint32_t row = blockIdx.x / tiles.tiles_x, x = blockIdx.x - row * tiles.tiles_x, z = row / tiles.tiles_y,
                      y = row - z * tiles.tiles_y;
  const std::uint32_t plane = tiles.L * (tiles.L / 2);
  arrays.around += system * plane;
  March block{arrays,
              tiles,
              ColumnTile::at(tiles, x, y, z),
              streams.keys,
              system * plane * tiles.L,
              reinterpret_cast<char*>(shared_planes)};
  const std::uint32_t last = blockDim.x - 1 - threadIdx.x;
  const auto thread = block.thread(places[threadIdx.x], last < seen ? places[blockDim.x + last] : MarchPlaces::nobody);
  if (chained) gpu::wait_for_previous_launch();
  auto state = block.prepare(thread);
  block.draw_from((*streams.half_sweeps + half_sweeps) * streams.replicas + first_replica, streams.replicas);
  for (auto& number : block.numbers)
    for (std::uint32_t& word : number.word) word = gpu::settled(word);
  gpu::Copies::wait();
  __syncthreads();
  const std::uint32_t steps = block.steps();
  const auto step = [&](auto phase) {
    block.template step<phase()>(state, thread);
    if (state.step == steps) return false;
    gpu::Copies::wait();
    __syncthreads();
    return true;
  };
  while (step(std::integral_constant<int, 0>{}) && step(std::integral_constant<int, 1>{}) &&
         step(std::integral_constant<int, 2>{}) && step(std::integral_constant<int, 3>{})) {
  }
}

template <int Replicas>
struct ColumnMemory {
  SiteWords<Replicas>* spins[2];
  PairBonds* in_plane;
  BondsAround* around;
};

template <int Replicas>
__global__ void start_columns(ColumnMemory<Replicas> memory, std::uint32_t L, std::uint32_t systems, RandomBonds bonds,
                              std::uint32_t first) {
  const std::uint32_t pairs = L * (L / 2);
  const std::size_t all = static_cast<std::size_t>(systems) * pairs,
                    stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t n = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; n < all; n += stride) {
    const auto system = static_cast<std::uint32_t>(n / pairs);
    start_column<Replicas>(bonds, L, system, static_cast<std::uint32_t>(n - std::size_t{system} * pairs), memory.spins,
                           memory.in_plane, memory.around, first);
  }
}

/// Copies spins without the signs of their gauge to where a pass would write them.
template <int Replicas>
__global__ void ungauge_columns(ColumnArrays<Replicas> arrays, std::uint32_t L, std::uint32_t systems,
                                RandomBonds bonds) {
  const std::uint32_t pairs = L * (L / 2);
  const std::size_t all = static_cast<std::size_t>(systems) * pairs,
                    stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t n = blockIdx.x * static_cast<std::size_t>(blockDim.x) + threadIdx.x; n < all; n += stride) {
    const auto system = static_cast<std::uint32_t>(n / pairs);
    ungauge_column<Replicas>(bonds, L, system, static_cast<std::uint32_t>(n - std::size_t{system} * pairs), arrays.from,
                             arrays.to);
  }
}

/// Threads, tiles and shared memory of a case.
struct MarchShape {
  ColumnTiles tiles;  ///< L is 0 where nothing fits
  dim3 grid;
  MarchPlaces places;
  std::size_t shared_bytes;
  unsigned chunks;  ///< marches one after the other, of so many replicas each

  MarchShape(const Params& params, std::uint32_t sweeps, std::uint32_t replicas_a_march) {
    const SpinGlassShape shape = SpinGlassShape::of(3, params);
    const std::uint32_t pair_bytes = march_bytes_a_pair(sweeps, replicas_a_march);
    chunks = shape.replicas / replicas_a_march;
    const auto number = [&](const char* axis) { return static_cast<std::uint32_t>(params.integer(axis)); };
    const ColumnCut best =
        ColumnCut::of(shape.L, sweeps, shape.systems, {number("tile"), number("deep")},
                      {static_cast<std::uint32_t>(gpu::multiprocessors()),
                       std::min(number("block"), static_cast<std::uint32_t>(march_threads(static_cast<int>(sweeps)))),
                       static_cast<std::uint32_t>(gpu::largest_shared_bytes()), pair_bytes});
    tiles = best.tiles;
    if (tiles.L != 0) places = MarchPlaces::of(tiles);
    grid = dim3(tiles.tiles_x * tiles.tiles_y * tiles.tiles_z, shape.systems);
    shared_bytes = std::size_t{pair_bytes} * tiles.pairs();
  }

  std::string code_path() const {
    return CodePath("sweeps " + std::to_string(tiles.sweeps))
        .with(tiles.whole_x() ? "whole rows" : "cut rows")
        .with(tiles.whole_y() ? "whole planes" : "cut planes")
        .where(tiles.tiles_z > 1, "several deep")
        .where(tiles.L % tiles.out_z != 0, "a last tile less deep")
        .where(places.seen > 0, "pairs seen beside")
        .where((tiles.L / 2) % tiles.out_x != 0 || tiles.L % tiles.out_y != 0, "last tiles smaller")
        .count("systems", grid.y)
        .count("chunks of replicas", chunks)
        .text();
  }
};

/// Replicas that a march does: all of them up to four, else four at a time.
inline std::uint32_t replicas_a_march(const Params& params) {
  return static_cast<std::uint32_t>(std::min<std::int64_t>(params.integer("replicas"), 4));
}

inline std::string march_path(const Params& params) {
  return MarchShape(params, static_cast<std::uint32_t>(params.integer("sweeps")), replicas_a_march(params)).code_path();
}

template <class Rng, int Replicas, int Sweeps>
class GpuColumns final : public ObservedGlass {
 public:
  GpuColumns(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : ObservedGlass(params, seed),
        pass_(params, Sweeps, Replicas),
        keys_(Rng::keys(Rng::setup(seed, 0, seeding))),
        thresholds_(CubicThresholds::at(beta_of(params))),
        in_plane_(chunk_words()),
        around_(chunk_words() / shape().L),
        places_(pass_.places.words.size()),
        half_sweeps_(1),
        runners_{StepRunner(params.word("launch"), passes_a_graph), StepRunner(params.word("launch"), passes_a_graph)} {
    for (auto& buffer : spins_) buffer = gpu::Buffer<Words>(2 * chunk_words() * pass_.chunks);
    places_.copy_from(pass_.places.words.data(), places_.size());
    gpu::allow_shared_bytes(march<Rng, Replicas, Sweeps>, pass_.shared_bytes);
    half_sweeps_.fill_zero();
    ColumnMemory<Replicas> memory;
    memory.in_plane = in_plane_.data();
    memory.around = around_.data();
    for (unsigned chunk = 0; chunk < pass_.chunks; ++chunk) {
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

  Work work_per_sweep() const override {
    const double pairs = static_cast<double>(chunk_words()) * pass_.chunks, words = 2 * pairs * Replicas;
    const rng::WordCost word = rng::word_cost(Rng::facts, Replicas);
    Work work;
    work.units = 32 * words;
    work.random_words = words;
    work.logic_ops = words * (march_word_cost.logic_ops + word.logic_ops) + 2 * pairs * march_site_cost.logic_ops;
    work.multiply_adds = words * word.multiply_adds;
    work.issue_slots =
        words * (march_word_cost.issue_slots + word.issue_slots) + 2 * pairs * march_site_cost.issue_slots;
    work.memory_bytes = (2 * 4.0 * words + 4.0 * 4 * static_cast<double>(chunk_words())) / Sweeps;
    work.footprint_bytes = 2 * 4.0 * words + 4.0 * 4 * static_cast<double>(chunk_words());
    work.dependent_launches = 1.0 / Sweeps;
    return work;
  }

 protected:
  SpinGlassBits bits() override {
    // What the next pass will write over holds them for a while as the model has them.
    for (unsigned chunk = 0; chunk < pass_.chunks; ++chunk)
      gpu::launch(ungauge_columns<Replicas>, dim3(1024), dim3(256), columns(chunk), shape().L, shape().systems,
                  bonds());
    std::vector<Words> words(spins_[1 - now_].size());
    spins_[1 - now_].copy_to(words.data(), words.size());
    return columns_in_order(shape(), Replicas, words.front().word);
  }
  std::vector<double> energies() override {
    return energies_.of(shape(), [this](std::uint32_t parts, std::int64_t* totals) {
      for (unsigned chunk = 0; chunk < pass_.chunks; ++chunk)
        gpu::launch(count_unsatisfied_columns<Replicas>, dim3(shape().systems * Replicas * parts), dim3(energy_threads),
                    columns(chunk), shape().L, chunk * Replicas, shape().replicas, parts, totals);
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
    arrays.around = around_.data();
    arrays.thresholds = thresholds_;
    return arrays;
  }

  /// The spins of chunk `chunk`.
  ColumnArrays<Replicas> columns(unsigned chunk) const {
    ColumnArrays<Replicas> arrays = columns();
    for (unsigned c = 0; c < 2; ++c)
      arrays.from[c] += chunk * 2 * chunk_words(), arrays.to[c] += chunk * 2 * chunk_words();
    return arrays;
  }

  void enqueue(const gpu::Launcher& launch, int half_sweeps) {
    dim3 grid = pass_.grid;
    if (planted(Mutant::columns_last_system) && grid.y > 1) --grid.y;
    for (unsigned chunk = 0; chunk < pass_.chunks; ++chunk)
      launch.with_shared(march<Rng, Replicas, Sweeps>, grid, dim3(pass_.places.threads), pass_.shared_bytes,
                         columns(chunk), pass_.tiles, places_.data(), pass_.places.seen,
                         MarchStreams<Rng>{{keys_, keys_}, half_sweeps_.data(), shape().replicas},
                         static_cast<std::uint32_t>(half_sweeps), chunk * Replicas, launch.chained());
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
  gpu::Buffer<PairBonds> in_plane_;
  gpu::Buffer<BondsAround> around_;
  gpu::Buffer<std::uint32_t> places_;
  gpu::Buffer<std::uint64_t> half_sweeps_;
  unsigned now_ = 0;  ///< where the spins are
  DeviceEnergies energies_;
  StepRunner runners_[2];
};

}  // namespace spinbench::ea3d::SPINBENCH_GPU_NAMESPACE

// The double checkerboard on a population: the tiles and the update of ising2d_metropolis/tiled
// (kernels/common/gpu_tiled.cuh), with a replica for each place of the grid's second and third dimension, all at the
// temperature of the step at hand.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "kernels/common/cases.hpp"
#include "kernels/common/gpu_tiled.cuh"
#include "kernels/ising2d_metropolis/gpu_tiled.cuh"
#include "kernels/ising2d_population_annealing/gpu_population.cuh"

namespace spinbench::annealing::inline SPINBENCH_GPU_NAMESPACE {

/// Of a grid's second dimension, whose end lies at 65,535.
inline constexpr std::uint32_t replicas_a_layer = 1024;

template <class Tile, class Rng>
__global__ void __launch_bounds__(Tile::threads)
    update_population(SpinArray spins, std::uint32_t L, std::uint32_t replicas,
                      const typename Tile::Thresholds* thresholds, StreamTable<Rng> streams, TileVisit visit) {
  const std::uint32_t replica = blockIdx.z * replicas_a_layer + blockIdx.y;
  Tile tile(L, visit.colour);
  tile.stream += static_cast<std::uint64_t>(replica) * typename Tile::Board{L, Tile::side}.streams();
  streams.wait_for_previous_launch();
  // All threads of a block alike.
  if (replica >= replicas) return;
  const std::size_t first = static_cast<std::size_t>(replica) * L * L * static_cast<std::size_t>(spins.bytes);
  const SpinArray own{static_cast<char*>(spins.data) + first, spins.bytes};
  visit_block_tiles<Tile, Rng, true, false>(tile, own, L,
                                            KnownThresholds<const typename Tile::Thresholds&>{*thresholds}, streams,
                                            visit, [] { return static_cast<std::int64_t*>(nullptr); });
}

/// The spins, replica after replica, row by row, as the resampling wants them.
struct SiteLattices {
  SpinArray spins;
  std::uint32_t L;

  __device__ void set(std::uint32_t replica, std::uint32_t number, std::uint32_t word) const {
    const std::uint32_t sites = L * L, half = L / 2;
    spins.with_type([&](auto* all) {
      auto* const own = all + static_cast<std::size_t>(replica) * sites;
      using Spin = std::remove_reference_t<decltype(*own)>;
      for (std::uint32_t i = 0; i < 32; ++i) {
        // Colour by colour, row by row.
        const std::uint32_t bit = 32 * number + i, colour = bit / (sites / 2), row = bit % (sites / 2) / half;
        own[row * L + 2 * (bit % half) + ((row + colour) & 1)] = static_cast<Spin>(word >> i & 1 ? -1 : 1);
      }
    });
  }
  __device__ int unsatisfied(std::uint32_t replica, std::uint32_t lane, std::uint32_t lanes) const {
    const std::uint32_t sites = L * L;
    int bonds = 0;
    spins.with_type([&](const auto* all) {
      const auto* const own = all + static_cast<std::size_t>(replica) * sites;
      for (std::uint32_t site = lane; site < sites; site += lanes) {
        const std::uint32_t y = site / L, x = site - y * L;
        bonds += own[site] != own[x + 1 == L ? site + 1 - L : site + 1];
        bonds += own[site] != own[y + 1 == L ? x : site + L];
      }
    });
    return bonds;
  }
};

/// Tiles of the side that the paper found best.
using PopulationTile = ising2d::SquareTile<16>;

inline int bytes_of_spin(const Params& params) { return params.word("spin") == "int8" ? 1 : 4; }

/// As Simulation::code_path().
inline std::string tiled_path(const Params& params) {
  return CodePath(spinbench::tiled_path<PopulationTile>(side_of(params)))
      .where(replicas_of(params) > replicas_a_layer, "several layers of the grid")
      .with(resampling_path(replicas_of(params)))
      .text();
}

template <class Rng>
class TiledPopulation final : public GpuPopulation<SiteLattices, PopulationTile::Thresholds> {
  using Tile = PopulationTile;

 public:
  TiledPopulation(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : GpuPopulation(params, seed, 2 * theta_of(params) / static_cast<int>(params.integer("k"))),
        k_(static_cast<std::uint32_t>(params.integer("k"))),
        spin_bytes_(bytes_of_spin(params)),
        path_(tiled_path(params)),
        spins_(static_cast<std::size_t>(sites()) * replicas() * static_cast<std::size_t>(spin_bytes_)),
        streams_(seed, std::uint64_t{replicas()} * Tile::Board{L(), Tile::side}.streams(), seeding,
                 StreamsInOrder{L()}) {
    if (spin_bytes_ == 1)
      gpu::launch(set_all<std::int8_t>, dim3(1024), dim3(256), spins_.data(), spins_.size(), std::int8_t{1});
    else
      gpu::launch(set_all<std::int32_t>, dim3(1024), dim3(256), reinterpret_cast<std::int32_t*>(spins_.data()),
                  spins_.size() / 4, std::int32_t{1});
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }
  Configuration configuration() override {
    if (spin_bytes_ == 1) return gathered(spins_.data(), spins_.size(), InOrder{});
    return gathered(reinterpret_cast<const std::int32_t*>(spins_.data()), spins_.size() / 4, InOrder{});
  }

  /// As GpuTiled has it.
  Work work_per_sweep() const override {
    const double of_one = sites(), all = of_one * replicas(), k = k_, spin = spin_bytes_;
    const double state = rng::Store<Rng>::traffic(2 * k, Tile::items) / 2;
    Work work;
    work.units = all;
    work.memory_bytes = all * (2 * spin + Tile::boundary_bytes(spin) + state) / k + resampling_bytes(of_one * spin);
    work.footprint_bytes = all * (spin + rng::Store<Rng>::bytes_a_stream(Tile::items) / 4);
    work.shared_bytes = all * 4 * Tile::shared_accesses;
    const rng::WordCost word = rng::word_cost(Rng::facts, 2 * k);
    work.logic_ops = all * (Tile::attempt_cost.logic_ops + word.logic_ops);
    work.multiply_adds = all * (Tile::attempt_cost.multiply_adds + word.multiply_adds);
    work.issue_slots = all * (Tile::attempt_cost.issue_slots + word.issue_slots);
    work.random_words = all;
    work.dependent_launches = launches_a_sweep(2 * theta() / static_cast<int>(k_));
    return work;
  }

 private:
  SpinArray array() const { return {spins_.data(), spin_bytes_}; }
  SiteLattices lattices() const override { return {array(), L()}; }
  uint4* packs() const override { return reinterpret_cast<uint4*>(spins_.data()); }
  std::uint32_t packs_a_replica() const override { return sites() * static_cast<std::uint32_t>(spin_bytes_) / 16; }
  void enqueue_sweeps(int sweeps) override {
    const std::uint32_t deep = std::min(replicas(), replicas_a_layer);
    const dim3 grid(Tile::blocks(L()), deep, (replicas() + deep - 1) / deep);
    std::uint32_t attempts = 0;
    for (int done = 0; done < sweeps; done += static_cast<int>(k_))
      for (const std::uint32_t colour : {0u, 1u}) {
        launcher()(update_population<Tile, Rng>, grid, dim3(Tile::threads), array(), L(), replicas(), thresholds(),
                   streams_.table(launcher(), attempts), TileVisit{colour, k_, false});
        attempts += 2 * k_;
      }
    streams_.advance(attempts);
  }
  void save_updates(StateWriter& to) override {
    save_buffer(to, spins_), save_buffer(to, streams_.elements()), save_buffer(to, streams_.attempts());
  }
  void restore_updates(StateReader& from) override {
    restore_buffer(from, spins_), restore_buffer(from, streams_.elements());
    restore_buffer(from, streams_.attempts());
  }

  std::uint32_t k_;
  int spin_bytes_;
  std::string path_;
  gpu::Buffer<std::int8_t> spins_;
  GpuStreams<Rng> streams_;
};

inline std::unique_ptr<Simulation> make_tiled_population(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<of_single_spins_on_gpus>(
      params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
        using Rng = typename decltype(tag)::type;
        return at_temperatures_of(params, std::make_unique<TiledPopulation<Rng>>(params, seed, seeding));
      });
}

/// As Variant::bit_cases: two tiles a side and more, and the case's own path with as few replicas as have it.
inline std::vector<Params> tiled_population_cases(const Params& params, const Device&) {
  Params small = few_steps(params);
  std::vector<Params> result;
  // As many hits as the case has, and few.
  result.push_back(small);
  result.back().set("L", std::int64_t{32});
  small.set("k", std::min<std::int64_t>(params.integer("k"), 2));
  small.set("theta", 2 * small.integer("k"));
  for (const Params& one : at_sizes(small, {32, 64})) result.push_back(one);
  std::vector<std::int64_t> populations = populations_like(params.integer("replicas"));
  populations.push_back(1040), populations.push_back(1280);
  for (const std::int64_t replicas : populations) {
    small.set("replicas", replicas);
    add_on_path(result, small, tiled_path(params), {32, 64, 96, 128, 160, 192, 256}, tiled_path,
                [](const Params& one) { return tiled_unsupported(one).empty(); });
  }
  return result;
}

}  // namespace spinbench::annealing::SPINBENCH_GPU_NAMESPACE

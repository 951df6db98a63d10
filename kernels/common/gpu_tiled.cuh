// The double checkerboard of Weigel 2012 (sections 3.2, 3.4, 3.6) on the device, in any dimension: the update of a tile
// in shared memory, and the simulation around it. A launch serves the even coarse tiles, the next the odd ones. A block
// loads its tiles and their boundary layers, one thread for every two sites updates k times (all even sites of the
// tile, a barrier, all odd ones, a barrier), and writes back.
//
// A `Tile` has the geometry. It is made on the device as Tile(L, colour), the place where a thread works, and has
//   side, items, threads, tiles   sites a side, threads a tile, threads and tiles a block
//   stride, apart                 words of shared memory a tile; and from the first site of a thread's pair to its
//   second slot, stream                  the tile's place in the block, and the thread's stream inside whether the tile
//   exists: threads beyond the last tile go along with the first load(spins, L, words)         copies the tile and its
//   boundary pair(), pair_site(L)          where the first site of the thread's pair lies in the tile, and in the
//   lattice; apart_in_memory(L)            and there the second behind it second_is_even()              which of the
//   pair is the even site beside(here)                  the sum of the neighbours that do not lie in the pair's
//   direction
// and on the host Thresholds, Board, blocks(L), whether the last of them has tiles to spare, as last_block_is_part(L),
// boundary_bytes(spin bytes), and what an attempt costs: shared_accesses, attempt_cost (without its random word).
#pragma once

#include <memory>
#include <numeric>
#include <type_traits>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/gpu_series.cuh"
#include "kernels/common/gpu_spins.cuh"
#include "kernels/common/gpu_steps.cuh"
#include "kernels/common/gpu_streams.cuh"
#include "kernels/common/mutants.hpp"
#include "kernels/common/pipe_cost.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// One visit of all tiles of a coarse colour.
struct TileVisit {
  std::uint32_t colour;
  std::uint32_t hits;
  bool reversed;  ///< odd sites before even ones
};

/// The lattice in device memory, of any spin type. A tile is loaded and stored once in k hits, so the type is told
/// apart there, by a branch that all threads take alike, and the update needs no copy for each type.
struct SpinArray {
  void* data;
  int bytes;

  /// Calls `use(pointer)` with a pointer to the spin type.
  template <class Use>
  __device__ __forceinline__ void with_type(Use&& use) const {
    if (bytes == 4)
      use(static_cast<std::int32_t*>(data));
    else if (bytes == 2)
      use(static_cast<std::int16_t*>(data));
    else
      use(static_cast<std::int8_t*>(data));
  }
};

/// On every target: a wave of 64 lanes holds twice as many small tiles.
template <class Tile>
__device__ __forceinline__ void tile_barrier() {
  if constexpr (Tile::items <= gpu::least_warp_lanes)
    gpu::sync_warp();
  else
    __syncthreads();
}

/// Counters over which the blocks spread their energy changes, so that few meet at one address.
inline constexpr int energy_counters = 1024;

/// One attempt at the site at `here`, whose spin and whose partner's are in registers; `outer` leads to the neighbour
/// opposite the partner. Returns the field where the spin was flipped, else 0.
template <class Tile, bool Always, class Stream>
__device__ __forceinline__ int attempt(std::int32_t* here, int outer, int& spin, int partner, Stream& stream,
                                       const typename Tile::Thresholds& thresholds) {
  const int field = spin * (Tile::beside(here) + here[outer] + partner);
  if (!metropolis<Always>(field, stream, thresholds)) return 0;
  spin = -spin;
  *here = spin;
  return field;
}

/// Thresholds that are known before a visit, kept or, as `const Thresholds&`, where they are.
template <class Thresholds>
struct KnownThresholds {
  Thresholds known;

  struct Begun {};
  __device__ __forceinline__ Begun begin() const { return {}; }
  __device__ __forceinline__ void settle(const Begun&) const {}
  __device__ __forceinline__ const std::remove_reference_t<Thresholds>& thresholds() const { return known; }
};

/// The visit of a block's tiles, which adds what it changes of the energy to *counter(). All launches before must be
/// complete. `rule` as KnownThresholds: a block's threads call begin() before they load their spins, settle() when
/// these are there, and thresholds() behind a barrier.
template <class Tile, class Rng, bool Always, bool Energy, class Rule, class Counter>
__device__ __forceinline__ void visit_block_tiles(const Tile& tile, const SpinArray& spins, std::uint32_t L,
                                                  const Rule& rule, const StreamTable<Rng>& streams,
                                                  const TileVisit& visit, const Counter& counter) {
  __shared__ std::int32_t shared[Tile::stride * Tile::tiles];
  std::int32_t* const words = shared + tile.slot * Tile::stride;
  const auto begun = rule.begin();
  spins.with_type([&](const auto* typed) { tile.load(typed, L, words); });
  using Ring = RingInSharedMemory<Rng, Tile::items, Tile::tiles>;
  auto stream = Ring::open(streams, tile.stream);
  rule.settle(begun);
  tile_barrier<Tile>();
  const typename Tile::Thresholds& thresholds = rule.thresholds();
  std::int32_t* const pair = words + tile.pair();
  const bool first_is_second = tile.second_is_even() != visit.reversed;
  std::int32_t* const first = first_is_second ? pair + Tile::apart : pair;
  std::int32_t* const second = first_is_second ? pair : pair + Tile::apart;
  const int outer = first_is_second ? Tile::apart : -Tile::apart;
  int first_spin = *first, second_spin = *second, energy_change = 0;
#pragma unroll 2
  for (std::uint32_t hit = 0; hit < visit.hits; ++hit) {
    if (planted(Mutant::tiled_few_hits) && hit == 16) break;
    const int a = attempt<Tile, Always>(first, outer, first_spin, second_spin, stream, thresholds);
    tile_barrier<Tile>();
    const int b = attempt<Tile, Always>(second, -outer, second_spin, first_spin, stream, thresholds);
    tile_barrier<Tile>();
    if constexpr (Energy) energy_change += a + b;
  }
  if (tile.inside && !(planted(Mutant::tiled_last_block_lost) && blockIdx.x + 1 == gridDim.x)) {
    Ring::close(streams, tile.stream, stream);
    spins.with_type([&](auto* typed) {
      auto* const target =
          typed + (planted(Mutant::tiled_site_20_bits) ? tile.pair_site(L) & 0xFFFFFu : tile.pair_site(L));
      using Spin = std::remove_reference_t<decltype(*target)>;
      target[0] = static_cast<Spin>(first_is_second ? second_spin : first_spin);
      target[Tile::apart_in_memory(L)] = static_cast<Spin>(first_is_second ? first_spin : second_spin);
    });
  }
  if (planted(Mutant::tiled_energy_first_counters) && blockIdx.x >= energy_counters) return;
  if constexpr (Energy) add_over_block<Tile::threads>(tile.inside ? 2 * energy_change : 0, counter());
}

template <class Tile, class Rng, bool Always, bool Energy>
__global__ void __launch_bounds__(Tile::threads)
    update_tiles(SpinArray spins, std::uint32_t L, typename Tile::Thresholds thresholds, StreamTable<Rng> streams,
                 TileVisit visit, std::int64_t* energy) {
  const Tile tile(L, visit.colour);
  streams.wait_for_previous_launch();
  visit_block_tiles<Tile, Rng, Always, Energy>(tile, spins, L,
                                               KnownThresholds<const typename Tile::Thresholds&>{thresholds}, streams,
                                               visit, [energy] { return &energy[blockIdx.x % energy_counters]; });
}

/// What the simulations of all tiles, generators and rules have in common: most of their code, compiled once.
class GpuTileVisits : public Simulation {
 public:
  GpuTileVisits(std::unique_ptr<AnyLattice> lattice, const Params& params)
      : lattice_(std::move(lattice)),
        k_(static_cast<std::uint32_t>(params.integer("k"))),
        symmetric_(params.word("order") == "symmetric"),
        tracks_energy_(params.word("measure") == "energy"),
        energy_(tracks_energy_ ? energy_counters : 0),
        runner_(params.word("launch"), steps_a_graph),
        series_(params.word("launch")) {
    if (!tracks_energy_) return;
    energy_.fill_zero();
    energy_at_start_ = -lattice_->totals().bonds;
  }

  int sweep_granularity() const override { return static_cast<int>(k_); }

  void sweep(int count) override {
    runner_.run(count / sweep_granularity(), [this](int steps) {
      std::uint32_t attempts = 0;
      for (int i = 0; i < steps; ++i) attempts = enqueue_step(attempts);
      advance(attempts);
    });
  }

  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    const int steps = spacing / sweep_granularity();
    return series_.run(*lattice_, runner_.launcher(), measurements, steps, [&](int turns, const auto& measure) {
      std::uint32_t attempts = 0;
      for (int i = 0; i < turns; ++i) {
        for (int j = 0; j < steps; ++j) attempts = enqueue_step(attempts);
        measure(i);
      }
      advance(attempts);
    });
  }

  Observables observe() override { return lattice_->observe(); }
  Configuration configuration() override { return lattice_->configuration(); }

  std::vector<Check> self_check() override {
    if (!tracks_energy_) return {};
    std::vector<std::int64_t> counters(energy_counters);
    energy_.copy_to(counters.data(), counters.size());
    Check check;
    check.name = "tracked_energy";
    check.numeric = true;
    check.value = static_cast<double>(std::accumulate(counters.begin(), counters.end(), energy_at_start_));
    check.expected = static_cast<double>(-lattice_->totals().bonds);
    check.passed = check.value == check.expected;
    check.detail = "energy tracked through the sweeps against the energy of the configuration";
    return {check};
  }

 protected:
  const AnyLattice& lattice() const { return *lattice_; }
  const gpu::Launcher& launcher() const { return runner_.launcher(); }
  std::int64_t* energy() const { return energy_.data(); }
  /// Of one visit of a tile.
  double hits() const { return k_ / (symmetric_ ? 2.0 : 1.0); }

 private:
  /// Enqueues a visit of one colour, `attempts` after the last advance().
  virtual void enqueue(std::uint32_t attempts, const TileVisit& visit) = 0;
  /// Enqueues the count of attempts done.
  virtual void advance(std::uint64_t attempts) = 0;

  /// k sweeps: both colours k hits each; or, in the symmetric order, from one measurement in the middle of the even
  /// tiles' hits to the next (section 3.4), with the inner order mirrored too, so that the whole is a palindrome.
  std::uint32_t enqueue_step(std::uint32_t attempts) {
    const auto visit = [&](std::uint32_t colour, std::uint32_t hits, bool reversed) {
      enqueue(attempts, TileVisit{colour, hits, reversed});
      attempts += 2 * hits;
    };
    // A stream serves an even and an odd tile, so each visit moves every stream on.
    if (symmetric_) {
      visit(0, k_ / 2, false);
      visit(1, k_ / 2, true);
      visit(1, k_ / 2, false);
      visit(0, k_ / 2, true);
    } else {
      visit(0, k_, false);
      visit(1, k_, false);
    }
    return attempts;
  }

  static constexpr int steps_a_graph = 16;

  std::unique_ptr<AnyLattice> lattice_;
  std::uint32_t k_;
  bool symmetric_, tracks_energy_;
  gpu::Buffer<std::int64_t> energy_;
  std::int64_t energy_at_start_ = 0;
  StepRunner runner_;
  EnergySeries series_;
};

/// As Simulation::code_path(), on a lattice of side L.
template <class Tile>
std::string tiled_path(std::uint32_t L) {
  return CodePath("tile " + std::to_string(Tile::side))
      .count("tiles a side", L / Tile::side)
      .where(Tile::blocks(L) > 1, "several blocks")
      .where(Tile::last_block_is_part(L), "last block in part")
      .text();
}

template <class Tile, class Rng, bool Always, bool Energy>
class GpuTiled final : public GpuTileVisits {
 public:
  GpuTiled(std::unique_ptr<AnyLattice> lattice, const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : GpuTileVisits(std::move(lattice), params),
        streams_(seed, typename Tile::Board{side(), Tile::side}.streams(), seeding, StreamsInOrder{side()},
                 Tile::items),
        thresholds_(Tile::Thresholds::at(params.real("beta"))) {
    gpu::synchronize();
  }

  std::string code_path() const override { return tiled_path<Tile>(side()); }
  Work work_per_sweep() const override {
    const double sites = lattice().sites(), k = hits(), spin = lattice().spin_bytes();
    // A visit draws 2 k words for two sites of the half that it serves.
    const double state = rng::Store<Rng>::traffic(2 * k, Tile::items) / 2;
    Work work;
    work.units = sites;
    // Once a visit: the tile and its boundary read, the tile written, half a state a site read and written.
    work.memory_bytes = sites * (2 * spin + Tile::boundary_bytes(spin) + state) / k;
    work.footprint_bytes = sites * (spin + rng::Store<Rng>::bytes_a_stream(Tile::items) / 4);
    // With a ring in shared memory two reads and a write for the word.
    work.shared_bytes = sites * 4 * (Tile::shared_accesses + (Rng::storage == rng::Storage::shared ? 3 : 0));
    const rng::WordCost word = rng::word_cost(Rng::facts, 2 * k);
    work.logic_ops = sites * (Tile::attempt_cost.logic_ops + word.logic_ops);
    work.multiply_adds = sites * (Tile::attempt_cost.multiply_adds + word.multiply_adds);
    work.issue_slots = sites * (Tile::attempt_cost.issue_slots + word.issue_slots);
    work.random_words = sites;
    work.dependent_launches = 2 / k;
    return work;
  }

 private:
  std::uint32_t side() const { return lattice().side(); }

  void enqueue(std::uint32_t attempts, const TileVisit& visit) override {
    launcher()(update_tiles<Tile, Rng, Always, Energy>, dim3(Tile::blocks(side())), dim3(Tile::threads),
               SpinArray{lattice().memory(), lattice().spin_bytes()}, side(), thresholds_,
               streams_.table(launcher(), attempts), visit, energy());
  }
  void advance(std::uint64_t attempts) override { streams_.advance(attempts); }

  GpuStreams<Rng> streams_;
  typename Tile::Thresholds thresholds_;
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE

// The double checkerboard on replicas at temperatures of their own: the tiles and the update of
// ising2d_metropolis/tiled (kernels/common/gpu_tiled.cuh), with a replica for each place of the grid's second
// dimension.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/common/gpu_tiled.cuh"
#include "kernels/ising2d_metropolis/gpu_tiled.cuh"
#include "kernels/ising2d_parallel_tempering/gpu_replicas.cuh"

namespace spinbench::tempering::inline SPINBENCH_GPU_NAMESPACE {

using ising2d::RowMajor, ising2d::SquareTile;

/// Counters of a replica, over which its blocks spread their energy changes.
inline constexpr std::uint32_t counters_a_replica = few_counters;

/// A visit of replica blockIdx.y, behind all launches before. `rule()`: what visit_block_tiles() takes.
template <class Tile, class Rng, class Rule>
__device__ __forceinline__ void visit_replica(const SpinArray& spins, std::uint32_t L, const StreamTable<Rng>& streams,
                                              const TileVisit& visit, std::int64_t* energy, const Rule& rule) {
  const std::uint32_t replica = blockIdx.y;
  Tile tile(L, visit.colour);
  if (!planted(Mutant::tempering_streams_shared))
    tile.stream += replica * typename Tile::Board{L, Tile::side}.streams();
  streams.wait_for_previous_launch();
  const std::size_t first = static_cast<std::size_t>(replica) * L * L * static_cast<std::size_t>(spins.bytes);
  const SpinArray own{static_cast<char*>(spins.data) + first, spins.bytes};
  visit_block_tiles<Tile, Rng, true, true>(tile, own, L, rule(), streams, visit, [=] {
    const std::uint32_t counted = planted(Mutant::tempering_energy_first) ? 0 : replica;
    return &energy[counted * counters_a_replica + blockIdx.x % counters_a_replica];
  });
}

template <class Tile, class Rng>
__global__ void __launch_bounds__(Tile::threads)
    update_replicas(SpinArray spins, std::uint32_t L, const typename Tile::Thresholds* thresholds,
                    StreamTable<Rng> streams, TileVisit visit, std::int64_t* energy) {
  visit_replica<Tile>(spins, L, streams, visit, energy, [=] {
    return KnownThresholds<typename Tile::Thresholds>{
        thresholds[planted(Mutant::tempering_thresholds_first) ? 0 : blockIdx.y]};
  });
}

/// Thresholds that the first warp of a block decides by an exchange.
template <class Thresholds>
struct ExchangedThresholds {
  const PendingExchange<Thresholds>& exchange;
  typename PendingExchange<Thresholds>::Words* decided;  ///< in shared memory

  using Begun = typename PendingExchange<Thresholds>::Seen;
  /// Only that warp's is anything.
  __device__ __forceinline__ Begun begin() const {
    Begun result;
    if (decides()) result = exchange.look(threadIdx.x);
    return result;
  }
  __device__ __forceinline__ void settle(const Begun& seen) const {
    if (!decides()) return;
    const auto result = exchange.decide(seen, blockIdx.y, threadIdx.x, blockIdx.x == 0);
    if (threadIdx.x == 0) *decided = result;
  }
  __device__ __forceinline__ Thresholds thresholds() const { return *reinterpret_cast<const Thresholds*>(decided); }

 private:
  __device__ __forceinline__ static bool decides() {
    return threadIdx.x < static_cast<std::uint32_t>(gpu::warp_lanes());
  }
};

/// Blocks on a multiprocessor of 64K registers: as many as update_replicas() leaves room for, at the price of 8 B
/// spilled on sm_90 with an LCG, outside the hits. HIP takes the figure for waves of a SIMD.
template <class Rng>
inline constexpr unsigned blocks_to_hold = Rng::storage == rng::Storage::own ? 16 : 12;

template <class Tile, class Rng>
__global__ void __launch_bounds__(Tile::threads, blocks_to_hold<Rng>)
    exchange_and_update_replicas(SpinArray spins, std::uint32_t L,
                                 const SPINBENCH_CONSTANT_ARGUMENT PendingExchange<typename Tile::Thresholds> exchange,
                                 StreamTable<Rng> streams, TileVisit visit, std::int64_t* energy) {
  static_assert(Tile::tiles == 1, "a barrier of a tile's threads must be one of the block's");
  // Their words: hipcc refuses shared variables with initialisers.
  using Thresholds = typename Tile::Thresholds;
  __shared__ typename PendingExchange<Thresholds>::Words decided;
  auto* const room = &decided;
  visit_replica<Tile>(spins, L, streams, visit, energy, [&exchange, room] {
    return ExchangedThresholds<Thresholds>{exchange, room};
  });
}

/// Replica after replica in memory, of whatever spin type.
class ReplicaSpins {
 public:
  virtual ~ReplicaSpins() = default;
  virtual SpinArray spins() const = 0;
  virtual Observables observe() = 0;
  virtual Configuration configuration() const = 0;
  virtual void save(StateWriter& to) const = 0;
  virtual void restore(StateReader& from) = 0;
};

template <class Spin>
class TypedReplicas final : public ReplicaSpins {
 public:
  TypedReplicas(std::uint32_t L, std::uint32_t replicas)
      : L_(L), spins_(static_cast<std::size_t>(L) * L * replicas), totals_(2 * static_cast<std::size_t>(replicas)) {
    gpu::launch(set_all<Spin>, dim3(1024), dim3(256), spins_.data(), spins_.size(), Spin{1});
  }

  SpinArray spins() const override { return {spins_.data(), sizeof(Spin)}; }
  Observables observe() override {
    totals_.fill_zero();
    const dim3 grid((L_ + 255) / 256, std::min<std::uint32_t>(L_, 256));
    const std::size_t sites = static_cast<std::size_t>(L_) * L_;
    for (std::size_t r = 0; r < totals_.size() / 2; ++r)
      gpu::launch(ising2d::sum_observables<RowMajor, Spin>, grid, dim3(256), spins_.data() + r * sites, L_,
                  totals_.data() + 2 * r);
    std::vector<std::int64_t> sums(totals_.size());
    totals_.copy_to(sums.data(), sums.size());
    Observable energy{"energy", {}}, magnetisation{"magnetisation", {}};
    for (std::size_t r = 0; r < sums.size(); r += 2) {
      energy.values.push_back(-static_cast<double>(sums[r]) / static_cast<double>(sites));
      magnetisation.values.push_back(static_cast<double>(sums[r + 1]) / static_cast<double>(sites));
    }
    return {std::move(energy), std::move(magnetisation)};
  }
  Configuration configuration() const override { return gathered(spins_.data(), spins_.size(), InOrder{}); }
  void save(StateWriter& to) const override { save_buffer(to, spins_); }
  void restore(StateReader& from) override { restore_buffer(from, spins_); }

 private:
  std::uint32_t L_;
  gpu::Buffer<Spin> spins_;
  gpu::Buffer<std::int64_t> totals_;
};

inline std::unique_ptr<ReplicaSpins> make_replica_spins(const Params& params) {
  const std::uint32_t L = side_of(params), replicas = replicas_of(params);
  if (params.word("spin") == "int8") return std::make_unique<TypedReplicas<std::int8_t>>(L, replicas);
  return std::make_unique<TypedReplicas<std::int32_t>>(L, replicas);
}

/// As Simulation::code_path().
template <class Tile>
std::string tiled_path(const Params& params) {
  return spinbench::tiled_path<Tile>(side_of(params)) + ", " +
         CodePath()
             .where(Tile::blocks(side_of(params)) > counters_a_replica, "blocks share counters")
             .where(replicas_of(params) > gpu::least_warp_lanes, "more replicas than a warp has lanes")
             .count("visits between exchanges",
                    static_cast<std::uint64_t>(params.integer("exchange") / params.integer("k")))
             .text();
}

template <class Tile, class Rng, template <class> class Exchanges>
class TiledReplicas final : public GpuReplicas<Exchanges<typename Tile::Thresholds>> {
  using Base = GpuReplicas<Exchanges<typename Tile::Thresholds>>;

 public:
  TiledReplicas(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : Base(params, seed, 2 * static_cast<int>(params.integer("exchange") / params.integer("k"))),
        L_(side_of(params)),
        k_(static_cast<std::uint32_t>(params.integer("k"))),
        path_(tiled_path<Tile>(params)),
        spins_(make_replica_spins(params)),
        streams_(seed, replicas_of(params) * typename Tile::Board{L_, Tile::side}.streams(), seeding,
                 StreamsInOrder{L_}),
        // Where updates decide exchanges they read what was found before them while they count what they change.
        energy_(replicas_of(params) * counters_a_replica * (decides_in_updates ? counter_sets : 1)) {
    energy_.fill_zero();
    if constexpr (decides_in_updates) this->temperatures().set_energies(energy_at_start());
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }
  Configuration configuration() override { return spins_->configuration(); }

  /// As GpuTiled has it, with the energy: an addition an attempt. Launches as in long calls.
  Work work_per_sweep() const override {
    const double sites = sites_of_one() * this->replicas(), k = k_, spin = spins_->spins().bytes;
    const double state = rng::Store<Rng>::traffic(2 * k, Tile::items) / 2;
    Work work;
    work.units = sites;
    work.memory_bytes = sites * (2 * spin + Tile::boundary_bytes(spin) + state) / k;
    work.footprint_bytes = sites * (spin + rng::Store<Rng>::bytes_a_stream(Tile::items) / 4);
    work.shared_bytes = sites * 4 * Tile::shared_accesses;
    const rng::WordCost word = rng::word_cost(Rng::facts, 2 * k);
    work.logic_ops = sites * (Tile::attempt_cost.logic_ops + word.logic_ops);
    work.multiply_adds = sites * (Tile::attempt_cost.multiply_adds + word.multiply_adds);
    work.issue_slots = sites * (Tile::attempt_cost.issue_slots + word.issue_slots);
    work.random_words = sites;
    // Of a graph one for the last exchange, and one for the limits of those before.
    const double of_graph = this->steps_a_graph() > 1 ? 2 : 1;
    work.dependent_launches =
        decides_in_updates ? 2 / k + of_graph / (this->sweeps_a_step() * this->steps_a_graph()) : this->launches(2 / k);
    return work;
  }

 private:
  static constexpr bool decides_in_updates = !Exchanges<typename Tile::Thresholds>::waits_for_host;

  void enqueue_sweeps(int sweeps) override {
    std::uint32_t attempts = 0;
    for (int done = 0; done < sweeps; done += static_cast<int>(k_))
      for (const std::uint32_t colour : {0u, 1u}) enqueue_visit(colour, attempts, energy_.data());
    streams_.advance(attempts);
  }
  /// `attempts` after the last advance(), on which it counts.
  void enqueue_visit(std::uint32_t colour, std::uint32_t& attempts, std::int64_t* changes) {
    this->launcher()(update_replicas<Tile, Rng>, grid(), dim3(Tile::threads), spins_->spins(), L_, this->thresholds(),
                     streams_.table(this->launcher(), attempts), TileVisit{colour, k_, false}, changes);
    attempts += 2 * k_;
  }

  /// Each exchange but the last is decided by the first visit behind it.
  void enqueue_steps(int steps) override {
    if constexpr (!decides_in_updates)
      Base::enqueue_steps(steps);
    else {
      this->temperatures().prepare(static_cast<std::uint32_t>(steps - 1));
      std::uint32_t attempts = 0;
      for (int step = 0; step < steps; ++step)
        for (int done = 0; done < this->sweeps_a_step(); done += static_cast<int>(k_)) {
          if (step > 0 && done == 0)
            enqueue_exchange(step - 1, attempts);
          else
            enqueue_visit(0, attempts, changes_of(step));
          enqueue_visit(1, attempts, changes_of(step));
        }
      streams_.advance(attempts);
      this->temperatures().exchange_after(
          static_cast<std::uint32_t>(steps - 1),
          {changes_of(steps - 1), counters_a_replica, counters_a_replica, 0, 1, energy_.data(), energy_.size(), true});
    }
  }
  /// The exchange behind `step`, with the first visit of the next.
  void enqueue_exchange(int step, std::uint32_t& attempts) {
    const auto pending =
        this->temperatures().pending(static_cast<std::uint32_t>(step), changes_of(step), changes_of(step + 2));
    this->launcher()(exchange_and_update_replicas<Tile, Rng>, grid(), dim3(Tile::threads), spins_->spins(), L_, pending,
                     streams_.table(this->launcher(), attempts), TileVisit{0, k_, false}, changes_of(step + 1));
    attempts += 2 * k_;
  }
  dim3 grid() const { return dim3(Tile::blocks(L_), static_cast<unsigned>(this->replicas())); }

  /// A visit that decides an exchange reads what the step before it changed, adds to what its own changes, and empties
  /// what the next will add to.
  static constexpr int counter_sets = 3;
  /// Of a step since the last exchange that had a launch of its own, which leaves all sets empty.
  std::int64_t* changes_of(int step) const {
    return energy_.data() + static_cast<std::size_t>(step % counter_sets) * (energy_.size() / counter_sets);
  }
  std::int64_t energy_at_start() const { return -2 * static_cast<std::int64_t>(L_) * L_; }

  EnergyCounters counters() override {
    return {energy_.data(), counters_a_replica, counters_a_replica, energy_at_start(), 1};
  }
  const gpu::Buffer<std::int64_t>& counter_memory() const override { return energy_; }
  Observables by_replica() override { return spins_->observe(); }
  double sites_of_one() const override { return static_cast<double>(L_) * L_; }
  void save_updates(StateWriter& to) override {
    spins_->save(to);
    save_buffer(to, streams_.elements()), save_buffer(to, streams_.attempts()), save_buffer(to, energy_);
  }
  void restore_updates(StateReader& from) override {
    spins_->restore(from);
    restore_buffer(from, streams_.elements()), restore_buffer(from, streams_.attempts());
    restore_buffer(from, energy_);
  }

  std::uint32_t L_, k_;
  std::string path_;
  std::unique_ptr<ReplicaSpins> spins_;
  GpuStreams<Rng> streams_;
  gpu::Buffer<std::int64_t> energy_;
};

/// Tiles of the side that the paper found best.
using ReplicaTile = SquareTile<16>;

template <template <class> class Exchanges>
std::unique_ptr<Simulation> make_tiled_replicas(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<of_single_spins_on_gpus>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return at_temperatures_of(params,
                              std::make_unique<TiledReplicas<ReplicaTile, Rng, Exchanges>>(params, seed, seeding));
  });
}

/// As Variant::bit_cases: two tiles a side and more, and the case's own path.
inline std::vector<Params> tiled_replica_cases(const Params& params, const Device&) {
  Params small = params;
  small.set("temperatures", std::string("equal"));
  // Where a warp does not see all of them, some beyond 64 lanes, too.
  const std::int64_t replicas = params.integer("replicas");
  small.set("replicas", std::min<std::int64_t>(replicas, replicas > gpu::least_warp_lanes ? 70 : 6));
  const bool one_visit = params.integer("k") == params.integer("exchange");
  const std::int64_t visits =
      one_visit ? 1 : std::min<std::int64_t>(params.integer("exchange") / params.integer("k"), 3);
  const std::int64_t k = std::min<std::int64_t>(params.integer("k"), 6);
  small.set("k", k);
  small.set("exchange", visits * k);
  std::vector<Params> result = at_sizes(small, {32, 64});
  // All of the case's temperatures, and as many hits.
  result.push_back(params);
  result.back().set("L", std::int64_t{32});
  result.back().set("temperatures", std::string("equal"));
  add_on_path(result, small, tiled_path<ReplicaTile>(params), {32, 64, 96, 128, 160, 192, 256, 288},
              tiled_path<ReplicaTile>, [](const Params& one) { return tiled_unsupported(one).empty(); });
  return result;
}

}  // namespace spinbench::tempering::SPINBENCH_GPU_NAMESPACE

// The bit-sliced update of ising2d_metropolis/multispin on replicas at temperatures of their own: a realization is a
// replica, and finds its thresholds in a table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/common/cases.hpp"
#include "kernels/common/multispin_work.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin_colours.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_in_strips.cuh"
#include "kernels/ising2d_parallel_tempering/gpu_replicas.cuh"

namespace spinbench::tempering::inline SPINBENCH_GPU_NAMESPACE {

using ising2d::ColourShape, ising2d::MultispinPlanes, ising2d::MultispinThresholds, ising2d::ThresholdTable;

/// Whether the replicas stay in shared memory from one exchange to the next.
inline bool in_strips(const Params& params) { return params.word("launch") == "persistent"; }

/// As Simulation::code_path().
inline std::string multispin_path(const Params& params) {
  const Params lattices = bit_sliced_lattices(params);
  const MultispinTile tile = ising2d::multispin_tile(lattices);
  return in_strips(params) ? strips_path(ising2d::strip_plan(lattices), replicas_of(params), tile)
                           : ColourShape(ising2d::planes_of(lattices), tile).code_path();
}

/// One launch a colour.
template <class Rng, int Across, int Down>
class ColourByColour {
 public:
  static constexpr bool in_shared_memory = false;
  static constexpr MultispinCost cost = multispin2d_cost;

  ColourByColour(const Params& params, const MultispinPlanes& planes, std::uint64_t seed, rng::Seeding seeding)
      : planes_(planes),
        shape_(planes, {Across, Down}),
        streams_(seed, 0, seeding, StreamsInOrder{side_of(params)}),
        keys_(seed) {}

  void enqueue(int sweeps, const gpu::Launcher& launcher, const ThresholdTable& thresholds) {
    for (int half = 0; half < 2 * sweeps; ++half)
      launcher(ising2d::update_colour<Rng, Across, Down, ThresholdTable>, shape_.blocks, shape_.block, planes_,
               shape_.grid, static_cast<std::uint32_t>(half & 1),
               HalfSweeps<Rng>{streams_.table(launcher, static_cast<std::uint32_t>(half)), keys_}, thresholds);
    streams_.advance(2 * static_cast<std::uint64_t>(sweeps));
  }
  /// Launches that `sweeps` wait for.
  static int launches(int sweeps) { return 2 * sweeps; }

  void save(StateWriter& to) { save_buffer(to, streams_.attempts()); }
  void restore(StateReader& from) { restore_buffer(from, streams_.attempts()); }

 private:
  MultispinPlanes planes_;
  ColourShape shape_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
};

/// One launch for all sweeps between two exchanges.
template <class Rng, int Across, int Down>
class ReplicasInStrips {
 public:
  static constexpr bool in_shared_memory = true;
  static constexpr MultispinCost cost = multispin2d_strips_cost;

  ReplicasInStrips(const Params& params, const MultispinPlanes& planes, std::uint64_t seed, rng::Seeding)
      : launches_(bit_sliced_lattices(params), planes, seed) {}

  void enqueue(int sweeps, const gpu::Launcher&, const ThresholdTable& thresholds) {
    launches_.sweep(sweeps, thresholds);
  }
  static int launches(int) { return 1; }

  void save(StateWriter& to) {
    save_buffer(to, launches_.mail());
    to.put(launches_.halves());
  }
  void restore(StateReader& from) {
    restore_buffer(from, launches_.mail());
    from.take(launches_.halves());
  }

 private:
  ising2d::StripLaunches<Rng, Across, Down, ThresholdTable> launches_;
};

/// `Updates`: ColourByColour, ReplicasInStrips.
template <template <class, int, int> class Updates, class Rng, int Across, int Down>
class MultispinReplicas final : public GpuReplicas<ExchangesOnDevice<MultispinThresholds>> {
  using Enqueued = Updates<Rng, Across, Down>;

 public:
  MultispinReplicas(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : GpuReplicas(params, seed, Enqueued::launches(static_cast<int>(params.integer("exchange")))),
        path_(multispin_path(params)),
        lattice_(side_of(params), replicas_of(params)),
        updates_(params, lattice_.planes(), seed, seeding),
        totals_(2 * static_cast<std::size_t>(replicas_of(params))) {
    totals_.fill_zero();
    gpu::synchronize();
  }

  std::string code_path() const override { return path_; }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites(), steps = 1.0 / sweeps_a_step();
    Work work = multispin_work_at(betas(), MultispinThresholds::at, sites, Across * Down, Enqueued::cost, Rng::facts);
    work.footprint_bytes = sites / 8;
    // 2 bits of all spins for each exchange, whose energies are counted anew. Colour by colour 3 bits a flip; in strips
    // spins are read and written once between exchanges, and what ising2d_metropolis/multispin says of shared memory.
    if constexpr (Enqueued::in_shared_memory) {
      work.memory_bytes = sites * steps * 3 / 8;
      work.shared_bytes = sites / (32 * Across * Down) * 4 * (Across * (3 * Down + 2) + Down);
    } else {
      work.memory_bytes = sites * (3.0 / 8 + steps / 8);
    }
    work.dependent_launches = launches((Enqueued::launches(sweeps_a_step()) + 1) * steps);
    return work;
  }

 private:
  void enqueue_sweeps(int sweeps) override { updates_.enqueue(sweeps, launcher(), ThresholdTable{thresholds()}); }
  /// Unsatisfied bonds, and beside them spins that are down.
  EnergyCounters counters() override {
    lattice_.enqueue_totals(totals_.data());
    const std::int64_t sites = static_cast<std::int64_t>(lattice_.planes().L) * lattice_.planes().L;
    return {totals_.data(), 2, 1, -2 * sites, 2, totals_.data(), totals_.size()};
  }
  const gpu::Buffer<std::int64_t>& counter_memory() const override { return totals_; }
  Observables by_replica() override { return lattice_.observe(); }
  double sites_of_one() const override { return lattice_.sites() / replicas(); }
  void save_updates(StateWriter& to) override {
    save_buffer(to, lattice_.words());
    updates_.save(to);
  }
  void restore_updates(StateReader& from) override {
    restore_buffer(from, lattice_.words());
    updates_.restore(from);
  }

  std::string path_;
  GpuMultispinLattice<2> lattice_;
  Enqueued updates_;
  gpu::Buffer<std::int64_t> totals_;
};

/// As Variant::unsupported.
inline std::string multispin_replicas_unsupported(const Params& params) {
  const std::string launch = in_strips(params) ? "" : launch_unsupported(params);
  if (!launch.empty()) return launch;
  if (const std::string other = multispin_unsupported(params, 64); !other.empty()) return other;
  const Params lattices = bit_sliced_lattices(params);
  const MultispinTile tile = ising2d::multispin_tile(lattices);
  const bool built = tile.down == 2 || (tile.across == 1 && tile.down == 1);
  if (built && in_strips(params) && ising2d::strip_plan(lattices).blocks == 0)
    return "too large or too many replicas for the shared memory of this device (launch persistent): take stream, "
           "graph "
           "or chained";
  if (built) return "";
  return "no kernel of tempering is built for tiles of " + std::to_string(tile.across) + " x " +
         std::to_string(tile.down) + " words: take words=0";
}

inline std::unique_ptr<Simulation> make_multispin_replicas(const Params& params, std::uint64_t seed) {
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(params));
  return rng::with_generator_of<of_bits>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return with_built_tile<BuiltTile<1, 1>, BuiltTile<1, 2>, BuiltTile<2, 2>, BuiltTile<4, 2>>(tile, [&](auto built) {
      const auto made = [&]<template <class, int, int> class Updates>() -> std::unique_ptr<Simulation> {
        return at_temperatures_of(
            params, std::make_unique<MultispinReplicas<Updates, Rng, built.across, built.down>>(params, seed, seeding));
      };
      return in_strips(params) ? made.template operator()<ReplicasInStrips>()
                               : made.template operator()<ColourByColour>();
    });
  });
}

/// As Variant::bit_cases: two columns of tiles, few temperatures where that makes the same path; all of them; and the
/// case's own path.
inline std::vector<Params> multispin_replica_cases(const Params& params, const Device&) {
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(params));
  Params small = params;
  small.set("temperatures", std::string("equal"));
  small.set("words", static_cast<std::int64_t>(tile.words()));
  // How lattices are cut into strips hangs on their number.
  if (!in_strips(params)) small.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 5));
  small.set("exchange", std::min<std::int64_t>(params.integer("exchange"), 3));
  const std::int64_t column = 64 * static_cast<std::int64_t>(tile.across);
  std::vector<Params> result = at_sizes(small, {column, 2 * column});
  result.push_back(small);
  result.back().set("L", column);
  result.back().set("replicas", params.integer("replicas"));
  add_on_path(result, small, multispin_path(params), multispin_sizes<ising2d::MultispinModel>(), multispin_path,
              [](const Params& one) { return multispin_unsupported(one, 64).empty(); });
  return result;
}

}  // namespace spinbench::tempering::SPINBENCH_GPU_NAMESPACE

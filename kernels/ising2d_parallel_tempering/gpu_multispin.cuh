// The bit-sliced update of ising2d_metropolis/multispin on replicas at temperatures of their own: a realization is a
// replica, and finds its thresholds in a table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/common/cases.hpp"
#include "kernels/common/multispin_work.hpp"
#include "kernels/ising2d_metropolis/gpu_multispin_colours.cuh"
#include "kernels/ising2d_metropolis/gpu_multispin_updates.cuh"
#include "kernels/ising2d_parallel_tempering/gpu_replicas.cuh"

namespace spinbench::tempering::inline SPINBENCH_GPU_NAMESPACE {

using ising2d::ColourShape, ising2d::MultispinThresholds, ising2d::ThresholdTable;

/// As Simulation::code_path().
inline std::string multispin_path(const Params& params) {
  const Params lattices = bit_sliced_lattices(params);
  return ColourShape(ising2d::planes_of(lattices), ising2d::multispin_tile(lattices)).code_path();
}

template <class Rng, int Across, int Down>
class MultispinReplicas final : public GpuReplicas<ExchangesOnDevice<MultispinThresholds>> {
 public:
  MultispinReplicas(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : GpuReplicas(params, seed, 2 * static_cast<int>(params.integer("exchange"))),
        params_(params),
        lattice_(side_of(params), replicas_of(params)),
        shape_(lattice_.planes(), {Across, Down}),
        streams_(seed, 0, seeding, StreamsInOrder{side_of(params)}),
        keys_(seed),
        totals_(2 * static_cast<std::size_t>(replicas_of(params))) {
    totals_.fill_zero();
    gpu::synchronize();
  }

  std::string code_path() const override { return multispin_path(params_); }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites();
    // Digits that differ between the classes ask for more at some temperatures than at others: the least of them.
    const auto middle = MultispinThresholds::at(betas().front());
    Work work = multispin_work(sites, Across * Down, multispin2d_cost, middle, Rng::facts);
    work.footprint_bytes = sites / 8;
    // 3 bits a flip; and 2 bits of all spins for each exchange, whose energies are counted anew.
    work.memory_bytes = sites * (3.0 / 8 + 1.0 / 8 / sweeps_a_step());
    work.dependent_launches = launches(2 + 1.0 / sweeps_a_step());
    return work;
  }

 private:
  void enqueue_sweeps(int sweeps) override {
    for (int half = 0; half < 2 * sweeps; ++half)
      launcher()(ising2d::update_colour<Rng, Across, Down, ThresholdTable>, shape_.blocks, shape_.block,
                 lattice_.planes(), shape_.grid, static_cast<std::uint32_t>(half & 1),
                 HalfSweeps<Rng>{streams_.table(launcher(), static_cast<std::uint32_t>(half)), keys_},
                 ThresholdTable{thresholds()});
    streams_.advance(2 * static_cast<std::uint64_t>(sweeps));
  }
  /// Unsatisfied bonds, and beside them spins that are down.
  EnergyCounters counters() override {
    lattice_.enqueue_totals(totals_.data());
    const std::int64_t sites = static_cast<std::int64_t>(lattice_.planes().L) * lattice_.planes().L;
    return {totals_.data(), 2, 1, -2 * sites, 2, true};
  }
  const gpu::Buffer<std::int64_t>& counter_memory() const override { return totals_; }
  Observables by_replica() override { return lattice_.observe(); }
  double sites_of_one() const override { return lattice_.sites() / replicas(); }
  void save_updates(StateWriter& to) override {
    save_buffer(to, lattice_.words()), save_buffer(to, streams_.attempts());
  }
  void restore_updates(StateReader& from) override {
    restore_buffer(from, lattice_.words()), restore_buffer(from, streams_.attempts());
  }

  Params params_;
  GpuMultispinLattice<2> lattice_;
  ColourShape shape_;
  GpuStreams<Rng> streams_;
  PhiloxKeys keys_;
  gpu::Buffer<std::int64_t> totals_;
};

/// As Variant::unsupported.
inline std::string multispin_replicas_unsupported(const Params& params) {
  if (const std::string launch = launch_unsupported(params); !launch.empty()) return launch;
  if (const std::string other = multispin_unsupported(params, 64); !other.empty()) return other;
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(params));
  const bool built = tile.down == 2 || (tile.across == 1 && tile.down == 1);
  if (built) return "";
  return "no kernel of tempering is built for tiles of " + std::to_string(tile.across) + " x " +
         std::to_string(tile.down) + " words: take words=0";
}

inline std::unique_ptr<Simulation> make_multispin_replicas(const Params& params, std::uint64_t seed) {
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(params));
  return rng::with_generator_of<of_bits>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Rng = typename decltype(tag)::type;
    return with_built_tile<BuiltTile<1, 1>, BuiltTile<1, 2>, BuiltTile<2, 2>, BuiltTile<4, 2>>(tile, [&](auto built) {
      return at_temperatures_of(
          params, std::make_unique<MultispinReplicas<Rng, built.across, built.down>>(params, seed, seeding));
    });
  });
}

/// As Variant::bit_cases: two columns of tiles, few temperatures; all of them; and the case's own path.
inline std::vector<Params> multispin_replica_cases(const Params& params, const Device&) {
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(params));
  Params small = params;
  small.set("temperatures", std::string("equal"));
  small.set("words", static_cast<std::int64_t>(tile.words()));
  small.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 5));
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

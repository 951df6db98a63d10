// The double checkerboard of Weigel 2012, section 3.2. All even tiles get k hits each, then all odd ones (order plain),
// or the time-symmetric order of section 3.4.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/common/mutants.hpp"
#include "reference_cpu/common/phases.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/work.hpp"

namespace spinbench {

/// `Model`: Square, Cubic.
template <class Model, class Spin, class Generator>
class Tiled final : public Simulation {
 public:
  Tiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        board_{static_cast<std::uint32_t>(params.integer("L")), static_cast<std::uint32_t>(params.integer("tile"))},
        k_(static_cast<int>(params.integer("k"))),
        symmetric_(params.word("order") == "symmetric"),
        measures_(params.word("measure") == "energy"),
        always_(params.word("draw") == "always"),
        lattice_(board_.L),
        thresholds_(Model::Thresholds::at(beta_of(params) - (planted(Mutant::tiled_hot) ? 2.5e-4 : 0.0))),
        streams_(seed, board_.streams(), seeding, board_.items_a_tile()),
        tracked_energy_(lattice_.energy()) {}

  std::string code_path() const override { return "serial"; }
  void sweep(int count) override {
    const auto phase = [this](const TilePhase& p) { run(p); };
    for (int done = 0; done < count; done += k_) {
      // The serial code tracks the energy change by change, so a measurement needs nothing at its moment.
      if (symmetric_)
        symmetric_step(k_, phase, [] {});
      else
        plain_step(k_, phase);
    }
  }
  int sweep_granularity() const override { return k_; }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override {
    Work work = Model::attempt_work(params_);
    // A phase reads and writes half of the tiles and the states of all streams, and reads the tiles' boundaries.
    const double T = board_.tile, phases = symmetric_ ? 4 : 2;
    const double tiles = work.units / 2 * sizeof(Spin) * (2 + 2 * Model::dimensions / T);
    const double states = work.units / 4 * 2 * rng::state_bytes(params_.word("rng"), board_.items_a_tile());
    set_traffic(work, simulation_bytes(params_, work.units, work.units / 4, board_.items_a_tile()),
                phases * (tiles + states) / k_);
    return work;
  }
  std::vector<Check> self_check() override {
    if (!measures_) return {};
    const std::int64_t energy = lattice_.energy();
    Check check;
    check.name = "tracked_energy";
    check.passed = tracked_energy_ == energy;
    check.value = static_cast<double>(tracked_energy_);
    check.expected = static_cast<double>(energy);
    check.numeric = true;
    check.detail = "energy tracked by local changes against the configuration's, units of J";
    return {check};
  }

 private:
  // Holds the streams of the tile that is being visited.
  struct Visitor {
    Tiled& simulation;
    std::vector<typename Generator::Stream> streams{};

    template <class... Place>
    void enter(Place... work_item) {
      streams.clear();
      for (std::uint32_t n = 0; n < simulation.board_.items_a_tile(); ++n)
        streams.push_back(simulation.streams_.load(simulation.board_.stream(work_item..., n), simulation.attempts_));
    }
    template <class... Site>
    void attempt(std::uint32_t n, Site... site) {
      const int field = simulation.lattice_.field(site...);
      if (!is_flipped(simulation.always_, field, streams[n], simulation.thresholds_)) return;
      simulation.lattice_.flip(site...);
      if (simulation.measures_) simulation.tracked_energy_ += planted(Mutant::tiled_energy_half) ? field : 2 * field;
    }
    template <class... Place>
    void leave(Place... work_item) {
      for (std::uint32_t n = 0; n < simulation.board_.items_a_tile(); ++n)
        simulation.streams_.store(simulation.board_.stream(work_item..., n), streams[n]);
    }
  };

  void run(TilePhase phase) {
    const int hits = phase.hits;
    if (planted(Mutant::oracle_few_hits)) phase.hits = std::min(hits, 6);
    Model::visit_tiles(board_, phase, Visitor{*this});
    attempts_ += 2 * static_cast<std::uint64_t>(hits);
  }

  Params params_;
  typename Model::Board board_;
  int k_;
  bool symmetric_, measures_, always_;
  typename Model::template Lattice<Spin> lattice_;
  typename Model::Thresholds thresholds_;
  Streams<Generator> streams_;
  std::int64_t tracked_energy_;
  std::uint64_t attempts_ = 0;  // behind each stream
};

/// Bytes of such a simulation.
template <class Model>
double tiled_bytes(const Params& params) {
  const double sites = sites_of(params, Model::dimensions);
  return simulation_bytes(params, sites, sites / 4, tile_sites(params, Model::dimensions) / 2);
}

}  // namespace spinbench

// The oracle of the GPU variant tiled: the double checkerboard of Weigel 2012, section 3.2. All even tiles get k hits
// each, then all odd ones (order plain), or the time-symmetric order of section 3.4. H = -J sum_<ij> s_i s_j, J = 1.
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/rng_quality/variant.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"

namespace spinbench::ising2d {
namespace {

template <class Spin, class Generator, bool Always>
class Tiled final : public Simulation {
 public:
  Tiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        board_{static_cast<std::uint32_t>(params.integer("L")), static_cast<std::uint32_t>(params.integer("tile"))},
        k_(static_cast<int>(params.integer("k"))),
        symmetric_(params.word("order") == "symmetric"),
        measures_(params.word("measure") == "energy"),
        lattice_(board_.L),
        thresholds_(SquareThresholds::at(params.real("beta"))),
        streams_(seed, board_.streams(), seeding, board_.items_a_tile()),
        tracked_energy_(lattice_.energy()) {}

  void sweep(int count) override {
    const auto phase = [this](const TilePhase& p) { run(p); };
    for (int done = 0; done < count; done += k_) {
      // The serial code tracks the energy change by change, so a measurement needs nothing at its moment.
      if (symmetric_) symmetric_step(k_, phase, [] {});
      else plain_step(k_, phase);
    }
  }
  int sweep_granularity() const override { return k_; }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override {
    Work work = attempt_work(params_);
    // A phase reads and writes half of the tiles and the states of all streams, and reads the tiles' boundaries.
    const double T = board_.tile, phases = symmetric_ ? 4 : 2;
    const double tiles = work.units / 2 * sizeof(Spin) * (2 + 4 / T);
    const double states = work.units / 4 * 2 * rng::state_bytes(params_.word("rng"), board_.items_a_tile());
    set_traffic(work, simulation_bytes(params_, work.units / 4, board_.items_a_tile()), phases * (tiles + states) / k_);
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
    std::uint32_t column = 0, row = 0;
    std::vector<typename Generator::Stream> streams{};

    void enter(std::uint32_t tile_column, std::uint32_t work_row) {
      column = tile_column, row = work_row;
      streams.clear();
      for (std::uint32_t n = 0; n < simulation.board_.items_a_tile(); ++n)
        streams.push_back(simulation.streams_.load(simulation.board_.stream(column, row, n), simulation.attempts_));
    }
    void attempt(std::uint32_t n, std::uint32_t x, std::uint32_t y) {
      const int field = simulation.lattice_.field(x, y);
      if (!metropolis<Always>(field, streams[n], simulation.thresholds_)) return;
      simulation.lattice_.flip(x, y);
      if (simulation.measures_) simulation.tracked_energy_ += 2 * field;
    }
    void leave(std::uint32_t, std::uint32_t) {
      for (std::uint32_t n = 0; n < simulation.board_.items_a_tile(); ++n)
        simulation.streams_.store(simulation.board_.stream(column, row, n), streams[n]);
    }
  };

  void run(const TilePhase& phase) {
    walk_tiles(board_, phase, Visitor{*this});
    attempts_ += 2 * static_cast<std::uint64_t>(phase.hits);
  }

  Params params_;
  DoubleCheckerboard board_;
  int k_;
  bool symmetric_, measures_;
  Lattice<Spin> lattice_;
  SquareThresholds thresholds_;
  Streams<Generator> streams_;
  std::int64_t tracked_energy_;
  std::uint64_t attempts_ = 0;  // behind each stream
};

const Variant variant{
    .kernel = "ising2d_metropolis",
    .name = "tiled",
    .backend = "cpu",
    .title = "serial, double checkerboard: k hits on every even tile, then on every odd one",
    .source = "Weigel 2012, section 3.2",
    .axes = {axis_L(), axis_k(), axis_tile(), axis_order(), axis_measure(), axis_rng(), axis_draw("always"),
             axis_spin(), axis_beta()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return square_lattice_unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          return simulation_bytes(params, params.real("L") * params.real("L") / 4,
                                  params.real("tile") * params.real("tile") / 2);
        },
    .make = make_simulation<Tiled>,
};
const Register<Variant> registered{variant}, quality{rng_quality::quality_variant(variant)};

}  // namespace
}  // namespace spinbench::ising2d

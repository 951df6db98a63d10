// The oracle of single_spin: the double checkerboard of Weigel 2012, section 3.2, on each replica, with the streams of
// kernels/common/square_lattice.hpp, numbered through the replicas. H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_population_annealing/physics.hpp"
#include "reference_cpu/common/phases.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"
#include "reference_cpu/ising2d_population_annealing/single_spins.hpp"

namespace spinbench::annealing {
namespace {

ising2d::SquareTiles board_of(const Params& params) {
  return {side_of(params), static_cast<std::uint32_t>(params.integer("tile"))};
}

template <class Generator>
class TiledPopulation final : public SingleSpins<Generator> {
 public:
  TiledPopulation(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : SingleSpins<Generator>(params, seed, seeding, board_of(params).streams()),
        board_(board_of(params)),
        k_(static_cast<int>(params.integer("k"))) {}

  Work work_per_sweep() const override {
    const double sites = sites_of(this->params(), 2), T = board_.tile;
    const double state = rng::state_bytes(this->params().word("rng"));
    return this->work_of("always", sites * (1 + state / 4), sites * 2 * (2 + 4 / T + state) / k_);
  }

 private:
  // Holds the streams of the tile that is being visited.
  struct Visitor {
    TiledPopulation& all;
    std::size_t replica;
    const Thresholds& thresholds;
    std::vector<typename Generator::Stream> streams{};

    std::uint64_t number(std::uint32_t column, std::uint32_t row, std::uint32_t n) const {
      return replica * all.board_.streams() + all.board_.stream(column, row, n);
    }
    void enter(std::uint32_t column, std::uint32_t row) {
      streams.clear();
      for (std::uint32_t n = 0; n < all.board_.items_a_tile(); ++n)
        streams.push_back(all.streams_.load(number(column, row, n), all.attempts_));
    }
    void attempt(std::uint32_t n, std::uint32_t x, std::uint32_t y) {
      auto& lattice = all.lattice(replica);
      if (is_flipped(std::true_type(), lattice.field(x, y), streams[n], thresholds)) lattice.flip(x, y);
    }
    void leave(std::uint32_t column, std::uint32_t row) {
      for (std::uint32_t n = 0; n < all.board_.items_a_tile(); ++n)
        all.streams_.store(number(column, row, n), streams[n]);
    }
  };

  void update(Thresholds& rule) override {
    for (int done = 0; done < this->theta(); done += k_)
      plain_step(k_, [this, &rule](const TilePhase& phase) {
        for (std::size_t r = 0; r < this->replicas(); ++r) ising2d::walk_tiles(board_, phase, Visitor{*this, r, rule});
        attempts_ += 2 * static_cast<std::uint64_t>(phase.hits);
      });
  }

  void save_updates(StateWriter& to) override { to.put(attempts_), to.put(this->streams_.elements()); }
  void restore_updates(StateReader& from) override { from.take(attempts_), from.take(this->streams_.elements()); }

  ising2d::SquareTiles board_;
  int k_;
  std::uint64_t attempts_ = 0;  ///< behind each stream
};

const Register<Variant> registered{{
    .kernel = "ising2d_population_annealing",
    .name = "tiled",
    .backend = "cpu",
    .title = "serial, double checkerboard on each replica",
    .source = "after Weigel 2012, section 3.2, and Weigel 2015, population annealing",
    .axes = with_annealing(
        {axis_L(64), axis_replicas(100), axis_k(), ising2d::axis_tile(), axis_rng(of_single_spins, "lcg32_random")}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return tiled_unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          return sites_of(params, 2) * params.real("replicas") * (1 + rng::state_bytes(params.word("rng")) / 4) +
                 tables_bytes(params);
        },
    .make = make_single_spins<TiledPopulation>,
    .bit_cases = small_cases,
    .physics = serial_tiled_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::annealing

// The simulation behind the Kokkos variant `tiled`: tile geometry, the order of visits, tracked energy.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/kokkos_lattice.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "kernels/ising2d_metropolis/tiled_builds.hpp"

namespace spinbench::ising2d {

/// One visit of all tiles of a coarse colour.
struct TileVisit {
  std::uint32_t colour;
  std::uint32_t hits;
  bool reversed;  ///< odd sites before even ones
};

/// How tiles of side T lie in a team and in its scratch memory. On the host a team is one thread with one tile.
template <int T>
struct TeamGeometry {
  static_assert(T == 4 || T == 8 || T == 16 || T == 32);
  static constexpr int items = T * T / 2;  ///< pairs of sites, one stream each
  static constexpr int threads = kokkos::on_host ? 1 : items < 128 ? 128 : items;
  static constexpr int tiles = kokkos::on_host ? 1 : threads / items;
  /// Words from row to row and from tile to tile: on devices such that 32 lanes at sites of one colour, and hence also
  /// at their neighbours in any one direction, meet 32 different banks, as in tiled.cu.
  static constexpr int pitch = T == 4 ? 8 : T == 8 ? 12 : T == 16 ? 24 : 34;
  static constexpr int stride = T == 4 ? 52 : pitch * (T + 2);

  static int teams(std::uint32_t L) {
    const std::uint32_t visited = (L / T) * (L / T) / 2;
    return static_cast<int>((visited + tiles - 1) / tiles);
  }
};

/// The tile of work item `item` of a coarse colour.
struct TileCorner {
  std::uint32_t column, row;  ///< of the work item
  std::uint32_t x0, y0;

  KOKKOS_FUNCTION TileCorner(const DoubleCheckerboard& board, std::uint32_t item, std::uint32_t colour)
      : column(item % board.tiles_a_side()),
        row(item / board.tiles_a_side()),
        x0(column * board.tile),
        y0(DoubleCheckerboard::tile_row(column, row, colour) * board.tile) {}
};

/// Counters over which the teams spread their energy changes, so that few meet at one address.
inline constexpr int energy_counters = 1024;
using EnergyCounters = Kokkos::View<std::int64_t*, kokkos::Memory>;

/// `Visit<...>::run(spins, L, thresholds, streams, visit, counters)` visits all tiles of a coarse colour.
template <template <class, class, bool, int, bool> class Visit, class Spin, class Rng, bool Always, int T, bool Energy>
class KokkosTiled final : public Simulation {
 public:
  KokkosTiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        streams_(seeded_streams<Rng>(seed, DoubleCheckerboard{lattice_.side(), T}.streams(), seeding, StreamsInOrder{},
                                     TeamGeometry<T>::items)),
        thresholds_(SquareThresholds::at(params.real("beta"))),
        k_(static_cast<std::uint32_t>(params.integer("k"))),
        symmetric_(params.word("order") == "symmetric"),
        energy_("energy", Energy ? energy_counters : 0),
        energy_at_start_(Energy ? -lattice_.totals().bonds : 0) {
    kokkos::Space().fence();
  }

  int sweep_granularity() const override { return static_cast<int>(k_); }
  std::string code_path() const override {
    const std::uint32_t L = lattice_.side();
    return CodePath("tile " + std::to_string(T) + (kokkos::on_host ? ", a thread a tile" : ", a team a tile"))
        .count("tiles a side", L / T)
        .where(!kokkos::on_host && (L / T) * (L / T) / 2 % TeamGeometry<T>::tiles != 0, "last team in part")
        .text();
  }

  /// k sweeps a step: both colours k hits each; or, in the symmetric order, from one measurement in the middle of the
  /// even tiles' hits to the next (Weigel 2012, section 3.4), with the inner order mirrored too.
  void sweep(int count) override {
    for (int done = 0; done < count; done += sweep_granularity()) {
      if (symmetric_) {
        visit({0, k_ / 2, false});
        visit({1, k_ / 2, true});
        visit({1, k_ / 2, false});
        visit({0, k_ / 2, true});
      } else {
        visit({0, k_, false});
        visit({1, k_, false});
      }
    }
  }

  Observables observe() override { return lattice_.observe(); }

  /// The bond totals stay in the device's memory until all are there.
  Series series(const std::string& observable, int measurements, int spacing) override {
    if (observable != "energy") return Simulation::series(observable, measurements, spacing);
    const Kokkos::View<std::int64_t*, kokkos::Memory> log("energies", static_cast<std::size_t>(measurements));
    const Kokkos::View<std::int64_t, kokkos::Memory> magnetisation("magnetisation");
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      lattice_.log_bonds_to(Kokkos::subview(log, i), magnetisation);
    }
    const auto bonds = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), log);
    Series result{observable, 1, {}};
    for (std::size_t i = 0; i < bonds.extent(0); ++i) result.values.push_back(lattice_.energy_of(bonds(i)));
    return result;
  }
  Configuration configuration() override { return lattice_.configuration(); }

  std::vector<Check> self_check() override {
    if constexpr (!Energy) return {};
    const auto counters = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), energy_);
    std::int64_t tracked = energy_at_start_;
    for (std::size_t i = 0; i < counters.extent(0); ++i) tracked += counters(i);
    Check check;
    check.name = "tracked_energy";
    check.numeric = true;
    check.value = static_cast<double>(tracked);
    check.expected = static_cast<double>(-lattice_.totals().bonds);
    check.passed = check.value == check.expected;
    check.detail = "energy tracked through the sweeps against the energy of the configuration";
    return {check};
  }

  Work work_per_sweep() const override {
    const double sites = lattice_.sites(), k = k_ / (symmetric_ ? 2.0 : 1.0);
    const double state = rng::Store<Rng>::traffic(2 * k, TeamGeometry<T>::items) / 2;
    // Once a visit: the tile and its boundary read, the tile written, half a state a site read and written. On devices
    // boundary columns cost a sector of 32 B for each spin, on the host a line of 64 B.
    const double line = kokkos::on_host ? 64 : 32;
    const double boundary = (2.0 * T * sizeof(Spin) + 2.0 * T * line) / (T * T);
    Work work;
    work.units = sites;
    work.memory_bytes = sites * (2.0 * sizeof(Spin) + boundary + state) / k;
    work.footprint_bytes = sites * (sizeof(Spin) + rng::Store<Rng>::bytes_a_stream(TeamGeometry<T>::items) / 4);
    work.shared_bytes = kokkos::on_host ? 0 : sites * 16;
    const rng::WordCost word = rng::word_cost(Rng::facts, 2 * k);
    work.logic_ops = sites * (5.25 + word.logic_ops);
    work.multiply_adds = sites * (1 + word.multiply_adds);
    work.random_words = sites;
    work.dependent_launches = 2 / k;
    return work;
  }

 private:
  /// A stream serves an even and an odd tile, so each visit moves every stream on.
  void visit(const TileVisit& which) {
    Visit<Spin, Rng, Always, T, Energy>::run(lattice_.spins(), lattice_.side(), thresholds_, streams_, which, energy_);
    streams_.attempts += 2 * static_cast<std::uint64_t>(which.hits);
  }

  KokkosLattice<RowMajor, Spin> lattice_;
  KokkosStreamTable<Rng> streams_;
  SquareThresholds thresholds_;
  std::uint32_t k_;
  bool symmetric_;
  EnergyCounters energy_;
  std::int64_t energy_at_start_;
};

}  // namespace spinbench::ising2d

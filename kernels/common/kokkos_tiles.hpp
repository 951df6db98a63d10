// The double checkerboard of Weigel 2012 (sections 3.2, 3.4, 3.6) in Kokkos, in any dimension: one attempt, the streams
// of a tile that a host thread walks, and the simulation around the visits of tiles.
#pragma once

#include <cstdint>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/kokkos/space.hpp"
#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/kokkos_streams.hpp"

namespace spinbench {

/// One visit of all tiles of a coarse colour.
struct TileVisit {
  std::uint32_t colour;
  std::uint32_t hits;
  bool reversed;  ///< odd sites before even ones
};

/// Counters over which the teams spread their energy changes, so that few meet at one address.
inline constexpr int energy_counters = 1024;
using EnergyCounters = Kokkos::View<std::int64_t*, kokkos::Memory>;

/// metropolis() of kernels/common/acceptance.hpp without a branch, so that loops over it can be vectorised. A word is
/// always made; an attempt that draws none leaves a stream with a state where it was.
template <bool Always, class Rng, class Thresholds>
KOKKOS_INLINE_FUNCTION bool attempt(int field, typename Rng::Stream& stream, const Thresholds& thresholds) {
  const typename Rng::Stream before = stream;
  const std::uint32_t word = stream.next();
  if constexpr (!Always && Rng::storage == rng::Storage::own) stream = field > 0 ? stream : before;
  return static_cast<bool>(static_cast<int>(field <= 0) | static_cast<int>(word < thresholds(field)));
}

/// The streams of a tile's items: bare states side by side where the generator has a state, else whole streams.
template <class Rng, int Items>
class TileStreams {
  static constexpr bool bare = Rng::storage == rng::Storage::own;
  using Item = std::conditional_t<bare, typename rng::Store<Rng>::Element, typename Rng::Stream>;

 public:
  TileStreams(const KokkosStreamTable<Rng>& table, std::uint64_t first) : setup_(table.store.setup), first_(first) {
    for (int n = 0; n < Items; ++n) {
      if constexpr (bare)
        new (&items()[n]) Item(table.elements(first + n));
      else
        new (&items()[n]) Item(table.open(first + n, first + n));
    }
  }
  typename Rng::Stream load(int n) const {
    if constexpr (bare)
      return {setup_, items()[n]};
    else
      return items()[n];
  }
  void store(int n, const typename Rng::Stream& stream) {
    if constexpr (bare)
      items()[n] = stream.state();
    else
      items()[n] = stream;
  }
  void close(const KokkosStreamTable<Rng>& table) const {
    for (int n = 0; n < Items; ++n) {
      if constexpr (bare)
        table.elements(first_ + n) = items()[n];
      else
        table.close(first_ + n, items()[n]);
    }
  }

 private:
  Item* items() { return reinterpret_cast<Item*>(storage_); }
  const Item* items() const { return reinterpret_cast<const Item*>(storage_); }

  typename Rng::Setup setup_;
  std::uint64_t first_;
  alignas(Item) unsigned char storage_[Items * sizeof(Item)];
};

/// `Visit` visits all tiles of a coarse colour. It has
///   Rng, Lattice, Board, Thresholds
///   side, items           of a tile: sites a side, and pairs of sites, one stream each
///   tracks_energy         whether it adds changes of the energy to the counters
///   path(L)               as Simulation::code_path()
///   boundary_bytes, logic_ops, multiply_adds, shared_bytes    a site, the random word left out
///   run(spins, L, thresholds, streams, visit, counters)
template <class Visit>
class KokkosTiled final : public Simulation {
  using Rng = typename Visit::Rng;
  using Spin = typename Visit::Lattice::Spins::non_const_value_type;

 public:
  KokkosTiled(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        streams_(seeded_streams<Rng>(seed, typename Visit::Board{lattice_.side(), Visit::side}.streams(), seeding,
                                     StreamsInOrder{}, Visit::items)),
        thresholds_(Visit::Thresholds::at(params.real("beta"))),
        k_(static_cast<std::uint32_t>(params.integer("k"))),
        symmetric_(params.word("order") == "symmetric"),
        energy_("energy", Visit::tracks_energy ? energy_counters : 0),
        energy_at_start_(Visit::tracks_energy ? -lattice_.totals().bonds : 0) {
    kokkos::Space().fence();
  }

  int sweep_granularity() const override { return static_cast<int>(k_); }
  std::string code_path() const override { return Visit::path(lattice_.side()); }

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
    if constexpr (!Visit::tracks_energy) return {};
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
    const double state = rng::Store<Rng>::traffic(2 * k, Visit::items) / 2;
    Work work;
    work.units = sites;
    // Once a visit: the tile and its boundary read, the tile written, half a state a site read and written.
    work.memory_bytes = sites * (2.0 * sizeof(Spin) + Visit::boundary_bytes + state) / k;
    work.footprint_bytes = sites * (sizeof(Spin) + rng::Store<Rng>::bytes_a_stream(Visit::items) / 4);
    work.shared_bytes = kokkos::on_host ? 0 : sites * Visit::shared_bytes;
    const rng::WordCost word = rng::word_cost(Rng::facts, 2 * k);
    work.logic_ops = sites * (Visit::logic_ops + word.logic_ops);
    work.multiply_adds = sites * (Visit::multiply_adds + word.multiply_adds);
    work.random_words = sites;
    work.dependent_launches = 2 / k;
    return work;
  }

 private:
  /// A stream serves an even and an odd tile, so each visit moves every stream on.
  void visit(const TileVisit& which) {
    Visit::run(lattice_.spins(), lattice_.side(), thresholds_, streams_, which, energy_);
    streams_.attempts += 2 * static_cast<std::uint64_t>(which.hits);
  }

  typename Visit::Lattice lattice_;
  KokkosStreamTable<Rng> streams_;
  typename Visit::Thresholds thresholds_;
  std::uint32_t k_;
  bool symmetric_;
  EnergyCounters energy_;
  std::int64_t energy_at_start_;
};

}  // namespace spinbench

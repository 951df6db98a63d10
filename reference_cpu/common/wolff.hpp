// Wolff updates as Komura and Okabe (2012, section 2) state them for a core: the spins of the cluster in a list, of
// which some have had their neighbours looked at and some have not.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interface/equilibrates.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/clusters/equilibration.hpp"
#include "kernels/common/clusters/wolff.hpp"
#include "reference_cpu/common/cluster_bonds.hpp"
#include "reference_cpu/common/streams.hpp"

namespace spinbench {

/// The list, and the lattice that it flips.
template <int Dimensions>
class ClusterList {
 public:
  explicit ClusterList(std::size_t L) : lattice_(L) {}

  StateLattice<Dimensions>& lattice() { return lattice_; }
  double spins_done() const { return done_; }
  double last() const { return static_cast<double>(members_.size()); }

  /// Flips the cluster of `seed`; `is_active(site, d)` tells whether the bond from a site forwards is active, and is
  /// asked only between spins that were equal. A spin flips when it joins, so that it joins once.
  template <class IsActive>
  void flip(std::size_t seed, IsActive&& is_active) {
    const int old = lattice_.state(seed);
    lattice_.set(seed, 1 - old);
    members_.assign(1, static_cast<std::uint32_t>(seed));
    for (std::size_t looked = 0; looked < members_.size(); ++looked) {
      const std::uint32_t site = members_[looked];
      const auto neighbours = lattice_.neighbours(site);
      for (int way = 0; way < 2 * Dimensions; ++way) {
        if (planted(Mutant::list_checks_three) && way + 1 == 2 * Dimensions) continue;
        const std::uint32_t other = neighbours[static_cast<std::size_t>(way)];
        // Bonds belong to the site that they lead forwards from.
        if (lattice_.state(other) != old || !is_active(way % 2 == 0 ? site : other, way / 2)) continue;
        lattice_.set(other, 1 - old);
        members_.push_back(other);
      }
    }
    done_ += last();
    ++flips_;
  }
  /// Spins of a cluster in the mean, so far or since equilibrate(), or as they are expected.
  double mean(const Params& params) const {
    return mean_.of(done_, static_cast<double>(flips_), clusters::expected_cluster(Dimensions, params));
  }

  /// By the suite's own Swendsen-Wang updates: what is compared with an oracle was compared before.
  void equilibrate(const Params& params, std::uint64_t seed, const std::function<bool()>& is_over) {
    clusters::equilibrate_on_host(Dimensions, params, seed, lattice_.states(), is_over);
    mean_ = {done_, static_cast<double>(flips_)};
  }

  clusters::Seen see() const {
    clusters::Seen seen;
    for (std::size_t i = 0; i < lattice_.sites(); ++i) {
      seen.up += lattice_.state(i) == 0;
      const auto near = lattice_.neighbours(static_cast<std::uint32_t>(i));
      for (std::size_t d = 0; d < Dimensions; ++d) seen.equal_bonds += lattice_.state(i) == lattice_.state(near[2 * d]);
    }
    return seen;
  }
  clusters::SeenCluster see_cluster() const { return {see(), last(), measured_}; }
  Observables observe() const {
    return clusters::with_clusters({see_cluster()}, Dimensions, static_cast<double>(lattice_.sites()));
  }

  /// Adds up the energy and the magnetisation as they are now, row by row, plane by plane.
  void measure() {
    const std::uint8_t* states = lattice_.states().data();
    const std::size_t sites = lattice_.sites(), side = lattice_.side();
    const auto up = static_cast<std::int64_t>(std::count(states, states + sites, std::uint8_t{0}));
    measured_.excess += std::abs(2 * up - static_cast<std::int64_t>(sites));
    for (std::size_t d = 0, stride = 1; d < Dimensions; ++d, stride *= side) {
      const std::size_t around = (side - 1) * stride;
      for (std::size_t first = 0; first < sites; first += side * stride) {
        const std::uint8_t* line = states + first;
        measured_.equal_bonds += equal(line, line + stride, around);
        if (!planted(Mutant::list_measures_open_rows) || d > 0)
          measured_.equal_bonds += equal(line + around, line, stride);
      }
    }
    ++measured_.updates;
  }

 private:
  static std::int64_t equal(const std::uint8_t* a, const std::uint8_t* b, std::size_t count) {
    std::int64_t result = 0;
    for (std::size_t i = 0; i < count; ++i) result += a[i] == b[i];
    return result;
  }

  StateLattice<Dimensions> lattice_;
  std::vector<std::uint32_t> members_;
  clusters::MeasuredUpdates measured_;
  double done_ = 0;
  std::uint64_t flips_ = 0;
  clusters::MeanSince mean_;
};

/// Whether the `index`-th of `count` updates of a call is to be measured.
inline bool is_measured(bool measures, int index, int count) {
  return measures && (!planted(Mutant::list_measures_last) || index + 1 == count);
}

/// Updates measured in one call against as many calls of one, each followed by a look at the lattice.
template <class Wolff>
std::vector<Check> check_measured_updates(const Params& params, int dimensions,
                                          const std::function<std::unique_ptr<Wolff>(const Params&)>& make) {
  constexpr int updates = 40;
  Params small = params;
  small.set("L", std::min<std::int64_t>(params.integer("L"), dimensions == 2 ? 64 : 16));
  if (small.has("lattices")) small.set("lattices", std::min<std::int64_t>(params.integer("lattices"), 3));
  const auto at_once = make(small), one_by_one = make(small);
  at_once->sweep(updates);
  // The last lattice, if there are several, has words that no variant of one has.
  double energy = 0, magnetisation = 0;
  for (int i = 0; i < updates; ++i) {
    one_by_one->sweep(1);
    const Observables seen = one_by_one->observe();
    energy += seen.of("energy").back() / updates;
    magnetisation += std::fabs(seen.of("magnetisation").back()) / updates;
  }
  const Observables found = at_once->observe();
  std::vector<Check> result;
  for (const auto& [name, wanted] : {std::pair("measured_energy", energy), {"measured_magnetisation", magnetisation}}) {
    Check check;
    check.name = name;
    check.numeric = true;
    check.value = found.of(name).back();
    check.expected = wanted;
    check.passed = std::fabs(check.value - wanted) <= 1e-9;
    check.detail = small.name() + ": " + std::to_string(updates) + " updates in one call and one by one";
    result.push_back(std::move(check));
  }
  return result;
}

/// What a cluster's spins cost at least: they come and go, and each bond has been looked at.
inline Work list_work(int dimensions, double spins) {
  Work work;
  work.units = spins;
  work.logic_ops = 2 * dimensions * work.units;
  return work;
}

/// With one stream of random words, taken in the order in which bonds are looked at: the paper's code for a core.
template <int Dimensions, class Generator>
class WolffList final : public Simulation, public Equilibrates {
 public:
  WolffList(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        list_(static_cast<std::size_t>(params.integer("L"))),
        rule_(beta_of(params) * (planted(Mutant::list_hot) ? 0.998 : 1.0)),
        streams_(seed, 1, seeding),
        stream_(streams_.load(0, 0)),
        measures_(clusters::measures_updates(params)),
        seed_(seed),
        seeding_(seeding) {}

  std::string code_path() const override { return "serial"; }
  void sweep(int count) override {
    auto stream = stream_;
    for (int i = 0; i < count; ++i) {
      const std::uint64_t sites = list_.lattice().sites();
      // Of two words, since one of 32 bits would prefer some sites of a large lattice.
      const std::uint64_t high = stream.next(), low = stream.next();
      const auto seed = static_cast<std::size_t>((high * sites + (low * sites >> 32)) >> 32);
      list_.flip(seed, [&](std::uint32_t, int) { return rule_.is_active(stream.next()); });
      if (is_measured(measures_, i, count)) list_.measure();
    }
    stream_ = stream;
  }
  void equilibrate(const std::function<bool()>& is_over) override { list_.equilibrate(params_, seed_, is_over); }
  Observables observe() override { return list_.observe(); }
  Configuration configuration() override { return clusters::as_configuration(list_.lattice().states(), 2); }
  Work work_per_sweep() const override { return list_work(Dimensions, list_.mean(params_)); }
  std::optional<double> units_done() const override { return list_.spins_done(); }
  std::vector<Check> self_check() override {
    if (!measures_) return {};
    return check_measured_updates<WolffList>(params_, Dimensions, [this](const Params& params) {
      return std::make_unique<WolffList>(params, seed_, seeding_);
    });
  }

 private:
  Params params_;
  ClusterList<Dimensions> list_;
  BondRule rule_;
  Streams<Generator> streams_;
  typename Generator::Stream stream_;  ///< stays open, so that its words do not depend on how updates are batched
  bool measures_;
  std::uint64_t seed_;
  rng::Seeding seeding_;
};

/// With a random word of its own for each bond, so that any order of looking gives the same cluster: the oracle of what
/// grows clusters in parallel. Several lattices are updated one after the other, each by streams of its own.
template <int Dimensions, class Generator>
class WolffByBonds final : public Simulation, public Equilibrates {
 public:
  WolffByBonds(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : params_(params),
        rule_(beta_of(params)),
        measures_(clusters::measures_updates(params)),
        seed_(seed),
        seeding_(seeding) {
    for (std::int64_t i = 0; i < params.integer("lattices"); ++i) {
      lists_.emplace_back(static_cast<std::size_t>(params.integer("L")));
      words_.emplace_back(seed, lists_.back().lattice().sites(), seeding,
                          planted(Mutant::list_lattices_alike) ? 0 : static_cast<std::uint64_t>(i));
    }
  }

  std::string code_path() const override { return lists_.size() == 1 ? "serial" : "serial, several lattices"; }
  void sweep(int count) override {
    for (std::size_t lattice = 0; lattice < lists_.size(); ++lattice) {
      auto& words = words_[lattice];
      for (int i = 0; i < count; ++i) {
        lists_[lattice].flip(static_cast<std::size_t>(words.seed_site()),
                             [&](std::uint32_t site, int d) { return rule_.is_active(words.of_bond(site, d)); });
        words.next_update();
        if (is_measured(measures_, i, count)) lists_[lattice].measure();
      }
    }
  }
  void equilibrate(const std::function<bool()>& is_over) override {
    // By seeds of their own, in bits where those of users seldom differ: one lattice's has no streams to begin from.
    for (std::size_t i = 0; i < lists_.size(); ++i) lists_[i].equilibrate(params_, seed_ ^ (i << 40), is_over);
  }
  Observables observe() override {
    std::vector<clusters::SeenCluster> each;
    for (const auto& list : lists_) each.push_back(list.see_cluster());
    return clusters::with_clusters(each, Dimensions, static_cast<double>(lists_.front().lattice().sites()));
  }
  Configuration configuration() override {
    std::vector<std::uint8_t> all;
    for (auto& list : lists_) all.insert(all.end(), list.lattice().states().begin(), list.lattice().states().end());
    return clusters::as_configuration(all, 2);
  }
  Work work_per_sweep() const override {
    double spins = 0;
    for (const auto& list : lists_) spins += list.mean(params_);
    return list_work(Dimensions, spins);
  }
  std::optional<double> units_done() const override {
    double spins = 0;
    for (const auto& list : lists_) spins += list.spins_done();
    return spins;
  }
  std::vector<Check> self_check() override {
    if (!measures_) return {};
    return check_measured_updates<WolffByBonds>(params_, Dimensions, [this](const Params& params) {
      return std::make_unique<WolffByBonds>(params, seed_, seeding_);
    });
  }

 private:
  Params params_;
  std::vector<ClusterList<Dimensions>> lists_;
  BondRule rule_;
  std::vector<PlacedWords<Dimensions, Generator>> words_;
  bool measures_;
  std::uint64_t seed_;
  rng::Seeding seeding_;
};

/// Generators of the serial code: those that all update kernels are built for, without the ones that only seed another
/// way.
constexpr bool of_one_stream(const rng::Generator& generator) {
  return rng::built_everywhere(generator) && rng::seeded_at_random(generator);
}

/// Both variants, but for what makes them.
template <int Dimensions>
Variant serial_wolff_variant(const std::string& name, const std::string& title) {
  Variant v = clusters::wolff_variant(Dimensions, name, "cpu");
  v.title = title;
  v.source = "Komura, Okabe 2012, section 2";
  v.axes.push_back(clusters::axis_measure_updates());
  // And what equilibration takes meanwhile.
  v.memory_bytes = [](const Params& params) {
    return (5 * static_cast<double>(clusters::lattices_of(params)) + Dimensions + 3) * sites_of(params, Dimensions);
  };
  return v;
}

template <int Dimensions>
Variant wolff_list_variant() {
  Variant v = serial_wolff_variant<Dimensions>("list", "serial, a list of spins and one stream of random words");
  v.axes = {clusters::axis_L(Dimensions),
            Axis::word("rng", "lcg64_random", rng::names_of(of_one_stream), "random-number generator"),
            clusters::axis_beta(Dimensions), clusters::axis_measure_updates()};
  v.unsupported = [](const Params&, const Device&) { return std::string(); };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<of_one_stream>(
        params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<WolffList<Dimensions, typename decltype(tag)::type>>(params, seed, seeding);
        });
  };
  return v;
}

template <int Dimensions>
Variant wolff_by_bonds_variant() {
  Variant v =
      serial_wolff_variant<Dimensions>("by_bonds", "serial, a list of spins and a random word of each bond's own");
  v.axes.insert(v.axes.begin() + 1, clusters::axis_lattices());
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<clusters::has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<WolffByBonds<Dimensions, typename decltype(tag)::type>>(params, seed, seeding);
        });
  };
  return v;
}

}  // namespace spinbench

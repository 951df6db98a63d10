// Swendsen-Wang updates with the clusters of J. Hoshen and R. Kopelman, Phys. Rev. B 14, 3438 (1976): sites in the
// order of memory get the number of a neighbour's cluster or a new one, and where two numbers meet the smaller becomes
// the proper one. The oracle of the Swendsen-Wang kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
#include "reference_cpu/common/cluster_bonds.hpp"

namespace spinbench {

/// Cluster numbers that turned out to be the same cluster's.
class ClusterNumbers {
 public:
  void clear() { proper_.clear(), first_.clear(); }
  /// A new cluster whose first site that is.
  std::uint32_t add(std::size_t site) {
    proper_.push_back(static_cast<std::uint32_t>(proper_.size()));
    first_.push_back(site);
    return proper_.back();
  }
  std::uint32_t proper(std::uint32_t number) const {
    while (proper_[number] != number) number = proper_[number];
    return number;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = proper(a), b = proper(b);
    if (a < b) proper_[b] = a;
    if (b < a) proper_[a] = b;
  }
  /// Makes each number point at its proper one.
  void settle() {
    for (std::uint32_t& one : proper_) one = proper_[one];
  }
  /// The smallest site of a cluster, by its proper number: numbers are given in the order of sites.
  std::size_t first_site(std::uint32_t number) const { return first_[number]; }
  std::size_t count() const { return proper_.size(); }

 private:
  std::vector<std::uint32_t> proper_;
  std::vector<std::size_t> first_;
};

template <int Dimensions, class Generator>
class HoshenKopelman final : public Simulation {
 public:
  HoshenKopelman(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : q_(static_cast<std::uint32_t>(params.integer("q"))),
        rng_(params.word("rng")),
        lattice_(static_cast<std::size_t>(params.integer("L"))),
        words_(seed, lattice_.sites(), seeding),
        rule_(beta_of(params)),
        number_of_(lattice_.sites()) {}

  std::string code_path() const override { return "serial"; }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      make_clusters();
      assign();
      words_.next_update();
    }
  }

  Observables observe() override {
    clusters::Seen seen;
    for (std::size_t i = 0; i < lattice_.sites(); ++i) {
      seen.up += lattice_.state(i) == 0;
      const auto near = lattice_.neighbours(static_cast<std::uint32_t>(i));
      for (std::size_t d = 0; d < Dimensions; ++d) seen.equal_bonds += lattice_.state(i) == lattice_.state(near[2 * d]);
    }
    seen.active_bonds = make_clusters();
    std::vector<double> sizes(numbers_.count());
    for (const std::uint32_t number : number_of_) ++sizes[numbers_.proper(number)];
    for (const double size : sizes) seen.cluster_squares += size * size, seen.clusters += size > 0;
    return as_observables(seen, Dimensions, static_cast<double>(lattice_.sites()), q_, true);
  }

  Configuration configuration() override { return clusters::as_configuration(lattice_.states(), q_); }

  Work work_per_sweep() const override {
    const auto sites = static_cast<double>(lattice_.sites());
    const rng::Facts facts = rng::facts_of(rng_);
    Work work;
    work.units = sites;
    work.random_words = Dimensions * sites;
    work.multiply_adds = work.random_words * facts.multiply_adds;
    work.logic_ops = work.random_words * facts.logic_ops;
    return work;
  }

 private:
  /// Numbers the clusters of the update that is due; returns how many bonds are active.
  std::int64_t make_clusters() {
    numbers_.clear();
    std::int64_t active = 0;
    for (std::size_t site = 0; site < lattice_.sites(); ++site) {
      bool numbered = false;
      const auto meet = [&](std::size_t other) {
        if (numbered)
          numbers_.join(number_of_[site], number_of_[other]);
        else
          number_of_[site] = number_of_[other], numbered = true;
      };
      // Bonds to sites that have a number: those before, and around the lattice.
      const auto near = lattice_.neighbours(static_cast<std::uint32_t>(site));
      for (int d = 0; d < Dimensions; ++d) {
        const std::size_t before = near[static_cast<std::size_t>(2 * d + 1)];
        if (before < site && is_active(before, site, d)) ++active, meet(before);
      }
      if (!numbered) number_of_[site] = numbers_.add(site), numbered = true;
      for (int d = 0; d < Dimensions; ++d) {
        const std::size_t after = near[static_cast<std::size_t>(2 * d)];
        if (after < site && is_active(site, after, d)) ++active, meet(after);
      }
    }
    numbers_.settle();
    return active;
  }

  /// Of the bond from a site forwards to another.
  bool is_active(std::size_t site, std::size_t other, int d) const {
    if (lattice_.state(site) != lattice_.state(other)) return false;
    if (planted(Mutant::cluster_bond_twice) && rule_.is_active(words_.of_bond(other, d))) return true;
    return rule_.is_active(words_.of_bond(site, d));
  }

  void assign() {
    std::vector<std::uint8_t> states(numbers_.count());
    for (std::uint32_t number = 0; number < states.size(); ++number) {
      const std::uint32_t cluster = planted(Mutant::cluster_coin_by_label) ? number : numbers_.proper(number);
      const std::uint64_t word = words_.of_coin(numbers_.first_site(cluster));
      states[number] = static_cast<std::uint8_t>(word * q_ >> 32);
      if (planted(Mutant::cluster_last_state) && states[number] > 0) states[number] = static_cast<std::uint8_t>(q_ - 1);
    }
    for (std::size_t site = 0; site < lattice_.sites(); ++site) lattice_.set(site, states[number_of_[site]]);
  }

  std::uint32_t q_;
  std::string rng_;
  StateLattice<Dimensions> lattice_;
  PlacedWords<Dimensions, Generator> words_;
  BondRule rule_;
  ClusterNumbers numbers_;
  std::vector<std::uint32_t> number_of_;
};

/// The oracle of the kernel of that many dimensions.
template <int Dimensions>
Variant hoshen_kopelman_variant() {
  using namespace clusters;
  Variant v = swendsen_wang_variant(Dimensions, "hoshen_kopelman", "cpu");
  // It is the oracle itself.
  v.oracle = {};
  v.bit_cases = nullptr;
  v.title = "serial, clusters numbered in one pass";
  v.source = "Hoshen, Kopelman 1976";
  v.memory_bytes = [](const Params& params) { return 20 * sites_of(params, Dimensions); };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<HoshenKopelman<Dimensions, typename decltype(tag)::type>>(params, seed, seeding);
        });
  };
  return v;
}

}  // namespace spinbench

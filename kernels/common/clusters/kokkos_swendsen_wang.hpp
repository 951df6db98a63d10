// Swendsen-Wang updates in Kokkos, whose clusters are labelled as single_pass.cu does it, after Playne and Hawick
// (2018): each site is linked to one neighbour before it, and what else is bonded is joined by atomics. A work item is
// a site. On a lattice of any side.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/kokkos/space.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/clusters/label_patterns.hpp"
#include "kernels/common/clusters/numbers.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::clusters::on_kokkos {

using Items = Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>;
template <class T>
using Array = Kokkos::View<T*, kokkos::Memory>;

/// Bits 0 to 2 of a site's note are its bonds, bits 4 and 5 the state that it gives to its cluster.
inline constexpr int note_state = 4;

/// Links lead to smaller sites and only ever become smaller, so that items may look and join in any order.
struct Links {
  Extents n;
  const std::uint8_t* notes;
  std::uint32_t* labels;

  KOKKOS_INLINE_FUNCTION bool is_active(std::uint32_t site, int d) const { return notes[site] >> d & 1; }
  KOKKOS_INLINE_FUNCTION std::uint32_t root(std::uint32_t site) const {
    for (std::uint32_t next; (next = *static_cast<const volatile std::uint32_t*>(labels + site)) != site;) site = next;
    return site;
  }
  KOKKOS_INLINE_FUNCTION void unite(std::uint32_t a, std::uint32_t b) const {
    a = root(a), b = root(b);
    while (a != b) {
      const std::uint32_t smaller = a < b ? a : b, larger = a < b ? b : a;
      const std::uint32_t before = Kokkos::atomic_fetch_min(labels + larger, smaller);
      if (before == larger) return;
      // Somebody gave it another link meanwhile, which is joined instead.
      a = before, b = smaller;
    }
  }
};

template <int Dimensions>
struct LinkSites {
  Links links;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const auto site = static_cast<std::uint32_t>(item);
    const Site at = site_at(links.n, site);
    std::uint32_t linked = site;
    for (int d = 0; d < Dimensions; ++d) {
      const std::uint32_t before = previous_site(links.n, at, d);
      if (before < site && links.is_active(before, d)) linked = before;
    }
    links.labels[site] = linked;
  }
};

/// Joins what the links leave out.
template <int Dimensions>
struct JoinSites {
  Links links;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const auto site = static_cast<std::uint32_t>(item);
    const Site at = site_at(links.n, site);
    bool is_linked = false;
    for (int d = Dimensions - 1; d >= 0; --d) {
      const std::uint32_t before = previous_site(links.n, at, d);
      if (!links.is_active(before, d)) continue;
      if (before < site && !is_linked) {
        is_linked = true;
        continue;
      }
      if (planted(Mutant::sites_wrap_lost) && before >= site) continue;
      links.unite(site, before);
    }
  }
};

/// Draws the bonds of an update, and the state of each site's cluster, should it be the root.
template <class Rng, int Dimensions>
struct NoteBonds {
  Extents n;
  const std::uint8_t* states;
  std::uint8_t* notes;
  std::uint32_t threshold, q;
  UpdateNumbers<Rng, Dimensions> numbers;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const Site at = site_at(n, static_cast<std::uint32_t>(item));
    const rng::Block4x32 block = numbers.block(numbers.plan.bond(at.number, 0).stream);
    std::uint32_t note = state_of(numbers.coin(at.number), q) << note_state;
    for (int d = 0; d < Dimensions; ++d)
      if (word_of(block, numbers.plan.bond(at.number, d).index) < threshold &&
          states[at.number] == states[next_site(n, at, d)])
        note |= 1u << d;
    notes[at.number] = static_cast<std::uint8_t>(note);
  }
};

/// Gives each site the state of its cluster.
struct ColourSites {
  Links links;
  std::uint8_t* states;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::uint32_t root = links.root(static_cast<std::uint32_t>(item));
    states[item] = static_cast<std::uint8_t>(links.notes[root] >> note_state);
  }
};

struct ReadRoots {
  Links links;
  std::uint32_t* roots;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    roots[item] = links.root(static_cast<std::uint32_t>(item));
  }
};

/// The memory of a labelling, and its launches.
template <int Dimensions>
class SiteLabels {
 public:
  explicit SiteLabels(const Extents& n) : n_(n), notes_("notes", n.sites()), labels_("labels", n.sites()) {}

  const Array<std::uint8_t>& notes() const { return notes_; }
  Links links() const { return {n_, notes_.data(), labels_.data()}; }
  Items items() const { return Items(0, n_.sites()); }

  /// By the bonds that the notes have.
  void label() const {
    Kokkos::parallel_for("link_sites", items(), LinkSites<Dimensions>{links()});
    Kokkos::parallel_for("join_sites", items(), JoinSites<Dimensions>{links()});
  }

  /// The smallest site of each one's cluster.
  std::vector<std::uint32_t> roots() const {
    const Array<std::uint32_t> found("roots", n_.sites());
    Kokkos::parallel_for("read_roots", items(), ReadRoots{links(), found.data()});
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
    return {host.data(), host.data() + host.size()};
  }

 private:
  Extents n_;
  Array<std::uint8_t> notes_;
  Array<std::uint32_t> labels_;
};

template <int Dimensions>
Check check_site_labels() {
  return check_labels(
      Dimensions,
      [](const Extents& n, const BondSet& bonds) {
        const SiteLabels<Dimensions> labels(n);
        const auto notes = Kokkos::create_mirror_view(labels.notes());
        for (std::size_t i = 0; i < bonds.size(); ++i) notes(i) = bonds[i];
        Kokkos::deep_copy(labels.notes(), notes);
        labels.label();
        return labels.roots();
      },
      [](const Extents&) { return true; });
}

template <class Rng, int Dimensions>
class KokkosSwendsenWang final : public Simulation {
 public:
  KokkosSwendsenWang(const Params& params, std::uint64_t seed)
      : rng_(params.word("rng")),
        n_(Extents::cube(Dimensions, static_cast<std::uint32_t>(params.integer("L")))),
        q_(static_cast<std::uint32_t>(params.integer("q"))),
        threshold_(bond_threshold(beta_of(params))),
        states_("states", n_.sites()),
        labels_(n_),
        numbers_{Rng::setup(seed, 0, rng::Seeding::random), {n_.sites()}, 0} {}

  std::string code_path() const override { return CodePath("site by site").text(); }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      label();
      Kokkos::parallel_for("colour_sites", labels_.items(), ColourSites{labels_.links(), states_.data()});
      ++numbers_.update;
    }
  }

  Observables observe() override {
    label();
    const auto states = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), states_);
    const auto notes = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), labels_.notes());
    std::vector<std::uint32_t> sizes(n_.sites());
    for (const std::uint32_t root : labels_.roots()) ++sizes[root];
    Seen seen;
    for (std::uint32_t site = 0; site < n_.sites(); ++site) {
      const Site at = site_at(n_, site);
      for (int d = 0; d < Dimensions; ++d) {
        seen.equal_bonds += states(site) == states(next_site(n_, at, d));
        seen.active_bonds += notes(site) >> d & 1;
      }
      seen.up += states(site) == 0;
      seen.clusters += sizes[site] > 0;
      seen.cluster_squares += static_cast<double>(sizes[site]) * sizes[site];
    }
    return as_observables(seen, Dimensions, n_.sites(), q_, true);
  }

  Configuration configuration() override {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), states_);
    return as_configuration(std::vector<std::uint8_t>(host.data(), host.data() + host.size()), q_);
  }

  std::vector<Check> self_check() override { return {check_site_labels<Dimensions>()}; }

  Work work_per_sweep() const override {
    const double sites = n_.sites();
    const rng::Facts facts = rng::facts_of(rng_);
    Work work;
    work.units = sites;
    work.random_words = (Dimensions + 1) * sites;
    work.multiply_adds = work.random_words * facts.multiply_adds;
    work.logic_ops = work.random_words * facts.logic_ops;
    work.issue_slots = work.random_words * facts.issue_slots();
    // As single_pass.cu: a label goes out and comes back, a state comes and goes.
    work.footprint_bytes = (sizeof(std::uint32_t) + 1) * sites;
    work.memory_bytes = (2 * sizeof(std::uint32_t) + 2) * sites;
    return work;
  }

 private:
  void label() const {
    Kokkos::parallel_for(
        "note_bonds", labels_.items(),
        NoteBonds<Rng, Dimensions>{n_, states_.data(), labels_.notes().data(), threshold_, q_, numbers_});
    labels_.label();
  }

  std::string rng_;
  Extents n_;
  std::uint32_t q_, threshold_;
  Array<std::uint8_t> states_;
  SiteLabels<Dimensions> labels_;
  UpdateNumbers<Rng, Dimensions> numbers_;
};

/// The variant for the kernel of that many dimensions.
template <int Dimensions>
Variant kokkos_swendsen_wang() {
  Variant v;
  v.kernel = swendsen_wang_kernel<Dimensions>();
  v.name = "single_pass";
  v.backend = "kokkos";
  v.title = "union-find with atomics in global memory, a site a work item";
  v.source = "Playne, Hawick 2018";
  v.axes = {axis_L(Dimensions), axis_q(), axis_rng(), axis_beta(Dimensions)};
  v.oracle = "hoshen_kopelman";
  v.follower = Oracle("union_find");
  v.follower.params = [](const Params& params, const Device&) {
    Params host = params;
    host.set("threads", std::int64_t{0});
    host.set("isa", std::string("widest"));
    return host;
  };
  v.unsupported = [](const Params& params, const Device&) { return generator_unsupported(params); };
  v.memory_bytes = [](const Params& params) { return 10 * sites_of(params, Dimensions) + 1e6; };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<KokkosSwendsenWang<typename decltype(tag)::type, Dimensions>>(params, seed);
        });
  };
  v.bit_cases = Proofs<Dimensions>::bit_cases;
  v.physics = Proofs<Dimensions>::physics;
  v.look = Proofs<Dimensions>::look;
  return v;
}

}  // namespace spinbench::clusters::on_kokkos

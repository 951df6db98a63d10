// Clusters in Kokkos, labelled as single_pass.cu does it, after Playne and Hawick (2018): each site is linked to one
// neighbour before it, and what else is bonded is joined by atomics. A work item is a site. On a lattice of any side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backends/kokkos/space.hpp"
#include "kernels/common/clusters/label_patterns.hpp"
#include "kernels/common/clusters/numbers.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
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

/// Draws the bonds of an update, and the state of each site's cluster, should it be the root; with q = 0 no states.
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
    std::uint32_t note = q == 0 ? 0 : state_of(numbers.coin(at.number), q) << note_state;
    for (int d = 0; d < Dimensions; ++d)
      if (word_of(block, numbers.plan.bond(at.number, d).index) < threshold &&
          states[at.number] == states[next_site(n, at, d)])
        note |= 1u << d;
    notes[at.number] = static_cast<std::uint8_t>(note);
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

/// Once a process: it says nothing of one simulation.
template <int Dimensions>
Check check_site_labels() {
  static const Check known = check_labels(
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
  return known;
}

/// What the states of a lattice show.
template <int Dimensions>
Seen see_states(const Extents& n, const Array<std::uint8_t>& states) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), states);
  Seen seen;
  for (std::uint32_t site = 0; site < n.sites(); ++site) {
    const Site at = site_at(n, site);
    for (int d = 0; d < Dimensions; ++d) seen.equal_bonds += host(site) == host(next_site(n, at, d));
    seen.up += host(site) == 0;
  }
  return seen;
}

inline Configuration configuration_of(const Array<std::uint8_t>& states, std::uint32_t q) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), states);
  return as_configuration(std::vector<std::uint8_t>(host.data(), host.data() + host.size()), q);
}

}  // namespace spinbench::clusters::on_kokkos

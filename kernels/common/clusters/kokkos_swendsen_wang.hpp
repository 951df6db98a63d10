// Swendsen-Wang updates in Kokkos, whose clusters are labelled site by site (kokkos_labels.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/simulation.hpp"
#include "kernels/common/clusters/host_labels.hpp"
#include "kernels/common/clusters/kokkos_labels.hpp"
#include "kernels/common/code_path.hpp"

namespace spinbench::clusters::on_kokkos {

/// Gives each site the state of its cluster.
struct ColourSites {
  Links links;
  std::uint8_t* states;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::uint32_t root = links.root(static_cast<std::uint32_t>(item));
    states[item] = static_cast<std::uint8_t>(links.notes[root] >> note_state);
  }
};

/// Labels the clusters of an update.
template <class Rng, int Dimensions>
void label_clusters(const Extents& n, const Array<std::uint8_t>& states, const SiteLabels<Dimensions>& labels,
                    std::uint32_t threshold, std::uint32_t q, const UpdateNumbers<Rng, Dimensions>& numbers) {
  Kokkos::parallel_for("note_bonds", labels.items(),
                       NoteBonds<Rng, Dimensions>{n, states.data(), labels.notes().data(), threshold, q, numbers});
  labels.label();
}

template <class Rng, int Dimensions>
void swendsen_wang_update(const Extents& n, const Array<std::uint8_t>& states, const SiteLabels<Dimensions>& labels,
                          std::uint32_t threshold, std::uint32_t q, const UpdateNumbers<Rng, Dimensions>& numbers) {
  label_clusters(n, states, labels, threshold, q, numbers);
  Kokkos::parallel_for("colour_sites", labels.items(), ColourSites{labels.links(), states.data()});
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
      swendsen_wang_update(n_, states_, labels_, threshold_, q_, numbers_);
      ++numbers_.update;
    }
  }

  Observables observe() override {
    label_clusters(n_, states_, labels_, threshold_, q_, numbers_);
    Seen seen = see_states<Dimensions>(n_, states_);
    const auto notes = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), labels_.notes());
    for (std::uint32_t site = 0; site < n_.sites(); ++site)
      for (int d = 0; d < Dimensions; ++d) seen.active_bonds += notes(site) >> d & 1;
    const std::vector<std::uint32_t> roots = labels_.roots();
    const ClusterCount found = ClusterCount::of(n_.sites(), [&](std::uint32_t site) { return roots[site]; });
    seen.cluster_squares = found.squares;
    seen.clusters = static_cast<double>(found.clusters);
    return as_observables(seen, Dimensions, n_.sites(), q_, true);
  }

  Configuration configuration() override { return configuration_of(states_, q_); }

  std::vector<Check> self_check() override { return {check_site_labels<Dimensions>()}; }

  Work work_per_sweep() const override { return labelling_work(n_.sites(), Dimensions + 1, rng::facts_of(rng_)); }

 private:
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
  Variant v = followed_swendsen_wang_variant(Dimensions, "single_pass", "kokkos");
  v.title = "union-find with atomics in global memory, a site a work item";
  v.source = "Playne, Hawick 2018";
  v.memory_bytes = [](const Params& params) { return 10 * sites_of(params, Dimensions) + 1e6; };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<KokkosSwendsenWang<typename decltype(tag)::type, Dimensions>>(params, seed);
        });
  };
  return v;
}

}  // namespace spinbench::clusters::on_kokkos

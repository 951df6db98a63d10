// Wolff updates in Kokkos that label all clusters site by site (kokkos_labels.hpp) and flip the one of a random site:
// the same law as growing it, in a few launches whatever the cluster's size.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interface/equilibrates.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/clusters/equilibration.hpp"
#include "kernels/common/clusters/kokkos_swendsen_wang.hpp"
#include "kernels/common/clusters/wolff.hpp"
#include "kernels/common/code_path.hpp"

namespace spinbench::clusters::on_kokkos {

/// What is known of the flips so far.
struct Flips {
  std::int64_t before;   ///< by all updates before the last
  std::uint32_t chosen;  ///< the root of the last update's cluster
};

/// One item: finds whose cluster flips, and adds up what the update before has flipped.
template <class Rng, int Dimensions>
struct ChooseCluster {
  Links links;
  UpdateNumbers<Rng, Dimensions> numbers;
  const std::int64_t* last;
  Flips* flips;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t) const {
    flips->before += *last;
    flips->chosen = links.root(planted(Mutant::kokkos_seed_stands) ? 0 : numbers.seed_site());
  }
};

/// Flips the cluster, and counts its sites.
struct FlipCluster {
  Links links;
  const Flips* flips;
  std::uint8_t* states;

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item, std::int64_t& flipped) const {
    if (links.root(static_cast<std::uint32_t>(item)) != flips->chosen) return;
    states[item] ^= 1;
    ++flipped;
  }
};

template <class Rng, int Dimensions>
class KokkosWolff final : public Simulation, public Equilibrates {
 public:
  KokkosWolff(const Params& params, std::uint64_t seed)
      : params_(params),
        seed_(seed),
        n_(Extents::cube(Dimensions, static_cast<std::uint32_t>(params.integer("L")))),
        threshold_(bond_threshold(beta_of(params))),
        states_("states", n_.sites()),
        labels_(n_),
        flips_("flips", 1),
        last_("last"),
        numbers_{Rng::setup(seed, 0, rng::Seeding::random), {n_.sites()}, 0} {}

  std::string code_path() const override { return CodePath("site by site").text(); }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i) {
      const NoteBonds<Rng, Dimensions> bonds{n_, states_.data(), labels_.notes().data(), threshold_, 0, numbers_};
      Kokkos::parallel_for("note_bonds", labels_.items(), bonds);
      labels_.label();
      Kokkos::parallel_for("choose_cluster", Items(0, 1),
                           ChooseCluster<Rng, Dimensions>{labels_.links(), numbers_, last_.data(), flips_.data()});
      Kokkos::parallel_reduce("flip_cluster", labels_.items(),
                              FlipCluster{labels_.links(), flips_.data(), states_.data()}, last_);
      ++numbers_.update;
    }
  }

  /// As KokkosSwendsenWang::sweep(), in the memory of the labels that are there.
  void equilibrate(const std::function<bool()>& is_over) override {
    UpdateNumbers<Rng, Dimensions> numbers{
        Rng::setup(equilibration_seed(seed_), 0, rng::Seeding::random), {n_.sites()}, 0};
    const auto updates = static_cast<std::uint64_t>(equilibration_updates(Dimensions, params_));
    for (; numbers.update < updates && !(is_over && is_over()); ++numbers.update)
      swendsen_wang_update(n_, states_, labels_, threshold_, 2, numbers);
    mean_ = {*units_done(), static_cast<double>(numbers_.update)};
  }

  Observables observe() override {
    const auto cluster = static_cast<double>(last());
    return with_cluster(see_states<Dimensions>(n_, states_), Dimensions, n_.sites(), cluster);
  }

  Configuration configuration() override { return configuration_of(states_, 2); }
  std::optional<double> units_done() const override {
    const auto flips = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), flips_);
    return static_cast<double>(flips(0).before + last());
  }
  std::vector<Check> self_check() override { return {check_site_labels<Dimensions>()}; }

  /// As gpu_wolff.cuh: what is spent on a cluster is spent on the lattice.
  Work work_per_sweep() const override {
    Work work;
    work.units = mean_.of(*units_done(), static_cast<double>(numbers_.update), expected_cluster(Dimensions, params_));
    return work;
  }

 private:
  std::int64_t last() const {
    std::int64_t flipped = 0;
    Kokkos::deep_copy(flipped, last_);
    return flipped;
  }

  Params params_;
  std::uint64_t seed_;
  Extents n_;
  std::uint32_t threshold_;
  Array<std::uint8_t> states_;
  SiteLabels<Dimensions> labels_;
  Array<Flips> flips_;
  Kokkos::View<std::int64_t, kokkos::Memory> last_;  ///< spins that the last update has flipped
  UpdateNumbers<Rng, Dimensions> numbers_;
  MeanSince mean_;
};

/// The variant for the kernel of that many dimensions.
template <int Dimensions>
Variant kokkos_wolff() {
  Variant v = parallel_wolff_variant(Dimensions, "by_labelling", "kokkos");
  v.title = "all clusters labelled site by site, the one of a random site flipped";
  v.source = "this suite";
  v.memory_bytes = [](const Params& params) { return 6 * sites_of(params, Dimensions) + 1e6; };
  v.make = [](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return rng::with_generator_of<has_blocks>(
        params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
          return std::make_unique<KokkosWolff<typename decltype(tag)::type, Dimensions>>(params, seed);
        });
  };
  return v;
}

}  // namespace spinbench::clusters::on_kokkos

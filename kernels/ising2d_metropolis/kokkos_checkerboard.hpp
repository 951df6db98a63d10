// The simulation behind naive and crinkled: one parallel loop a colour. The variants differ in layout and update.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/checkerboard.hpp"
#include "kernels/ising2d_metropolis/kokkos_lattice.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"

namespace spinbench::ising2d {

/// Tag of the loop over whole rows, which host spaces run; the loop over single sites has none.
struct WholeRows {};

/// Runs `update` for x in [0, columns), y in [0, rows). A device takes an item a site, neighbours in x on neighbouring
/// lanes. A host space takes an item a row, so that the loop over x is the update's own and costs nothing an item.
template <class Update>
void for_each_site(const std::string& name, std::uint32_t columns, std::uint32_t rows, const Update& update) {
  if constexpr (kokkos::on_host) {
    Kokkos::parallel_for(name, Kokkos::RangePolicy<kokkos::Space, WholeRows, Kokkos::Schedule<Kokkos::Static>>(0, rows),
                         update);
  } else {
    using Policy = Kokkos::MDRangePolicy<kokkos::Space, Kokkos::Rank<2, Kokkos::Iterate::Left, Kokkos::Iterate::Left>>;
    Kokkos::parallel_for(name, Policy({0, 0}, {columns, rows}, {64, 4}), update);
  }
}

/// Policy: a copyable functor made from (spins, L, streams, thresholds, colour) with `run()`, which updates a colour;
/// its `Layout`; `Slot`, the place of a stream's state; and `spin_traffic(beta)`, spins read and written an attempt.
template <template <class, class, bool> class Policy, class Spin, class Rng, bool Always>
class KokkosCheckerboard final : public Simulation {
  using Update = Policy<Spin, Rng, Always>;

 public:
  KokkosCheckerboard(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : lattice_(static_cast<std::uint32_t>(params.integer("L"))),
        streams_(seeded_streams<Rng>(seed, static_cast<std::uint64_t>(lattice_.side()) * lattice_.side() / 2, seeding,
                                     typename Update::Slot{lattice_.side()})),
        thresholds_(SquareThresholds::at(params.real("beta"))),
        beta_(params.real("beta")) {
    kokkos::Space().fence();
  }

  void sweep(int count) override {
    for (int i = 0; i < count; ++i)
      for (std::uint32_t colour = 0; colour < 2; ++colour) {
        Update(lattice_.spins(), lattice_.side(), streams_, thresholds_, colour).run();
        // Each colour takes one attempt from every stream.
        if (!planted(Mutant::kokkos_counter_stands) || colour == 1) ++streams_.attempts;
      }
  }
  /// Kokkos cuts the loop as it likes; the body knows nothing of it.
  std::string code_path() const override { return kokkos::on_host ? "a row an item" : "a site an item"; }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }

  Work work_per_sweep() const override {
    // Compilers may take several sites of an item together.
    constexpr int together = 4;
    return checkerboard_work<Spin, Rng>(lattice_.sites(), Update::spin_traffic(beta_),
                                        kokkos::on_host ? host_attempt : device_attempt(together), together);
  }

 private:
  KokkosLattice<typename Update::Layout, Spin> lattice_;
  KokkosStreamTable<Rng> streams_;
  SquareThresholds thresholds_;
  double beta_;
};

/// The registration of a variant of this family.
template <template <class, class, bool> class Policy>
Variant kokkos_checkerboard(std::string name, std::string title, std::string source) {
  Variant variant;
  variant.kernel = "ising2d_metropolis";
  variant.name = std::move(name);
  variant.backend = "kokkos";
  variant.title = std::move(title);
  variant.source = std::move(source);
  variant.axes = {axis_L(), axis_rng(), axis_draw("conditional"), axis_spin(), axis_beta()};
  variant.oracle = "checkerboard";
  variant.physics = checkerboard_physics;
  variant.look = look;
  variant.bit_cases = [](const Params& params, const Device&) { return at_sizes(params, {64, 130}); };
  variant.unsupported = [](const Params& params, const Device&) { return checkerboard_unsupported(params); };
  variant.memory_bytes = checkerboard_memory;
  variant.make = [](const Params& params, std::uint64_t seed) {
    return with_checkerboard_types(params, [&](auto spin, auto tag, auto always, rng::Seeding seeding) {
      using Rng = typename decltype(tag)::type;
      return std::make_unique<KokkosCheckerboard<Policy, decltype(spin), Rng, always>>(params, seed, seeding);
    });
  };
  return variant;
}

}  // namespace spinbench::ising2d

// One work item a site of one colour in Kokkos, the colours apart in memory: places, streams and bits are those of
// gpu_sites.cuh.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/kokkos/space.hpp"
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/observables.hpp"
#include "kernels/common/heisenberg/physics.hpp"
#include "kernels/common/heisenberg/random_fields.hpp"
#include "kernels/common/heisenberg/sites.hpp"
#include "kernels/common/kokkos_streams.hpp"

namespace spinbench::heisenberg {

template <int D, class Real>
struct SetSites {
  LatticeView<Real> lattice;
  GaussianBonds bonds;
  RandomFields fields;

  KOKKOS_FUNCTION void operator()(const std::int64_t n) const {
    const auto site = static_cast<std::size_t>(n);
    const std::size_t place = lattice.order(Place<D>::of_number(site, lattice.order.L));
    lattice.spins.store(place, {0, 0, 1});
    if (lattice.couplings.data != nullptr)
      for (int d = 0; d < D; ++d) lattice.couplings.at(place, d) = bonds.coupling<Real>(D * site + d);
    if (lattice.fields.data != nullptr) lattice.fields.store(place, fields.at<Real>(site));
  }
};

template <int D, class Real, class Rng, class Rule>
struct UpdateSites {
  LatticeView<Real> lattice;
  ApartView<Real> apart;
  KokkosStreamTable<Rng> streams;
  Real beta;
  std::uint32_t colour;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    update_in_pair<D, Exactly<Real>, Rng, Rule>(lattice, apart, streams, beta, static_cast<std::uint32_t>(item),
                                                colour);
  }
};

template <int D, class Real, class Rule>
struct RelaxSites {
  LatticeView<Real> lattice;
  ApartView<Real> apart;
  std::uint32_t colour;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    relax_in_pair<D, Rule>(lattice, apart, static_cast<std::uint32_t>(item), colour);
  }
};

template <int D, class Real>
struct SumSites {
  LatticeView<Real> lattice;
  double beta;
  int number;  ///< of the sum

  KOKKOS_FUNCTION void operator()(const std::int64_t n, double& total) const {
    Sums sums;
    add_site<D>(sums, lattice, static_cast<std::size_t>(n), beta);
    sums.each([&](int i, double value) { total += i == number ? value : 0; });
  }
};

template <int D, class Real, class Rng, class Rule>
class KokkosSites final : public Simulation {
  using Numbers = Kokkos::View<Real*, kokkos::Memory>;
  using Items = Kokkos::RangePolicy<kokkos::Space, Kokkos::IndexType<std::int64_t>>;

 public:
  KokkosSites(const Params& params, std::uint64_t seed, rng::Seeding seeding)
      : L_(static_cast<std::uint32_t>(params.integer("L"))),
        sites_(static_cast<std::size_t>(sites_of(params, D))),
        beta_(beta_of(params)),
        mixture_(Mixture::of(params)),
        spins_(Kokkos::view_alloc("spins", Kokkos::WithoutInitializing), 3 * sites_),
        couplings_(Kokkos::view_alloc("couplings", Kokkos::WithoutInitializing),
                   has_couplings(params) ? D * sites_ : 0),
        fields_(Kokkos::view_alloc("fields", Kokkos::WithoutInitializing), field_of(params) > 0 ? 3 * sites_ : 0),
        streams_(seeded_streams<Rng>(seed, sites_ / 2, seeding, StreamsInOrder{L_})) {
    const GaussianBonds bonds =
        has_couplings(params) ? GaussianBonds::of(params.word("couplings"), seed) : GaussianBonds{};
    Kokkos::parallel_for("heisenberg_start", all(),
                         SetSites<D, Real>{view(), bonds, RandomFields::of(field_of(params), seed)});
    kokkos::Space().fence();
  }

  std::string code_path() const override {
    return CodePath("a site an item")
        .where(mixture_.of_relaxation > 0, "with over-relaxation")
        .where(fields_.extent(0) > 0, "in a random field")
        .text();
  }
  int sweep_granularity() const override { return mixture_.sweeps(); }
  void sweep(int count) override {
    const Items items(0, static_cast<std::int64_t>(sites_ / 2));
    for (int half = 0; half < 2 * count; ++half) {
      const auto colour = static_cast<std::uint32_t>(half & 1);
      const auto apart = ApartView<Real>::template of<D>(view(), colour);
      if (!mixture_.relaxes(half / 2)) {
        Kokkos::parallel_for(
            "heisenberg_sites", items,
            UpdateSites<D, Real, Rng, Rule>{view(), apart, streams_, static_cast<Real>(beta_), colour});
        streams_.attempts += Rule::template words<Rng>;
      } else if constexpr (Rule::mixed) {
        Kokkos::parallel_for("heisenberg_relaxation", items, RelaxSites<D, Real, Rule>{view(), apart, colour});
      }
    }
  }
  Observables observe() override {
    Sums sums;
    sums.each([&](int n, double& value) {
      Kokkos::parallel_reduce("heisenberg_sums", all(), SumSites<D, Real>{view(), beta_, n}, value);
    });
    return observables(sums, static_cast<double>(sites_));
  }
  Configuration configuration() override {
    const auto raw = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), spins_);
    const Order order{true, L_};
    std::vector<Real> ordered(3 * sites_);
    for (std::size_t site = 0; site < sites_; ++site) {
      const std::size_t place = order(Place<D>::of_number(site, L_));
      for (std::size_t n = 0; n < 3; ++n) ordered[3 * site + n] = raw(place + n * sites_);
    }
    return Configuration::of(sizeof(Real) == 8 ? Element::float64 : Element::float32, ordered.data(), ordered.size(),
                             3);
  }
  Work work_per_sweep() const override {
    const double sites = static_cast<double>(sites_), spin = 3 * sizeof(Real);
    const bool own = couplings_.extent(0) > 0, fields = fields_.extent(0) > 0;
    constexpr int words = Rule::template words<Rng>;
    const double drawn = mixture_.share_of_rule(), state = drawn * rng::Store<Rng>::traffic(2 * words, 1) / 2;
    Work work;
    work.units = sites;
    const double spins = Rule::reads_spin ? 3 : 3 - mixture_.share_of_rule();
    work.memory_bytes = sites * (spins * spin + (own ? 2 * D * sizeof(Real) : 0) + (fields ? spin : 0) + 2 * state);
    work.footprint_bytes =
        sites * (spin + (own ? D * sizeof(Real) : 0) + (fields ? spin : 0) + rng::Store<Rng>::bytes_a_stream(1) / 2);
    work.random_words = sites * words * drawn;
    work.dependent_launches = 2;
    return work;
  }

 private:
  Items all() const { return Items(0, static_cast<std::int64_t>(sites_)); }
  LatticeView<Real> view() const {
    return {{spins_.data(), 1, sites_},
            {couplings_.extent(0) > 0 ? couplings_.data() : nullptr, 1, sites_},
            {fields_.extent(0) > 0 ? fields_.data() : nullptr, 1, sites_},
            Order{true, L_}};
  }

  std::uint32_t L_;
  std::size_t sites_;
  double beta_;
  Mixture mixture_;
  Numbers spins_, couplings_, fields_;
  KokkosStreamTable<Rng> streams_;
};

template <int D, class Rule = Metropolis>
Variant kokkos_sites_variant() {
  return {
      .kernel = Rule::kernel(D),
      .name = "coalesced",
      .backend = "kokkos",
      .title = "one work item a site, the colours apart in memory",
      .source = "Weigel 2012, section 4",
      .axes =
          axes(D, {}, Axis::word("rng", "lcg32_random", rng::names_of(generators_of_sites), "random number generator"),
               Rule::mixed),
      .oracle = "checkerboard",
      .unsupported =
          [](const Params& params, const Device&) {
            if (params.word("precision") == "float_fast")
              return std::string("with Kokkos precision is float or double");
            return colours_unsupported(params);
          },
      .memory_bytes =
          [](const Params& params) {
            return sites_of(params, D) * (site_bytes(params, D) + rng::state_bytes(params.word("rng")) / 2) + 1e6;
          },
      .make =
          [](const Params& params, std::uint64_t seed) {
            return rng::with_generator_of<generators_of_sites>(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
              using Rng = typename decltype(tag)::type;
              return with_real(params.word("precision"), [&](auto real) -> std::unique_ptr<Simulation> {
                return std::make_unique<KokkosSites<D, decltype(real), Rng, Rule>>(params, seed, seeding);
              });
            });
          },
      .bit_cases = site_bit_cases<D>,
      .physics = site_by_site_physics<D>,
      .look = look<D>,
  };
}

}  // namespace spinbench::heisenberg

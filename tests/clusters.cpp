// Cluster updates: that all labellings find the same clusters, that what they make of them is the same to the bit, and
// that energies, magnetisations and cluster sizes are the exact ones.
#include "tests/clusters.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/clusters/host_labels.hpp"
#include "kernels/common/clusters/label_patterns.hpp"
#include "kernels/common/clusters/numbers.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
#include "reference_cpu/exact/ising2d.hpp"
#include "reference_cpu/exact/ising3d.hpp"
#include "reference_cpu/exact/potts.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/sanitized.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::clusters;

std::vector<std::uint32_t> labelled_in_slabs(const Extents& n, const BondSet& bonds, int slabs) {
  HostLabels labels(n, slabs);
  for (int slab = 0; slab < slabs; ++slab)
    labels.label_slab(slab, [&](std::uint32_t y, std::uint32_t z, RowBonds& row) {
      for (std::uint32_t x = 0; x < n.nx; ++x)
        for (int d = 0; d < 3; ++d) row.along[d][x] = bonds[(z * n.ny + y) * n.nx + x] >> d & 1;
    });
  labels.join_slabs();
  std::vector<std::uint32_t> roots(n.sites());
  for (std::uint32_t site = 0; site < n.sites(); ++site) roots[site] = labels.root(site);
  // Where slabs are walked at once, each must know of every parent that lies in another.
  std::set<std::uint32_t> foreign(labels.foreign().begin(), labels.foreign().end());
  const std::uint32_t planes = n.sites() / labels.plane_sites();
  std::vector<int> slab_of(planes);
  for (int slab = 0; slab < slabs; ++slab)
    for (std::uint32_t plane = labels.first_plane(slab); plane < labels.first_plane(slab + 1); ++plane)
      slab_of[plane] = slab;
  for (std::uint32_t site = 0; site < n.sites(); ++site) {
    const bool crosses = slab_of[site / labels.plane_sites()] != slab_of[labels.parent(site) / labels.plane_sites()];
    if (crosses != foreign.contains(site)) roots[site] = ~0u;
  }
  return roots;
}

}  // namespace

TEST_CASE("Labels in slabs are those of a walk through each cluster", "[clusters]") {
  for (const int dimensions : {2, 3})
    for (const int slabs : {1, 2, 3}) {
      const Check check = check_labels(
          dimensions, [slabs](const Extents& n, const BondSet& bonds) { return labelled_in_slabs(n, bonds, slabs); },
          [slabs](const Extents& n) {
            return (n.nz == 1 ? n.ny : n.nz) >= static_cast<std::uint32_t>(slabs) && n.sites() < 20000;
          });
      INFO(check.detail);
      REQUIRE(check.passed);
    }
}

TEST_CASE("check_labels() finds a labelling that misses a bond", "[clusters]") {
  for (const int dimensions : {2, 3}) {
    const Check check = check_labels(
        dimensions,
        [dimensions](const Extents& n, BondSet bonds) {
          bonds.back() &= static_cast<std::uint8_t>(~(1 << (dimensions - 1)));
          return flooded(n, dimensions, bonds);
        },
        [](const Extents& n) { return n.sites() < 10000; });
    REQUIRE(!check.passed);
  }
}

TEST_CASE("A spiral and a meander are one path through all sites, a comb one cluster", "[clusters]") {
  const Extents n{13, 8, 1};
  for (const BondSet& bonds : {spirals(n), meanders(n), combs(n)}) {
    const ClusterCount count =
        ClusterCount::of(n.sites(), [labels = flooded(n, 2, bonds)](std::uint32_t site) { return labels[site]; });
    REQUIRE(count.clusters == 1);
    int active = 0;
    for (const std::uint8_t one : bonds) active += (one & 1) + (one >> 1);
    // A tree.
    REQUIRE(active == static_cast<int>(n.sites()) - 1);
  }
}

TEST_CASE("Each bond and each coin has a word of its own", "[clusters]") {
  const auto distinct = [](auto plan) {
    std::set<std::pair<std::uint64_t, std::uint32_t>> places;
    constexpr int dimensions = std::is_same_v<decltype(plan), NumberPlan<2>> ? 2 : 3;
    for (std::uint32_t site = 0; site < plan.sites; ++site) {
      for (int d = 0; d < dimensions; ++d) places.insert({plan.bond(site, d).stream, plan.bond(site, d).index});
      places.insert({plan.coin(site).stream, plan.coin(site).index});
    }
    places.insert({plan.seed_stream(), 0});
    return places.size() == (dimensions + 1) * std::size_t{plan.sites} + 1;
  };
  for (const std::uint32_t sites : {4u, 9u, 49u, 64u, 125u}) {
    REQUIRE(distinct(NumberPlan<2>{sites}));
    REQUIRE(distinct(NumberPlan<3>{sites}));
  }
}

TEST_CASE("Swendsen-Wang updates in slabs hold the spins of the oracle", "[clusters]") {
  for (const std::string kernel : {"ising2d_swendsen_wang", "ising3d_swendsen_wang"}) {
    const Variant &variant = cpu_variant(kernel, "union_find"), &oracle = cpu_variant(kernel, "hoshen_kopelman");
    const bool plane = kernel == "ising2d_swendsen_wang";
    for (const std::int64_t L :
         plane ? std::vector<std::int64_t>{2, 5, 16, 33, 64, 67, 130} : std::vector<std::int64_t>{2, 3, 8, 9, 65})
      for (const std::int64_t q : L > 64 ? std::vector<std::int64_t>{3} : std::vector<std::int64_t>{2, 3, 4}) {
        const auto wanted = oracle.make(params_of(oracle, L, plane ? 0.44 : 0.22, q), 11);
        std::vector<std::pair<std::string, std::unique_ptr<Simulation>>> all;
        for (const std::int64_t threads : {1, 2, 5})
          for (const std::string& isa : isas_of_host()) {
            Params params = params_of(variant, L, plane ? 0.44 : 0.22, q, threads);
            params.set("isa", isa);
            all.emplace_back(params.name(), variant.make(params, 11));
          }
        std::vector<int> parts = {1, 2, 4};
        if (test::sanitized && L > 64) parts = {1, 2};
        for (const int sweeps : parts) {
          wanted->sweep(sweeps);
          const Observables expected = wanted->observe();
          for (const auto& [name, found] : all) {
            found->sweep(sweeps);
            INFO(kernel << " " << name);
            REQUIRE(same_spins(*found, *wanted));
            const Observables seen = found->observe();
            for (const char* one : {"energy", "magnetisation", "active_bonds", "cluster_squares", "clusters"})
              REQUIRE(seen.of(one) == expected.of(one));
          }
        }
      }
  }
}

TEST_CASE("Swendsen-Wang updates have the exact energies, magnetisations and cluster sizes", "[clusters]") {
  for (const Exact& exact : exact_values) {
    const Variant& variant = cpu_variant(std::string(exact.kernel) + "_swendsen_wang", "union_find");
    const auto simulation = variant.make(params_of(variant, exact.L, exact.beta), 5);
    const double p = 1 - std::exp(-2 * exact.beta), dimensions = exact.kernel[5] - '0';
    std::vector<double> energy, m2, squares, active;
    simulation->sweep(100);
    for (int i = 0; i < 8000; ++i) {
      simulation->sweep(2);
      const Observables seen = simulation->observe();
      const double m = seen.of("magnetisation").front();
      energy.push_back(seen.of("energy").front());
      m2.push_back(m * m);
      squares.push_back(seen.of("cluster_squares").front());
      active.push_back(seen.of("active_bonds").front());
    }
    INFO(exact.kernel << " L=" << exact.L << " beta=" << exact.beta);
    require_mean(energy, exact.energy, 0.01);
    require_mean(m2, exact.m2, 0.01);
    require_mean(squares, exact.m2, 0.01);
    require_mean(active, p * (1 - exact.energy / dimensions) / 2, 0.01);
  }
}

namespace {

/// The mean of -sum over bonds of 2 delta - 1, per site, of q states a spin on the 3 x 3 torus, by all configurations.
double exact_potts_energy(int q, double beta) {
  constexpr int L = 3, sites = L * L;
  double partition = 0, sum = 0;
  const auto configurations = static_cast<int>(std::pow(q, sites));
  for (int number = 0; number < configurations; ++number) {
    int state[sites], rest = number, energy = 0;
    for (int& one : state) one = rest % q, rest /= q;
    for (int y = 0; y < L; ++y)
      for (int x = 0; x < L; ++x)
        for (const int other : {y * L + (x + 1) % L, (y + 1) % L * L + x})
          energy -= state[y * L + x] == state[other] ? 1 : -1;
    const double weight = std::exp(-beta * energy);
    partition += weight, sum += weight * energy;
  }
  return sum / partition / sites;
}

}  // namespace

TEST_CASE("Swendsen-Wang updates of Potts models have the exact energies", "[clusters]") {
  for (const int q : {2, 3, 4})
    for (const double beta : {0.1, 0.44, 0.55}) {
      const Variant& variant = cpu_variant("ising2d_swendsen_wang", "union_find");
      const Params params = params_of(variant, 3, beta, q);
      const auto simulation = variant.make(params, 5);
      std::vector<double> energy;
      simulation->sweep(100);
      for (int i = 0; i < 20000; ++i) {
        simulation->sweep(2);
        energy.push_back(simulation->observe().of("energy").front());
      }
      INFO("q=" << q << " beta=" << beta);
      require_mean(energy, exact_potts_energy(q, beta), 0.015);
      for (const Check& check : variant.look(params, *simulation, 40100)) REQUIRE(check.passed);
    }
  // Positive energies are right where states are many and their shares equal.
  for (const std::int64_t L : {17, 256}) {
    const Variant& variant = cpu_variant("ising2d_swendsen_wang", "union_find");
    const Params params = params_of(variant, L, 0.05, 4);
    const auto simulation = variant.make(params, 5);
    simulation->sweep(20);
    REQUIRE(simulation->observe().of("energy").front() > 0.5);
    for (const Check& check : variant.look(params, *simulation, 20)) REQUIRE(check.passed);
  }
}

TEST_CASE("All configurations of Potts models on small lattices are counted", "[exact]") {
  for (const double beta : {0.05, 0.44, 1.2}) {
    const auto square = exact::potts(2, 3, 2, beta), cubic = exact::potts(3, 2, 2, beta);
    REQUIRE((square && cubic));
    const auto kaufman = exact::ising2d(3, beta);
    const auto cube = exact::ising3d(2, beta);
    CHECK(square->energy == Approx(kaufman.energy).epsilon(1e-12));
    CHECK(square->specific_heat == Approx(kaufman.specific_heat).epsilon(1e-9));
    CHECK(cubic->energy == Approx(cube->energy).epsilon(1e-12));
    CHECK(cubic->specific_heat == Approx(cube->specific_heat).epsilon(1e-9));
    for (const std::int64_t q : {3, 4}) {
      CHECK(exact::potts(2, 3, q, beta)->energy ==
            Approx(exact_potts_energy(static_cast<int>(q), beta)).epsilon(1e-10));
      for (const int dimensions : {2, 3}) {
        constexpr double step = 1e-5;
        const auto at = [&](double one) { return *exact::potts(dimensions, dimensions == 2 ? 3 : 2, q, one); };
        const double slope = (at(beta + step).energy - at(beta - step).energy) / (2 * step);
        CHECK(at(beta).specific_heat == Approx(-beta * beta * slope).epsilon(1e-6));
      }
    }
  }
  CHECK_FALSE(exact::potts(2, 4, 3, 0.4));
  CHECK_FALSE(exact::potts(2, 3, 5, 0.4));
}

TEST_CASE("The physics of Potts models has exact energies, which one of other states misses", "[clusters][physics]") {
  for (const std::string kernel : {"ising2d_swendsen_wang", "ising3d_swendsen_wang"}) {
    const Variant& right = cpu_variant(kernel, "hoshen_kopelman");
    Variant wrong = right;
    wrong.make = [&right](Params params, std::uint64_t seed) {
      params.set("q", std::int64_t{2});
      return right.make(params, seed);
    };
    for (const Variant* one : {&right, static_cast<const Variant*>(&wrong)}) {
      Device device;
      device.backend = "cpu";
      const auto checks = one->physics({*one, device, params_of(right, 16, 0.2, 3), 1, 0.2, 4});
      REQUIRE(checks.size() == 5);
      for (const Check& check : checks) {
        INFO(kernel << " " << check.name << " " << check.detail);
        if (one == &right || check.name == "energy") CHECK(check.passed == (one == &right));
      }
      CHECK(checks.front().name == "energy");
    }
  }
}

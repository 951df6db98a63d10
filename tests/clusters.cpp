// Cluster updates: that all labellings find the same clusters, that what they make of them is the same to the bit, and
// that energies, magnetisations and cluster sizes are the exact ones.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "interface/equilibrates.hpp"
#include "interface/registry.hpp"
#include "kernels/common/clusters/equilibration.hpp"
#include "kernels/common/clusters/host_labels.hpp"
#include "kernels/common/clusters/label_patterns.hpp"
#include "kernels/common/clusters/numbers.hpp"
#include "kernels/common/clusters/physics.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
#include "kernels/common/clusters/wolff.hpp"
#include "kernels/common/statistics.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

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

Params params_of(const Variant& variant, std::int64_t L, double beta, std::int64_t q = 2, std::int64_t threads = 1) {
  Params params = defaults(variant);
  params.set("L", L);
  params.set("beta", beta);
  if (params.has("q")) params.set("q", q);
  if (params.has("threads")) params.set("threads", threads);
  return params;
}

const Variant& variant_of(const std::string& kernel, const std::string& name) {
  const Variant* variant = Registry::instance().variant(kernel, name, "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

struct Exact {
  const char* kernel;
  std::int64_t L;
  double beta, energy, m2;
};

// Kaufman's sum, and enumerations: ../shared/reference/values.md, sections 1 and 5.
constexpr double critical = 0.4406867935097715;
constexpr Exact exact_values[] = {{"ising2d", 4, critical, -1.565623787638, 0.761358908569},
                                  {"ising2d", 8, critical, -1.491589107440, 0.646911574994},
                                  {"ising2d", 16, 0.4, -1.131317984411, 0.202347705063},
                                  {"ising2d", 16, critical, -1.453064852813, 0.545417204397},
                                  {"ising3d", 4, 0.221654626, -1.29322794089553, 0.331217164183}};

/// Within 5 sigma of what is expected, where sigma means something.
void require_mean(const std::vector<double>& series, double expected, double most_sigma) {
  const MeanEstimate mean = mean_with_error(series);
  INFO(mean.value << " +- " << mean.sigma << ", " << expected << " expected");
  REQUIRE(mean.sigma < most_sigma);
  REQUIRE(std::fabs(mean.value - expected) < 5 * mean.sigma);
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
    const Variant &variant = variant_of(kernel, "union_find"), &oracle = variant_of(kernel, "hoshen_kopelman");
    const bool plane = kernel == "ising2d_swendsen_wang";
    for (const std::int64_t L :
         plane ? std::vector<std::int64_t>{2, 5, 16, 33, 64, 67, 130} : std::vector<std::int64_t>{2, 3, 8, 9, 65})
      for (const std::int64_t q : {2, 3, 4})
        for (const std::int64_t threads : {1, 2, 5})
          for (const std::string& isa : isas_of_host()) {
            Params params = params_of(variant, L, plane ? 0.44 : 0.22, q, threads);
            params.set("isa", isa);
            const auto found = variant.make(params, 11),
                       wanted = oracle.make(params_of(oracle, L, plane ? 0.44 : 0.22, q), 11);
            for (const int sweeps : {1, 2, 4}) {
              found->sweep(sweeps);
              wanted->sweep(sweeps);
              INFO(kernel << " " << params.name());
              require_same(*found, *wanted);
              for (const char* one : {"active_bonds", "cluster_squares", "clusters"})
                REQUIRE(found->observe().of(one) == wanted->observe().of(one));
            }
          }
  }
}

TEST_CASE("Swendsen-Wang updates have the exact energies, magnetisations and cluster sizes", "[clusters]") {
  for (const Exact& exact : exact_values) {
    const Variant& variant = variant_of(std::string(exact.kernel) + "_swendsen_wang", "union_find");
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
      const Variant& variant = variant_of("ising2d_swendsen_wang", "union_find");
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
    const Variant& variant = variant_of("ising2d_swendsen_wang", "union_find");
    const Params params = params_of(variant, L, 0.05, 4);
    const auto simulation = variant.make(params, 5);
    simulation->sweep(20);
    REQUIRE(simulation->observe().of("energy").front() > 0.5);
    for (const Check& check : variant.look(params, *simulation, 20)) REQUIRE(check.passed);
  }
}

TEST_CASE("Clusters of the serial Wolff update are as large as those of its oracle", "[clusters]") {
  // Updates far enough apart that sizes are independent; classes of a fifth of all each.
  constexpr int clusters = 6000, classes = 5;
  const auto sizes = [](const char* name) {
    const Variant& variant = variant_of("ising2d_wolff", name);
    const auto simulation = variant.make(params_of(variant, 16, critical), 29);
    std::vector<double> result;
    simulation->sweep(100);
    for (int i = 0; i < clusters; ++i) {
      simulation->sweep(12);
      result.push_back(simulation->observe().of("cluster").front());
    }
    return result;
  };
  const std::vector<double> wanted = sizes("by_bonds"), found = sizes("list");
  std::vector<double> sorted = wanted;
  std::sort(sorted.begin(), sorted.end());
  double chi2 = 0;
  for (int c = 0; c < classes; ++c) {
    const auto is_in = [&](double size) {
      const double first = c == 0 ? 0 : sorted[static_cast<std::size_t>(c * clusters / classes)],
                   next = c + 1 < classes ? sorted[static_cast<std::size_t>((c + 1) * clusters / classes)] : 2;
      return size >= first && size < next;
    };
    const auto a = static_cast<double>(std::count_if(wanted.begin(), wanted.end(), is_in)),
               b = static_cast<double>(std::count_if(found.begin(), found.end(), is_in));
    chi2 += (a - b) * (a - b) / std::max(a + b, 1.0);
  }
  // At 4 degrees of freedom 1e-4 is left beyond.
  INFO("chi^2 " << chi2);
  CHECK(chi2 < 23.5);
}

TEST_CASE("Relations of right cluster updates hold after few measurements at any temperature", "[clusters]") {
  const Relation size = {"cluster", [](const Observables& seen, const ClusterCase&) {
                           const double m = seen.of("magnetisation").front();
                           return seen.of("cluster").front() - m * m;
                         }};
  int checks = 0, failures = 0;
  for (const int dimensions : {2, 3})
    for (const double beta : {0.05, 0.331, 0.4395, 0.4407, 0.6, 1.2}) {
      const Variant& variant = variant_of(dimensions == 2 ? "ising2d_wolff" : "ising3d_wolff", "list");
      ClusterCase what;
      what.dimensions = dimensions;
      what.params = params_of(variant, dimensions == 2 ? 8 : 4, beta);
      what.relaxation = 4;
      what = case_of_relations(what);
      for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const auto simulation = variant.make(what.params, seed);
        // No time: as few as there ever are.
        for (const Check& check : check_relations(*simulation, what, {size}, 0, 4)) {
          ++checks;
          failures += !check.passed;
        }
      }
    }
  CHECK(checks == 1200);
  // 6.3e-5 each; without another temperature in the cold phase some ten fail.
  CHECK(failures <= 2);
}

TEST_CASE("Wolff updates have the exact energies, magnetisations and cluster sizes", "[clusters]") {
  for (const Exact& exact : exact_values)
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = variant_of(std::string(exact.kernel) + "_wolff", name);
      const auto simulation = variant.make(params_of(variant, exact.L, exact.beta), 3);
      std::vector<double> energy, m2, cluster;
      simulation->sweep(200);
      for (int i = 0; i < 8000; ++i) {
        simulation->sweep(5);
        const Observables seen = simulation->observe();
        const double m = seen.of("magnetisation").front();
        energy.push_back(seen.of("energy").front());
        m2.push_back(m * m);
        cluster.push_back(seen.of("cluster").front());
      }
      INFO(exact.kernel << " " << name << " L=" << exact.L << " beta=" << exact.beta);
      require_mean(energy, exact.energy, 0.015);
      require_mean(m2, exact.m2, 0.015);
      require_mean(cluster, exact.m2, 0.015);
    }
}

TEST_CASE("Wolff updates that are measured hold the same spins, and their means are the exact ones", "[clusters]") {
  for (const Exact& exact : exact_values)
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = variant_of(std::string(exact.kernel) + "_wolff", name);
      Params params = params_of(variant, exact.L, exact.beta);
      const auto alone = variant.make(params, 3);
      params.set("measure", std::string("observables"));
      INFO(exact.kernel << " " << name << " L=" << exact.L << " beta=" << exact.beta);
      const auto simulation = variant.make(params, 3);
      REQUIRE(!simulation->observe().has("measured_energy"));
      for (Simulation* one : {alone.get(), simulation.get()}) one->sweep(500);
      require_same(*alone, *simulation);
      REQUIRE(!alone->observe().has("measured_energy"));
      REQUIRE(alone->self_check().empty());
      const std::vector<Check> checks = simulation->self_check();
      REQUIRE(checks.size() == 2);
      for (const Check& check : checks) REQUIRE(check.passed);
      simulation->sweep(60000);
      // The start, all spins up, weighs little.
      CHECK(std::fabs(simulation->observe().of("measured_energy").front() - exact.energy) < 0.015);
      const double m = simulation->observe().of("measured_magnetisation").front();
      CHECK(m * m <= exact.m2 + 0.01);
      CHECK(m * m >= 0.6 * exact.m2);
    }
}

TEST_CASE("A Wolff update flips the cluster of its seed, each spin once", "[clusters]") {
  using Numbers = UpdateNumbers<rng::Philox4x32, 2>;
  const Variant& variant = variant_of("ising2d_wolff", "by_bonds");
  const std::uint32_t L = 12;
  const Extents n = Extents::cube(2, L);
  const auto simulation = variant.make(params_of(variant, L, 0.44), 9);
  Numbers numbers{rng::Philox4x32::setup(9, 0, rng::Seeding::random), {n.sites()}, 0};
  double flipped = 0;
  for (; numbers.update < 200; ++numbers.update) {
    const std::vector<std::int8_t> before = simulation->configuration().signs();
    BondSet bonds = no_bonds(n);
    for (std::uint32_t site = 0; site < n.sites(); ++site)
      for (int d = 0; d < 2; ++d)
        if (before[site] == before[next_site(n, site_at(n, site), d)] && numbers.bond(site, d) < bond_threshold(0.44))
          bonds[site] |= static_cast<std::uint8_t>(1 << d);
    const std::vector<std::uint32_t> labels = flooded(n, 2, bonds);
    simulation->sweep(1);
    const std::vector<std::int8_t> after = simulation->configuration().signs();
    double size = 0;
    for (std::uint32_t site = 0; site < n.sites(); ++site) {
      const bool is_member = labels[site] == labels[numbers.seed_site()];
      size += is_member;
      REQUIRE(after[site] == (is_member ? -before[site] : before[site]));
    }
    flipped += size;
    REQUIRE(simulation->units_done() == flipped);
  }
}

namespace {

void equilibrate(Simulation& simulation) { dynamic_cast<Equilibrates&>(simulation).equilibrate({}); }

/// The mean over seeds of m^2 after each of some updates, from the start or from equilibrium.
MeanEstimate squares_of_updates(const Variant& variant, const Params& params, bool equilibrated) {
  constexpr int seeds = 80, updates = 12;
  std::vector<double> means;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto simulation = variant.make(params, static_cast<std::uint64_t>(seed));
    if (equilibrated) equilibrate(*simulation);
    double sum = 0;
    for (int i = 0; i < updates; ++i) {
      simulation->sweep(1);
      const double m = simulation->observe().of("magnetisation").front();
      sum += m * m / updates;
    }
    means.push_back(sum);
  }
  return mean_with_error(means);
}

}  // namespace

TEST_CASE("Wolff updates begin near equilibrium where they are equilibrated, and far from it elsewhere", "[clusters]") {
  for (const auto& [kernel, L, beta] : {std::tuple("ising2d_wolff", 128, critical), {"ising3d_wolff", 24, 0.221654626}})
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = variant_of(kernel, name);
      const Params params = params_of(variant, L, beta);
      const int dimensions = kernel[5] - '0';
      const double expected = expected_cluster(dimensions, params) / std::pow(L, dimensions);
      const MeanEstimate warm = squares_of_updates(variant, params, true),
                         cold = squares_of_updates(variant, params, false);
      INFO(kernel << " " << name << ": " << warm.value << " +- " << warm.sigma << ", cold " << cold.value << " +- "
                  << cold.sigma << ", " << expected << " expected");
      // In space what is expected is itself known to some percent.
      CHECK(std::fabs(warm.value - expected) < 5 * warm.sigma + 0.1 * expected * (dimensions == 3));
      CHECK(cold.value - expected > 5 * cold.sigma + 0.1 * expected);
    }
}

TEST_CASE("Each equilibration of a Wolff update draws of the exact law", "[clusters]") {
  for (const Exact& exact : exact_values)
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = variant_of(std::string(exact.kernel) + "_wolff", name);
      std::vector<double> energy, m2;
      for (int seed = 1; seed <= 1500; ++seed) {
        const auto simulation = variant.make(params_of(variant, exact.L, exact.beta), static_cast<std::uint64_t>(seed));
        equilibrate(*simulation);
        const Observables seen = simulation->observe();
        const double m = seen.of("magnetisation").front();
        energy.push_back(seen.of("energy").front());
        m2.push_back(m * m);
      }
      INFO(exact.kernel << " " << name << " L=" << exact.L << " beta=" << exact.beta);
      require_mean(energy, exact.energy, 0.015);
      require_mean(m2, exact.m2, 0.015);
    }
}

TEST_CASE("Equilibration of a Wolff update counts nothing and takes none of its random words", "[clusters]") {
  for (const char* kernel : {"ising2d_wolff", "ising3d_wolff"})
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = variant_of(kernel, name);
      const Params params = params_of(variant, 16, kernel[5] == '2' ? critical : 0.221654626);
      const auto simulation = variant.make(params, 7);
      simulation->sweep(3);
      const std::optional<double> before = simulation->units_done();
      equilibrate(*simulation);
      CHECK(simulation->units_done() == before);
      // What was flipped from the start is not in the mean that is told of.
      CHECK(simulation->work_per_sweep().units == expected_cluster(kernel[5] - '0', params));
      simulation->sweep(5);
      CHECK(simulation->work_per_sweep().units * 5 == Approx(*simulation->units_done() - *before));
      for (const Check& check : variant.look(params, *simulation, 8)) CHECK(check.passed);
      // Told to end at once, it changes nothing that follows.
      const auto stopped = variant.make(params, 7), alone = variant.make(params, 7);
      dynamic_cast<Equilibrates&>(*stopped).equilibrate([] { return true; });
      for (Simulation* one : {stopped.get(), alone.get()}) one->sweep(20);
      require_same(*stopped, *alone);
    }
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}})
    CHECK(equilibration_seed(seed) != seed);
}

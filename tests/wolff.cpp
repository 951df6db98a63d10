// Single-cluster updates of Wolff: exact energies, magnetisations and cluster sizes, and how they come near
// equilibrium.
#include "kernels/common/clusters/wolff.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interface/equilibrates.hpp"
#include "interface/registry.hpp"
#include "kernels/common/clusters/equilibration.hpp"
#include "kernels/common/clusters/label_patterns.hpp"
#include "kernels/common/clusters/numbers.hpp"
#include "kernels/common/clusters/physics.hpp"
#include "kernels/common/statistics.hpp"
#include "tests/catch.hpp"
#include "tests/clusters.hpp"
#include "tests/same_spins.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::clusters;

}  // namespace

TEST_CASE("Clusters of the serial Wolff update are as large as those of its oracle", "[clusters]") {
  // Updates far enough apart that sizes are independent; classes of a fifth of all each.
  constexpr int clusters = 6000, classes = 5;
  const auto sizes = [](const char* name) {
    const Variant& variant = cpu_variant("ising2d_wolff", name);
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

namespace {

/// With so many seeds at each of six temperatures, on the square and in space: checks, and those that failed.
std::pair<int, int> relations_checked(std::uint64_t seeds) {
  const Relation size = {"cluster", [](const Observables& seen, const ClusterCase&) {
                           const double m = seen.of("magnetisation").front();
                           return seen.of("cluster").front() - m * m;
                         }};
  int checks = 0, failures = 0;
  for (const int dimensions : {2, 3})
    for (const double beta : {0.05, 0.331, 0.4395, 0.4407, 0.6, 1.2}) {
      const Variant& variant = cpu_variant(dimensions == 2 ? "ising2d_wolff" : "ising3d_wolff", "list");
      ClusterCase what;
      what.dimensions = dimensions;
      what.params = params_of(variant, dimensions == 2 ? 8 : 4, beta);
      what.relaxation = 4;
      what = case_of_relations(what);
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const auto simulation = variant.make(what.params, seed);
        // No time: as few as there ever are.
        for (const Check& check : check_relations(*simulation, what, {size}, 0, 4)) {
          ++checks;
          failures += !check.passed;
        }
      }
    }
  return {checks, failures};
}

}  // namespace

TEST_CASE("Relations of right cluster updates hold after few measurements at any temperature", "[clusters]") {
  CHECK(relations_checked(1) == std::pair(12, 0));
}

TEST_CASE("Relations of right cluster updates hold with many seeds", "[clusters][slow]") {
  const auto [checks, failures] = relations_checked(100);
  CHECK(checks == 1200);
  // 6.3e-5 each; without another temperature in the cold phase some ten fail.
  CHECK(failures <= 2);
}

TEST_CASE("Wolff updates have the exact energies, magnetisations and cluster sizes", "[clusters][slow]") {
  for (const Exact& exact : exact_values)
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = cpu_variant(std::string(exact.kernel) + "_wolff", name);
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

TEST_CASE("Wolff updates that are measured hold the same spins, and keep what they measure", "[clusters]") {
  for (const Exact& exact : exact_values)
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = cpu_variant(std::string(exact.kernel) + "_wolff", name);
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
      dynamic_cast<Equilibrates&>(*alone).equilibrate({});
      REQUIRE(alone->self_check().empty());
    }
}

TEST_CASE("Means over Wolff updates that are measured are the exact ones", "[clusters][slow]") {
  for (const Exact& exact : exact_values)
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = cpu_variant(std::string(exact.kernel) + "_wolff", name);
      Params params = params_of(variant, exact.L, exact.beta);
      params.set("measure", std::string("observables"));
      INFO(exact.kernel << " " << name << " L=" << exact.L << " beta=" << exact.beta);
      const auto simulation = variant.make(params, 3);
      simulation->sweep(60500);
      // The start, all spins up, weighs little.
      CHECK(std::fabs(simulation->observe().of("measured_energy").front() - exact.energy) < 0.015);
      const double m = simulation->observe().of("measured_magnetisation").front();
      CHECK(m * m <= exact.m2 + 0.01);
      CHECK(m * m >= 0.6 * exact.m2);
    }
}

TEST_CASE("A Wolff update flips the cluster of its seed, each spin once", "[clusters]") {
  using Numbers = UpdateNumbers<rng::Philox4x32, 2>;
  const Variant& variant = cpu_variant("ising2d_wolff", "by_bonds");
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

TEST_CASE("Several lattices of the oracle are each as one alone, with words of its own", "[clusters]") {
  for (const char* kernel : {"ising2d_wolff", "ising3d_wolff"}) {
    const Variant& variant = cpu_variant(kernel, "by_bonds");
    Params params = params_of(variant, 6, kernel[5] == '2' ? critical : 0.221654626);
    params.set("measure", std::string("observables"));
    const auto alone = variant.make(params, 11);
    params.set("lattices", std::int64_t{4});
    const auto all = variant.make(params, 11);
    CHECK(alone->code_path() != all->code_path());
    for (Simulation* one : {alone.get(), all.get()}) one->sweep(30);
    const std::vector<std::int8_t> first = alone->configuration().signs(), found = all->configuration().signs();
    REQUIRE(found.size() == 4 * first.size());
    CHECK(std::equal(first.begin(), first.end(), found.begin()));
    const Observables seen = all->observe(), expected = alone->observe();
    for (const Observable& one : expected.all()) {
      REQUIRE(seen.of(one.name).size() == 4);
      CHECK(seen.of(one.name).front() == one.values.front());
    }
    for (std::size_t i = 1; i < 4; ++i) CHECK(seen.of("measured_energy")[i] != seen.of("measured_energy").front());
    CHECK(*all->units_done() > *alone->units_done());
    for (const Check& check : all->self_check()) CHECK(check.passed);
    for (const Check& check : variant.look(params, *all, 30)) CHECK(check.passed);
    dynamic_cast<Equilibrates&>(*all).equilibrate({});
    const std::vector<std::int8_t> drawn = all->configuration().signs();
    CHECK(!std::equal(drawn.begin(), drawn.begin() + static_cast<std::ptrdiff_t>(first.size()),
                      drawn.begin() + static_cast<std::ptrdiff_t>(first.size())));
    CHECK(all->work_per_sweep().units == Approx(4 * expected_cluster(kernel[5] - '0', params)));
  }
}

TEST_CASE("Cases of several lattices are compared on several, also on more than a block of threads has", "[clusters]") {
  Variant variant = parallel_wolff_variant(2, "by_labelling", "cpu");
  variant.axes.push_back(axis_lattices());
  Params params = defaults(variant);
  params.set("L", std::int64_t{256});
  for (const Params& one : variant.bit_cases(params, Device{})) CHECK(one.integer("lattices") == 1);
  params.set("lattices", std::int64_t{1024});
  std::int64_t most = 0;
  for (const Params& one : variant.bit_cases(params, Device{})) {
    CHECK(one.integer("lattices") >= 3);
    most = std::max(most, one.integer("lattices"));
  }
  CHECK(most > 256);
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

TEST_CASE("Wolff updates begin near equilibrium where they are equilibrated, and far from it elsewhere",
          "[clusters][slow]") {
  for (const auto& [kernel, L, beta] : {std::tuple("ising2d_wolff", 128, critical), {"ising3d_wolff", 24, 0.221654626}})
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = cpu_variant(kernel, name);
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

TEST_CASE("Each equilibration of a Wolff update draws of the exact law", "[clusters][slow]") {
  for (const Exact& exact : exact_values)
    for (const char* name : {"list", "by_bonds"}) {
      const Variant& variant = cpu_variant(std::string(exact.kernel) + "_wolff", name);
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
      const Variant& variant = cpu_variant(kernel, name);
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

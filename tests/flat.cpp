// Walkers in the space of energies: the rule, the weights, and densities of states against the exact ones
// (tests/data/ising2d_dos.json).
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "bench/select/case.hpp"
#include "interface/adapts.hpp"
#include "kernels/common/flat/density.hpp"
#include "kernels/common/flat/rule.hpp"
#include "kernels/ising2d_multicanonical/variant.hpp"
#include "reference_cpu/common/energy_walk.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/variants.hpp"

using namespace spinbench;
using namespace spinbench::flat;

namespace {

/// ln g of each level; -infinity where there is no state.
std::vector<double> exact_ln_g(std::uint32_t L) {
  std::ifstream file(SPINBENCH_SOURCE_DIR "/tests/data/ising2d_dos.json");
  const auto all = nlohmann::json::parse(file).at("L").at(std::to_string(L)).at("g");
  std::vector<double> result;
  for (const auto& one : all) {
    const auto digits = one.get<std::string>();
    result.push_back(digits == "0" ? -std::numeric_limits<double>::infinity()
                                   : std::log(std::stod("0." + digits)) +
                                         static_cast<double>(digits.size()) * std::numbers::ln10);
  }
  return result;
}

std::unique_ptr<Simulation> simulation(const std::string& kernel, const std::string& name, std::int64_t L,
                                       std::int64_t walkers, std::uint64_t seed) {
  const Variant* variant = Registry::instance().variant(kernel, name, "cpu");
  REQUIRE(variant != nullptr);
  Params params = defaults(*variant);
  params.set("L", L);
  params.set("walkers", walkers);
  return variant->make(params, seed);
}

/// The largest difference of ln g, over all levels.
double worst(Levels levels, const std::vector<double>& found, const std::vector<double>& wanted) {
  double result = 0;
  for (std::uint32_t level = 0; level < levels.count(); ++level)
    if (levels.is_reached(level)) result = std::max(result, std::fabs(found[level] - wanted[level]));
  return result;
}

std::vector<double> mean_of(const Densities& found) {
  std::vector<double> result(found.levels.count());
  for (std::uint32_t level = 0; level < found.levels.count(); ++level)
    result[level] = found.of([&](const std::vector<double>& ln_g) { return ln_g[level]; }).value;
  return result;
}

/// ln g from the histogram that walkers leave, in batches.
Densities by_multicanonical(std::int64_t L, std::int64_t walkers, int sweeps) {
  const auto walk = simulation("ising2d_multicanonical", "serial", L, walkers, 1);
  walk->sweep(sweeps / 16);
  const auto before = walk->observe().of("visits");
  const Series visits = walk->series("visits", 16, sweeps / 16);
  return multicanonical::densities({static_cast<std::uint32_t>(L)}, walk->observe().of("log2_g"), before,
                                   visits.values);
}
/// ln g of production runs by weights that were learned, from sets of walkers.
Densities produced(const std::string& name, std::int64_t L, std::int64_t walkers, std::int64_t group, int learning,
                   int sweeps) {
  const Variant* variant = Registry::instance().variant("ising2d_wang_landau", name, "cpu");
  Params params = defaults(*variant);
  params.set("L", L), params.set("walkers", walkers);
  if (params.has("group")) params.set("group", group);
  const auto walk = variant->make(params, 1);
  walk->sweep(learning);
  dynamic_cast<Adapts&>(*walk).equilibrated();
  walk->sweep(sweeps / 8);
  const auto before = walk->observe().of("visits");
  walk->sweep(sweeps);
  return from_sets(windows_of(params), levels_of(params), walk->observe().of("log2_g"), before,
                   walk->observe().of("visits"));
}
/// As many states at -E as at E: the mean of both, which a test takes where it says that they are equal, too.
std::vector<double> symmetric(const std::vector<double>& ln_g) {
  std::vector<double> result = ln_g;
  for (std::size_t i = 0; i < ln_g.size(); ++i) result[i] = (ln_g[i] + ln_g[ln_g.size() - 1 - i]) / 2;
  return result;
}
Densities wang_landau(const std::string& name, std::int64_t L, std::int64_t walkers, int sweeps) {
  const auto walk = simulation("ising2d_wang_landau", name, L, walkers, 1);
  walk->sweep(sweeps);
  return from_groups({static_cast<std::uint32_t>(L)}, walk->observe().of("log2_g"));
}

}  // namespace

TEST_CASE("The power of two by which walkers decide is right for all fractions", "[flat]") {
  double largest = 0;
  for (std::uint32_t fraction = 0; fraction < 65536; ++fraction) {
    const double wanted = std::exp2(31 - fraction / 65536.0);
    largest = std::max(largest, std::fabs(falling_power(fraction) / wanted - 1));
  }
  CHECK(largest < 9e-8);
  CHECK(goes(0, 0xFFFFFFFFu));
  CHECK(goes(-1, 0xFFFFFFFFu));
  CHECK(goes(1 << weight_digits, 0x7FFFFFFFu));
  CHECK(!goes(1 << weight_digits, 0x80000000u));
  CHECK(!goes((40 << weight_digits) + 1, 0));
}

TEST_CASE("Weights from Kaufman's partition function are near the exact density of states", "[flat]") {
  for (const auto& [L, allowed] : {std::pair{8u, 0.16}, {16u, 0.09}, {32u, 0.06}}) {
    const Levels levels{L};
    std::vector<double> ln_g;
    // Of the ground state's two configurations log2 g is 1.
    for (const std::int32_t one : kaufman_weights(levels))
      ln_g.push_back((1 + std::ldexp(one - kaufman_weights(levels)[0], -weight_digits)) * std::numbers::ln2);
    INFO(L);
    CHECK(worst(levels, ln_g, exact_ln_g(L)) < allowed);
  }
}

TEST_CASE("Exact densities of states have the exact energies at all temperatures", "[flat]") {
  for (const std::uint32_t L : {4u, 8u, 32u})
    for (const double beta : {-0.6, -0.1, 0.2, 0.44, 1.0}) {
      const Levels levels{L};
      const Thermal found = thermal(levels, scaled(exact_ln_g(L)), beta), wanted = exact(levels, beta);
      CHECK(std::fabs(found.energy - wanted.energy) < 1e-9);
      CHECK(std::fabs(found.specific_heat - wanted.specific_heat) < 1e-8);
    }
}

TEST_CASE("Walkers start spread over all energies", "[flat]") {
  const Levels levels{16};
  const auto words = start_of(levels, 64, 1);
  std::vector<int> fourths(4);
  for (std::size_t i = 0; i < 64; ++i)
    ++fourths[std::min(3u, level_of(levels, &words[i * levels.words()]) * 4 / levels.sites())];
  for (const int one : fourths) CHECK(one >= 10);
}

TEST_CASE("Multicanonical walkers find the exact density of states and a flat histogram", "[flat]") {
  const Densities found = by_multicanonical(8, 4, test::sanitized ? 20'000 : 400'000);
  const auto wanted = exact_ln_g(8);
  if (!test::sanitized) CHECK(worst({8}, mean_of(found), wanted) < 3e-2);
  const Estimate ground = found.of([](const auto& ln_g) { return ln_g.front(); });
  CHECK(std::fabs(ground.value - std::numbers::ln2) < 4.5 * ground.sigma);
  // As many states at -E as at E.
  for (const std::size_t level : {0u, 5u, 13u, 25u}) {
    const Estimate odd = found.of([&](const auto& ln_g) { return ln_g[level] - ln_g[64 - level]; });
    CHECK(std::fabs(odd.value) < 4.5 * odd.sigma);
  }
}

namespace {

/// The square of the ground state's deviation in units of its error, on average over `runs`, of 16 walkers of which
/// `block` are counted together; they must come to so many `parts`.
double ground_state_off(std::int64_t block, std::size_t parts, std::uint64_t runs) {
  const Variant* variant = Registry::instance().variant("ising2d_multicanonical", "serial", "cpu");
  Params params = defaults(*variant);
  params.set("L", std::int64_t{8}), params.set("walkers", std::int64_t{16}), params.set("block", block);
  double squares = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {
    const auto walk = variant->make(params, seed);
    walk->sweep(800);
    const auto before = walk->observe().of("visits");
    const Series visits = walk->series("visits", 64, 8);
    const Densities found = multicanonical::densities({8}, walk->observe().of("log2_g"), before, visits.values);
    CHECK(found.parts.size() == parts);
    const Estimate ground = found.of([](const auto& ln_g) { return ln_g.front(); });
    const double off = (ground.value - std::numbers::ln2) / ground.sigma;
    squares += off * off / static_cast<double>(runs);
  }
  return squares;
}

}  // namespace

TEST_CASE("Multicanonical errors are from sets of walkers, or from batches where sets are few", "[flat]") {
  CHECK(ground_state_off(1, 16, 1) < 25);
  CHECK(ground_state_off(16, 64, 1) > 0);
}

// Batches of a run are not independent where walkers take longer than a batch to go through the levels.
TEST_CASE("Multicanonical estimates are as far from the exact values as their errors say", "[flat][slow]") {
  constexpr std::uint64_t runs = 32;
  const double by_sets = ground_state_off(1, 16, runs), by_batches = ground_state_off(16, 64, runs);
  // 1.15 by Student's distribution with 15 degrees of freedom, 0.35 of it from one set of so many runs to the next.
  CHECK(by_sets > 0.3);
  CHECK(by_sets < 2.5);
  CHECK(by_batches > 2.5);
}

TEST_CASE("The experiment refuses walkers too few for errors, and its kernel is compared on them all the same",
          "[flat]") {
  const Registry& registry = Registry::instance();
  const Variant& serial = *registry.variant("dos_ising2d_multicanonical", "serial", "cpu");
  Params params = defaults(serial);
  const auto why = [&](std::int64_t walkers) {
    params.set("walkers", walkers);
    return why_skipped({registry.kernel(serial.kernel), &serial, registry.backend("cpu"), 0, params});
  };
  CHECK(why(8).empty());
  CHECK(why(7) == "errors come from the spread of sets of walkers, but walkers is 7: take 8 or more");
  CHECK(serial.unsupported(params, {}).empty());
}

TEST_CASE("Histograms of independent walkers are as flat as the weights are right", "[flat]") {
  constexpr int walks = 48;
  const Levels levels{4};
  const auto wanted = exact_ln_g(4);
  std::vector<double> log2_g;
  std::vector<std::vector<double>> shares;
  for (int i = 0; i < walks; ++i) {
    const auto walk = simulation("ising2d_multicanonical", "serial", 4, 1, static_cast<std::uint64_t>(100 + i));
    walk->sweep(4000);
    const Observables seen = walk->observe();
    log2_g = seen.of("log2_g");
    shares.push_back(seen.of("visits"));
    for (double& one : shares.back()) one /= 4000 * 16;
  }
  double all = 0, chi2 = 0;
  int counted = 0;
  for (std::uint32_t level = 0; level < levels.count(); ++level)
    if (levels.is_reached(level)) all += std::exp(wanted[level] - log2_g[level] * std::numbers::ln2);
  for (std::uint32_t level = 0; level < levels.count(); ++level) {
    if (!levels.is_reached(level)) continue;
    double mean = 0, squares = 0;
    for (const auto& one : shares) mean += one[level] / walks;
    for (const auto& one : shares) squares += (one[level] - mean) * (one[level] - mean);
    const double expected = std::exp(wanted[level] - log2_g[level] * std::numbers::ln2) / all;
    chi2 += (mean - expected) * (mean - expected) / (squares / walks / (walks - 1));
    ++counted;
  }
  // The levels of a walk hang together, which widens the distribution: the mean stays.
  CHECK(chi2 < 3 * counted);
  CHECK(chi2 > 0.1 * counted);
}

TEST_CASE("Wang-Landau walkers find the exact density of states", "[flat]") {
  const auto wanted = exact_ln_g(8);
  for (const auto& [name, walkers, sweeps] : {std::tuple{"serial", 16, 60'000}, {"epochs", 512, 2'500}}) {
    INFO(name);
    const Densities found = wang_landau(name, 8, walkers, test::sanitized ? sweeps / 20 : sweeps);
    if (test::sanitized) continue;  // too short to have converged
    const Estimate ground = found.of([](const auto& ln_g) { return ln_g.front(); });
    CHECK(std::fabs(ground.value - std::numbers::ln2) < 4.5 * ground.sigma + 1e-3);
    CHECK(worst({8}, mean_of(found), wanted) < 0.1);
  }
}

TEST_CASE("Weights that Wang-Landau walkers learned give the exact density of states without bias", "[flat]") {
  const auto wanted = exact_ln_g(8);
  for (const auto& [name, walkers, group, sweeps] :
       {std::tuple{"serial", 16, 1, 16'000}, {"epochs", 128, 8, 5'000}, {"windows", 128, 2, 5'000}}) {
    INFO(name);
    const int length = test::sanitized ? sweeps / 20 : sweeps;
    const Densities found = produced(name, 8, walkers, group, length, length);
    if (test::sanitized) continue;  // too short to have converged
    // In units of the jackknife's errors, all levels in the mean: their deviations hang together.
    double chi2 = 0;
    for (std::uint32_t level = 0; level <= 64; ++level) {
      if (!found.levels.is_reached(level)) continue;
      const Estimate one = found.of([&](const auto& ln_g) { return ln_g[level]; });
      chi2 += std::pow((one.value - wanted[level]) / one.sigma, 2) / 63;
      CHECK(std::fabs(one.value - wanted[level]) < 5 * one.sigma);
      // So that this says something.
      CHECK(one.sigma < 0.1);
    }
    CHECK(chi2 < 5);
  }
}

TEST_CASE("An increment stands until a walker may have gone through its levels", "[flat]") {
  const Levels levels{8};
  IncrementSchedule all(levels, 32), window(levels, 32, 10, 25);
  const auto halved_after = [&](IncrementSchedule& one) {
    const std::int64_t first = one.increment();
    for (int sweeps = 1; sweeps < 1000; ++sweeps) {
      for (std::uint32_t level = 0; level < levels.count(); ++level) one.see(level);
      one.end_sweep();
      if (one.increment() != first) return sweeps;
    }
    return 0;
  };
  CHECK(halved_after(all) == 66);
  CHECK(halved_after(all) == 66);
  CHECK(halved_after(window) == 4);
}

TEST_CASE("Windows cover all levels, and each has three fourths of its own in common with the next", "[flat]") {
  for (const std::uint32_t L : {4u, 8u, 20u, 32u, 64u})
    for (const std::uint32_t count : {1u, 2u, 3u, 4u, 7u, 12u}) {
      const Windows windows{L * L + 1, count};
      CHECK(windows.at(0).low == 0);
      CHECK(windows.at(count - 1).high == L * L);
      for (std::uint32_t i = 0; i + 1 < count; ++i) {
        const Window one = windows.at(i), next = windows.at(i + 1);
        const double shared = one.high - next.low + 1.0;
        CHECK(std::fabs(shared / one.width() - 0.75) < 2.0 / one.width());
      }
    }
}

TEST_CASE("Walkers start in their windows", "[flat]") {
  const Levels levels{16};
  for (const std::uint32_t count : {2u, 5u, 12u}) {
    const Windows windows{levels.count(), count};
    const auto words = start_in(windows, levels, 2 * count * 8, 8, 3);
    for (std::uint32_t walker = 0; walker < 2 * count * 8; ++walker)
      CHECK(windows.at(walker / 8 % count).has(level_of(levels, &words[walker * levels.words()])));
  }
}

TEST_CASE("Pieces of a density of states are joined to all of it", "[flat]") {
  const Levels levels{16};
  const auto wanted = scaled(exact_ln_g(16));
  const Windows windows{levels.count(), 6};
  // Each from an origin of its own, with slopes that are right in the middle of what two windows share alone.
  std::vector<double> pieces;
  for (std::uint32_t i = 0; i < windows.count; ++i) {
    const Window window = windows.at(i);
    for (std::uint32_t level = 0; level < levels.count(); ++level) {
      const double from_edge = std::min(int(level - window.low), int(window.high - level));
      pieces.push_back(wanted[level] + 7.0 * i + (from_edge < 5 && i > 0 ? 0.1 * from_edge : 0.0));
    }
  }
  CHECK(worst(levels, scaled(joined(windows, levels, pieces, joints_of(windows, levels, pieces))), wanted) < 0.6);
  for (std::uint32_t i = 0; i < windows.count; ++i)
    for (std::uint32_t level = 0; level < levels.count(); ++level)
      pieces[i * levels.count() + level] = wanted[level] + 7.0 * i;
  CHECK(worst(levels, scaled(joined(windows, levels, pieces, joints_of(windows, levels, pieces))), wanted) < 1e-9);
}

TEST_CASE("Walkers of windows stay in them, and exchanges carry them on", "[flat]") {
  const Variant* variant = Registry::instance().variant("ising2d_wang_landau", "windows", "cpu");
  REQUIRE(variant != nullptr);
  Params params = defaults(*variant);
  params.set("L", std::int64_t{8});
  const Windows windows = windows_of(params);
  std::vector<Configuration> seen;
  for (const std::int64_t exchange : {1, 1000}) {
    params.set("exchange", exchange);
    const auto walk = variant->make(params, 3);
    walk->sweep(40);
    seen.push_back(walk->configuration());
    const auto energies = walk->observe().of("energy");
    for (std::uint32_t walker = 0; walker < energies.size(); ++walker) {
      const auto level = static_cast<std::uint32_t>(std::lround((energies[walker] + 2) * 16));
      CHECK(windows.at(walker / 8 % windows.count).has(level));
    }
    for (const Check& check : walk->self_check()) CHECK(check.passed);
  }
  CHECK(!(seen[0] == seen[1]));
}

// 6e8 attempts, a third of a minute of a core, which left 0.011. A hundredth at L = 16 takes some 10^10: for a GPU.
TEST_CASE("Longer production finds the density of states at L = 8 within two hundredths", "[.][flat][slow]") {
  const Densities found = produced("epochs", 8, 128, 8, 8'000, 60'000);
  CHECK(worst({8}, symmetric(mean_of(found)), exact_ln_g(8)) < 2e-2);
  for (std::uint32_t level = 0; level < 32; ++level) {
    if (level == 1) continue;
    const Estimate odd = found.of([&](const auto& ln_g) { return ln_g[level] - ln_g[64 - level]; });
    CHECK(std::fabs(odd.value) < 4.5 * odd.sigma);
  }
}

// Distances fall as the root of the attempts.
TEST_CASE("Longer walks come nearer to the exact density of states", "[.][flat][slow]") {
  CHECK(worst({16}, mean_of(by_multicanonical(16, 8, 100'000)), exact_ln_g(16)) < 0.2);
  CHECK(worst({16}, mean_of(wang_landau("serial", 16, 8, 100'000)), exact_ln_g(16)) < 0.2);
  CHECK(worst({8}, mean_of(wang_landau("serial", 8, 16, 200'000)), exact_ln_g(8)) < 0.04);
}

TEST_CASE("Equal seeds give equal histories, others do not", "[flat]") {
  for (const auto& [kernel, name] : {std::pair{"ising2d_multicanonical", "serial"},
                                     {"ising2d_wang_landau", "serial"},
                                     {"ising2d_wang_landau", "windows"},
                                     {"ising2d_wang_landau", "epochs"}}) {
    const auto a = simulation(kernel, name, 8, 32, 5), b = simulation(kernel, name, 8, 32, 5),
               c = simulation(kernel, name, 8, 32, 6);
    a->sweep(20);
    for (int i = 0; i < 20; ++i) b->sweep(1);
    c->sweep(20);
    CHECK(a->configuration() == b->configuration());
    CHECK(a->observe().all().back().values == b->observe().all().back().values);
    CHECK(!(a->configuration() == c->configuration()));
  }
}

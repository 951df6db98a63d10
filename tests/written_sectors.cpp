// Which sectors a sweep writes, of which the limit of stores is made: against the spins of the checkerboard reference.
#include "kernels/ising2d_metropolis/written_sectors.hpp"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "interface/registry.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;
using ising2d::Beside;
using ising2d::share_written;

constexpr std::size_t L = 256;

/// Of eight sites of colour 0 side by side in a row, or in a pair of rows in turns, in how many groups one changed.
double share_changed(const std::vector<std::int8_t>& before, const std::vector<std::int8_t>& after, Beside beside) {
  int changed = 0, groups = 0;
  for (std::size_t y = 0; y < L; y += 2)
    for (std::size_t first = 0; first < L; first += beside == Beside::in_a_row ? 16 : 8, ++groups) {
      bool any = false;
      for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t x = first + (beside == Beside::in_a_row ? 2 * i : i);
        const std::size_t site = (beside == Beside::in_a_row ? y : y + x % 2) * L + x;
        any = any || before[site] != after[site];
      }
      changed += any ? 1 : 0;
    }
  return static_cast<double>(changed) / groups;
}

}  // namespace

TEST_CASE("sectors in which a spin flips are as many as in the reference's sweeps", "[work][slow]") {
  const Variant& variant = *Registry::instance().variant("ising2d_metropolis", "checkerboard", "cpu");
  for (const double beta : {0.2, 0.35, 0.4}) {
    Params params = defaults(variant);
    params.set("L", static_cast<std::int64_t>(L));
    params.set("rng", "philox4x32");
    params.set("draw", "always");
    params.set("beta", beta);
    const auto simulation = variant.make(params, 1);
    simulation->sweep(200);
    constexpr int sweeps = 20;
    double row = 0, pair = 0;
    for (int i = 0; i < sweeps; ++i) {
      const auto before = simulation->configuration().signs();
      simulation->sweep(1);
      const auto after = simulation->configuration().signs();
      row += share_changed(before, after, Beside::in_a_row) / sweeps;
      pair += share_changed(before, after, Beside::in_paired_rows) / sweeps;
    }
    INFO("beta " << beta);
    CHECK(share_written(beta, 8, Beside::in_a_row) == Approx(row).epsilon(0.02));
    CHECK(share_written(beta, 8, Beside::in_paired_rows) == Approx(pair).epsilon(0.02));
  }
}

TEST_CASE("without a cost of energy every site flips, and a sector holds 1 to 32 sites", "[work]") {
  CHECK(share_written(1e-9, 1, Beside::in_a_row) == Approx(1).epsilon(1e-6));
  for (const Beside beside : {Beside::in_a_row, Beside::in_paired_rows})
    for (const int sites : {8, 32}) CHECK(share_written(1e-9, sites, beside) == Approx(1).epsilon(1e-6));
  CHECK_THROWS_AS(share_written(0.4, 0, Beside::in_a_row), std::invalid_argument);
  CHECK_THROWS_AS(share_written(0.4, 33, Beside::in_a_row), std::invalid_argument);
}

// Weights of walks in the space of energies, and the spins of their walkers, where numbers of 32 bits are short.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "kernels/common/flat/model.hpp"
#include "kernels/common/flat/windows.hpp"
#include "kernels/ising2d_wang_landau/variant.hpp"
#include "tests/catch.hpp"

using namespace spinbench;
using namespace spinbench::flat;

TEST_CASE("Weights keep their differences on the largest lattices", "[flat]") {
  // As of spins without bonds, of which log2 g has the same range.
  const Levels levels{256};
  const double N = levels.sites();
  std::vector<double> ln_g;
  for (double n = 0; n <= N / 2; ++n) ln_g.push_back(std::lgamma(N + 1) - std::lgamma(n + 1) - std::lgamma(N - n + 1));
  const std::vector<std::int32_t> weights = weights_of(levels, ln_g);
  const auto in_units = [](double one) { return std::ldexp(one / std::numbers::ln2, weight_digits); };
  REQUIRE(in_units(ln_g.back()) > 2147483647.0);
  for (std::size_t level = 0; level + 1 < ln_g.size(); ++level)
    REQUIRE(std::fabs(static_cast<double>(std::int64_t{weights[level + 1]} - weights[level]) -
                      in_units(ln_g[level + 1] - ln_g[level])) < 1.1);
  REQUIRE(weights.front() == weights.back());
  // What a run learned, in its units.
  std::vector<std::int64_t> sums;
  for (std::uint32_t level = 0; level < levels.count(); ++level)
    sums.push_back(
        std::llround(std::ldexp(ln_g[std::min(level, levels.sites() - level)] / std::numbers::ln2, sum_digits)));
  const std::vector<std::int32_t> learned = wang_landau::standing_weights({levels.count(), 1}, levels, sums);
  const auto seen = wang_landau::observables({levels.count(), 1}, levels, start_of(levels, 1, 1), learned,
                                             std::vector<std::int64_t>(levels.count()));
  for (std::uint32_t level = 2; level <= levels.sites() / 2; ++level) {
    REQUIRE(std::int64_t{learned[level]} - learned[0] == (sums[level] - sums[0]) >> (sum_digits - weight_digits));
    REQUIRE(std::fabs(seen.of("log2_g")[level] - (ln_g[level] - ln_g[0]) / std::numbers::ln2) < 1e-4);
  }
}

TEST_CASE("A configuration has every spin of every walker", "[flat]") {
  for (const std::uint32_t L : {4u, 8u, 12u, 20u}) {
    const Levels levels{L};
    const std::vector<std::uint32_t> words = start_of(levels, 3, 1);
    const Configuration whole = configuration(levels, words);
    for (std::uint32_t walker = 0; walker < 3; ++walker)
      for (std::uint32_t site = 0; site < levels.sites(); ++site) {
        std::vector<std::uint32_t> turned = words;
        turned[walker * levels.words() + site / 32] ^= 1u << site % 32;
        const auto compared = compare(configuration(levels, turned), whole);
        INFO("L " << L << ", walker " << walker << ", site " << site);
        REQUIRE(!compared.same);
      }
  }
}

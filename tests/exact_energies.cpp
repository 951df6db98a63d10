// The exact distribution of the energy, and how often exchanges of temperatures are accepted.
#include <cmath>
#include <numeric>

#include "reference_cpu/exact/ising2d.hpp"
#include "reference_cpu/exact/ising2d_energies.hpp"
#include "tests/catch.hpp"

using namespace spinbench::exact;

namespace {

/// Over the pairs of twenty inverse temperatures at equal distances between 0.1 and 0.15 (Weigel 2012, section 6).
double mean_acceptance(std::int64_t L) {
  double sum = 0;
  for (int i = 0; i < 19; ++i)
    sum += exchange_acceptance_of_ising2d(L, 0.1 + 0.05 * i / 19, 0.1 + 0.05 * (i + 1) / 19) / 19;
  return sum;
}

}  // namespace

TEST_CASE("the distribution of the energy on 4 x 4 sites is that of all configurations", "[exact]") {
  const double beta = 0.3;
  const EnergyDistribution found = energies_of_ising2d(4, beta);
  std::vector<double> weight(found.probability.size());
  REQUIRE(found.first == -32);
  double whole = 0;
  for (unsigned state = 0; state < 1u << 16; ++state) {
    const auto spin = [state](unsigned x, unsigned y) { return (state >> ((y & 3) * 4 + (x & 3)) & 1) != 0 ? 1 : -1; };
    int energy = 0;
    for (unsigned y = 0; y < 4; ++y)
      for (unsigned x = 0; x < 4; ++x) energy -= spin(x, y) * (spin(x + 1, y) + spin(x, y + 1));
    weight[static_cast<std::size_t>((energy + 32) / 4)] += std::exp(-beta * energy);
    whole += std::exp(-beta * energy);
  }
  for (std::size_t i = 0; i < weight.size(); ++i)
    CHECK(found.probability[i] == Approx(weight[i] / whole).margin(1e-14));
}

TEST_CASE("distributions of the energy have the exact mean and variance", "[exact]") {
  for (const std::int64_t L : {6, 16, 32})
    for (const double beta : {0.1, 0.44, 0.8}) {
      const EnergyDistribution found = energies_of_ising2d(L, beta);
      const Ising2d exact = ising2d(L, beta);
      const double spins = static_cast<double>(L * L);
      CHECK(std::accumulate(found.probability.begin(), found.probability.end(), 0.0) == Approx(1).epsilon(1e-12));
      CHECK(found.mean() / spins == Approx(exact.energy).epsilon(1e-11));
      CHECK(beta * beta * found.variance() / spins == Approx(exact.specific_heat).epsilon(1e-9));
    }
  REQUIRE_THROWS(energies_of_ising2d(7, 0.4));
  REQUIRE_THROWS(energies_of_ising2d(256, 0.4));
}

TEST_CASE("acceptances of exchanges are those of the densities of states", "[exact]") {
  // From the integer densities of states of 4 to 32; Gaussian energies beyond.
  CHECK(mean_acceptance(4) == Approx(0.991303).margin(6e-7));
  CHECK(mean_acceptance(8) == Approx(0.982642).margin(6e-7));
  CHECK(mean_acceptance(16) == Approx(0.965121).margin(6e-7));
  CHECK(mean_acceptance(32) == Approx(0.930223).margin(6e-7));
  CHECK(mean_acceptance(64) == Approx(0.8609).margin(1e-4));
  CHECK(mean_acceptance(128) == Approx(0.7260).margin(1e-4));
  CHECK(mean_acceptance(256) == Approx(0.4834).margin(1e-4));
  CHECK(mean_acceptance(1024) == Approx(0.0051).margin(1e-4));
  CHECK(mean_acceptance(2048) < 1e-7);
}

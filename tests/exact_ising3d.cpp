// What is known exactly in three dimensions: against enumeration, against independent evaluations, against itself.
#include <cmath>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "reference_cpu/exact/ising3d.hpp"
#include "tests/catch.hpp"

namespace {

using spinbench::exact::Ising3d;
using spinbench::exact::ising3d;
using spinbench::exact::ising3d_infinite;

nlohmann::json reference() {
  std::ifstream file(std::string(SPINBENCH_SOURCE_DIR) + "/tests/data/ising3d_exact.json");
  REQUIRE(file);
  return nlohmann::json::parse(file);
}

double number(const nlohmann::json& row, const char* key) { return std::stod(row.at(key).get<std::string>()); }

}  // namespace

TEST_CASE("the 3D Ising model on 2 x 2 x 2 sites agrees with enumeration", "[exact]") {
  for (const double beta : {0.01, 0.15, 0.221654626, 0.5}) {
    double z = 0, first = 0, second = 0;
    for (unsigned state = 0; state < 256; ++state) {
      int energy = 0;
      for (unsigned site = 0; site < 8; ++site)
        for (const unsigned axis : {1u, 2u, 4u}) energy -= ((state >> site ^ state >> (site ^ axis)) & 1) ? -1 : 1;
      const double weight = std::exp(-beta * energy);
      z += weight, first += weight * energy, second += weight * energy * energy;
    }
    const auto value = ising3d(2, beta);
    REQUIRE(value);
    CHECK(value->energy == Approx(first / z / 8).epsilon(1e-12));
    CHECK(value->specific_heat == Approx(beta * beta * (second / z - first / z * first / z) / 8).epsilon(1e-10));
  }
}

TEST_CASE("small cubes agree with an independent evaluation", "[exact]") {
  const nlohmann::json data = reference();
  int checked = 0;
  for (const auto& row : data.at("cubes")) {
    const auto L = row.at("L").get<std::int64_t>();
    const double beta = number(row, "beta");
    CAPTURE(L, beta);
    const auto value = ising3d(L, beta);
    REQUIRE(value);
    CHECK(value->energy == Approx(number(row, "e")).epsilon(1e-13));
    CHECK(value->specific_heat == Approx(number(row, "c")).epsilon(1e-11));
    ++checked;
  }
  CHECK(checked == 18);
}

// At infinite temperature bonds are independent: the number of states, and the second moment of the energy.
TEST_CASE("at the highest temperature each bond of a cube contributes beta^2", "[exact]") {
  for (const int L : {2, 3, 4}) {
    const auto value = ising3d(L, 1e-7);
    // On two sites a side the two bonds between neighbours are one of twice the strength.
    const double bonds = L == 2 ? 6 : 3;
    CHECK(value->specific_heat == Approx(bonds * 1e-14).epsilon(1e-6));
    CHECK(value->energy == Approx(-bonds * 1e-7).epsilon(1e-6));
  }
}

TEST_CASE("the series agrees with Pade approximants as far as it says", "[exact]") {
  const nlohmann::json data = reference();
  int checked = 0;
  for (const auto& row : data.at("infinite")) {
    const double beta = number(row, "beta");
    CAPTURE(beta);
    const Ising3d value = ising3d_infinite(beta);
    CHECK(std::fabs(value.energy - number(row, "e")) < (beta <= 0.1 ? 1e-10 : 2e-7));
    CHECK(std::fabs(value.specific_heat - number(row, "c")) < (beta <= 0.1 ? 1e-9 : 1e-5));
    ++checked;
  }
  CHECK(checked == 4);
}

TEST_CASE("the specific heat of the 3D Ising model is the derivative of its energy", "[exact]") {
  const double h = 1e-5;
  const auto slope = [&](std::int64_t L, double beta) {
    return (ising3d(L, beta + h)->energy - ising3d(L, beta - h)->energy) / (2 * h);
  };
  for (const std::int64_t L : {2, 3, 4, 16})
    for (const double beta : {0.05, 0.1, 0.14})
      CHECK(-beta * beta * slope(L, beta) == Approx(ising3d(L, beta)->specific_heat).epsilon(1e-7));
  CHECK(-0.22 * 0.22 * slope(4, 0.22) == Approx(ising3d(4, 0.22)->specific_heat).epsilon(1e-7));
}

TEST_CASE("a loop around the lattice shifts the energy by about what is said", "[exact]") {
  for (const int L : {3, 4})
    for (const double beta : {0.05, 0.1}) {
      const double v = std::tanh(beta), bessel = std::cyl_bessel_i(0.0, 2 * v * L);
      const double estimate = 3 * std::pow(v, L - 1) * bessel * bessel;
      const double shift = ising3d_infinite(beta).energy - ising3d(L, beta)->energy;
      CHECK(shift == Approx(estimate).epsilon(0.2));
    }
}

TEST_CASE("what is not known of the 3D Ising model is not made up", "[exact]") {
  CHECK_FALSE(ising3d(8, 0.1));
  CHECK_FALSE(ising3d(64, 0.2));
  CHECK(ising3d(4, 0.3));
  CHECK(ising3d(16, 0.15)->energy == ising3d(2048, 0.15)->energy);
  CHECK_THROWS_AS(ising3d_infinite(0.16), std::invalid_argument);
  CHECK_THROWS_AS(ising3d_infinite(0.0), std::invalid_argument);
  CHECK_THROWS_AS(ising3d(4, -1.0), std::invalid_argument);
}

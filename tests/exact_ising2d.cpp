// The exact solution against enumeration and against an independent 60-digit evaluation.
#include <cmath>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reference_cpu/exact/ising2d.hpp"
#include "tests/catch.hpp"

namespace {

using spinbench::exact::Ising2d;
using spinbench::exact::ising2d;

Ising2d enumerate(int L, double beta) {
  const int N = L * L;
  long double z = 0, e1 = 0, e2 = 0;
  for (std::uint32_t bits = 0; bits < (1u << N); ++bits) {
    const auto spin = [&](int x, int y) { return (bits >> (y % L * L + x % L)) & 1 ? 1 : -1; };
    int energy = 0;
    for (int y = 0; y < L; ++y)
      for (int x = 0; x < L; ++x) energy -= spin(x, y) * (spin(x + 1, y) + spin(x, y + 1));
    const long double weight = std::exp(static_cast<long double>(-beta * energy));
    z += weight;
    e1 += weight * energy;
    e2 += weight * energy * energy;
  }
  const long double mean = e1 / z;
  return {static_cast<double>(mean / N), static_cast<double>(beta * beta * (e2 / z - mean * mean) / N),
          static_cast<double>(std::log(z) / N)};
}

void check_near(double value, double expected, double tolerance) {
  CAPTURE(value, expected);
  CHECK(std::fabs(value - expected) <= tolerance * std::max(1.0, std::fabs(expected)));
}

}  // namespace

TEST_CASE("exact Ising solution agrees with enumeration", "[exact]") {
  for (const int L : {2, 3, 4})
    for (const double beta : {0.01, 0.2, 0.4, 0.4406867935097715, 0.5, 1.0}) {
      CAPTURE(L, beta);
      const Ising2d formula = ising2d(L, beta), sum = enumerate(L, beta);
      check_near(formula.energy, sum.energy, 1e-13);
      check_near(formula.specific_heat, sum.specific_heat, 1e-12);
      check_near(formula.log_z, sum.log_z, 1e-13);
    }
}

TEST_CASE("exact Ising solution agrees with a 60-digit evaluation", "[exact]") {
  std::ifstream file(std::string(SPINBENCH_SOURCE_DIR) + "/tests/data/ising2d_exact.json");
  REQUIRE(file);
  const nlohmann::json data = nlohmann::json::parse(file);
  for (const auto& row : data.at("table")) {
    const auto L = row.at("L").get<std::int64_t>();
    const double beta = row.at("beta_value").get<double>();
    CAPTURE(L, beta);
    const Ising2d value = ising2d(L, beta);
    check_near(value.energy, std::stod(row.at("e").get<std::string>()), 1e-12);
    check_near(value.specific_heat, std::stod(row.at("c").get<std::string>()), 1e-12);
    check_near(value.log_z, std::stod(row.at("lnZ_per_spin").get<std::string>()), 1e-12);
  }
}

TEST_CASE("exact Ising solution is smooth and finite for large lattices and extreme temperatures", "[exact]") {
  // At beta = 0.4 the finite-size correction is below 1e-38 from L = 1024 on.
  check_near(ising2d(65536, 0.4).energy, ising2d(1024, 0.4).energy, 1e-14);
  check_near(ising2d(65536, 0.4).specific_heat, ising2d(1024, 0.4).specific_heat, 1e-12);
  // At beta_c, e(L) = -sqrt(2) - a / L, with the same a for all large L.
  const double beta_c = std::log(1 + std::sqrt(2.0)) / 2;
  const double a1 = (ising2d(4096, beta_c).energy + std::sqrt(2.0)) * 4096;
  const double a2 = (ising2d(65536, beta_c).energy + std::sqrt(2.0)) * 65536;
  CHECK(a2 == Approx(a1).epsilon(1e-5));
  // The derivative of the energy is the specific heat, on both sides of beta_c.
  for (const double beta : {beta_c - 1e-5, beta_c, beta_c + 1e-5}) {
    const double h = 1e-7;
    const double slope = (ising2d(1000, beta + h).energy - ising2d(1000, beta - h).energy) / (2 * h);
    CHECK(-beta * beta * slope == Approx(ising2d(1000, beta).specific_heat).epsilon(1e-5));
  }
  for (const double beta : {1e-6, 1e-3, 3.0, 10.0})
    for (const int L : {2, 5, 64, 4096}) {
      const Ising2d value = ising2d(L, beta);
      CAPTURE(L, beta);
      CHECK(std::isfinite(value.energy));
      CHECK(value.energy <= 0);
      CHECK(value.energy >= -2.0000000001);
      CHECK(value.specific_heat >= 0);
    }
}

TEST_CASE("exact Ising solution refuses nonsense", "[exact]") {
  CHECK_THROWS_AS(ising2d(1, 0.4), std::invalid_argument);
  CHECK_THROWS_AS(ising2d(4, 0.0), std::invalid_argument);
  CHECK_THROWS_AS(ising2d(4, -1.0), std::invalid_argument);
}

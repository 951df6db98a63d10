// The statistics of correlated series, on series whose autocorrelation time is known.
#include "kernels/common/statistics.hpp"

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "kernels/common/gates.hpp"
#include "tests/catch.hpp"

namespace {

using namespace spinbench;

// x <- rho x + noise with unit variance: tau = (1 + rho) / (2 (1 - rho)).
std::vector<double> autoregressive(double rho, std::size_t n, unsigned seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  std::vector<double> series;
  double x = normal(engine);
  for (std::size_t i = 0; i < n; ++i) {
    series.push_back(x);
    x = rho * x + std::sqrt(1 - rho * rho) * normal(engine);
  }
  return series;
}

std::vector<double> squares(const std::vector<double>& series) {
  std::vector<double> result;
  for (const double x : series) result.push_back(x * x);
  return result;
}

}  // namespace

TEST_CASE("the integrated autocorrelation time of an autoregressive series", "[statistics]") {
  for (const double rho : {0.0, 0.5, 0.9, 0.98}) {
    const double tau = (1 + rho) / (2 * (1 - rho));
    const std::size_t n = 200000;
    const MeanEstimate estimate = mean_with_error(autoregressive(rho, n, 17));
    CAPTURE(rho);
    CHECK(estimate.tau == Approx(tau).epsilon(0.08));
    CHECK(estimate.variance == Approx(1).epsilon(0.05));
    CHECK(estimate.sigma == Approx(std::sqrt(2 * tau / static_cast<double>(n))).epsilon(0.08));
    CHECK(std::fabs(estimate.value) < 4 * estimate.sigma);
  }
}

TEST_CASE("few independent values that are right are not judged wrong", "[statistics]") {
  const int runs = 30000;
  const std::size_t count = 64;
  int wrong = 0, wrong_by_scatter = 0;
  for (int run = 0; run < runs; ++run) {
    const std::vector<double> series = autoregressive(0, count, 5000u + static_cast<unsigned>(run));
    const auto is_wrong = [](const MeanEstimate& mean) {
      return std::fabs(mean.value) > student_gate(4, static_cast<double>(count) / (12 * mean.tau + 1)) * mean.sigma;
    };
    wrong += is_wrong(mean_to_judge(series));
    wrong_by_scatter += is_wrong(mean_with_error(series));
  }
  // 4 sigma are left by 6.3e-5: 2 of these, 9 once in 4,000 times.
  CHECK(wrong < 9);
  // What it is there for.
  CHECK(wrong_by_scatter > 30);
}

TEST_CASE("the errors are as large as the scatter of repeated runs", "[statistics]") {
  double mean_squares = 0, variance_squares = 0;
  const int runs = 100;
  for (int run = 0; run < runs; ++run) {
    const std::vector<double> series = autoregressive(0.8, 10000, 1000u + static_cast<unsigned>(run));
    const MeanEstimate mean = mean_with_error(series);
    const Estimate variance = variance_with_error(series, squares(series));
    mean_squares += std::pow(mean.value / mean.sigma, 2) / runs;
    variance_squares += std::pow((variance.value - 1) / variance.sigma, 2) / runs;
  }
  // Both are chi-squared over 100 runs: 1 +- 0.14.
  CHECK(mean_squares == Approx(1).margin(0.5));
  CHECK(variance_squares == Approx(1).margin(0.5));
}

TEST_CASE("a constant series has no error and no autocorrelation", "[statistics]") {
  const std::vector<double> series(1000, 0.1);
  const MeanEstimate estimate = mean_with_error(series);
  CHECK(estimate.value == 0.1);
  CHECK(estimate.variance == 0);
  CHECK(estimate.sigma == 0);
  CHECK(estimate.tau == 0.5);
}

TEST_CASE("statistics refuse series that are too short", "[statistics]") {
  const std::vector<double> one(1, 1.0), two(2, 1.0);
  CHECK_THROWS_AS(mean_with_error(one), std::invalid_argument);
  CHECK_THROWS_AS(variance_with_error(two, two), std::invalid_argument);
  CHECK_THROWS_AS(variance_with_error(two, one, 2), std::invalid_argument);
}

TEST_CASE("a short series that seems anticorrelated has a specific heat with an error", "[statistics]") {
  std::vector<double> series;
  for (int i = 0; i < 60; ++i) series.push_back(i % 2 == 0 ? 1 : -1);
  REQUIRE(mean_with_error(series).tau < 0.1);
  const ThermalEstimate found = thermal_estimate(series, squares(series), 1, 2);
  // Variance 1; blocks of two hold one value of each sign, so that none is left out with an effect.
  CHECK(found.specific_heat.value == Approx(2));
  CHECK(found.specific_heat.sigma < 1e-9);
  CHECK_THROWS_AS(thermal_estimate(std::vector<double>(15, 1.0), std::vector<double>(15, 1.0), 1, 2),
                  std::invalid_argument);
}

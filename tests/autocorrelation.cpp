// Integrated autocorrelation times, on series whose times are known: x_{t+1} = rho x_t + noise has tau = (1 + rho) / (1
// - rho) / 2.
#include "interface/autocorrelation.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "interface/registry.hpp"
#include "tests/catch.hpp"

namespace spinbench {
namespace {

std::vector<double> autoregressive(double rho, std::size_t n, std::mt19937_64& random) {
  std::normal_distribution<double> noise;
  std::vector<double> result(n);
  double x = noise(random) / std::sqrt(1 - rho * rho);
  for (double& value : result) {
    value = x;
    x = rho * x + noise(random);
  }
  return result;
}

/// The definition, term by term.
double sum_up_to(const std::vector<double>& x, std::size_t window) {
  const std::size_t n = x.size();
  double mean = 0;
  for (const double value : x) mean += value / static_cast<double>(n);
  const auto covariance = [&](std::size_t t) {
    double sum = 0;
    for (std::size_t i = 0; i + t < n; ++i) sum += (x[i] - mean) * (x[i + t] - mean);
    return sum / static_cast<double>(n - t);
  };
  double tau = 0.5;
  for (std::size_t t = 1; t <= window; ++t) tau += covariance(t) / covariance(0);
  return tau * (1 + (2 * static_cast<double>(window) + 1) / static_cast<double>(n));
}

TEST_CASE("autocorrelation times of series whose times are known", "[autocorrelation][slow]") {
  std::mt19937_64 random(20261122);
  for (const double rho : {0.0, 0.5, 0.9}) {
    const double wanted = (1 + rho) / (1 - rho) / 2;
    double sum = 0, errors = 0;
    int inside = 0;
    constexpr int runs = 200;
    for (int run = 0; run < runs; ++run) {
      const IntegratedTime time = integrated_time(autoregressive(rho, 8000, random));
      sum += time.tau;
      errors += time.error;
      inside += std::fabs(time.tau - wanted) < time.error;
    }
    CAPTURE(rho, wanted, sum / runs, errors / runs, inside);
    // The window leaves exp(-6) of the sum out; the rest is the scatter of the mean.
    CHECK(std::fabs(sum / runs - wanted) < 4 * errors / runs / std::sqrt(1.0 * runs) + 0.003 * wanted);
    // Errors are a little too large (they count the window's noise as if nothing were correlated), never too small.
    CHECK(inside > 0.60 * runs);
    CHECK(inside < 0.97 * runs);
  }
}

TEST_CASE("an anticorrelated series has a time below that of independent values", "[autocorrelation]") {
  std::mt19937_64 random(11);
  const IntegratedTime time = integrated_time(autoregressive(-0.5, 20'000, random));  // 1/6
  CHECK(time.tau > 0.08);
  CHECK(time.tau < 0.3);
}

TEST_CASE("an autocorrelation time is the sum that it is defined by", "[autocorrelation]") {
  std::mt19937_64 random(7);
  for (const std::size_t n : {2u, 3u, 100u, 1000u, 1023u, 1025u}) {
    const auto series = autoregressive(0.8, n, random);
    const IntegratedTime time = integrated_time(series);
    CHECK(time.steps == n);
    CHECK(time.tau ==
          Approx(std::max(sum_up_to(series, time.window), 0.0)).epsilon(1e-9).margin(2.0 / static_cast<double>(n)));
    if (n > 500) {
      CHECK(static_cast<double>(time.window) >= 5.5 * time.tau);
      CHECK(time.error ==
            Approx(time.tau * std::sqrt((4.0 * static_cast<double>(time.window) + 2) / static_cast<double>(n))));
      CHECK(time.tau == Approx(sum_up_to(series, time.window)).epsilon(1e-9));
    }
  }
}

TEST_CASE("replicas are averaged over, each about its own mean", "[autocorrelation]") {
  std::mt19937_64 random(3);
  constexpr std::size_t n = 4000, replicas = 4;
  std::vector<double> all(n * replicas);
  for (std::size_t r = 0; r < replicas; ++r) {
    const auto one = autoregressive(0.9, n, random);
    // Means far apart must not look like a time.
    for (std::size_t i = 0; i < n; ++i) all[i * replicas + r] = one[i] + 1000.0 * static_cast<double>(r);
  }
  const IntegratedTime time = integrated_time(all, replicas);
  CHECK(time.steps == n);
  CHECK(time.replicas == replicas);
  CHECK(std::fabs(time.tau - 9.5) < 4 * time.error);
  CHECK(time.error < 1.2);  // of one replica it would be twice as large
  CHECK(time.lengths() == Approx(n * replicas / time.tau));
}

TEST_CASE("what has no autocorrelation time has none", "[autocorrelation]") {
  CHECK(std::isnan(integrated_time(std::vector<double>(100, 3.25)).tau));
  CHECK(std::isnan(integrated_time(std::vector<double>{0.1, 0.1, 0.1}).error));
  std::vector<double> broken(100, 1.0);
  broken[7] = std::numeric_limits<double>::quiet_NaN();
  CHECK(std::isnan(integrated_time(broken).tau));
  broken[7] = std::numeric_limits<double>::infinity();
  CHECK(std::isnan(integrated_time(broken).tau));
  CHECK_THROWS_AS(integrated_time(std::vector<double>{}), std::invalid_argument);
  CHECK_THROWS_AS(integrated_time(std::vector<double>{1}), std::invalid_argument);
  CHECK_THROWS_AS(integrated_time(std::vector<double>{1, 2, 3}, 2), std::invalid_argument);
  CHECK_THROWS_AS(integrated_time(std::vector<double>{1, 2}, 0), std::invalid_argument);
}

TEST_CASE("experiments of autocorrelation times follow each visit and drop the start", "[autocorrelation]") {
  const Kernel* kernel = Registry::instance().kernel("tau_ising2d");
  REQUIRE(kernel != nullptr);
  REQUIRE(kernel->experiment != nullptr);
  Device host, card;
  card.pci = "0000:01:00.0";
  Params params;
  params.set("L", std::int64_t{128});
  params.set("beta", 0.44);
  CHECK(kernel->experiment->length(params, host, std::nullopt).spacing == 10);  // beta_c is near
  params.set("beta", 0.4);
  CHECK(kernel->experiment->length(params, host, std::nullopt).spacing == 1);
  params.set("beta", 0.44);
  params.set("k", std::int64_t{100});
  const Experiment::Length on_host = kernel->experiment->length(params, host, std::nullopt),
                           on_card = kernel->experiment->length(params, card, std::nullopt);
  CHECK(on_host.spacing == 100);
  CHECK(on_host.sweeps % 100 == 0);
  CHECK(on_host.sweeps > 140'000);                       // near beta_c longer than elsewhere
  CHECK(on_host.equilibration > on_host.sweeps - 1000);  // half of the run is thrown away there
  CHECK(on_card.sweeps > on_host.sweeps);
  CHECK(on_card.equilibration < on_card.sweeps);
  params.set("beta", 0.2);
  const Experiment::Length far = kernel->experiment->length(params, host, std::nullopt);
  CHECK(far.sweeps == 100'000);  // a thousand measurements
  CHECK(far.equilibration == 5000);
  CHECK(kernel->experiment->length(params, host, 700).sweeps == 700);
}

TEST_CASE("estimates are the mean, with its exact value, and the time in sweeps", "[autocorrelation]") {
  const Kernel* kernel = Registry::instance().kernel("tau_ising2d");
  REQUIRE(kernel != nullptr);
  Params params;
  params.set("L", std::int64_t{16});
  params.set("beta", 0.4);
  std::mt19937_64 random(5);
  Series series{"energy", 1, autoregressive(0.9, 20'000, random)};
  struct None final : Simulation {
    std::string code_path() const override { return ""; }
    void sweep(int) override {}
    Observables observe() override { return {}; }
    Configuration configuration() override { return {}; }
    Work work_per_sweep() const override { return {}; }
  } none;
  const Experiment::Length run{.sweeps = 100'000, .equilibration = 0, .spacing = 5};
  auto found = kernel->experiment->estimates(params, run, series, none);
  REQUIRE(found.size() == 2);
  CHECK(found[0].name == "energy");
  CHECK(found[0].expected.has_value());
  // The variance of the series is 1 / (1 - rho^2), of its mean 2 tau of that over n.
  CHECK(found[0].error == Approx(std::sqrt(2 * 9.5 / 0.19 / 20'000)).epsilon(0.15));
  CHECK(std::fabs(found[0].value) < 4 * found[0].error);
  CHECK(found[1].name == "tau_sweeps");
  CHECK(std::fabs(found[1].value - 5 * 9.5) < 4 * found[1].error);
  series.name = "magnetisation";
  found = kernel->experiment->estimates(params, run, series, none);
  CHECK(found[0].name == "magnetisation");
  CHECK_FALSE(found[0].expected.has_value());
  CHECK(found[1].name == "tau_magnetisation");
}

}  // namespace
}  // namespace spinbench

// Experiments: on series whose statistics are known, the estimates are as far off as their errors say.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "bench/measure/experiment.hpp"
#include "bench/rows/row.hpp"
#include "kernels/common/statistics.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/variants.hpp"

using namespace spinbench;
using namespace spinbench::testing;

namespace {

constexpr double mean = -1.1, deviation = 2e-3, beta = 0.4;
constexpr int spins = 1000;

/// Energies of an autoregressive process, x <- rho x + noise once a sweep of 1 ms, that starts far from its mean.
class Autoregressive : public Simulation {
 public:
  Autoregressive(FakeBackend& backend, double rho, unsigned seed) : rho_(rho), engine_(seed) {
    backend.time = [this](int, int) { return 1e6 * (swept - std::exchange(timed_, swept)); };
  }
  void sweep(int count) override {
    swept += count;
    for (; count > 0; --count) x_ = rho_ * x_ + std::sqrt(1 - rho_ * rho_) * normal_(engine_);
  }
  std::string code_path() const override { return ""; }
  Observables observe() override { return {{"energy", {mean + deviation * x_, 7.0}}}; }
  Configuration configuration() override { return Configuration(std::vector<std::int8_t>(2 * spins, 1)); }
  Work work_per_sweep() const override {
    Work work;
    work.units = spins;
    return work;
  }
  int swept = 0;

 private:
  int timed_ = 0;
  double rho_, x_ = 4000;
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
};

/// Energy and specific heat of the first replica, and the autocorrelation time, with what they should be.
Experiment thermal() {
  Experiment result;
  result.name = "thermal";
  result.estimates = [](const Params&, const Experiment::Length& length, const Series& series,
                        Simulation&) -> std::vector<NamedEstimate> {
    std::vector<double> first, second;
    for (std::size_t i = 0; i < series.values.size(); i += series.replicas) {
      first.push_back(series.values[i] - mean);
      second.push_back(first.back() * first.back());
    }
    const ThermalEstimate found = thermal_estimate(first, second, beta, spins);
    return {{"energy", found.energy.value + mean, found.energy.sigma, mean, ""},
            {"specific_heat", found.specific_heat.value, found.specific_heat.sigma,
             beta * beta * spins * deviation * deviation, ""},
            {"tau_sweeps", found.energy.tau * length.spacing, 0, std::nullopt, ""}};
  };
  return result;
}

ExperimentResult run(double rho, unsigned seed, const Experiment::Length& length, const MeasureOptions& options = {}) {
  FakeBackend backend;
  Autoregressive simulation(backend, rho, seed);
  return run_experiment(simulation, backend, thermal(), {}, length, options);
}

}  // namespace

TEST_CASE("an experiment's deviations scatter as its errors say", "[experiment][slow]") {
  // tau = (1 + rho) / (2 (1 - rho)) for the series at every second sweep, rho^2 apart.
  const double rho = std::sqrt(0.8), tau = 2 * 0.5 * (1.8 / 0.2);
  double energy = 0, specific_heat = 0, mean_tau = 0;
  const int runs = 100;
  for (unsigned seed = 1; seed <= runs; ++seed) {
    const ExperimentResult result = run(rho, seed, {.sweeps = 20000, .equilibration = 400, .spacing = 2});
    REQUIRE(result.findings.estimates.size() == 3);
    REQUIRE(result.findings.measurements() == 10000);
    const NamedEstimate& e = result.findings.estimates[0];
    CHECK(e.name == "energy");
    CHECK(e.error == Approx(deviation * std::sqrt(tau / 10000)).epsilon(0.2));
    energy += std::pow(*deviation_sigmas(e), 2) / runs;
    specific_heat += std::pow(*deviation_sigmas(result.findings.estimates[1]), 2) / runs;
    mean_tau += result.findings.estimates[2].value / runs;
  }
  CHECK(mean_tau == Approx(tau).epsilon(0.05));
  // Chi-squared over 100 runs: 1 +- 0.14.
  CHECK(energy == Approx(1).margin(0.5));
  CHECK(specific_heat == Approx(1).margin(0.5));
}

TEST_CASE("what comes before equilibrium is thrown away, all of it and no more", "[experiment]") {
  FakeBackend backend;
  Autoregressive simulation(backend, 0.9, 3);
  const auto result =
      run_experiment(simulation, backend, thermal(), {}, {.sweeps = 5000, .equilibration = 299, .spacing = 5}, {});
  CHECK(result.findings.length.equilibration == 300);
  CHECK(simulation.swept == 300 + 5000);
  CHECK(std::fabs(*deviation_sigmas(result.findings.estimates[0])) < 4);
  // Kept, the start would be seen.
  const auto kept = run(0.9, 3, {.sweeps = 5000, .equilibration = 0, .spacing = 5});
  CHECK(std::fabs(kept.findings.estimates[0].value - mean) > 10 * result.findings.estimates[0].error);
}

TEST_CASE("an experiment is timed in batches, and no time limit cuts it", "[experiment]") {
  MeasureOptions options;
  options.time_limit_s = 0;
  options.sweeps = 3;
  FakeBackend backend;
  Autoregressive simulation(backend, 0.5, 1);
  backend.seen = [](int asked) {
    Conditions conditions;
    if (asked == 1) conditions.throttle = {"thermal"};
    return conditions;
  };
  const auto result =
      run_experiment(simulation, backend, thermal(), {}, {.sweeps = 1000, .equilibration = 200, .spacing = 5}, options);
  CHECK(result.measurement.stop_reason == "experiment");
  // 5 sweeps in 5 ms: two measurements reach 10 ms.
  CHECK(result.measurement.batches.size() == 100);
  CHECK(result.measurement.sweeps_per_batch == 10);
  CHECK(result.measurement.batches[1].throttled);
  CHECK(result.measurement.samples().size() == result.measurement.batches.size() - 1);
  CHECK(result.measurement.conditions.throttle == std::vector<std::string>{"thermal"});
  CHECK(result.measurement.low <= result.measurement.median);
  CHECK(result.measurement.median <= result.measurement.high);
}

TEST_CASE("an interrupt ends an experiment after the batch in flight, without findings", "[experiment]") {
  for (const int after : {0, 3, 30}) {
    int asked = 0;
    MeasureOptions options;
    options.interrupted = [&] { return asked++ >= after; };
    const auto result = run(0.5, 1, {.sweeps = 100000, .equilibration = 100, .spacing = 1}, options);
    CHECK(result.measurement.stop_reason == "interrupted");
    CHECK(result.findings.estimates.empty());
  }
}

TEST_CASE("an experiment's length is refused where it cannot be measured", "[experiment]") {
  CHECK(why_refused({.sweeps = 1000, .spacing = 5}).empty());
  CHECK(why_refused({.sweeps = 1001, .spacing = 5}) ==
        "--sweeps 1001: this experiment measures every 5 sweeps; take a multiple of that");
  CHECK(why_refused({.sweeps = 155, .spacing = 5}) == "--sweeps 155: this experiment needs 160 or more");
  CHECK_THROWS_AS(run(0.5, 1, {.sweeps = 1001, .spacing = 5}), Unsupported);
}

TEST_CASE("a series is that of sweeps and observations in turn, of all replicas", "[experiment]") {
  FakeBackend backend;
  Autoregressive series(backend, 0.5, 9), single(backend, 0.5, 9);
  const Series found = series.series("energy", 7, 3);
  CHECK(found.replicas == 2);
  REQUIRE(found.measurements() == 7);
  for (std::size_t i = 0; i < found.values.size(); i += 2) {
    single.sweep(3);
    CHECK(found.values[i] == single.observe().of("energy").front());
    CHECK(found.values[i + 1] == 7);
  }
}

TEST_CASE("an observable that the simulation lacks is no experiment", "[experiment]") {
  FakeBackend backend;
  Autoregressive simulation(backend, 0.5, 9);
  Experiment experiment = thermal();
  experiment.observable = "overlap";
  CHECK_THROWS_AS(run_experiment(simulation, backend, experiment, {}, {.sweeps = 100, .spacing = 1}, {}),
                  std::out_of_range);
}

TEST_CASE("an estimate has a deviation where it has an error and something is expected", "[experiment]") {
  CHECK(deviation_sigmas({"e", 3.0, 0.5, 2.0, ""}) == std::optional(2.0));
  CHECK_FALSE(deviation_sigmas({"e", 3.0, 0.5, std::nullopt, ""}));
  CHECK_FALSE(deviation_sigmas({"e", 3.0, 0.0, 2.0, ""}));
}

TEST_CASE("rng_quality measures as often as its update allows, a laptop's length on a host", "[experiment]") {
  const Kernel* kernel = Registry::instance().kernel("rng_quality");
  REQUIRE(kernel != nullptr);
  REQUIRE(kernel->experiment != nullptr);
  Params params;
  params.set("L", std::int64_t{1024});
  params.set("rng", std::string("lcg32_skip"));
  params.set("beta", 0.4);
  Device host, gpu;
  gpu.pci = "0000:01:00.0";
  const auto valid = [&](const Device& device, std::optional<int> sweeps) {
    const Experiment::Length length = kernel->experiment->length(params, device, sweeps);
    CHECK(why_refused(length).empty());
    return length;
  };
  CHECK(valid(host, {}).sweeps == 1000);
  // The start is forgotten in about 200 sweeps.
  CHECK(valid(host, {}).equilibration >= 150);
  params.set("tile", std::int64_t{16});
  for (const int k : {1, 2, 5, 7, 100}) {
    params.set("k", std::int64_t{k});
    const Experiment::Length length = valid(gpu, {});
    CHECK(length.spacing % k == 0);
    CHECK(length.spacing >= 5);
    CHECK(length.sweeps >= 300000);
  }
  params.set("k", std::int64_t{5});
  CHECK(valid(gpu, 10000000).sweeps == 10000000);
  CHECK(valid(gpu, 10000000).equilibration == 500000);
  // Close to the critical point the equilibration does not outgrow the run.
  params.set("beta", 0.4406867935097715);
  CHECK(valid(gpu, 1000).equilibration <= 1000);
}

TEST_CASE("rng_quality names exact values, and the bias that the paper saw in this order", "[experiment]") {
  const Kernel* kernel = Registry::instance().kernel("rng_quality");
  REQUIRE(kernel != nullptr);
  REQUIRE(kernel->experiment != nullptr);
  FakeBackend backend;
  Autoregressive simulation(backend, 0.5, 2);
  Params params;
  params.set("L", std::int64_t{16});
  params.set("rng", std::string("lcg32_skip"));
  params.set("beta", 0.4);
  const Experiment::Length length{.sweeps = 200, .spacing = 2};
  const Series series = simulation.series("energy", 100, 2);
  const auto estimates = [&] { return kernel->experiment->estimates(params, length, series, simulation); };
  const auto found = estimates();
  REQUIRE(found.size() == 3);
  for (const NamedEstimate& one : found) {
    CHECK(one.expected.has_value() == (one.name != "tau_sweeps"));
    if (one.expected) CHECK(one.known_bias.find("63 sigma") != std::string::npos);
  }
  CHECK(*found[0].expected == Approx(-1.1).margin(0.2));
  params.set("tile", std::int64_t{16});
  CHECK(estimates().front().known_bias.find("8259") != std::string::npos);
  params.set("rng", std::string("philox4x32"));
  CHECK(estimates().front().known_bias.empty());
}

TEST_CASE("Weigel's Table 1 has the paper's generators at one hit, and r = 521 in small tiles beside a control") {
  // tile, hits a visit (0: their defaults, 16 and 5) -> generators
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<std::string>> rows;
  for (const Plan& plan : Registry::instance().plans()) {
    if (plan.id != "weigel2012-table1") continue;
    for (const Sweep& sweep : plan.sweeps) {
      if (sweep.variant != "tiled" || sweep.backend != "cuda") continue;
      std::pair<std::int64_t, std::int64_t> place{0, 0};
      for (const auto& [axis, values] : sweep.axes) {
        if (axis == "tile") place.first = std::get<std::int64_t>(values.front());
        if (axis == "k") place.second = std::get<std::int64_t>(values.front());
      }
      for (const auto& [axis, values] : sweep.axes)
        if (axis == "rng")
          for (const AxisValue& value : values) rows[place].insert(std::get<std::string>(value));
    }
  }
  const std::set<std::string> papers = {"lcg32_skip",   "lcg32_random", "lcg64_skip",
                                        "lcg64_random", "fibonacci521", "fibonacci1279"};
  CHECK(rows[{0, 1}] == papers);
  CHECK(std::includes(rows[{0, 0}].begin(), rows[{0, 0}].end(), papers.begin(), papers.end()));
  CHECK(rows[{8, 1}] == std::set<std::string>{"fibonacci521", "lcg64_random"});
  CHECK(rows[{8, 5}] == std::set<std::string>{"fibonacci521"});
}

TEST_CASE("An experiment takes no case from the comparisons of its kernel's variants", "[experiment]") {
  const Registry& registry = Registry::instance();
  int compared = 0;
  for (const Variant& variant : registry.variants()) {
    const auto& experiment = registry.kernel(variant.kernel)->experiment;
    Backend& backend = *registry.backend(variant.backend);
    if (!experiment || backend.devices().empty()) continue;
    const Variant& own = *registry.variant(experiment->kernel, variant.name, variant.backend);
    REQUIRE(static_cast<bool>(own.unsupported) == static_cast<bool>(variant.unsupported));
    if (!own.unsupported || !variant.bit_cases) continue;
    const Device& device = backend.devices().front();
    for (const Params& one : variant.bit_cases(defaults(variant), device)) {
      INFO(variant.kernel << "/" << variant.name << " " << one.name());
      CHECK(own.unsupported(one, device) == variant.unsupported(one, device));
      ++compared;
    }
  }
  CHECK(compared > 0);
}

#include <cmath>
#include <random>
#include <thread>

#include "bench/measure/measure.hpp"
#include "interface/registry.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"

using namespace spinbench;
using namespace spinbench::testing;

TEST_CASE("the median's interval holds its order statistics") {
  CHECK(median_interval({}).median == 0);
  CHECK(median_interval({3, 1, 2}).median == 2);
  CHECK(median_interval({4, 1, 2, 3}).median == 2.5);
  // Below six samples the range carries less than 95%; from six to eight it is the range; nine drop one a side.
  // (David and Nagaraja, Order Statistics, table 7.1: n = 9 gives ranks 2 and 8.)
  std::vector<double> samples;
  for (int i = 1; i <= 8; ++i) samples.push_back(i);
  CHECK(median_interval(samples).low == 1);
  CHECK(median_interval(samples).high == 8);
  samples.push_back(9);
  CHECK(median_interval(samples).low == 2);
  CHECK(median_interval(samples).high == 8);
}

TEST_CASE("the median's interval covers the true median in at least 95% of all runs") {
  std::mt19937_64 engine(7);
  std::exponential_distribution<double> draw(std::log(2.0));  // median 1
  for (const int size : {8, 20, 101}) {
    int covered = 0;
    const int runs = 4000;
    for (int run = 0; run < runs; ++run) {
      std::vector<double> samples;
      for (int i = 0; i < size; ++i) samples.push_back(draw(engine));
      const auto interval = median_interval(samples);
      covered += interval.low <= 1 && 1 <= interval.high;
    }
    CHECK(covered >= runs * 0.945);
    CHECK(covered <= runs * 0.995);
  }
}

TEST_CASE("a large number of samples does not underflow") {
  std::vector<double> samples;
  for (int i = 0; i < 5000; ++i) samples.push_back(i);
  const auto interval = median_interval(samples);
  CHECK(interval.low > 2400);
  CHECK(interval.high < 2600);
  CHECK(interval.low < interval.median);
}

TEST_CASE("steady batches stop for precision and last long enough") {
  FakeBackend backend;
  FakeSimulation simulation(backend, 7);
  const auto result = measure(simulation, backend, {});
  CHECK(result.stop_reason == "precision");
  CHECK(result.batches.size() == 8);
  CHECK(result.sweeps_per_batch % 7 == 0);
  CHECK(result.sweeps_per_batch * 1e6 >= 10e6);
  CHECK(result.median == Approx(1000.0));
  CHECK_FALSE(result.joules_per_unit.has_value());
}

TEST_CASE("scattered batches go on to the batch limit") {
  FakeBackend backend;
  std::mt19937 engine(1);
  backend.time = [&](int, int sweeps) { return sweeps * 1e6 * (engine() % 2 ? 1.0 : 2.0); };
  FakeSimulation simulation(backend);
  MeasureOptions options;
  options.max_batches = 30;
  const auto result = measure(simulation, backend, options);
  CHECK(result.stop_reason == "batch_limit");
  CHECK(result.batches.size() == 30);
}

TEST_CASE("scattered batches stop at the time limit") {
  FakeBackend backend;
  backend.time = [&](int batch, int) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return 1e7 * (1 + batch % 2);
  };
  FakeSimulation simulation(backend);
  MeasureOptions options;
  options.time_limit_s = 0.1;
  const auto result = measure(simulation, backend, options);
  CHECK(result.stop_reason == "time_limit");
  CHECK(result.batches.size() >= 1);
  CHECK(result.batches.size() < 30);
}

TEST_CASE("throttled batches are marked, repeated and not mixed in") {
  FakeBackend backend;
  backend.seen = [&](int batch) {
    Conditions conditions;
    conditions.sm_clock_mhz = 1000 + batch;
    if (batch == 2 || batch == 5) conditions.throttle = {"thermal"};
    return conditions;
  };
  backend.time = [&](int, int sweeps) {
    const bool slow = backend.asked == 3 || backend.asked == 6;
    return sweeps * (slow ? 5e6 : 1e6);
  };
  FakeSimulation simulation(backend);
  MeasureOptions options;
  options.pause_s = 0.01;
  const auto result = measure(simulation, backend, options);
  CHECK(result.stop_reason == "precision");
  CHECK(result.batches.size() == 10);
  CHECK(result.samples().size() == 8);
  CHECK(result.batches[2].throttled);
  CHECK(result.batches[2].ns_per_unit == Approx(5000.0));
  CHECK(result.high == Approx(1000.0));
  CHECK(result.conditions.throttle == std::vector<std::string>{"thermal"});
}

TEST_CASE("a device that is always throttled says so") {
  FakeBackend backend;
  backend.seen = [](int) { return Conditions{{}, {}, {}, {"power"}}; };
  FakeSimulation simulation(backend);
  MeasureOptions options;
  options.pause_s = 0.001;
  const auto result = measure(simulation, backend, options);
  CHECK(result.stop_reason == "throttled");
  CHECK(result.batches.size() == 3);
  CHECK(result.median == Approx(1000.0));
}

TEST_CASE("an interrupt ends the measurement after the batch in flight") {
  FakeBackend backend;
  FakeSimulation simulation(backend);
  MeasureOptions options;
  options.interrupted = [&] { return backend.asked >= 3; };
  const auto result = measure(simulation, backend, options);
  CHECK(result.stop_reason == "interrupted");
  CHECK(result.batches.size() == 3);
}

TEST_CASE("the user's sweeps are taken as they are or refused") {
  FakeBackend backend;
  FakeSimulation simulation(backend, 10);
  MeasureOptions options;
  options.sweeps = 20;
  CHECK(measure(simulation, backend, options).sweeps_per_batch == 20);
  options.sweeps = 25;
  CHECK_THROWS_AS(measure(simulation, backend, options), Unsupported);
}

TEST_CASE("energy is the counter's difference over the work in between") {
  FakeBackend backend;
  double joules = 5;
  backend.joules = [&] { return std::optional<double>(joules); };
  int timed = 0;
  backend.time = [&](int, int sweeps) {
    joules += 1e-3 * sweeps;
    ++timed;
    return sweeps * 1e6;
  };
  FakeSimulation simulation(backend);
  MeasureOptions options;
  options.energy = true;
  options.energy_s = 0.01;
  const auto result = measure(simulation, backend, options);
  REQUIRE(result.joules_per_unit);
  CHECK(*result.joules_per_unit == Approx(1e-6));
  backend.joules = [] { return std::optional<double>(7.0); };
  CHECK_FALSE(measure(simulation, backend, options).joules_per_unit.has_value());
}

// The measuring core on a scripted machine: batches, why they stop, what disturbs them.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <random>

#include "bench/measure/measure.hpp"
#include "bench/measure/repetition.hpp"
#include "interface/equilibrates.hpp"
#include "interface/ranks.hpp"
#include "interface/registry.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/scripted_machine.hpp"

using namespace spinbench;
using namespace spinbench::testing;

namespace {

/// Counts the units of its sweeps, and takes a while to be equilibrated.
class ColdSimulation final : public FakeSimulation, public Equilibrates {
 public:
  explicit ColdSimulation(FakeBackend& backend) : FakeSimulation(backend), backend_(backend) {}

  void sweep(int count) override {
    // The first sweep of all must find it warm.
    cold_sweeps += equilibrations == 0 ? count : 0;
    units_ += 1000.0 * count;
    FakeSimulation::sweep(count);
  }
  std::optional<double> units_done() const override { return units_; }
  void equilibrate(const std::function<bool()>& is_over) override {
    ++equilibrations;
    can_end = static_cast<bool>(is_over);
    // Enqueued, as on a device.
    backend_.done_s = std::max(backend_.done_s, backend_.now_s) + 100;
  }

  int equilibrations = 0, cold_sweeps = 0;
  bool can_end = false;

 private:
  FakeBackend& backend_;
  double units_ = 0;
};

}  // namespace

TEST_CASE("steady batches stop for precision and last long enough", "[measure]") {
  FakeBackend backend;
  FakeSimulation simulation(backend, 7);
  const auto result = measure(simulation, backend, bursts(backend));
  CHECK(result.stop_reason == "precision");
  CHECK(result.batches.size() == 8);
  CHECK(result.sweeps_per_batch % 7 == 0);
  CHECK(result.sweeps_per_batch * 1e6 >= 10e6);
  CHECK(result.sweeps_per_batch * 1e6 <= 20e6);
  CHECK(result.median == Approx(1000.0));
  CHECK(result.burst.median == Approx(1000.0));
  CHECK_FALSE(result.held);
  CHECK_FALSE(result.burst_differs());
  CHECK_FALSE(result.joules_per_unit.has_value());
}

TEST_CASE("a slow first launch does not make batches of one sweep", "[measure]") {
  FakeBackend backend;
  backend.time = [](int batch, int sweeps) { return batch == 0 ? 50e6 : 1e5 * sweeps; };
  FakeSimulation simulation(backend);
  CHECK(measure(simulation, backend, bursts(backend)).sweeps_per_batch >= 100);
}

TEST_CASE("scattered batches go on to the batch limit", "[measure]") {
  FakeBackend backend;
  std::mt19937 engine(1);
  backend.time = [&](int, int sweeps) { return sweeps * 1e6 * (engine() % 2 ? 1.0 : 2.0); };
  FakeSimulation simulation(backend);
  MeasureOptions options = bursts(backend);
  options.max_batches = 30;
  const auto result = measure(simulation, backend, options);
  CHECK(result.stop_reason == "batch_limit");
  CHECK(result.batches.size() == 30);
}

TEST_CASE("scattered batches stop at the time limit", "[measure]") {
  FakeBackend backend;
  backend.time = [](int batch, int) { return 1e7 * (1 + batch % 2); };
  FakeSimulation simulation(backend);
  MeasureOptions options = bursts(backend);
  options.time_limit_s = 0.3;
  const auto result = measure(simulation, backend, options);
  CHECK(result.stop_reason == "time_limit");
  // 15 ms each.
  CHECK(result.batches.size() >= 15);
  CHECK(result.batches.size() <= 25);
}

TEST_CASE("batches that heat slowed are marked, repeated and not mixed in", "[measure]") {
  FakeBackend backend;
  backend.seen = [](int asked) {
    Conditions conditions;
    conditions.sm_clock_mhz = 1000 + asked;
    if (asked == 2 || asked == 5) conditions.throttle = {"thermal"};
    return conditions;
  };
  // A batch is enqueued before the device is asked.
  backend.time = [&](int, int sweeps) { return sweeps * (backend.asked == 2 || backend.asked == 5 ? 5e6 : 1e6); };
  FakeSimulation simulation(backend);
  // Rests do not count.
  MeasureOptions options = bursts(backend);
  options.time_limit_s = 0.5;
  const auto result = measure(simulation, backend, options);
  CHECK(result.stop_reason == "precision");
  CHECK(result.batches.size() == 10);
  CHECK(result.samples().size() == 8);
  CHECK(result.batches[2].throttled);
  CHECK(result.batches[2].ns_per_unit == Approx(5000.0));
  CHECK(result.high == Approx(1000.0));
  CHECK(result.best() == Approx(1000.0));
  CHECK(result.conditions.throttle == std::vector<std::string>{"thermal"});
}

TEST_CASE("a device that is always throttled says so", "[measure]") {
  for (const bool hold : {false, true}) {
    FakeBackend backend;
    backend.seen = [](int) {
      Conditions conditions;
      conditions.throttle = {"hardware"};
      return conditions;
    };
    FakeSimulation simulation(backend);
    MeasureOptions options = bursts(backend);
    options.hold = hold;
    const auto result = measure(simulation, backend, options);
    CHECK(result.stop_reason == "throttled");
    CHECK(result.median == Approx(1000.0));
    CHECK(result.burst.median == Approx(1000.0));
    REQUIRE(!result.batches.empty());
    for (const Batch& batch : result.batches) CHECK(batch.throttled);
    // Two rests of a second before it gives up.
    CHECK(backend.now_s > 2);
    CHECK(backend.now_s < 4);
  }
}

TEST_CASE("a power cap is neither excluded nor waited out, and the row says it", "[measure]") {
  for (const bool capped : {false, true}) {
    FakeBackend backend;
    backend.seen = [&](int) {
      Conditions conditions;
      conditions.power_capped = capped;
      return conditions;
    };
    FakeSimulation simulation(backend);
    const auto result = measure(simulation, backend, bursts(backend));
    CHECK(result.stop_reason == "precision");
    CHECK(result.batches.size() == 8);
    CHECK(backend.now_s < 0.3);
    REQUIRE(result.power_capped.has_value());
    CHECK(*result.power_capped == capped);
  }
}

TEST_CASE("an interrupt ends the measurement within two batches, and no repetition follows", "[measure]") {
  for (const bool hold : {false, true}) {
    FakeBackend backend;
    int made = 0, looked = 0;
    double asked_to_stop = 0;
    MeasureOptions options = bursts(backend);
    options.hold = hold;
    options.repetitions = 3;
    options.interrupted = [&] {
      if (backend.now_s > 0.15 && asked_to_stop == 0) asked_to_stop = backend.now_s;
      return backend.now_s > 0.15;
    };
    backend.time = [](int batch, int sweeps) { return 1e6 * sweeps * (1 + batch % 2); };
    const auto result = measure(
        [&] {
          ++made;
          return std::make_unique<FakeSimulation>(backend);
        },
        backend, options, [&](Simulation&) { ++looked; });
    CHECK(result.stop_reason == "interrupted");
    CHECK(made == 1);
    CHECK(looked == 0);
    CHECK(backend.now_s - asked_to_stop < 0.05);
  }
}

TEST_CASE("an interrupt of a start that does not count is the row's, too", "[measure]") {
  // The first start comes to the power limit, and the second is cut before it could.
  Machine machine;
  bool is_over = false;
  machine.power = [](double) { return 699.0; };
  machine.capped = [](double) { return true; };
  machine.options.repetitions = 2;
  machine.options.interrupted = [&is_over] { return is_over; };
  machine.options.after_repetition = [&is_over](std::size_t, std::size_t) { is_over = true; };
  const auto result = machine.run();
  CHECK(result.repetitions.size() == 1);
  CHECK(result.stop_reason == "interrupted");
}

TEST_CASE("the user's sweeps are taken as they are or refused", "[measure]") {
  FakeBackend backend;
  FakeSimulation simulation(backend, 10);
  MeasureOptions options = bursts(backend);
  options.sweeps = 20;
  CHECK(measure(simulation, backend, options).sweeps_per_batch == 20);
  options.sweeps = 25;
  CHECK_THROWS_AS(measure(simulation, backend, options), Unsupported);
}

TEST_CASE("what a lost rank said is not lost where memory was taken before", "[measure]") {
  struct Interposing final : FakeBackend {
    std::shared_ptr<void> interpose(std::size_t) override { return std::make_shared<int>(0); }
  };
  Interposing backend;
  int made = 0;
  const SimulationFactory make = [&]() -> std::unique_ptr<Simulation> {
    if (++made > 1) throw RanksLost("rank 2 of 4 failed");
    return std::make_unique<FakeSimulation>(backend);
  };
  MeasureOptions options = bursts(backend);
  options.repetitions = 2;
  CHECK_THROWS_AS(measure(make, backend, options), RanksLost);
  CHECK(made == 2);
}

TEST_CASE("a simulation without work cannot be timed", "[measure]") {
  struct Idle final : FakeSimulation {
    using FakeSimulation::FakeSimulation;
    Work work_per_sweep() const override { return {}; }
  };
  FakeBackend backend;
  Idle idle(backend);
  CHECK_THROWS_AS(measure(idle, backend, bursts(backend)), std::runtime_error);
}

TEST_CASE("what looks at a timed object can end the row", "[measure]") {
  FakeBackend backend;
  CHECK_THROWS_WITH(measure([&] { return std::make_unique<FakeSimulation>(backend); }, backend, bursts(backend),
                            [](Simulation&) { throw std::runtime_error("not a number"); }),
                    "not a number");
}

TEST_CASE("what can be equilibrated is, before it is timed and not in its time", "[measure]") {
  for (const bool hold : {false, true}) {
    FakeBackend backend;
    ColdSimulation simulation(backend);
    MeasureOptions options = bursts(backend);
    options.hold = hold;
    options.interrupted = [] { return false; };
    const auto result = measure(simulation, backend, options);
    CHECK(simulation.equilibrations == 1);
    CHECK(simulation.cold_sweeps == 0);
    CHECK(simulation.can_end);
    // Neither seconds of it nor units: each batch tells of its own.
    CHECK(result.stop_reason == "precision");
    CHECK(result.median == Approx(1000.0));
    for (const Batch& batch : result.batches) CHECK(batch.ns_per_unit == Approx(1000.0));
  }
}

TEST_CASE("each repetition is equilibrated for itself", "[measure]") {
  FakeBackend backend;
  MeasureOptions options = bursts(backend);
  options.repetitions = 3;
  int equilibrations = 0;
  measure([&] { return std::make_unique<ColdSimulation>(backend); }, backend, options,
          [&](Simulation& simulation) { equilibrations += dynamic_cast<ColdSimulation&>(simulation).equilibrations; });
  CHECK(equilibrations == 3);
}

// What is timed where the work of a sweep varies and is counted.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "bench/measure/measure.hpp"
#include "bench/measure/repetition.hpp"
#include "interface/registry.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/scripted_machine.hpp"

using namespace spinbench;
using namespace spinbench::testing;

namespace {

/// Of each sweep, as many units as the sweeps before were: work that only the simulation can count.
class CountingSimulation final : public FakeSimulation {
 public:
  explicit CountingSimulation(FakeBackend& backend) : FakeSimulation(backend) {}
  void sweep(int count) override {
    FakeSimulation::sweep(count);
    ++batches_;
    last_ = count * (1 + batches_ % 3);
    units_ += last_;
  }
  Work work_per_sweep() const override { return {}; }
  std::optional<double> units_done() const override { return units_; }
  double last() const { return last_; }

 private:
  double units_ = 0, last_ = 0;
  int batches_ = 0;
};

/// So many units in each sweep.
class EvenCount final : public FakeSimulation {
 public:
  EvenCount(FakeBackend& backend, double units) : FakeSimulation(backend), each_(units) {}
  void sweep(int count) override {
    FakeSimulation::sweep(count);
    units_ += each_ * count;
  }
  std::optional<double> units_done() const override { return units_; }

 private:
  double each_, units_ = 0;
};

}  // namespace

TEST_CASE("counted work is what a batch is divided by", "[measure]") {
  for (const bool hold : {false, true}) {
    FakeBackend backend;
    CountingSimulation simulation(backend);
    backend.time = [&](int, int) { return 7e4 * simulation.last(); };
    MeasureOptions options = bursts(backend);
    options.hold = hold;
    const auto result = measure(simulation, backend, options);
    CHECK(result.stop_reason == "precision");
    CHECK(result.median == Approx(7e4));
    CHECK(result.low == Approx(7e4));
    CHECK(result.high == Approx(7e4));
  }
}

TEST_CASE("starts of counted work come to the time of their mean sweep over its units", "[measure]") {
  // An update takes the same time whatever it does: 1, 1 and 10 units a sweep. The median start takes 1000 ns a unit,
  // the best 100; a sweep does 4 in the mean.
  for (const bool reference : {false, true}) {
    FakeBackend backend;
    backend.time = [](int, int sweeps) { return 1000.0 * sweeps; };
    double start = 0;
    const SimulationFactory make = [&]() -> std::unique_ptr<Simulation> {
      return std::make_unique<EvenCount>(backend, ++start == 3 ? 10 : 1);
    };
    MeasureOptions options = bursts(backend);
    options.repetitions = 3;
    options.reference = reference;
    const auto result = measure(make, backend, options);
    REQUIRE(result.repetitions.size() == 3);
    CHECK(result.repetitions[0].median == Approx(1000));
    CHECK(result.repetitions[2].median == Approx(100));
    CHECK(*result.ns_per_sweep == Approx(1000));
    CHECK(*result.units_per_sweep == Approx(4));
    CHECK(result.median == Approx(250));
    CHECK(result.low <= 100);
    CHECK(result.high >= 1000);
  }
  FakeBackend backend;
  FakeSimulation declared(backend);
  CHECK_FALSE(measure(declared, backend, bursts(backend)).ns_per_sweep);
}

TEST_CASE("starts of counted work weigh alike, however many sweeps each had time for", "[measure]") {
  // 1000 ns a unit in any start; one did ten times as many sweeps, of a tenth of the units, and twice as long a batch
  // that was throttled is not of them.
  Repetition small, large;
  small.sweeps_per_batch = 100;
  small.batches = {{1000, false, 100}, {5000, true, 100}};
  small.time = {1000, 990, 1010};
  large.sweeps_per_batch = 10;
  large.batches = {{1000, false, 100}};
  large.time = {1000, 900, 1100};
  const auto found = over_counted({small, large});
  REQUIRE(found);
  CHECK(found->sweep.units == Approx(5.5));
  CHECK(found->sweep.ns == Approx(5500));
  CHECK(found->figure.median == Approx(1000));
  CHECK(found->figure.low == Approx(900));
  CHECK(found->figure.high == Approx(1100));
  // A start that was cut before its first batch says nothing.
  CHECK(over_counted({small, Repetition()})->sweep.units == Approx(1));
  CHECK_FALSE(over_counted({Repetition()}));
}

TEST_CASE("few batches of counted work are not precise, however well they agree", "[measure]") {
  const MeasureOptions options;
  const auto precise = [&](std::size_t count, double units) {
    return is_precise(std::vector<Batch>(count, Batch{1, false, units}), options);
  };
  CHECK(precise(8, 0));
  CHECK_FALSE(precise(8, 100));
  CHECK_FALSE(precise(31, 100));
  CHECK(precise(32, 100));
}

TEST_CASE("batches of much work and of little give the time of all their work", "[measure]") {
  for (const bool hold : {false, true}) {
    FakeBackend backend;
    CountingSimulation simulation(backend);
    // A batch does one, two or three units a sweep in turns. The one with the fewest takes the longest: the median
    // would be that of two.
    backend.time = [&](int, int sweeps) { return simulation.last() == sweeps ? 9e7 : 2e7; };
    MeasureOptions options = bursts(backend);
    options.hold = hold;
    options.half_width = 0;
    options.max_batches = 300;
    const auto result = measure(simulation, backend, options);
    double time = 0, units = 0;
    for (const Batch& batch : result.batches) {
      REQUIRE(batch.units > 0);
      time += batch.ns_per_unit * batch.units;
      units += batch.units;
    }
    CHECK(result.median == Approx(time / units));
    CHECK(result.low < result.median);
    CHECK(result.median < result.high);
    CHECK(median_interval(result.samples()).median != Approx(result.median).epsilon(1e-3));
  }
}

TEST_CASE("batches of counted work have enough sweeps, whatever a busy host makes the first ones last", "[measure]") {
  FakeBackend backend;
  CountingSimulation simulation(backend);
  backend.time = [](int batch, int sweeps) { return batch < 4 ? 30e6 : 1e5 * sweeps; };
  const auto quick = measure(simulation, backend, bursts(backend));
  CHECK(quick.sweeps_per_batch >= 100);
  // Long ones have as many as half a second takes, and not twice as many.
  for (const double one : {15e6, 40e6, 700e6}) {
    backend.time = [one](int, int sweeps) { return one * sweeps; };
    CountingSimulation slow(backend);
    const int sweeps = measure(slow, backend, bursts(backend)).sweeps_per_batch;
    INFO(one << " ns a sweep: " << sweeps);
    CHECK(sweeps <= 32);
    CHECK((sweeps == 32 || sweeps * one >= 0.5e9));
    CHECK((sweeps == 1 || sweeps * one < 1e9));
  }
  // What the user asks for is what is taken.
  MeasureOptions options = bursts(backend);
  options.sweeps = 3;
  CHECK(measure(simulation, backend, options).sweeps_per_batch == 3);
}

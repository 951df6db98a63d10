// How an experiment cuts its series into batches, whole or resumed, and what it keeps of them.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "bench/errors.hpp"
#include "bench/measure/experiment.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/walk.hpp"

using namespace spinbench;
using namespace spinbench::testing;
using namespace spinbench::testing::walks;

namespace {

/// One that counts its work: less than it guesses beforehand.
class CountedWalk final : public Walk {
 public:
  static constexpr double own_spins = spins / 4;

  using Walk::Walk;
  void sweep(int count) override {
    // What comes before equilibrium is more.
    for (int i = 0; i < count; ++i) units_ += done_++ < 1000 ? 7 * own_spins : own_spins;
    Walk::sweep(count);
  }
  std::optional<double> units_done() const override { return units_; }
  void save(StateWriter& to) override { Walk::save(to), to.put(done_); }
  void restore(StateReader& from) override { Walk::restore(from), from.take(done_); }

 private:
  double units_ = 0;
  int done_ = 0;
};

/// `batches`: after so many, it is interrupted.
template <class Simulated = Walk>
ExperimentResult walk(const Experiment::Length& length, const Checkpoint* checkpoint = nullptr, int batches = 1 << 30,
                      double batch_ns = 10e6) {
  FakeBackend backend;
  Simulated simulation(backend);
  MeasureOptions options;
  options.batch_ns = batch_ns;
  options.clock = backend.clock();
  options.interrupted = [&] { return backend.batches >= batches; };
  return run_experiment(simulation, backend, walked(), {}, length, options, checkpoint);
}

double slowest(const ExperimentResult& result) {
  const auto samples = result.measurement.samples();
  return *std::max_element(samples.begin(), samples.end());
}

/// Per unit, of a batch of so many sweeps.
double time_of(double sweeps) { return (ns_a_sweep + ns_a_batch / sweeps) / spins; }

}  // namespace

TEST_CASE("batches get their length where nothing is equilibrated, and those from before are no samples",
          "[experiment]") {
  const auto result = walk({.sweeps = 100000, .spacing = 5});
  const int sweeps = result.measurement.sweeps_per_batch;
  CHECK(sweeps % 5 == 0);
  CHECK(ns_a_batch + ns_a_sweep * sweeps >= 10e6);
  CHECK(ns_a_batch + ns_a_sweep * sweeps < 22e6);
  // The first of them took 25 us a sweep.
  CHECK(slowest(result) <= time_of(sweeps / 2.0));
  CHECK(result.measurement.median == Approx(time_of(sweeps)).epsilon(1e-3));
  const auto equilibrated = walk({.sweeps = 100000, .equilibration = 10000, .spacing = 5});
  CHECK(equilibrated.measurement.sweeps_per_batch == Approx(sweeps).epsilon(0.1));
  CHECK(equilibrated.measurement.median == Approx(result.measurement.median).epsilon(0.01));
}

TEST_CASE("an experiment's time is divided by the work that its simulation counted", "[experiment]") {
  const Experiment::Length length{.sweeps = 100000, .equilibration = 1000, .spacing = 5};
  const auto declared = walk(length);
  const auto counted = walk<CountedWalk>(length);
  REQUIRE(counted.measurement.batches.size() == declared.measurement.batches.size());
  for (std::size_t i = 0; i < counted.measurement.batches.size(); ++i) {
    CHECK(declared.measurement.batches[i].units == 0);
    CHECK(counted.measurement.batches[i].ns_per_unit == Approx(4 * declared.measurement.batches[i].ns_per_unit));
  }
  CHECK(counted.measurement.median == Approx(4 * declared.measurement.median).epsilon(1e-3));
  CHECK_FALSE(declared.measurement.units_per_sweep);
  REQUIRE(counted.measurement.units_per_sweep);
  CHECK(*counted.measurement.units_per_sweep == Approx(CountedWalk::own_spins));
  CHECK(*counted.measurement.ns_per_sweep == Approx(CountedWalk::own_spins * counted.measurement.median));

  const Folder folder;
  const Checkpoint checkpoint((folder.path / "counted").string(), "counted", 0);
  CHECK(walk<CountedWalk>(length, &checkpoint, 30).measurement.stop_reason == "interrupted");
  const auto resumed = walk<CountedWalk>(length, &checkpoint);
  for (const Batch& batch : resumed.measurement.batches) CHECK(std::fmod(batch.units, CountedWalk::own_spins * 5) == 0);
  CHECK(resumed.measurement.median == Approx(counted.measurement.median).epsilon(1e-2));
}

TEST_CASE("a series is the same however it is cut", "[experiment]") {
  const Experiment::Length length{.sweeps = 20001, .equilibration = 300, .spacing = 3};
  const double sum = walk(length).findings.estimates.front().value;
  for (const double batch_ns : {0.0, 1e6, 77e6, 1e12})
    CHECK(walk(length, nullptr, 1 << 30, batch_ns).findings.estimates.front().value == sum);
}

TEST_CASE("an experiment that is shorter than a batch has the longest ones that it could", "[experiment]") {
  const auto result = walk({.sweeps = 32, .spacing = 1});
  CHECK(result.measurement.sweeps_per_batch >= 7);
  CHECK(slowest(result) <= time_of(result.measurement.sweeps_per_batch / 2.0));
  CHECK(result.findings.measurements() == 32);
}

TEST_CASE("what goes on from a checkpoint has batches as long as a whole run's", "[experiment]") {
  const Experiment::Length length{.sweeps = 100000, .equilibration = 20000, .spacing = 5};
  const auto whole = walk(length);
  // While it equilibrates, at its end, behind the first batch that is measured and later.
  for (const int batches : {3, 15, 20, 24, 60}) {
    const Folder folder;
    const Checkpoint checkpoint((folder.path / "c").string(), "this", 0);
    REQUIRE(walk(length, &checkpoint, batches).measurement.stop_reason == "interrupted");
    const auto resumed = walk(length, &checkpoint);
    INFO("after " << batches << " batches");
    CHECK(resumed.findings.estimates.front().value == whole.findings.estimates.front().value);
    CHECK(resumed.measurement.sweeps_per_batch == Approx(whole.measurement.sweeps_per_batch).epsilon(0.1));
    CHECK(resumed.measurement.median == Approx(whole.measurement.median).epsilon(0.005));
    CHECK(resumed.measurement.samples().size() == Approx(whole.measurement.samples().size()).epsilon(0.1));
  }
}

TEST_CASE("a run that was complete, but for its row, gives it once more", "[experiment]") {
  const Folder folder;
  const Checkpoint checkpoint((folder.path / "c").string(), "this", 30);
  const Experiment::Length length{.sweeps = 10000, .equilibration = 500, .spacing = 5};
  const auto first = walk(length, &checkpoint), again = walk(length, &checkpoint);
  CHECK(again.measurement.samples() == first.measurement.samples());
  CHECK(again.measurement.sweeps_per_batch == first.measurement.sweeps_per_batch);
  CHECK(again.findings.estimates.front().value == first.findings.estimates.front().value);
}

TEST_CASE("what cannot be kept is said once, and the run goes on", "[experiment]") {
  const Folder folder;
  const Checkpoint nowhere((folder.path / "none" / "c").string(), "this", 0);
  const Experiment::Length length{.sweeps = 10000, .equilibration = 500, .spacing = 5};
  ExperimentResult result;
  const std::string line = said([&] { result = walk(length, &nowhere); });
  CHECK(result.measurement.stop_reason == "experiment");
  CHECK(result.findings.estimates.front().value == walk(length).findings.estimates.front().value);
  CHECK(std::count(line.begin(), line.end(), '\n') == 1);
  CHECK(line.find("none/c") != std::string::npos);
}

TEST_CASE("a checkpoint of another run is no input", "[experiment]") {
  const Folder folder;
  const std::string path = (folder.path / "c").string();
  Checkpoint(path, "this", 0).write({});
  CHECK(Checkpoint(path, "this", 0).read().has_value());
  CHECK_THROWS_AS(Checkpoint(path, "that", 0).read(), UsageError);
  CHECK_THROWS_AS(Checkpoint(folder.path.string(), "this", 0).read(), UsageError);
}

// The measuring core on a scripted machine: batches, bursts, repetitions, what the devices tell.
#include <sched.h>

#include <memory>
#include <random>

#include "backends/cpu/processes.hpp"
#include "bench/measure/measure.hpp"
#include "interface/registry.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"

using namespace spinbench;
using namespace spinbench::testing;

namespace {

MeasureOptions bursts(FakeBackend& backend) {
  MeasureOptions options;
  options.hold = false;
  options.repetitions = 1;
  options.clock = backend.clock();
  return options;
}

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

TEST_CASE("the user's sweeps are taken as they are or refused", "[measure]") {
  FakeBackend backend;
  FakeSimulation simulation(backend, 10);
  MeasureOptions options = bursts(backend);
  options.sweeps = 20;
  CHECK(measure(simulation, backend, options).sweeps_per_batch == 20);
  options.sweeps = 25;
  CHECK_THROWS_AS(measure(simulation, backend, options), Unsupported);
}

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

TEST_CASE("a simulation without work cannot be timed", "[measure]") {
  struct Idle final : FakeSimulation {
    using FakeSimulation::FakeSimulation;
    Work work_per_sweep() const override { return {}; }
  };
  FakeBackend backend;
  Idle idle(backend);
  CHECK_THROWS_AS(measure(idle, backend, bursts(backend)), std::runtime_error);
}

namespace {

/// Repetitions that take 1.00, 1.10 and 1.05 ms a sweep, and what happened to them.
struct Starts {
  FakeBackend backend;
  int made = 0, alive = 0, most_alive = 0, looked = 0;
  std::vector<int> cores;

  struct Counted final : FakeSimulation {
    explicit Counted(Starts& starts) : FakeSimulation(starts.backend), starts_(starts) {
      starts_.most_alive = std::max(starts_.most_alive, ++starts_.alive);
    }
    ~Counted() override { --starts_.alive; }
    Starts& starts_;
  };

  Measurement run(MeasureOptions options) {
    backend.time = [this](int, int sweeps) { return sweeps * std::vector<double>{1e6, 1.1e6, 1.05e6}.at(made - 1); };
    options.repetitions = 3;
    return measure(
        [this] {
          ++made;
          cpu_set_t set;
          cores.push_back(sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0);
          return std::make_unique<Counted>(*this);
        },
        backend, options, [this](Simulation&) { looked += alive; });
  }
};

}  // namespace

TEST_CASE("a row's interval covers repetitions that were started separately", "[measure]") {
  for (const bool hold : {false, true}) {
    Starts starts;
    MeasureOptions options = bursts(starts.backend);
    options.hold = hold;
    const auto result = starts.run(options);
    CHECK(starts.made == 3);
    CHECK(starts.most_alive == 1);
    CHECK(starts.looked == 3);
    REQUIRE(result.repetitions.size() == 3);
    CHECK(result.repetitions[1].median == Approx(1100.0));
    CHECK(result.median == Approx(1050.0));
    // s = 50, t(2) = 4.303: +-124.
    CHECK(result.low == Approx(926).epsilon(0.002));
    CHECK(result.high == Approx(1174).epsilon(0.002));
    CHECK(result.batches.size() >= 24);
    REQUIRE(starts.backend.interposed.size() == 2);
    CHECK(starts.backend.interposed[0] != starts.backend.interposed[1]);
    CHECK(starts.backend.interposed[0] % (std::size_t{1} << 20) != 0);
  }
}

TEST_CASE("a serial reference is the best of its repetitions, each on one core", "[measure]") {
  cpu_set_t before, after;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  Starts starts;
  MeasureOptions options = bursts(starts.backend);
  options.reference = true;
  const auto result = starts.run(options);
  CHECK(result.median == Approx(1000.0));
  CHECK(result.high == Approx(1000.0));
  CHECK(result.repetitions.size() == 3);
  CHECK(starts.cores == std::vector<int>{1, 1, 1});
  REQUIRE(sched_getaffinity(0, sizeof after, &after) == 0);
  CHECK(CPU_EQUAL(&before, &after));
  Starts others;
  others.run(bursts(others.backend));
  CHECK(others.cores == std::vector<int>(3, CPU_COUNT(&before)));
}

TEST_CASE("a simulation that fills the device is made without memory in its way", "[measure]") {
  FakeBackend backend;
  std::weak_ptr<void> taken;
  backend.interpose_as = [&] {
    auto memory = std::make_shared<int>();
    taken = memory;
    return memory;
  };
  MeasureOptions options = bursts(backend);
  options.repetitions = 2;
  const auto fill = [&]() -> std::unique_ptr<Simulation> {
    if (!taken.expired()) throw std::runtime_error("out of memory");
    return std::make_unique<FakeSimulation>(backend);
  };
  CHECK(measure(fill, backend, options).repetitions.size() == 2);
  CHECK_THROWS_WITH(
      measure([]() -> std::unique_ptr<Simulation> { throw std::runtime_error("no such tile"); }, backend, options),
      "no such tile");
}

TEST_CASE("what looks at a timed object can end the row", "[measure]") {
  FakeBackend backend;
  CHECK_THROWS_WITH(measure([&] { return std::make_unique<FakeSimulation>(backend); }, backend, bursts(backend),
                            [](Simulation&) { throw std::runtime_error("not a number"); }),
                    "not a number");
}

TEST_CASE("another process on the device is named once, and asked for while the device works", "[measure]") {
  FakeBackend backend;
  bool idle = false;
  backend.others = [&] {
    idle = idle || !backend.working();
    return std::vector<std::string>{"python3 (pid 12)"};
  };
  MeasureOptions options = bursts(backend);
  options.repetitions = 3;
  options.hold = true;
  const auto result = measure([&] { return std::make_unique<FakeSimulation>(backend); }, backend, options);
  CHECK(result.other_processes == std::vector<std::string>{"python3 (pid 12)"});
  CHECK_FALSE(idle);
  backend.others = [] { return std::vector<std::string>{}; };
  FakeSimulation simulation(backend);
  CHECK(measure(simulation, backend, options).other_processes.empty());
}

TEST_CASE("others on the cores are named, with their share of the time", "[measure]") {
  FakeBackend backend;
  double share = 0.13;
  backend.seen = [&](int) {
    Conditions conditions;
    conditions.waited_share = share;
    return conditions;
  };
  FakeSimulation simulation(backend);
  const auto result = measure(simulation, backend, bursts(backend));
  CHECK(result.other_processes == std::vector<std::string>{"other processes on the cores in use"});
  CHECK(result.conditions.waited_share == 0.13);
  share = 0.01;
  CHECK(measure(simulation, backend, bursts(backend)).other_processes.empty());
}

TEST_CASE("of the processes on a device, this one is no other", "[measure]") {
  using cpu::other_processes;
  const std::filesystem::path nowhere = "/nonexistent";
  CHECK(other_processes({}, 7).empty());
  CHECK(other_processes({7}, 7).empty());
  CHECK(other_processes({7, 12, 7, 12}, 7, {}, nowhere) == std::vector<std::string>{"pid 12"});
  // Numbers from outside of a container: one of them is this process.
  CHECK(other_processes({4711}, 7, {}, nowhere).empty());
  CHECK(other_processes({4711, 4712}, 7, {}, nowhere) ==
        std::vector<std::string>{"1 process outside of this container"});
  CHECK(other_processes({4711, 4712, 4713}, 7, {}, nowhere) ==
        std::vector<std::string>{"2 processes outside of this container"});
  const auto own = static_cast<unsigned>(getpid());
  const auto named = other_processes({own, 1}, own);
  REQUIRE(named.size() == 1);
  CHECK(named[0].ends_with(" (pid 1)"));
}

TEST_CASE("a process that takes turns with this one is no stranger on a device, and hides none", "[measure]") {
  using cpu::other_processes;
  const std::filesystem::path nowhere = "/nonexistent";
  const std::vector<Companion> waits = {{12, false}}, works = {{12, true}};
  for (const auto& companions : {waits, works}) {
    CHECK(other_processes({7, 12}, 7, companions, nowhere).empty());
    CHECK(other_processes({7, 12, 13}, 7, companions, nowhere) == std::vector<std::string>{"pid 13"});
    CHECK(other_processes({7, 13}, 7, companions, nowhere) == std::vector<std::string>{"pid 13"});
    CHECK(other_processes({4711}, 7, companions, nowhere).empty());
  }
  // Numbers from outside of a container: one is the companion's, once it has a device.
  CHECK(other_processes({4711, 4712}, 7, works, nowhere).empty());
  CHECK(other_processes({4711, 4712}, 7, waits, nowhere) ==
        std::vector<std::string>{"1 process outside of this container"});
  CHECK(other_processes({4711, 4712, 4713}, 7, works, nowhere) ==
        std::vector<std::string>{"1 process outside of this container"});
}

TEST_CASE("after each repetition the turn may pass, when its simulation is gone", "[measure]") {
  class Alive final : public FakeSimulation {
   public:
    Alive(FakeBackend& backend, int& alive) : FakeSimulation(backend), alive_(alive) { ++alive_; }
    ~Alive() override { --alive_; }

   private:
    int& alive_;
  };
  FakeBackend backend;
  int alive = 0;
  MeasureOptions options = bursts(backend);
  options.repetitions = 3;
  std::vector<std::pair<std::size_t, std::size_t>> turns;
  options.after_repetition = [&](std::size_t index, std::size_t count) {
    CHECK(alive == 0);
    turns.emplace_back(index, count);
  };
  const auto result = measure([&] { return std::make_unique<Alive>(backend, alive); }, backend, options);
  CHECK(result.repetitions.size() == 3);
  CHECK(turns == std::vector<std::pair<std::size_t, std::size_t>>{{0, 3}, {1, 3}, {2, 3}});
}

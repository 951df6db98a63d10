// Repetitions on a scripted machine: started separately, apart in memory, and what a row makes of them.
#include <sched.h>

#include <memory>
#include <new>
#include <set>

#include "bench/measure/measure.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"

using namespace spinbench;
using namespace spinbench::testing;

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

TEST_CASE("what is put in a simulation's way stays small, however often it is started", "[measure]") {
  FakeBackend backend;
  MeasureOptions options = bursts(backend);
  options.repetitions = 100;
  measure([&] { return std::make_unique<FakeSimulation>(backend); }, backend, options);
  REQUIRE(backend.interposed.size() == 99);
  for (std::size_t i = 0; i < backend.interposed.size(); ++i) {
    CHECK(backend.interposed[i] < std::size_t{1} << 27);
    if (i > 0) CHECK(backend.interposed[i] != backend.interposed[i - 1]);
  }
  const std::set<std::size_t> different(backend.interposed.begin(), backend.interposed.end());
  CHECK(different.size() == 16);
}

TEST_CASE("where no memory is left to put in a simulation's way, it is made without", "[measure]") {
  FakeBackend backend;
  backend.interpose_as = []() -> std::shared_ptr<void> { throw std::bad_alloc(); };
  MeasureOptions options = bursts(backend);
  options.repetitions = 3;
  const auto result = measure([&] { return std::make_unique<FakeSimulation>(backend); }, backend, options);
  CHECK(result.repetitions.size() == 3);
  CHECK(backend.interposed.size() == 2);
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

// Who else is on a device or on the cores, and who is no stranger there.
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "backends/cpu/processes.hpp"
#include "bench/measure/measure.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"

using namespace spinbench;
using namespace spinbench::testing;

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

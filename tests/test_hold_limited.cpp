// Held load of a device near its power limit: how long each start is held, and what of it counts.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripted_machine.hpp"

using namespace spinbench;
using namespace spinbench::testing;

namespace {

/// Power and cap of a card at its limit whose clock depends on the time since its load began, after 3 s of idling
/// between repetitions.
struct Limited : Machine {
  double began_s = 0;

  explicit Limited(std::function<double(double)> since_begin) {
    clock = [this, since_begin](double at) { return since_begin(at - began_s); };
    power = [](double) { return 699.0; };
    capped = [](double) { return true; };
    options.after_repetition = [this](std::size_t, std::size_t) { began_s = backend.now_s += 3; };
  }
};

/// As seen on an H200: half a second at full clock, then slow for a part of each 1.1 s.
std::function<double(double)> swings(double slow_s) {
  return [slow_s](double since) { return since < 0.5 || std::fmod(since - 0.5, 1.1) >= slow_s ? 1950.0 : 1650.0; };
}

}  // namespace

TEST_CASE("where a card's clock swings at its power cap, each start counts the whole swing", "[measure]") {
  for (const double slow_s : {0.3, 0.4, 0.5, 0.6, 0.7}) {
    Limited machine(swings(slow_s));
    const auto result = machine.run();
    CAPTURE(slow_s, result.low, result.median, result.high);
    CHECK(result.power_capped == true);
    const double clock = (slow_s * 1650 + (1.1 - slow_s) * 1950) / 1.1, held = 1000 * 1980 / clock;
    REQUIRE(result.repetitions.size() == 3);
    // A part of a swing is counted beside whole ones. The pace of most batches is up to 8% beside the mean.
    for (const Interval& one : result.repetitions) CHECK(one.median == Approx(held).epsilon(0.03));
    CHECK(result.low < held);
    CHECK(result.high > held);
    if (result.stop_reason == "precision")
      for (const Interval& one : result.repetitions) CHECK(one.high - one.low < 0.02 * one.median);
    CHECK(*result.settled_clock_mhz == Approx(clock).epsilon(0.03));
    CHECK(result.burst.median == Approx(1000 * 1980.0 / 1950));
  }
}

TEST_CASE("at the power cap later starts are held as long as the first where they drift", "[measure]") {
  Limited machine([](double since) { return 1700 + 280 * std::exp(-since / 2); });
  const auto result = machine.run();
  CHECK(result.settled);
  REQUIRE(result.repetitions.size() == 3);
  for (const Interval& one : result.repetitions) CHECK(one.median == Approx(1000 * 1980.0 / 1700).epsilon(0.02));
}

TEST_CASE("at the power cap no start counts what it does before", "[measure]") {
  Limited machine([](double since) { return since < 0.7 ? 1980.0 : 1650.0; });
  const auto result = machine.run();
  REQUIRE(result.repetitions.size() == 3);
  for (const Interval& one : result.repetitions) CHECK(one.median == Approx(1200.0).epsilon(0.005));
}

TEST_CASE("a cap that is not the driver's word, or is left again, keeps a row's figure the mean", "[measure]") {
  for (const bool dips : {false, true}) {
    Limited machine(swings(0.4));
    machine.capped = [](double) { return false; };
    machine.power = [dips, &machine](double at) { return dips && at - machine.began_s > 1 ? 600.0 : 650.0; };
    const auto result = machine.run();
    CAPTURE(dips, result.median);
    CHECK(result.median == Approx(1000 * 1980 * 1.1 / (0.4 * 1650 + 0.7 * 1950)).epsilon(0.03));
  }
}

TEST_CASE("what comes to the power limit late is held anew, and starts that did not are left out", "[measure]") {
  // Steady away from the limit long before; enough batches are wanted that the load goes on.
  Machine late;
  late.clock = [](double at) { return at < 0.6 ? 1980.0 : 1650.0; };
  late.power = [](double at) { return at < 0.6 ? 400.0 : 699.0; };
  late.options.min_batches = 100;
  const auto held = late.run();
  CHECK(held.median == Approx(1200.0));
  CHECK(held.low > 1190);
  CHECK(held.repetitions.size() == 3);

  Machine second;
  second.clock = [](double at) { return at < 0.4 ? 1980.0 : 1650.0; };
  second.power = [](double at) { return at < 0.4 ? 400.0 : 699.0; };
  const auto result = second.run();
  CHECK(result.repetitions.size() == 2);
  CHECK(result.median == Approx(1200.0));
}

namespace {

/// Whose first start ends at 400 W; the second comes to 699 W and is slower.
struct LateLimited : Machine {
  static constexpr double turn_s = 4, second_s = turn_s - 0.05;
  std::vector<double> ended_s;

  LateLimited() {
    clock = [](double at) { return at < turn_s ? 1980.0 : 1650.0; };
    power = [](double at) { return at < turn_s ? 400.0 : 699.0; };
    backend.joules = [this] {
      const double at = 0.02 * std::floor(backend.now_s / 0.02);
      return std::optional<double>(400 * std::min(at, turn_s) + 699 * std::max(0.0, at - turn_s));
    };
    options.energy = true;
    options.after_repetition = [this](std::size_t index, std::size_t) {
      ended_s.push_back(backend.now_s);
      if (index == 0) backend.now_s = std::max(backend.now_s, second_s);
    };
  }
};

}  // namespace

TEST_CASE("energy is that of starts that count: of the first that comes near the limit", "[measure]") {
  LateLimited machine;
  const auto result = machine.run();
  const std::vector<double>& ended_s = machine.ended_s;
  REQUIRE(ended_s.size() == 3);
  CHECK(ended_s[0] < machine.second_s);
  CHECK(ended_s[1] - machine.second_s > machine.options.energy_s);
  CHECK(ended_s[2] - ended_s[1] < ended_s[1] - machine.second_s);
  CHECK(result.repetitions.size() == 2);
  CHECK(result.energy.doubt.empty());
  REQUIRE(result.joules_per_unit.has_value());
  CHECK(result.energy.counter_w == Approx(699.0).epsilon(0.01));
  CHECK(*result.joules_per_unit == Approx(699 * 1200e-9).epsilon(0.01));
}

TEST_CASE("where the first start that comes near the limit has to stop, the next one has the energy", "[measure]") {
  LateLimited machine;
  machine.hot = [&](double at) { return machine.ended_s.size() == 1 && at > machine.second_s + 1; };
  const auto result = machine.run();
  REQUIRE(machine.ended_s.size() == 3);
  CHECK(result.stop_reason == "throttled");
  REQUIRE(result.joules_per_unit.has_value());
  CHECK(*result.joules_per_unit == Approx(699 * 1200e-9).epsilon(0.01));
}

TEST_CASE("a start that comes near the limit late has no energy where none is asked for, and says why it has none",
          "[measure]") {
  LateLimited unasked;
  unasked.options.energy = false;
  const auto plain = unasked.run();
  CHECK(plain.repetitions.size() == 2);
  CHECK(!plain.joules_per_unit.has_value());
  CHECK(plain.energy.doubt.empty());

  LateLimited blind;
  blind.backend.joules = [] { return std::optional<double>(); };
  const auto doubted = blind.run();
  CHECK(!doubted.joules_per_unit.has_value());
  CHECK(doubted.energy.doubt == "no energy counter");
}

TEST_CASE("near the power limit a row whose clock stays is held once, and its later starts are short", "[measure]") {
  const auto held_for = [](double watts, double clock_mhz) {
    Machine machine;
    machine.power = [watts](double) { return watts; };
    machine.clock = [clock_mhz](double at) { return std::fmod(at, 0.4) < 0.2 ? clock_mhz : 1980.0; };
    const auto result = machine.run();
    CHECK(result.repetitions.size() == 3);
    return machine.held_s;
  };
  const auto steady = held_for(650, 1980), moved = held_for(650, 1900), at_limit = held_for(690, 1980);
  CHECK(steady[0] > 1.5);
  CHECK(steady[1] < 1.5);
  CHECK(steady[2] < 1.5);
  for (const auto& limited : {moved, at_limit})
    for (const double seconds : limited) CHECK(seconds > 2.2);
}

TEST_CASE("batches too long for windows are held at the power limit, too", "[measure]") {
  Machine machine;
  machine.backend.time = [](int, int sweeps) { return 5e8 * sweeps; };
  machine.power = [](double) { return 699.0; };
  const auto result = machine.run();
  CHECK(result.settled);
  CHECK(result.hold_s > 3);
  CHECK(result.hold_s < 12);
}

TEST_CASE("a pause in one batch moves no median away from the limit, and hot batches no mean at it", "[measure]") {
  Machine machine;
  int batch = 0;
  machine.backend.time = [&batch](int, int sweeps) { return (++batch % 40 == 0 ? 1e7 : 1e6) * sweeps; };
  CHECK(machine.run().median == Approx(1000.0));

  const auto hot = [](double at) { return at > 1.7 && at < 1.9; };
  Limited limited([hot](double since) { return hot(since) ? 990.0 : 1980.0; });
  limited.hot = hot;
  limited.options.repetitions = 1;
  CHECK(limited.run().median == Approx(1000.0).epsilon(0.02));
}

// Held load on scripted devices: what is steady at once, what must be held for long, and the energy of it.
#include <algorithm>
#include <cmath>

#include "tests/catch.hpp"
#include "tests/scripted_machine.hpp"

using namespace spinbench;
using namespace spinbench::testing;

TEST_CASE("a row away from the limits is done in a quarter of a second a repetition, its device never idle",
          "[measure]") {
  Machine machine;
  const auto result = machine.run();
  CHECK(result.stop_reason == "precision");
  REQUIRE(result.held);
  CHECK(result.held->median == Approx(1000.0));
  CHECK(result.burst.median == Approx(1000.0));
  CHECK_FALSE(result.burst_differs());
  CHECK(result.settled);
  CHECK(result.power_capped == false);
  CHECK(result.settled_clock_mhz == 1980.0);
  CHECK(result.conditions.power_w == 400.0);
  CHECK(result.hold_s >= 0.25);
  REQUIRE(machine.held_s.size() == 3);
  CHECK(machine.held_s[0] < 0.4);
  CHECK(machine.backend.now_s < 0.9);
  CHECK(machine.backend.idle_s < 0.001);
  CHECK_FALSE(result.joules_per_unit);
  CHECK(result.energy.doubt.empty());
}

TEST_CASE("a device that looking holds up is looked at seldom", "[measure]") {
  Machine machine;
  machine.backend.asking_s = 0.05;  // longer than the batches that are enqueued
  machine.options.repetitions = 1;
  machine.count_energy(0.1);
  machine.options.energy = true;
  machine.run();
  CHECK(machine.backend.now_s > 2);
  CHECK(machine.backend.idle_s < 0.05 * machine.backend.now_s);
}

TEST_CASE("a row at the power cap is held until its clock no longer falls, once", "[measure]") {
  Machine machine;
  // From 1,980 to 1,830 MHz, as seen on an H200, with a time constant of 0.8 s.
  machine.clock = [](double at) { return 1830 + 150 * std::exp(-at / 0.8); };
  machine.power = [](double) { return 699.0; };
  machine.capped = [](double at) { return at > 0.05; };
  const auto result = machine.run();
  CHECK(result.power_capped == true);
  CHECK(result.settled);
  REQUIRE(result.held);
  CHECK(result.held->median == Approx(1000 * 1980.0 / 1830).epsilon(0.005));
  CHECK(result.median == result.held->median);
  CHECK(*result.settled_clock_mhz == Approx(1830).epsilon(0.005));
  CHECK(result.burst.median < 1020);
  CHECK(result.burst_differs());
  CHECK(result.drift == Approx(result.repetitions[0].median / result.burst.median - 1));
  CHECK(result.hold_s >= 1.5);
  CHECK(result.hold_s <= 6);
  for (const double sample : result.samples()) CHECK(sample > 1065);
  REQUIRE(machine.held_s.size() == 3);
  CHECK(machine.held_s[0] > 1.5);
  // Each start is held until the cap has shown, and a swing of the clock counted.
  for (const int later : {1, 2}) {
    CHECK(machine.held_s[static_cast<std::size_t>(later)] > 2);
    CHECK(machine.held_s[static_cast<std::size_t>(later)] < 2.6);
  }
  CHECK(machine.backend.idle_s < 0.01);
}

TEST_CASE("what is near the power limit is held for longer though nothing moves", "[measure]") {
  for (const double watts : {620.0, 650.0}) {
    Machine machine;
    machine.power = [watts](double) { return watts; };
    const auto result = machine.run();
    CHECK(result.settled);
    CHECK(result.power_capped == false);
    CHECK((result.hold_s >= 1.5) == (watts > 0.9 * 700));
    CHECK(result.hold_s < 1.7);
  }
}

TEST_CASE("a clock that falls keeps a row though its time does not move", "[measure]") {
  Machine machine;
  machine.clock = [](double at) { return 1800 + 180 * std::exp(-at / 0.5); };
  machine.backend.time = [](int, int sweeps) { return 1e6 * sweeps; };
  const auto result = machine.run();
  CHECK(result.settled);
  CHECK(result.hold_s >= 1.5);
  CHECK(*result.settled_clock_mhz < 1830);
  // What drifted once is given time in each repetition.
  REQUIRE(machine.held_s.size() == 3);
  CHECK(machine.held_s[1] > 0.6);
  CHECK(machine.held_s[2] > 0.6);
}

TEST_CASE("near the limit, a power that still rises keeps a row", "[measure]") {
  Machine machine;
  machine.power = [](double at) { return 690 - 50 * std::exp(-at / 2); };
  const auto result = machine.run();
  CHECK(result.settled);
  Machine steady;
  steady.power = [](double) { return 670.0; };
  CHECK(result.hold_s > steady.run().hold_s + 0.6);
  CHECK(*result.conditions.power_w > 670);
}

TEST_CASE("a meter that averages over a second is not taken at its word", "[measure]") {
  for (const double watts : {300.0, 690.0}) {
    Machine machine;
    machine.window_s = 1;
    machine.power = [watts](double at) { return 100 + (watts - 100) * std::min(at, 1.0); };
    const auto result = machine.run();
    // At a quarter of a second it shows 150 W or 250 W.
    CHECK((result.hold_s >= 1.5) == (watts > 600));
    if (watts > 600) CHECK(*result.conditions.power_w > 650);
  }
}

TEST_CASE("a meter that is one update behind keeps no row", "[measure]") {
  Machine machine;
  machine.power = [](double at) { return at < 0.1 ? 120.0 : 300.0; };
  CHECK(machine.run().hold_s < 0.4);
}

TEST_CASE("a clock that rises from idling takes some tenths of a second", "[measure]") {
  Machine machine;
  machine.clock = [](double at) { return 1980 - 200 * std::exp(-at / 0.08); };
  const auto result = machine.run();
  CHECK(result.settled);
  CHECK(result.hold_s > 0.3);
  CHECK(result.hold_s < 0.9);
  CHECK(result.held->median == Approx(1000.0).epsilon(0.003));
  CHECK(result.burst.median > 1040);
  // The repetitions find it warm.
  REQUIRE(machine.held_s.size() == 3);
  CHECK(machine.held_s[1] < 0.3);
}

TEST_CASE("power that swings is shown with its mean", "[measure]") {
  Machine machine;
  machine.power = [](double at) { return std::fmod(at, 0.06) < 0.02 ? 300.0 : 450.0; };
  const auto result = machine.run();
  CHECK(*result.conditions.power_w > 370);
  CHECK(*result.conditions.power_w < 430);
}

TEST_CASE("away from the limit, too, what goes on to move is held for longer", "[measure]") {
  Machine machine;
  machine.clock = [](double at) { return 1900 + 80 * std::exp(-at / 0.6); };
  const auto result = machine.run();
  CHECK(result.settled);
  CHECK(result.hold_s >= 1.5);
  CHECK(result.held->median == Approx(1000 * 1980.0 / 1900).epsilon(0.008));
}

TEST_CASE("a row that never settles ends after the longest hold and says so", "[measure]") {
  Machine machine;
  machine.clock = [](double at) { return 1980 * std::exp(-0.05 * at); };
  machine.options.repetitions = 2;
  const auto result = machine.run();
  CHECK_FALSE(result.settled);
  CHECK(result.hold_s >= 10);
  CHECK(result.hold_s < 11);
  REQUIRE(machine.held_s.size() == 2);
  CHECK(machine.held_s[1] > 3);
  CHECK(machine.held_s[1] < 3.5);
  // e^0.5 after 10 s.
  CHECK(result.repetitions[0].median == Approx(1000 * std::exp(0.05 * 9.7)).epsilon(0.02));
}

TEST_CASE("batches that heat slowed within a hold are marked and left out", "[measure]") {
  Machine machine;
  const auto hot = [](double at) { return at > 0.2 && at < 0.25; };
  machine.clock = [hot](double at) { return hot(at) ? 1000.0 : 1980.0; };
  machine.hot = hot;
  machine.options.repetitions = 1;
  const auto result = machine.run();
  CHECK(result.conditions.throttle == std::vector<std::string>{"thermal"});
  CHECK(std::any_of(result.batches.begin(), result.batches.end(), [](const Batch& batch) { return batch.throttled; }));
  CHECK(result.median == Approx(1000.0));
}

TEST_CASE("a counter of heat tells of batches that are recorded already", "[measure]") {
  // Whatever the times between looks are, and however late the heat comes: up to the last look.
  for (const double from : {0.05, 0.2, 0.203, 0.207, 0.211, 0.243}) {
    Machine machine;
    const auto hot = [from](double at) { return at > from && at < from + 0.006; };
    machine.backend.time = [&](int, int sweeps) { return (hot(machine.backend.done_s) ? 2e6 : 1e6) * sweeps; };
    double asked_s = 0;
    machine.backend.seen = [&](int) {
      Conditions conditions;
      conditions.throttle_is_past = true;
      // A batch is slow that begins while it is hot; counters are read at the ends of batches.
      if (from < machine.backend.now_s && from + 0.03 > asked_s) conditions.throttle = {"thermal"};
      asked_s = machine.backend.now_s;
      return conditions;
    };
    machine.options.repetitions = 1;
    machine.options.batch_ns = 4e6;
    const auto result = machine.run();
    INFO("hot from " << from);
    CHECK(result.conditions.throttle == std::vector<std::string>{"thermal"});
    CHECK(result.burst.median == Approx(1000.0));
    CHECK_FALSE(result.samples().empty());
    for (const double sample : result.samples()) CHECK(sample == Approx(1000.0));
  }
}

TEST_CASE("what a look after the last batch tells counts, too", "[measure]") {
  Machine machine;
  int looks = 0;
  machine.backend.seen = [&](int) {
    Conditions conditions;
    conditions.throttle_is_past = true;
    ++looks;
    return conditions;
  };
  machine.options.repetitions = 1;
  machine.options.batch_ns = 4e6;
  const int quiet = (machine.run(), looks);
  // The counter has risen by the last look of the same run.
  Machine late;
  looks = 0;
  late.backend.seen = [&](int) {
    Conditions conditions;
    conditions.throttle_is_past = true;
    if (++looks == quiet) conditions.throttle = {"thermal"};
    return conditions;
  };
  late.options = machine.options;
  late.options.clock = late.backend.clock();
  const auto result = late.run();
  CHECK(looks == quiet);
  CHECK(std::any_of(result.batches.begin(), result.batches.end(), [](const Batch& batch) { return batch.throttled; }));
}

TEST_CASE("a batch that lasts seconds is not held for minutes", "[measure]") {
  Machine machine;
  machine.backend.time = [](int, int sweeps) { return 2e9 * sweeps; };
  const auto result = machine.run();
  CHECK(result.stop_reason == "time_limit");
  CHECK(result.median == Approx(2e6));
  CHECK(machine.backend.now_s < 30);
}

TEST_CASE("energy is the counter's difference between two of its steps over the work in between", "[measure]") {
  for (const double step_s : {0.1, 0.7}) {
    Machine machine;
    machine.count_energy(step_s);
    machine.options.energy = true;
    machine.options.repetitions = 1;
    const auto result = machine.run();
    INFO(result.energy.doubt);
    REQUIRE(result.joules_per_unit);
    // 500 W at 1,000 ns a unit.
    CHECK(*result.joules_per_unit == Approx(500 * 1000e-9).epsilon(0.006));
    CHECK(result.energy.counter_w == Approx(500).epsilon(0.01));
    CHECK(*result.energy.sampled_w == Approx(500));
    CHECK(*result.energy.ns_per_unit * 1e-9 * result.energy.counter_w == Approx(*result.joules_per_unit));
    CHECK(result.energy.seconds >= 2);
    CHECK(machine.backend.now_s < 3.7);
  }
}

TEST_CASE("a burst's energy is that of a load held for it", "[measure]") {
  Machine machine;
  machine.count_energy(0.1);
  machine.options.energy = true;
  machine.options.hold = false;
  machine.options.repetitions = 1;
  const auto result = machine.run();
  CHECK_FALSE(result.held);
  REQUIRE(result.joules_per_unit);
  CHECK(*result.joules_per_unit == Approx(500 * 1000e-9).epsilon(0.006));
}

TEST_CASE("an energy that the power meter or the limit contradicts is refused with the reason", "[measure]") {
  const auto energy_with = [](double factor, double step_s, double watts) {
    Machine machine;
    machine.count_energy(step_s, factor);
    machine.power = [watts](double) { return watts; };
    machine.options.energy = true;
    machine.options.repetitions = 1;
    const auto result = machine.run();
    CHECK(result.joules_per_unit == result.energy.joules_per_unit);
    return result.energy;
  };
  CHECK(energy_with(1.04, 0.1, 500).joules_per_unit);
  const Energy apart = energy_with(1.08, 0.1, 500);
  CHECK_FALSE(apart.joules_per_unit);
  CHECK(apart.doubt.ends_with(" W, the power meter 500 W"));
  CHECK(apart.counter_w == Approx(540).epsilon(0.01));
  const Energy beyond = energy_with(1.5, 0.1, 699);
  CHECK_FALSE(beyond.joules_per_unit);
  CHECK(beyond.doubt.ends_with(" W, above the limit of 700 W"));
  CHECK(beyond.counter_w == Approx(750).epsilon(0.01));
  const Energy still = energy_with(0, 0.1, 500);
  CHECK_FALSE(still.joules_per_unit);
  CHECK(still.doubt == "the energy counter's steps span less than 2.0 s of the load");
  Machine none;
  none.options.energy = true;
  none.options.repetitions = 1;
  CHECK(none.run().energy.doubt == "no energy counter");
}

TEST_CASE("a hold that lasts two seconds anyway brings the energy along", "[measure]") {
  Machine machine;
  machine.count_energy(0.1);
  machine.clock = [](double at) { return 1700 + 280 * std::exp(-at / 0.5); };
  machine.options.repetitions = 1;
  machine.options.min_batches = 250;
  const auto result = machine.run();
  REQUIRE(result.hold_s > 2.5);
  REQUIRE(result.joules_per_unit);
  CHECK(*result.joules_per_unit == Approx(500 * 1e-9 * result.median).epsilon(0.01));
}

TEST_CASE("the energy is that of the held state, not of the way to it", "[measure]") {
  Machine machine;
  machine.count_energy(0.1);
  // A cap that is met from above: 800 W fall to 500 W.
  machine.backend.joules = [&] {
    const double at = 0.1 * std::floor(machine.backend.now_s / 0.1 + 0.3);
    return std::optional<double>(500 * at + 300 * 0.7 * (1 - std::exp(-at / 0.7)));
  };
  machine.power = [](double at) { return 500 + 300 * std::exp(-at / 0.7); };
  machine.clock = [](double at) { return 1700 + 280 * std::exp(-at / 0.7); };
  machine.capped = [](double) { return true; };
  machine.options.energy = true;
  machine.options.repetitions = 1;
  const auto result = machine.run();
  INFO(result.energy.doubt);
  REQUIRE(result.joules_per_unit);
  CHECK(result.energy.counter_w < 515);
}

TEST_CASE("a load on several devices has the power of all and the clock of the slowest", "[measure]") {
  Machine machine;
  machine.backend.in_use = {2, 5};
  machine.backend.joules = [&] { return std::optional<double>(500 * 0.1 * std::floor(machine.backend.now_s / 0.1)); };
  machine.backend.seen = [](int asked) {
    Conditions conditions;
    conditions.sm_clock_mhz = asked % 2 ? 1500 : 1900;
    conditions.power_w = 500;
    conditions.power_limit_w = 700;
    conditions.power_capped = asked % 2 != 0;
    return conditions;
  };
  machine.options.energy = true;
  machine.options.repetitions = 1;
  const auto result = machine.run();
  REQUIRE(result.by_device.size() == 2);
  CHECK(result.by_device[0].device == 2);
  CHECK(result.by_device[1].device == 5);
  CHECK(result.by_device[1].sm_clock_mhz == 1500.0);
  CHECK(result.conditions.device == 2);
  CHECK(result.settled_clock_mhz == 1500.0);
  CHECK(result.power_capped == true);
  REQUIRE(result.joules_per_unit);
  CHECK(*result.joules_per_unit == Approx(1000 * 1000e-9).epsilon(0.006));
}

TEST_CASE("a device that cannot say it is capped is so at its limit", "[measure]") {
  for (const double watts : {690.0, 500.0}) {
    Machine machine;
    machine.backend.seen = [watts](int) {
      Conditions conditions;
      conditions.power_w = watts;
      conditions.power_limit_w = 700;
      return conditions;
    };
    CHECK(machine.run().power_capped == (watts > 600));
  }
  Machine silent;
  silent.backend.seen = [](int) { return Conditions{}; };
  CHECK_FALSE(silent.run().power_capped.has_value());
}

TEST_CASE("idle power is taken when it falls no longer, and no longer than a second", "[measure]") {
  Machine machine;
  machine.power = [](double at) { return at < 0.35 ? 400 - 800 * at : 120.0; };
  const auto idle = idle_power(machine.backend, machine.options);
  REQUIRE(idle);
  CHECK(*idle == 120.0);
  CHECK(machine.backend.now_s < 1.1);
  machine.options.idle_power_w = idle;
  CHECK(machine.run().idle_power_w == 120.0);
  machine.backend.seen = [](int) { return Conditions{}; };
  CHECK_FALSE(idle_power(machine.backend, machine.options));
}

// Checks that are made ahead, several at a time: they are those that verify would make, and whatever goes wrong among
// them is said where verify says it.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bench/interrupt.hpp"
#include "bench/runner.hpp"
#include "tests/verification_rig.hpp"

using namespace spinbench;
using namespace spinbench::verifying;

namespace {

/// A variant that is compared with nothing, whose physics is what the test says.
struct Serial : Rig {
  std::atomic<int> made_by_physics{0};

  explicit Serial(std::function<void(const CheckContext&)> during = [](const CheckContext&) {}) {
    variant.name = "serial";
    variant.oracle = "";
    variant.physics = [this, during](const CheckContext& context) {
      return context.once("of " + context.params.name(), [&] {
        ++made_by_physics;
        during(context);
        Check check;
        check.name = "energy";
        check.kind = Check::Kind::physics;
        check.passed = true;
        check.code_path = "one path";
        return std::vector<Check>{check};
      });
    };
    variant.make = [](const Params& params, std::uint64_t seed) {
      return std::make_unique<Suspect>(params, seed, Fault{});
    };
  }
  std::vector<Case> cases(std::vector<std::int64_t> sizes) {
    std::vector<Case> result;
    for (const std::int64_t L : sizes) result.push_back(test_case(L));
    return result;
  }
};

/// One of another backend, compared with the checkerboard on two sizes.
struct Compared : Rig {
  explicit Compared(const Fault& fault = {}) : Rig(fault) {
    variant.backend = "played";
    variant.bit_cases = [](const Params& params, const Device&) {
      std::vector<Params> result(2, params);
      result[0].set("L", std::int64_t{64});
      result[1].set("L", std::int64_t{32});
      return result;
    };
  }
};

std::vector<std::string> said_by(const Verification& verification) {
  std::vector<std::string> result;
  for (const Check& check : verification.checks)
    result.push_back(check.name + (check.passed ? " passed " : " failed ") + check.detail);
  return result;
}

}  // namespace

TEST_CASE("oracles' runs that were made ahead are those of the comparisons", "[verification][ahead]") {
  const double wrong = GENERATE(1.0, 1.01);
  Fault fault;
  fault.factor = wrong;
  Compared compared(fault);
  const Case c = compared.test_case();
  Verifier plain(1, options_of_rig()), ahead(1, options_of_rig());
  const auto parts = ahead.prepare({c}, 2);
  CHECK(ahead.oracle_runs().made() == 2);
  CHECK(parts.size() == 1);
  CHECK(parts.at(c.name()) > 0);
  const Verification expected = plain.verify(c), found = ahead.verify(c);
  CHECK(said_by(found) == said_by(expected));
  CHECK(found.passed == (wrong == 1.0));
  CHECK(ahead.oracle_runs().made() == plain.oracle_runs().made());
  // Of what is known nothing is made again.
  const int made = ahead.oracle_runs().made();
  ahead.prepare({c}, 2);
  CHECK(ahead.oracle_runs().made() == made);
}

TEST_CASE("serial cases are verified ahead side by side, once each", "[verification][ahead]") {
  std::atomic<int> here{0};
  Serial serial([&](const CheckContext&) {
    ++here;
    const auto start = std::chrono::steady_clock::now();
    while (here < 2 && std::chrono::steady_clock::now() - start < std::chrono::seconds(30)) std::this_thread::yield();
  });
  Verifier verifier(1);
  const auto cases = serial.cases({16, 32});
  const auto start = std::chrono::steady_clock::now();
  const auto parts = verifier.prepare(cases, 2);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  CHECK(passed.count() < 20);
  REQUIRE(parts.size() == 2);
  // Together they are the time that went by.
  double all = 0;
  for (const auto& [name, seconds] : parts) all += seconds;
  CHECK(all == Approx(passed.count()).epsilon(0.2).margin(0.1));
  CHECK(serial.made_by_physics == 2);
  for (const Case& c : cases) {
    const Verification found = verifier.verify(c);
    CHECK(found.passed);
    CHECK(found.proved() == "physics");
    CHECK(verifier.why_unproved(c, *serial.variant.make(c.params, 1)).empty());
    CHECK(said_by(found) == said_by(Verifier(1).verify(c)));
  }
  CHECK(serial.made_by_physics == 4);  // two more by those that prepared nothing
}

TEST_CASE("cases that share a check make it once, whoever comes first", "[verification][ahead]") {
  Serial serial([](const CheckContext&) { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
  serial.variant.physics = [physics = serial.variant.physics](CheckContext context) {
    context.params.set("L", std::int64_t{8});
    return physics(context);
  };
  Verifier verifier(1);
  verifier.prepare(serial.cases({16, 32, 64}), 3);
  CHECK(serial.made_by_physics == 1);
}

TEST_CASE("what goes wrong ahead is said by verify", "[verification][ahead]") {
  SECTION("an error in one fails that one") {
    Serial serial([](const CheckContext& context) {
      if (context.params.integer("L") == 16) throw std::runtime_error("no such number");
    });
    const auto cases = serial.cases({16, 32});
    Verifier verifier(1);
    verifier.prepare(cases, 2);
    const Verification bad = verifier.verify(cases[0]);
    CHECK_FALSE(bad.passed);
    CHECK(bad.checks.back().detail == "no such number");
    CHECK(verifier.verify(cases[1]).passed);
  }
  SECTION("a check that had too little time beside others is made again alone, a wrong value stands") {
    const bool has_value = GENERATE(false, true);
    std::atomic<int> here{0};
    Serial serial;
    serial.variant.physics = [&](const CheckContext& context) {
      return context.once("of " + context.params.name(), [&] {
        Check check;
        check.name = "energy";
        check.kind = Check::Kind::physics;
        check.passed = ++here > 2;
        check.numeric = has_value;
        return std::vector<Check>{check};
      });
    };
    const auto cases = serial.cases({16, 32});
    Verifier verifier(1);
    verifier.prepare(cases, 2);
    CHECK(here == 2);
    for (const Case& c : cases) CHECK(verifier.verify(c).passed == !has_value);
    CHECK(here == (has_value ? 2 : 4));
  }
  SECTION("what the machine cannot do is thrown again") {
    Serial serial([](const CheckContext&) { throw Unsupported("not here"); });
    const auto cases = serial.cases({16, 32});
    Verifier verifier(1);
    verifier.prepare(cases, 2);
    CHECK_THROWS_AS(verifier.verify(cases[0]), Unsupported);
  }
  SECTION("a simulation that cannot be made") {
    Compared compared;
    compared.variant.make = [](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> {
      throw std::runtime_error("no room");
    };
    const Case c = compared.test_case();
    Verifier verifier(1);
    std::vector<std::string> heard;
    verifier.prepare({c}, 2, [&](const Case& other) { heard.push_back(other.name()); });
    CHECK(heard == std::vector<std::string>{c.name()});
    const Verification found = verifier.verify(c);
    CHECK_FALSE(found.passed);
    CHECK(found.checks.back().detail == "no room");
  }
  SECTION("an interrupt is passed on") {
    Serial serial([](const CheckContext&) { throw Interrupted{}; });
    Verifier verifier(1);
    CHECK_THROWS_AS(verifier.prepare(serial.cases({16, 32, 64, 128}), 2), Interrupted);
    CHECK(serial.made_by_physics <= 2);
  }
}

TEST_CASE("nothing is made ahead on one core, or where memory is short", "[verification][ahead]") {
  Serial serial;
  const auto cases = serial.cases({16, 32});
  Verifier verifier(1);
  CHECK(verifier.prepare(cases, 1).empty());
  serial.variant.memory_bytes = [](const Params&) { return 1e18; };
  verifier.prepare(cases, 2);
  CHECK(serial.made_by_physics == 0);
}

TEST_CASE("cases that do not fit memory together are made one after the other", "[verification][ahead]") {
  std::atomic<int> here{0}, most{0};
  Serial serial([&](const CheckContext&) {
    most = std::max(most.load(), ++here);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    --here;
  });
  const VerifyOptions options = options_of_rig();
  const double free = static_cast<double>(options.host_bytes());
  serial.variant.memory_bytes = [free](const Params&) { return 0.15 * free; };  // of the quarter that there is for them
  Verifier(1, options).prepare(serial.cases({16, 32, 64}), 3);
  CHECK(serial.made_by_physics == 3);
  CHECK(most == 1);
}

TEST_CASE("no more is made ahead than is kept", "[verification][ahead]") {
  VerifyOptions options = options_of_rig();
  // Spins of a byte, on 32 x 32, 34 x 34, 36 x 36 and 38 x 38.
  constexpr int all = 32 * 32 + 34 * 34 + 36 * 36 + 38 * 38;
  const int too_few = GENERATE(0, 1);
  options.host_bytes = [=] { return std::uint64_t{16} * static_cast<std::uint64_t>(all - too_few); };
  Compared compared;
  compared.variant.bit_cases = [](const Params& params, const Device&) {
    std::vector<Params> result(4, params);
    for (std::size_t i = 0; i < 4; ++i) result[i].set("L", static_cast<std::int64_t>(32 + 2 * i));
    return result;
  };
  Verifier verifier(1, options);
  verifier.prepare({compared.test_case()}, 2);
  CHECK(verifier.oracle_runs().made() == 4 - too_few);
}

TEST_CASE("what an oracle knows of some values is made ahead where nothing goes a case's way",
          "[verification][ahead]") {
  VerifyOptions options = options_of_rig();
  options.follow_seconds = options.follow_proved_seconds = options.follow_unproved_seconds = 1e-9;
  Fault fault;
  fault.last_row_stands_above = GENERATE(1u << 30, 64u);
  Compared compared(fault);
  // Of other launches of a case, too, which an oracle knows nothing of.
  Compared other(fault);
  other.variant.name = "other";
  const std::vector<Case> cases = {compared.test_case(256), other.test_case(256), compared.test_case(128)};
  Verifier plain(1, options), ahead(1, options);
  const auto parts = ahead.prepare(cases, 2);
  CHECK(ahead.oracle_runs().samples_made() == 2);
  CHECK(ahead.oracle_runs().made() == 2);
  // What several need is made once, and each bears its part.
  CHECK(parts.at(cases[0].name()) > 0);
  CHECK(parts.at(cases[0].name()) == parts.at(cases[1].name()));
  for (const Case& c : cases) {
    Verification expected = plain.verify(c), found = ahead.verify(c);
    for (const auto& [verifier, verification] : {std::pair{&plain, &expected}, std::pair{&ahead, &found}}) {
      const auto simulation = c.variant->make(c.params, 1);
      verifier->follow(c, *simulation, *verification);
    }
    CHECK(said_by(found) == said_by(expected));
    CHECK(found.checks.back().name == "sampled at size");
    CHECK(found.passed == (fault.last_row_stands_above > 256));
  }
  CHECK(ahead.oracle_runs().samples_made() == 2);
  CHECK(ahead.oracle_runs().made() == 2);
}

TEST_CASE("samples are made ahead of what nobody can follow in time at a size that was not compared",
          "[verification][ahead]") {
  constexpr double enough = 5, too_little = 1e-9;
  Compared compared;
  const auto samples = [&](double follow_seconds, double follow_proved_seconds, std::int64_t L = 256) {
    VerifyOptions options = options_of_rig();
    options.follow_seconds = follow_seconds;
    options.follow_proved_seconds = follow_proved_seconds;
    Verifier verifier(1, options);
    verifier.prepare({compared.test_case(L)}, 2);
    return verifier.oracle_runs().samples_made();
  };
  // The oracle itself has the less time.
  CHECK(samples(enough, enough) == 0);
  CHECK(samples(too_little, enough) == 0);
  CHECK(samples(enough, too_little) == 1);
  CHECK(samples(enough, too_little, 64) == 0);
  // One that is made to follow has the other, and says how many values there may be.
  compared.variant.follower = "checkerboard";
  CHECK(samples(enough, too_little) == 0);
  CHECK(samples(too_little, enough) == 1);
  compared.variant.follower = {};
  compared.variant.backend = "cpu";
  CHECK(samples(enough, too_little) == 0);
}

TEST_CASE("no sample is made ahead of more values than may come to the host", "[verification][ahead]") {
  VerifyOptions options = options_of_rig();
  options.follow_proved_seconds = 1e-9;
  options.most_sampled_units = 256 * 256 - 1;
  Compared compared;
  Verifier verifier(1, options);
  verifier.prepare({compared.test_case(256)}, 2);
  CHECK(verifier.oracle_runs().samples_made() == 0);
  verifier.prepare({compared.test_case(254)}, 2);
  CHECK(verifier.oracle_runs().samples_made() == 1);
}

TEST_CASE("what may take longest is made first", "[verification][ahead]") {
  Verifier verifier(1, options_of_rig());
  std::atomic<int> here{0}, runs_before{0};
  Serial serial([&](const CheckContext&) {
    // Both threads have begun such a one before either goes on.
    ++here;
    const auto start = std::chrono::steady_clock::now();
    while (here < 2 && std::chrono::steady_clock::now() - start < std::chrono::seconds(60)) std::this_thread::yield();
    runs_before += verifier.oracle_runs().made();
  });
  Compared compared;
  std::vector<Case> cases = {compared.test_case()};
  for (const Case& c : serial.cases({16, 32})) cases.push_back(c);
  verifier.prepare(cases, 2);
  CHECK(serial.made_by_physics == 2);
  CHECK(verifier.oracle_runs().made() == 2);
  CHECK(runs_before == 0);
}

TEST_CASE("a runner that found one core idle asks again", "[verification][ahead]") {
  Serial serial;
  const auto cases = serial.cases({16, 32});
  RunnerOptions options;
  options.measure = false;
  int cores = 1;
  options.idle_cores = [&] { return cores; };
  Runner runner(options);
  runner.prepare(cases);
  CHECK(serial.made_by_physics == 0);
  cores = 2;
  runner.prepare(cases);
  CHECK(serial.made_by_physics == 2);
}

TEST_CASE("a runner prepares two cases for each core that is idle, and those that will be run",
          "[verification][ahead]") {
  Serial serial([](const CheckContext&) { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
  const auto cases = serial.cases({16, 32, 64, 128, 256, 512});
  RunnerOptions options;
  options.measure = false;
  options.idle_cores = [] { return 2; };
  Runner runner(options);
  runner.prepare(cases, [&](const std::string& name) { return name != cases[1].name(); });
  CHECK(serial.made_by_physics == 4);
  for (const std::size_t i : {0, 2, 3, 4}) CHECK(runner.run(cases[i])->status == Row::Status::verified);
  CHECK(serial.made_by_physics == 4);
  runner.prepare(std::span(cases).subspan(2));  // was prepared with the first
  CHECK(serial.made_by_physics == 4);
  runner.prepare(std::span(cases).subspan(1));
  CHECK(serial.made_by_physics == 6);
  // Side by side each has its part of the time: half of it, or all where the other came late.
  for (const Case& c : cases) CHECK(runner.run(c)->verifying_s > 0.02);
}

TEST_CASE("what is taken for serial has no team and no ranks", "[verification][ahead]") {
  int seen = 0;
  for (const Variant& variant : Registry::instance().variants()) {
    if (variant.backend != "cpu" || !variant.oracle.empty() || !variant.physics) continue;
    ++seen;
    INFO(variant.kernel << " " << variant.name);
    for (const Axis& axis : variant.axes) CHECK((axis.name != "threads" && axis.name != "ranks"));
  }
  CHECK(seen > 0);
}

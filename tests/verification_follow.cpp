// What follows a case at its own size, for how long, and what that and other cases prove of its path.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/verification_rig.hpp"

using namespace spinbench;
using namespace spinbench::verifying;

TEST_CASE("following a case at its own size proves its path, and sees what happens only there", "[verification]") {
  Rig right({.path = "several columns"});
  const Rig::Followed found_right = right.followed();
  CHECK(found_right.result.passed);
  REQUIRE(named(found_right.result, "bits at size") != nullptr);
  CHECK(found_right.proved);

  Rig wrong;
  wrong.variant.make = [](const Params& params, std::uint64_t seed) {
    Fault fault;
    fault.factor = params.integer("L") > 64 ? 1.01 : 1;
    return std::make_unique<Suspect>(params, seed, fault);
  };
  Verifier another(1, options_of_rig());
  const Case large = wrong.test_case();
  Verification found = another.verify(large);
  CHECK(found.passed);
  const auto simulation = wrong.variant.make(large.params, 1);
  another.follow(large, *simulation, found);
  CHECK_FALSE(found.passed);
}

TEST_CASE("what another case proved of a path leaves a case its time, and is told where there is not enough",
          "[verification]") {
  for (const bool has_time : {true, false}) {
    CAPTURE(has_time);
    Rig rig({.path = "several columns"});
    rig.variant.bit_cases = [](const Params& params, const Device&) {
      Params small = params;
      small.set("L", std::int64_t{params.real("beta") > 0.3 ? 128 : 64});
      return std::vector<Params>{small};
    };
    VerifyOptions options = options_of_rig();
    if (!has_time) options.follow_seconds = options.follow_unproved_seconds = 1e-6;
    options.follow_proved_seconds = 1e-6;
    Verifier verifier(1, options);
    Case with = rig.test_case(), without = rig.test_case();
    with.params.set("beta", 0.4), without.params.set("beta", 0.2);
    CHECK(verifier.verify(with).passed);
    Verification found = verifier.verify(without);
    const auto simulation = rig.variant.make(without.params, 1);
    CHECK(verifier.why_unproved(without, *simulation).empty());
    verifier.follow(without, *simulation, found);
    CHECK(found.passed);
    const bool told = std::any_of(found.checks.begin(), found.checks.end(), [](const Check& check) {
      return check.detail.starts_with("on this path, by ") && check.detail.find("beta:0.4") != std::string::npos &&
             check.code_path == "several columns";
    });
    CHECK(told != has_time);
    CHECK((named(found, "bits at size") != nullptr) == has_time);
  }
}

TEST_CASE("a case that an oracle would follow for too long is left alone", "[verification]") {
  Rig rig;
  VerifyOptions options = options_of_rig();
  options.follow_seconds = 1e-6;
  CHECK(named(rig.followed(options).result, "bits at size") == nullptr);
}

TEST_CASE("a follower has longer where nothing else ran the path", "[verification]") {
  for (const std::string path : {"one path", "several columns"}) {
    CAPTURE(path);
    Rig rig({.path = path});
    rig.variant.follower = Oracle("checkerboard");
    VerifyOptions options = options_of_rig();
    options.follow_seconds = 1e-6;
    const Rig::Followed found = rig.followed(options);
    CHECK(found.proved_before == (path == "one path"));
    // It would follow, but has no oracle of its own.
    const Check* const followed = named(found.result, "bits at size");
    REQUIRE((followed == nullptr) == (path == "one path"));
    if (followed != nullptr) CHECK(followed->detail.find("is not verified itself") != std::string::npos);
  }
}

TEST_CASE("a follower that cannot go a case's way leaves it to the oracle, which has longer there, too",
          "[verification]") {
  Rig rig({.path = "several columns"});
  rig.variant.follower = Oracle("multispin");
  rig.variant.follower.params = [](const Params& params, const Device&) {
    Params too_large = params;
    too_large.set("L", std::int64_t{1} << 40);
    return too_large;
  };
  VerifyOptions options = options_of_rig();
  options.follow_seconds = 1e-6;
  const Rig::Followed found = rig.followed(options);
  CHECK_FALSE(found.proved_before);
  CHECK(named(found.result, "bits at size") != nullptr);
  CHECK(found.proved);
}

// The verifier must refuse what is wrong, must let pass what is right, and must not let be timed what no check ran. The
// physics checks themselves are tested in physics.cpp.
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tests/catch.hpp"
#include "tests/variants.hpp"
#include "tests/verification_rig.hpp"

using namespace spinbench;
using namespace spinbench::verifying;

TEST_CASE("bits and bytes of the same signs are the same, and a difference is found wherever it is", "[verification]") {
  constexpr std::size_t spins = 75;
  std::vector<std::int8_t> signs(spins, 1);
  std::vector<std::uint32_t> words((spins + 31) / 32);
  for (std::size_t i = 0; i < spins; ++i)
    if (i % 3 == 0) signs[i] = -1, words[i / 32] |= 1u << i % 32;
  const Configuration bits = Configuration::of_bits(words, spins);
  CHECK(compare(bits, Configuration(signs)).same);
  CHECK(compare(Configuration(signs), bits).same);
  for (const std::size_t at : {std::size_t{0}, std::size_t{31}, spins - 1})
    for (const int wrong : {-signs[at], 0, 3 * signs[at]}) {
      std::vector<std::int8_t> changed = signs;
      changed[at] = static_cast<std::int8_t>(wrong);
      const Comparison found = compare(bits, Configuration(changed));
      CHECK_FALSE(found.same);
      CHECK(found.difference.find("1 of 75 spins differ, first at site " + std::to_string(at)) == 0);
      CHECK_FALSE(compare(Configuration(changed), bits).same);
    }
}

TEST_CASE("the verifier passes a right variant, and says what was proved", "[verification]") {
  Rig rig;
  const Verification result = rig.verify();
  CHECK(result.passed);
  CHECK(result.proved() == "bits");
  REQUIRE(named(result, "bits") != nullptr);
  CHECK(named(result, "bits")->passed);
  CHECK(named(result, "bits")->code_path == "one path");
}

TEST_CASE("a comparison with the oracle sees each of these faults", "[verification]") {
  const auto refuses = [](const Fault& fault, const std::string& why) {
    Rig rig(fault);
    const Verification result = rig.verify();
    const Check* bits = named(result, "bits");
    REQUIRE(bits != nullptr);
    CAPTURE(bits->detail);
    CHECK_FALSE(result.passed);
    CHECK(bits->detail.find(why) != std::string::npos);
  };
  refuses({.factor = 1 + 1e-3}, "spins differ, first at site");
  refuses({.dead = true}, "spins differ");
  refuses({.stops_after = 0}, "spins differ");
  refuses({.stops_after = 1}, "spins differ");
  refuses({.energy_offset = 1e-3}, "the energy observed differs");
  refuses({.shifts_series = true}, "a series of the energy differs");
}

TEST_CASE("a sweep lost from calls as long as a timed batch is seen, however short comparisons are", "[verification]") {
  VerifyOptions options = options_of_rig();
  // Twenty-four sweeps, in calls of at most twelve.
  options.first_bit_units = options.bit_units = 1e5;
  Rig right, wrong({.loses_sweep_above = 100});
  const Verification passed = Verifier(1, options).verify(right.test_case());
  CHECK(passed.passed);
  REQUIRE(named(passed, "bits of a batch") != nullptr);
  CHECK(named(passed, "bits of a batch")->detail.find("after 130 sweeps") != std::string::npos);
  const Verification failed = Verifier(1, options).verify(wrong.test_case());
  CHECK_FALSE(failed.passed);
  CHECK(named(failed, "bits")->passed);
  CHECK_FALSE(named(failed, "bits of a batch")->passed);
  // A path has one, whose oracle is in time; comparisons of as many sweeps in a call need none beside them.
  Verifier verifier(1, options);
  verifier.verify(right.test_case());
  const int made = right.made;
  verifier.verify(right.test_case(128));
  CHECK(right.made == made);
  CHECK(named(Verifier(1, options_of_rig()).verify(right.test_case()), "bits of a batch") == nullptr);
  CHECK_FALSE(Verifier(1, options_of_rig()).verify(wrong.test_case()).passed);
  options.batch_seconds = 0;
  CHECK(named(Verifier(1, options).verify(wrong.test_case()), "bits of a batch") == nullptr);
}

TEST_CASE("thresholds cut to 20 bits are seen, since the oracle has its own", "[verification]") {
  CHECK_FALSE(Rig({.mask = 0xFFFFF000u}).verify(VerifyOptions{}).passed);
}

TEST_CASE("a case is not proved by checks that ran another path", "[verification]") {
  Rig same, other({.path = "several columns"});
  for (Rig* rig : {&same, &other}) {
    Verifier verifier(1, options_of_rig());
    const Case c = rig->test_case();
    CHECK(verifier.verify(c).passed);
    const auto simulation = rig->variant.make(c.params, 1);
    const std::string why = verifier.why_unproved(c, *simulation);
    CAPTURE(why);
    CHECK(why.empty() == (rig == &same));
    if (rig == &other) CHECK(why.find("several columns") != std::string::npos);
  }
}

namespace {

Agreement within(double distance) {
  Agreement result;
  result.kind = Agreement::Kind::distance;
  result.distance = distance;
  result.share = 1e-3;
  return result;
}

}  // namespace

TEST_CASE("what is held to its oracle within a tolerance is close, and the check says within which", "[verification]") {
  VerifyOptions options = options_of_rig();
  // Twenty-four sweeps, so that there is a batch as well.
  options.first_bit_units = options.bit_units = 1e5;
  Rig rig({.nudge = 1e-4, .path = "several columns"});
  rig.variant.oracle.agreement = within(1e-3);
  rig.variant.physics = [](const CheckContext&) {
    Check energy;
    energy.name = "energy";
    energy.kind = Check::Kind::physics;
    energy.passed = true;
    return std::vector<Check>{energy};
  };
  const Rig::Followed found = rig.followed(options);
  CHECK(found.result.passed);
  CHECK(found.result.proved() == "close+physics");
  CHECK_FALSE(found.proved_before);
  CHECK(found.proved);
  for (const char* name : {"close", "close of a batch", "close at size"}) {
    CAPTURE(name);
    const Check* const check = named(found.result, name);
    REQUIRE(check != nullptr);
    CHECK(check->kind == Check::Kind::close);
    CHECK(check->detail.find("sweeps, within 0.001 a component but for 8 spins and 0.1% of all") != std::string::npos);
  }
  for (const Check& check : found.result.checks) CHECK(check.kind != Check::Kind::bits);

  // The same, farther off, and held to the bit.
  Rig far({.nudge = 1e-2}), exact({.nudge = 1e-4});
  far.variant.oracle.agreement = within(1e-3);
  for (Rig* one : {&far, &exact}) CHECK_FALSE(one->verify().passed);
  const Verification refused = far.verify();
  REQUIRE(named(refused, "close") != nullptr);
  CHECK(named(refused, "close")->detail.find("of all: 4096 of 4096 spins differ") != std::string::npos);
  CHECK(named(exact.verify(), "close") == nullptr);
}

TEST_CASE("a failure is named as the comparison that it ends", "[verification]") {
  Rig rig;
  rig.variant.oracle.agreement = within(1e-3);
  rig.variant.make = [](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> {
    throw std::runtime_error("an illegal address");
  };
  CHECK(named(rig.verify(), "close") != nullptr);
  rig.variant.oracle.variant = "none_such";
  CHECK(named(rig.verify(), "close") != nullptr);
}

TEST_CASE("close proves the path of what is held to a tolerance alone, bits that of either", "[verification]") {
  // One path, on which it depends on the case's beta how it is compared.
  const auto proved = [](double first_beta, Agreement::Kind other_kind) {
    Rig rig;
    rig.variant.oracle.agreement_at = [other_kind](const Params& params) {
      Agreement result = within(1e-3);
      if (params.real("beta") > 0.3) result.kind = other_kind;
      return result;
    };
    Verifier verifier(1, options_of_rig());
    Case verified = rig.test_case(), asked = rig.test_case();
    verified.params.set("beta", first_beta);
    asked.params.set("beta", first_beta > 0.3 ? 0.2 : 0.4);
    CHECK(verifier.verify(verified).passed);
    const auto own = rig.variant.make(verified.params, 1), other = rig.variant.make(asked.params, 1);
    CHECK(verifier.why_unproved(verified, *own).empty());
    return verifier.why_unproved(asked, *other).empty();
  };
  CHECK_FALSE(proved(0.2, Agreement::Kind::bits));
  CHECK_FALSE(proved(0.2, Agreement::Kind::law));
  CHECK(proved(0.4, Agreement::Kind::bits));
  CHECK(proved(0.2, Agreement::Kind::distance));
}

TEST_CASE("any amount of time to follow a case is three steps of it", "[verification]") {
  // More steps than an integer holds would have fitted.
  VerifyOptions options = options_of_rig();
  options.follow_seconds = 1e12;
  Rig rig({.path = "several columns"});
  const Verification result = rig.followed(options).result;
  REQUIRE(named(result, "bits at size") != nullptr);
  const std::string& detail = named(result, "bits at size")->detail;
  CAPTURE(detail);
  CHECK(detail.find("after 3 sweeps") != std::string::npos);
}

TEST_CASE("what throws or was not checked is not verified", "[verification]") {
  Rig rig;
  rig.variant.make = [](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> {
    throw std::runtime_error("an illegal address");
  };
  const Verification result = rig.verify();
  CHECK_FALSE(result.passed);
  REQUIRE_FALSE(result.checks.empty());
  CHECK(result.checks.back().detail == "an illegal address");
  rig.make_with({});
  rig.variant.oracle = "";
  const Verification unchecked = rig.verify();
  CHECK_FALSE(unchecked.passed);
  CHECK(unchecked.proved().empty());
}

TEST_CASE("memory that a check lacks is no failure of the case", "[verification]") {
  Rig rig;
  rig.variant.make = [](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> { throw std::bad_alloc(); };
  CHECK_THROWS_AS(rig.verify(), std::bad_alloc);
  // A device's, as gpu::OutOfMemory.
  struct DeviceIsFull : std::bad_alloc {};
  rig.variant.make = [](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> { throw DeviceIsFull(); };
  CHECK_THROWS_AS(rig.verify(), DeviceIsFull);
}

TEST_CASE("a check is run once a process for cases that share it", "[verification]") {
  Rig rig;
  Verifier verifier(1, options_of_rig());
  CHECK(verifier.verify(rig.test_case()).passed);
  const int first = rig.made;
  CHECK(verifier.verify(rig.test_case(2048)).passed);
  CHECK(rig.made == first);
}

TEST_CASE("a look at the timed object ends the row where it fails", "[verification]") {
  Rig rig;
  Verifier verifier(1, options_of_rig());
  const Case c = rig.test_case();
  Verification result = verifier.verify(c);
  const auto simulation = rig.variant.make(c.params, 1);
  simulation->sweep(100);
  verifier.look(c, *simulation, 100, result);
  CHECK(result.passed);
  const auto idle = rig.variant.make(c.params, 1);
  verifier.look(c, *idle, 1e6, result);
  CHECK_FALSE(result.passed);
}

TEST_CASE("what the timed object tracks is looked at, too, after its last batch", "[verification]") {
  /// Its energy goes astray behind 50 sweeps.
  class Tracking final : public Simulation {
   public:
    std::string code_path() const override { return "tracking"; }
    void sweep(int count) override { sweeps_ += count; }
    Observables observe() override { return {}; }
    Configuration configuration() override { return {}; }
    Work work_per_sweep() const override { return {}; }
    std::vector<Check> self_check() override {
      Check check;
      check.name = "tracked_energy";
      check.passed = sweeps_ <= 50;
      return {check};
    }

   private:
    int sweeps_ = 0;
  } timed;
  Rig rig;
  rig.variant.look = [](const Params&, Simulation&, double) {
    Check check;
    check.name = "look";
    check.passed = true;
    return std::vector<Check>{check};
  };
  const Verifier verifier(1, options_of_rig());
  Verification result;
  for (const int sweeps : {10, 100}) {
    timed.sweep(sweeps);
    verifier.look(rig.test_case(), timed, sweeps, result);
    CHECK(result.passed == (sweeps == 10));
    REQUIRE(result.checks.size() == 2);
    CHECK(result.checks.back().detail.find("tracked_energy of the timed object") == 0);
  }
}

TEST_CASE("every variant of this build proves the path of its default case", "[verification]") {
  for (const Variant& variant : Registry::instance().variants()) {
    Backend* backend = Registry::instance().backend(variant.backend);
    const Kernel* kernel = Registry::instance().kernel(variant.kernel);
    if (backend == nullptr || backend->devices().empty() || !variant.bit_cases || variant.oracle.empty()) continue;
    Case c{kernel, &variant, backend, 0, defaults(variant)};
    if (!why_skipped(c).empty()) continue;
    CAPTURE(c.name());
    const std::string wanted = variant.make(c.params, 1)->code_path();
    bool found = false;
    for (const Params& params : variant.bit_cases(c.params, c.device_info())) {
      // As the verifier does: a layout may list sides that it cannot do, such as 6 where powers of two are wanted.
      if (variant.unsupported && !variant.unsupported(params, c.device_info()).empty()) continue;
      for (const Axis& axis : variant.axes)
        if (axis.type() == Axis::Type::word && axis.selects_code) CHECK(params.at(axis.name) == c.params.at(axis.name));
      found = found || variant.make(params, 1)->code_path() == wanted;
    }
    CHECK(found);
  }
}

TEST_CASE("a fill past the caches is compared past the caches", "[verification][rng]") {
  const Variant* variant = Registry::instance().variant("rng_fill", "streams", "cpu");
  REQUIRE(variant != nullptr);
  for (const char* stores : {"ordinary", "past_caches"}) {
    Params params = defaults(*variant);
    params.set("stores", std::string(stores));
    const std::string wanted = variant->make(params, 1)->code_path();
    CHECK((wanted.find("past the caches") != std::string::npos) == (std::string(stores) == "past_caches"));
    for (const Params& one : variant->bit_cases(params, {})) {
      CHECK(one.word("stores") == stores);
      CHECK(one.integer("n") < params.integer("n"));
    }
  }
}

TEST_CASE("however many threads share a host's lattices, a case is compared on its own path", "[verification][cpu]") {
  for (const char* kernel : {"ising2d_metropolis", "ising3d_metropolis"}) {
    const Variant* variant = Registry::instance().variant(kernel, "multispin", "cpu");
    if (variant == nullptr) continue;
    const std::pair<std::int64_t, std::int64_t> shapes[] = {{64, 1},   {64, 2},  {64, 4},  {64, 40},
                                                            {64, 250}, {192, 1}, {960, 1}, {4096, 3}};
    for (const std::int64_t threads : {1, 2, 5, 16, 64, 192})
      for (const auto& [L, realizations] : shapes) {
        if (L > 192 && variant->kernel == "ising3d_metropolis") continue;
        Params params = defaults(*variant);
        params.set("L", L);
        params.set("threads", threads);
        params.set("realizations", realizations);
        CAPTURE(params.name());
        const std::string wanted = variant->make(params, 1)->code_path();
        const auto cases = variant->bit_cases(params, {});
        CHECK(std::any_of(cases.begin(), cases.end(),
                          [&](const Params& one) { return variant->make(one, 1)->code_path() == wanted; }));
      }
  }
}

TEST_CASE("what many threads share is compared on its own path, where they leave less room for each",
          "[verification][cpu]") {
  for (const auto& [kernel, name] : {std::pair{"heisenberg3d_overrelaxation", "vectors"},
                                     {"heisenberg2d_metropolis", "vector"},
                                     {"heisenberg3d_heatbath", "vector"},
                                     {"ising2d_swendsen_wang", "union_find"},
                                     {"ising3d_swendsen_wang", "union_find"}}) {
    const Variant* variant = Registry::instance().variant(kernel, name, "cpu");
    if (variant == nullptr) continue;
    for (const std::int64_t threads : {1, 3, 16, 64, 192})
      for (const std::int64_t L : {34, 64, 96, 128}) {
        if (test::sanitized && L > 64 && threads != 192) continue;  // with the least room
        Params params = defaults(*variant);
        params.set("L", L);
        params.set("threads", threads);
        CAPTURE(kernel, params.name());
        const std::string wanted = variant->make(params, 1)->code_path();
        const auto cases = variant->bit_cases(params, {});
        CHECK(std::any_of(cases.begin(), cases.end(),
                          [&](const Params& one) { return variant->make(one, 1)->code_path() == wanted; }));
      }
  }
}

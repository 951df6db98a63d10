// The verifier must refuse what is wrong, must let pass what is right, and must not let be timed what no check ran. The
// physics checks themselves are tested in physics.cpp.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/select/selection.hpp"
#include "bench/verify/verify.hpp"
#include "kernels/common/acceptance.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;
using ising2d::Lattice;

/// What is wrong with a Suspect.
struct Fault {
  double factor = 1;              ///< of its thresholds
  bool dead = false;              ///< every random word is the same
  int stops_after = 1 << 30;      ///< calls of sweep(), of which later ones do nothing
  double energy_offset = 0;       ///< of what it observes
  bool shifts_series = false;     ///< its series leaves the first measurement out
  std::uint32_t mask = ~0u;       ///< of its thresholds' bits
  std::string path = "one path";  ///< on lattices larger than 64, where it is the same on smaller ones
};

// The checkerboard, with a fault.
class Suspect final : public Simulation {
 public:
  Suspect(const Params& params, std::uint64_t seed, const Fault& fault)
      : lattice_(static_cast<std::uint32_t>(params.integer("L"))), fault_(fault) {
    const auto changed = [&](std::uint32_t threshold) {
      return static_cast<std::uint32_t>(fault.factor * threshold) & fault.mask;
    };
    const SquareThresholds right = SquareThresholds::at(params.real("beta"));
    thresholds_ = {changed(right.field2), changed(right.field4)};
    const std::uint64_t streams = std::uint64_t{lattice_.L()} * lattice_.L() / 2;
    setup_ = rng::Lcg32::setup(seed, streams, rng::Seeding::random);
    for (std::uint64_t t = 0; t < setup_.streams; ++t) states_.push_back(rng::Lcg32::initial(setup_, t));
  }

  std::string code_path() const override { return lattice_.L() > 64 ? fault_.path : "one path"; }
  void sweep(int count) override {
    if (calls_++ >= fault_.stops_after) return;
    for (int half = 0; half < 2 * count; ++half)
      ising2d::walk_colour(lattice_.L(), half & 1, [&](std::uint32_t x, std::uint32_t y, std::uint64_t t) {
        const int field = lattice_.field(x, y);
        if (field > 0 && draw(t) >= thresholds_(field)) return;
        lattice_.flip(x, y);
      });
  }
  Observables observe() override {
    Observables seen = lattice_.observe();
    return {{"energy", {seen.of("energy").front() + fault_.energy_offset}},
            {"magnetisation", seen.of("magnetisation")}};
  }
  Series series(const std::string& observable, int measurements, int spacing) override {
    Series result = series_in_turns(*this, observable, measurements, spacing);
    if (fault_.shifts_series) result.values.erase(result.values.begin());
    return result;
  }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override {
    Work work;
    work.units = lattice_.sites();
    return work;
  }

 private:
  std::uint32_t draw(std::uint64_t t) {
    if (fault_.dead) return 0x20000000u;
    rng::Lcg32::Stream stream(setup_, states_[t]);
    const std::uint32_t word = stream.next();
    states_[t] = stream.state();
    return word;
  }

  Lattice<std::int8_t> lattice_;
  Fault fault_;
  SquareThresholds thresholds_;
  rng::Lcg32::Setup setup_;
  std::vector<std::uint32_t> states_;
  int calls_ = 0;
};

const Check* named(const Verification& verification, const std::string& name) {
  for (const Check& check : verification.checks)
    if (check.name == name) return &check;
  return nullptr;
}

// A variant that the registry does not know: the oracle is the real checkerboard. Physics is left to its own tests.
struct Rig {
  Kernel kernel = *Registry::instance().kernel("ising2d_metropolis");
  Variant variant = *Registry::instance().variant("ising2d_metropolis", "checkerboard", "cpu");
  int made = 0;

  explicit Rig(const Fault& fault = {}) {
    variant.name = "suspect";
    variant.oracle = "checkerboard";
    variant.physics = nullptr;
    variant.bit_cases = [](const Params& params, const Device&) {
      Params small = params;
      small.set("L", std::int64_t{64});
      return std::vector<Params>{small};
    };
    make_with(fault);
  }
  void make_with(const Fault& fault) {
    variant.make = [this, fault](const Params& params, std::uint64_t seed) {
      ++made;
      return std::make_unique<Suspect>(params, seed, fault);
    };
  }
  Case test_case(std::int64_t L = 256) {
    Case c{&kernel, &variant, Registry::instance().backend("cpu"), 0, {}};
    REQUIRE(c.backend != nullptr);
    for (const Axis& axis : variant.axes) c.params.set(axis.name, axis.fallback);
    c.params.set("L", L);
    return c;
  }
  Verification verify() { return Verifier(1).verify(test_case()); }
};

}  // namespace

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

TEST_CASE("thresholds cut to 20 bits are seen, since the oracle has its own", "[verification]") {
  CHECK_FALSE(Rig({.mask = 0xFFFFF000u}).verify().passed);
}

TEST_CASE("a case is not proved by checks that ran another path", "[verification]") {
  Rig same, other({.path = "several columns"});
  for (Rig* rig : {&same, &other}) {
    Verifier verifier(1);
    const Case c = rig->test_case();
    CHECK(verifier.verify(c).passed);
    const auto simulation = rig->variant.make(c.params, 1);
    const std::string why = verifier.why_unproved(c, *simulation);
    CAPTURE(why);
    CHECK(why.empty() == (rig == &same));
    if (rig == &other) CHECK(why.find("several columns") != std::string::npos);
  }
}

TEST_CASE("following a case at its own size proves its path, and sees what happens only there", "[verification]") {
  Rig right({.path = "several columns"});
  Verifier verifier(1);
  const Case c = right.test_case();
  Verification result = verifier.verify(c);
  auto simulation = right.variant.make(c.params, 1);
  verifier.follow(c, *simulation, result);
  CHECK(result.passed);
  REQUIRE(named(result, "bits at size") != nullptr);
  CHECK(verifier.why_unproved(c, *simulation).empty());

  Rig wrong;
  wrong.variant.make = [](const Params& params, std::uint64_t seed) {
    Fault fault;
    fault.factor = params.integer("L") > 64 ? 1.01 : 1;
    return std::make_unique<Suspect>(params, seed, fault);
  };
  Verifier another(1);
  const Case large = wrong.test_case();
  Verification found = another.verify(large);
  CHECK(found.passed);
  simulation = wrong.variant.make(large.params, 1);
  another.follow(large, *simulation, found);
  CHECK_FALSE(found.passed);
}

TEST_CASE("a case that an oracle would follow for too long is left alone", "[verification]") {
  Rig rig;
  VerifyOptions options;
  options.follow_seconds = 1e-6;
  Verifier verifier(1, options);
  const Case c = rig.test_case();
  Verification result = verifier.verify(c);
  const auto simulation = rig.variant.make(c.params, 1);
  verifier.follow(c, *simulation, result);
  CHECK(named(result, "bits at size") == nullptr);
}

TEST_CASE("any amount of time to follow a case is three steps of it", "[verification]") {
  // More steps than an integer holds would have fitted.
  VerifyOptions options;
  options.follow_seconds = 1e12;
  Rig rig({.path = "several columns"});
  Verifier verifier(1, options);
  const Case c = rig.test_case();
  Verification result = verifier.verify(c);
  const auto simulation = rig.variant.make(c.params, 1);
  verifier.follow(c, *simulation, result);
  REQUIRE(named(result, "bits at size") != nullptr);
  const std::string& detail = named(result, "bits at size")->detail;
  CAPTURE(detail);
  CHECK(detail.find("after 3 sweeps") != std::string::npos);
}

TEST_CASE("what throws or was not checked is not verified", "[verification]") {
  Rig rig;
  rig.variant.make = [](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> {
    throw Unsupported("no room for the lattice");
  };
  const Verification result = rig.verify();
  CHECK_FALSE(result.passed);
  REQUIRE_FALSE(result.checks.empty());
  CHECK(result.checks.back().detail == "no room for the lattice");
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
  Verifier verifier(1);
  CHECK(verifier.verify(rig.test_case()).passed);
  const int first = rig.made;
  CHECK(verifier.verify(rig.test_case(2048)).passed);
  CHECK(rig.made == first);
}

TEST_CASE("a look at the timed object ends the row where it fails", "[verification]") {
  Rig rig;
  Verifier verifier(1);
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

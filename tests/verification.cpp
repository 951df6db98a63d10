// Verification must refuse what is wrong: a simulation that does nothing, a Boltzmann factor off by 1e-3, a generator
// that is dead; and must let pass what is right.
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/verify/verify.hpp"
#include "reference_cpu/exact/ising2d.hpp"
#include "reference_cpu/ising2d_metropolis/lattice.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"
#include "tests/catch.hpp"

namespace {

using namespace spinbench;
using ising2d::Lattice;

// The checkerboard with thresholds multiplied by `factor`; once killed, every random word is the same.
class Suspect final : public Simulation {
 public:
  Suspect(int L, double beta, std::uint64_t seed, double factor) : lattice_(static_cast<std::uint32_t>(L)) {
    const auto scaled = [factor](std::uint32_t threshold) { return static_cast<std::uint32_t>(factor * threshold); };
    const SquareThresholds right = SquareThresholds::at(beta);
    thresholds_ = {scaled(right.field2), scaled(right.field4)};
    setup_ = rng::Lcg32::setup(seed, static_cast<std::uint64_t>(L) * static_cast<std::uint64_t>(L) / 2,
                               rng::Seeding::random);
    for (std::uint64_t t = 0; t < setup_.streams; ++t) states_.push_back(rng::Lcg32::initial(setup_, t));
  }
  void kill(std::uint32_t word) { dead_ = true, word_ = word; }

  void sweep(int count) override {
    for (int half = 0; half < 2 * count; ++half)
      ising2d::walk_colour(lattice_.L(), half & 1, [&](std::uint32_t x, std::uint32_t y, std::uint64_t t) {
        const int field = lattice_.field(x, y);
        if (field > 0 && draw(t) >= thresholds_(field)) return;
        lattice_.flip(x, y);
      });
  }
  Observables observe() override { return lattice_.observe(); }
  Configuration configuration() override { return lattice_.configuration(); }
  Work work_per_sweep() const override { return {}; }

 private:
  std::uint32_t draw(std::uint64_t t) {
    if (dead_) return word_;
    rng::Lcg32::Stream stream(setup_, states_[t]);
    const std::uint32_t word = stream.next();
    states_[t] = stream.state();
    return word;
  }

  Lattice<std::int8_t> lattice_;
  SquareThresholds thresholds_;
  rng::Lcg32::Setup setup_;
  std::vector<std::uint32_t> states_;
  bool dead_ = false;
  std::uint32_t word_ = 0;
};

class DoesNothing final : public Simulation {
 public:
  void sweep(int) override {}
  Observables observe() override { return {{-2.0}, {1.0}}; }
  Configuration configuration() override { return {std::vector<std::int8_t>(32 * 32, 1)}; }
  Work work_per_sweep() const override { return {}; }
};

constexpr int L = 32;
constexpr double beta = 0.4;

Exact exact_values() {
  const auto value = exact::ising2d(L, beta);
  return {value.energy, value.specific_heat};
}

// Ten times less precise than a real verification, and a hundred times as fast.
VerifyOptions fast() {
  VerifyOptions options;
  options.energy_precision = 2e-3;
  return options;
}

std::vector<Check> physics(Simulation& simulation, const VerifyOptions& options) {
  const std::vector<Check> checks = check_physics(simulation, beta, L * L, exact_values(), options);
  REQUIRE(checks.size() == 2);
  CHECK(checks[0].name == "energy");
  CHECK(checks[1].name == "specific_heat");
  return checks;
}

const Check* named(const Verification& verification, const std::string& name) {
  for (const Check& check : verification.checks)
    if (check.name == name) return &check;
  return nullptr;
}

// A kernel and a variant that the registry does not know: the oracle is the real checkerboard.
struct Rig {
  Kernel kernel = *Registry::instance().kernel("ising2d_metropolis");
  Variant variant = *Registry::instance().variant("ising2d_metropolis", "checkerboard", "cpu");

  Rig() {
    variant.name = "suspect";
    variant.oracle = "checkerboard";
    kernel.physics_case = [](const Params& params, const std::string&) {
      Params small = params;
      small.set("L", std::int64_t{L});
      return small;
    };
  }
  Case test_case(const std::string& generator = "lcg32_random") {
    Case c{&kernel, &variant, Registry::instance().backend("cpu"), 0, {}};
    REQUIRE(c.backend != nullptr);
    for (const Axis& axis : variant.axes) c.params.set(axis.name, axis.fallback);
    c.params.set("rng", generator);
    return c;
  }
  void make_with(double factor, bool dead = false) {
    variant.make = [factor, dead](const Params& params, std::uint64_t seed) {
      auto result = std::make_unique<Suspect>(static_cast<int>(params.integer("L")), params.real("beta"), seed, factor);
      if (dead) result->kill(0x20000000u);
      return result;
    };
  }
};

}  // namespace

TEST_CASE("physics passes for a right simulation", "[verification]") {
  Suspect right(L, beta, 1, 1);
  const auto checks = physics(right, fast());
  for (const Check& check : checks) {
    CAPTURE(check.name, check.detail, check.value, check.expected, check.sigma);
    CHECK(check.passed);
    CHECK(check.numeric);
    CHECK(check.sigma > 0);
  }
  CHECK(checks[0].sigma <= 2e-3 * std::fabs(checks[0].expected));
}

TEST_CASE("physics refuses a simulation that does nothing", "[verification]") {
  DoesNothing nothing;
  for (const Check& check : physics(nothing, fast())) {
    CHECK_FALSE(check.passed);
    CHECK(check.detail.find("nothing moves") != std::string::npos);
  }
}

TEST_CASE("physics refuses a dead generator, whatever word it repeats", "[verification]") {
  for (const std::uint32_t word : {0u, 1u, 0x08000000u, 0x20000000u, 0x80000000u, 0xffffffffu}) {
    Suspect dead(L, beta, 1, 1);
    dead.kill(word);
    CAPTURE(word);
    CHECK_FALSE(physics(dead, fast())[0].passed);
  }
}

TEST_CASE("physics refuses a Boltzmann factor that is off by 1e-3", "[verification][slow]") {
  VerifyOptions strict;
  // The energy is off by 1e-3 as well; the 4 sigma of the gate must lie well below it.
  strict.energy_precision = 1.5e-4;
  Suspect off(L, beta, 1, 1 + 1e-3);
  const Check energy = physics(off, strict)[0];
  CAPTURE(energy.detail, energy.value, energy.expected, energy.sigma);
  CHECK_FALSE(energy.passed);
  CHECK(energy.numeric);
}

TEST_CASE("a physics check that cannot reach its precision fails and says so", "[verification]") {
  VerifyOptions hasty;
  hasty.energy_precision = 1e-6;
  hasty.time_limit_s = 0.2;
  Suspect right(L, beta, 1, 1);
  for (const Check& check : physics(right, hasty)) {
    CHECK_FALSE(check.passed);
    CHECK_FALSE(check.numeric);
    CHECK(check.detail.find("0.2 s") != std::string::npos);
  }
}

TEST_CASE("the verifier passes a right variant, and compares it with its oracle", "[verification]") {
  Rig rig;
  rig.make_with(1);
  Verifier verifier(1, fast());
  const Verification result = verifier.verify(rig.test_case());
  CHECK(result.passed);
  REQUIRE(named(result, "bits") != nullptr);
  REQUIRE(named(result, "energy") != nullptr);
  CHECK(named(result, "bits")->passed);
  CHECK(named(result, "energy")->passed);
}

TEST_CASE("the bit comparison sees a Boltzmann factor that is off by 1e-3, and says where", "[verification]") {
  Rig rig;
  rig.make_with(1 + 1e-3);
  Verifier verifier(1, fast());
  const Verification result = verifier.verify(rig.test_case());
  CHECK_FALSE(result.passed);
  REQUIRE(named(result, "bits") != nullptr);
  CHECK_FALSE(named(result, "bits")->passed);
  CHECK(named(result, "bits")->detail.find("spins differ, first at site") != std::string::npos);
}

TEST_CASE("the verifier refuses a dead generator and a simulation that does nothing", "[verification]") {
  Rig rig;
  rig.make_with(1, true);
  CHECK_FALSE(Verifier(1, fast()).verify(rig.test_case()).passed);
  // Without an oracle the physics stands alone.
  rig.variant.oracle = "";
  CHECK_FALSE(Verifier(1, fast()).verify(rig.test_case()).passed);
  rig.variant.make = [](const Params&, std::uint64_t) { return std::make_unique<DoesNothing>(); };
  CHECK_FALSE(Verifier(1, fast()).verify(rig.test_case()).passed);
}

TEST_CASE("a declared bias excuses the physics where the bits agree, and nothing else", "[verification]") {
  Rig rig;
  rig.kernel.exact = [](const Params&) { return Exact{-1.2, 0.9}; };
  rig.kernel.known_bias = [](const Params&) { return std::string("shown elsewhere"); };
  rig.make_with(1);
  const Verification excused = Verifier(1, fast()).verify(rig.test_case());
  CHECK(excused.passed);
  REQUIRE(named(excused, "energy") != nullptr);
  CHECK_FALSE(named(excused, "energy")->passed);
  CHECK(named(excused, "energy")->expected_failure);
  // No bits to compare: the bias stands alone, and that is not enough.
  rig.kernel.bit_cases = nullptr;
  CHECK_FALSE(Verifier(1, fast()).verify(rig.test_case()).passed);
  // A dead simulation is no bias.
  rig.variant.make = [](const Params&, std::uint64_t) { return std::make_unique<DoesNothing>(); };
  const Verification dead = Verifier(1, fast()).verify(rig.test_case());
  CHECK_FALSE(dead.passed);
  CHECK_FALSE(named(dead, "energy")->expected_failure);
}

TEST_CASE("LCG32 on one shared sequence fails as Weigel's Table 1 says", "[verification]") {
  Rig rig;
  rig.variant = *Registry::instance().variant("ising2d_metropolis", "checkerboard", "cpu");
  // The larger the lattice, the more streams, and the worse.
  rig.kernel.physics_case = [](const Params& params, const std::string&) {
    Params large = params;
    large.set("L", std::int64_t{128});
    large.set("draw", std::string("always"));
    return large;
  };
  VerifyOptions options;
  options.energy_precision = 5e-4;
  const Verification result = Verifier(1, options).verify(rig.test_case("lcg32_skip"));
  CHECK(result.passed);
  REQUIRE(named(result, "energy") != nullptr);
  CHECK_FALSE(named(result, "energy")->passed);
  CHECK(named(result, "energy")->expected_failure);
}

TEST_CASE("what throws or was not checked is not verified", "[verification]") {
  Rig rig;
  rig.variant.make = [](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> {
    throw Unsupported("no room for the lattice");
  };
  const Verification result = Verifier(1, fast()).verify(rig.test_case());
  CHECK_FALSE(result.passed);
  REQUIRE_FALSE(result.checks.empty());
  CHECK(result.checks.front().detail == "no room for the lattice");
  rig.make_with(1);
  rig.kernel.exact = nullptr;
  rig.kernel.bit_cases = nullptr;
  const Verification unchecked = Verifier(1, fast()).verify(rig.test_case());
  CHECK(unchecked.checks.empty());
  CHECK_FALSE(unchecked.passed);
}

TEST_CASE("a check is run once a process for cases that share it", "[verification]") {
  Rig rig;
  int made = 0;
  rig.variant.make = [&made](const Params& params, std::uint64_t seed) {
    ++made;
    return std::make_unique<Suspect>(static_cast<int>(params.integer("L")), params.real("beta"), seed, 1.0);
  };
  Verifier verifier(1, fast());
  Case c = rig.test_case();
  CHECK(verifier.verify(c).passed);
  const int first = made;
  c.params.set("L", std::int64_t{2048});
  const Verification again = verifier.verify(c);
  CHECK(again.passed);
  CHECK(made == first);
}

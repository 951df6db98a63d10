// The physics that variants are checked by: in time at any temperature, and whatever generator is known to be biased.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/common/ising_physics.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"
#include "tests/catch.hpp"
#include "tests/sanitized.hpp"
#include "tests/suspect.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;
using test::Fault;
using test::SuspectIsing;

const Check& named(const std::vector<Check>& checks, const std::string& name) {
  const auto found = std::find_if(checks.begin(), checks.end(), [&](const Check& one) { return one.name == name; });
  REQUIRE(found != checks.end());
  return *found;
}

constexpr double slowdown = test::sanitized ? 8 : 1;

/// The physics of a registered variant of a CPU with some axes changed.
std::vector<Check> physics_of(const Variant& variant, Params params, std::vector<Check> (*physics)(const CheckContext&),
                              double seconds, std::uint64_t seed = 1) {
  const Device device = this_host();
  return physics({variant, device, std::move(params), seed, seconds, 4});
}

}  // namespace

TEST_CASE("the physics of every family is decided in time at any temperature", "[physics]") {
  using Physics = std::vector<Check> (*)(const CheckContext&);
  struct Family {
    const char *kernel, *variant;
    Physics physics;
  };
  const std::vector<Family> families = {
      {"ising2d_metropolis", "row_order", ising2d::sequential_physics},
      {"ising2d_metropolis", "checkerboard", ising2d::checkerboard_physics},
      {"ising2d_metropolis", "tiled", ising2d::tiled_physics},
      {"ising2d_metropolis", "multispin", ising2d::host_multispin_physics},
      {"ising2d_metropolis", "multispin_plain", ising2d::plain_multispin_physics},
      {"ising2d_metropolis", "multispin_tiled", ising2d::plain_multispin_tiled_physics},
      {"ising3d_metropolis", "row_order", ising3d::sequential_physics},
      {"ising3d_metropolis", "tiled", ising3d::tiled_physics},
      {"ising3d_metropolis", "multispin", ising3d::host_multispin_physics},
      {"ising3d_metropolis", "multispin_plain", ising3d::plain_multispin_physics},
  };
  for (const Family& family : families)
    for (const double beta : {0.01, 0.15, 0.4395, 2.0}) {
      if (test::sanitized && beta != 0.4395) continue;
      const Variant& variant = cpu_variant(family.kernel, family.variant);
      Params params = defaults(variant);
      params.set("beta", beta);
      const auto start = std::chrono::steady_clock::now();
      const auto checks = physics_of(variant, params, family.physics, 0.2 * slowdown);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      for (const Check& check : checks) {
        CAPTURE(family.kernel, family.variant, beta, check.name, check.detail, check.value, check.expected,
                check.sigma);
        CHECK(check.passed);
        // A cold lattice does not turn in this time, and few of its spins flip.
        CHECK((check.kind == Check::Kind::physics || check.name == "magnetisation" || check.name == "turns" ||
               check.detail.find("too coarse") != std::string::npos));
        CHECK_FALSE(check.code_path.empty());
      }
      const auto turns = std::count_if(checks.begin(), checks.end(), [](const Check& c) { return c.name == "turns"; });
      CAPTURE(family.kernel, family.variant, beta);
      CHECK((turns > 0) == variant.oracle.empty());
      CHECK(checks.size() - static_cast<std::size_t>(turns) == (variant.oracle.empty() ? 3 : 2));
      CHECK(seconds < 10 * slowdown);  // of a core that others use, too
    }
}

TEST_CASE("a check that is not at the case's beta says so", "[physics]") {
  const Variant& variant = cpu_variant("ising3d_metropolis", "multispin");
  Params params = defaults(variant);
  params.set("beta", 0.3);
  const auto checks = physics_of(variant, params, ising3d::host_multispin_physics, 0.2);
  CHECK(named(checks, "energy").detail.find("at beta=0.15 instead of 0.3") != std::string::npos);
}

TEST_CASE("a biased generator is excused, the code under it is not", "[physics]") {
  const Variant& registered = cpu_variant("ising2d_metropolis", "checkerboard");
  Params params = defaults(registered);
  params.set("rng", std::string("lcg32_skip"));
  const auto right = physics_of(registered, params, ising2d::checkerboard_physics, 1);
  REQUIRE(right.size() == 5);
  CHECK(named(right, "turns").passed);
  CHECK(named(right, "energy").passed);
  CHECK(named(right, "specific_heat").passed);
  CHECK(named(right, "energy").detail.find("lcg32_random in place of lcg32_skip") != std::string::npos);
  const Check& own = named(right, "biased_energy");
  CHECK((own.passed || own.expected_failure));

  // Acceptance times 1.5: no bias excuses that.
  Variant wrong = registered;
  wrong.make = [&](const Params& all, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    // Its sites have their turns.
    if (all.real("beta") < 1e-6) return registered.make(all, seed);
    return std::make_unique<SuspectIsing>(static_cast<int>(all.integer("L")), all.real("beta"), seed,
                                          Fault{.factor = 1.5});
  };
  const auto checks = physics_of(wrong, params, ising2d::checkerboard_physics, 1);
  CHECK_FALSE(named(checks, "energy").passed);
  CHECK_FALSE(named(checks, "energy").expected_failure);
  CHECK(named(checks, "biased_energy").expected_failure);
}

TEST_CASE("biased generators have siblings, others none", "[physics]") {
  CHECK(unbiased_sibling("lcg32_skip") == "lcg32_random");
  CHECK(unbiased_sibling("fibonacci521") == "fibonacci1279");
  CHECK(unbiased_sibling("philox4x32").empty());
  // Shown only where all sites take turns at one sequence: spin glasses have many.
  CHECK(unbiased_sibling("parisi_rapuano").empty());
  CHECK(std::string(rng::bias_of("parisi_rapuano", true).sibling) == "parisi_rapuano_lcg64");
  CHECK(std::string(rng::bias_of("parisi_rapuano", false).sibling).empty());
  CHECK(std::string(rng::bias_of("lcg32_skip", true).sibling) == "lcg32_random");
}

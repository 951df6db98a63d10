// The physics checks must refuse what is wrong (a Boltzmann factor off by 1e-3, a dead generator, a simulation that
// does nothing) and let pass what is right, for any seed and at any temperature, in the time that they are given. Those
// of the variants are in physics_of_variants.cpp.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/common/gates.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/symmetry_check.hpp"
#include "kernels/common/thermal_check.hpp"
#include "reference_cpu/exact/ising2d.hpp"
#include "tests/catch.hpp"
#include "tests/suspect.hpp"

namespace {

using namespace spinbench;
using test::Fault;
using test::GaussianEnergies;
using test::SuspectIsing;
using Kind = Fault::Kind;

ThermalCase case_of(int L, double beta) {
  const auto exact = exact::ising2d(L, beta);
  ThermalCase what;
  what.params.set("L", std::int64_t{L});
  what.params.set("beta", beta);
  what.beta = beta;
  what.spins = L * L;
  what.energy = exact.energy;
  what.specific_heat = exact.specific_heat;
  what.ground = -2;
  what.quantum = 8;
  what.response = boltzmann_response(2, beta, exact.specific_heat);
  what.relaxation = 20;
  return what;
}

/// The checks of a simulation; ten times less precise than a real verification, and a hundred times as fast.
std::vector<Check> checks_of(Simulation& simulation, const ThermalCase& what, double factor_error = 1e-2,
                             double seconds = 60) {
  const std::vector<Check> checks = check_thermal(simulation, what, {seconds, 4, factor_error});
  REQUIRE(checks.size() == 2);
  REQUIRE(checks[0].name == "energy");
  REQUIRE(checks[1].name == "specific_heat");
  for (const Check& check : checks) {
    REQUIRE((check.kind == Check::Kind::physics || (check.passed && check.kind == Check::Kind::support)));
    REQUIRE(check.code_path == simulation.code_path());
  }
  return checks;
}

/// Energies with the law of `what` and an autocorrelation time of five sweeps.
GaussianEnergies energies_of(const ThermalCase& what, std::uint64_t seed, double shift = 0, std::size_t replicas = 1) {
  const double deviation = std::sqrt(what.specific_heat / what.spins) / what.beta;
  return {what.energy + shift, deviation, std::exp(-1 / 5.0), seed, replicas};
}

int count_failed(const std::vector<Check>& checks) {
  return static_cast<int>(std::count_if(checks.begin(), checks.end(), [](const Check& one) { return !one.passed; }));
}

}  // namespace

TEST_CASE("a count's deviation has the probability of a Gaussian's", "[physics]") {
  // P(n = 0) = exp(-8) = 3.35e-4, a Gaussian beyond 3.40 sigma.
  CHECK(poisson_deviation(0, 8) == Approx(-3.402).margin(2e-3));
  // P(n >= 3) = 1 - exp(-0.1) (1 + 0.1 + 0.005) = 1.547e-4.
  CHECK(poisson_deviation(3, 0.1) == Approx(3.606).margin(2e-3));
  CHECK(std::fabs(poisson_deviation(100, 100)) < 0.1);
  // Large counts are Gaussian variables.
  CHECK(poisson_deviation(1e6 + 4e3, 1e6) == Approx(4).epsilon(2e-3));
  CHECK(poisson_deviation(1e6 - 4e3, 1e6) == Approx(-4).epsilon(2e-3));
  // Both sides of the change from sums to the root of the deviance.
  CHECK(poisson_deviation(9999 + 400, 9999) == Approx(poisson_deviation(10001 + 400, 10001)).epsilon(5e-3));
}

TEST_CASE("a gate on an error with few degrees of freedom is that of Student's t", "[physics]") {
  // By numerical integration: t has 6.33e-5 on both sides beyond these.
  CHECK(student_gate(4, 10) == Approx(6.567).epsilon(0.01));
  CHECK(student_gate(4, 100) == Approx(4.176).epsilon(0.001));
  CHECK(student_gate(4, 1e9) == Approx(4).epsilon(1e-6));
}

TEST_CASE("a right simulation passes, and says what it would have seen", "[physics]") {
  const ThermalCase what = case_of(8, 0.4);
  SuspectIsing right(8, 0.4, 1);
  for (const Check& check : checks_of(right, what)) {
    CAPTURE(check.name, check.detail, check.value, check.expected, check.sigma);
    CHECK(check.passed);
    CHECK(check.kind == Check::Kind::physics);
    CHECK(check.numeric);
    CHECK(check.sigma > 0);
    if (check.name == "energy") CHECK(check.detail.find("would see a Boltzmann factor off by") != std::string::npos);
  }
}

// A factor that is off by delta shifts the energy by at least response * delta, which the run's length makes gate +
// 3.09 sigma: a miss in 1,000. At delta = 3e-2 instead of 1e-3 everything but the number of measurements is as in
// production. 1,000 runs miss 1 on average, more than 6 with 1e-4.
TEST_CASE("an energy that is off as by the smallest error of a factor is found in 99.9%", "[physics][slow]") {
  const ThermalCase what = case_of(8, 0.4);
  int missed = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    GaussianEnergies off = energies_of(what, seed, (seed % 2 == 0 ? 1 : -1) * what.response * 3e-2);
    missed += checks_of(off, what, 3e-2)[0].passed ? 1 : 0;
  }
  CHECK(missed <= 6);
}

// 2,000 checks at 4 sigma fail 0.13 times on average, more than twice with 3e-4.
TEST_CASE("1,000 right verifications bring no false alarm to speak of", "[physics][slow]") {
  const ThermalCase what = case_of(8, 0.4);
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    GaussianEnergies right = energies_of(what, seed);
    failed += count_failed(checks_of(right, what, 3e-2));
  }
  CHECK(failed <= 2);
}

TEST_CASE("the same with errors from the scatter of replicas", "[physics][slow]") {
  const ThermalCase what = case_of(64, 0.4);
  int failed = 0, missed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    GaussianEnergies right = energies_of(what, seed, 0, 200), off = energies_of(what, seed, what.response * 3e-2, 200);
    failed += count_failed(checks_of(right, what, 3e-2));
    missed += checks_of(off, what, 3e-2)[0].passed ? 1 : 0;
  }
  // 0.03 and 0.2 on average.
  CHECK(failed <= 1);
  CHECK(missed <= 4);
}

// From flips so rare that a run sees a handful to the critical point; lattices whose energies are far from normal.
TEST_CASE("right simulations pass at any temperature and with any seed", "[physics]") {
  int failed = 0, checks = 0;
  for (const double beta : {0.01, 0.1, 0.4, 0.4407, 0.6, 0.9, 1.2})
    for (std::uint64_t seed = 1; seed <= 15; ++seed) {
      SuspectIsing right(4, beta, seed);
      const auto found = checks_of(right, case_of(4, beta), 0.1, 0.03);
      failed += count_failed(found);
      checks += 2;
    }
  CAPTURE(checks);
  CHECK(failed <= 1);  // 0.013 on average
}

TEST_CASE("1,000 verifications with different seeds at several temperatures", "[.][physics][slow]") {
  int failed = 0;
  for (const double beta : {0.01, 0.05, 0.331, 0.4395, 0.4407, 0.46, 0.6, 1.0, 1.5, 2.0})
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      SuspectIsing right(8, beta, seed);
      for (const Check& check : checks_of(right, case_of(8, beta), 5e-3, 0.3)) {
        if (check.passed) continue;
        ++failed;
        WARN("beta " << beta << " seed " << seed << " " << check.name << ": " << check.detail);
      }
    }
  CHECK(failed <= 1);
}

TEST_CASE("a Boltzmann factor that is off by 1e-3 is found at the production setting", "[physics][slow]") {
  // One that is too large is planted in four variants (tests/cli/test_mutants.py).
  SuspectIsing off(8, 0.4, 1, {.factor = 1 - 1e-3});
  const Check energy = checks_of(off, case_of(8, 0.4), 1e-3, 120)[0];
  CAPTURE(energy.detail, energy.value, energy.expected, energy.sigma);
  CHECK_FALSE(energy.passed);
  CHECK(energy.numeric);
}

TEST_CASE("the response to a wrong Boltzmann factor is no more than what simulations show", "[physics][slow]") {
  for (const double beta : {0.2, 0.4, 0.5}) {
    const ThermalCase what = case_of(8, beta);
    // 4% off, which lies 40 times as far out as 1e-3, as a share of what was promised.
    SuspectIsing up(8, beta, 1, {.factor = 1.04}), down(8, beta, 2, {.factor = 0.96});
    const Check high = checks_of(up, what, 5e-3)[0], low = checks_of(down, what, 5e-3)[0];
    const double share = (high.value - low.value) / 0.08 / what.response;
    CAPTURE(beta, share);
    CHECK(share > 0.93);
    CHECK(share < 1.3);
  }
}

TEST_CASE("a simulation that does nothing is refused", "[physics]") {
  for (const double beta : {0.01, 0.4, 0.6, 1.0}) {
    SuspectIsing nothing(8, beta, 1, {.kind = Kind::does_nothing});
    const auto checks = checks_of(nothing, case_of(8, beta), 1e-2, 0.5);
    CAPTURE(beta, checks[0].detail);
    CHECK_FALSE(checks[0].passed);
    CHECK_FALSE(checks[1].passed);
    CHECK(checks[0].detail.find("nothing moves") != std::string::npos);
  }
}

TEST_CASE("where hardly a flip is expected, none is no failure and none is claimed to be seen", "[physics]") {
  // A flip of 64 spins in 1,500 sweeps of beta = 2 at 1e5 sweeps: P(none) is not small.
  SuspectIsing right(4, 2.2, 1);
  const auto checks = checks_of(right, case_of(4, 2.2), 1e-2, 0.02);
  CAPTURE(checks[0].detail);
  CHECK(checks[0].passed);
  CHECK(checks[1].passed);
  CHECK(checks[0].detail.find("excitations of the ground state were expected") != std::string::npos);
  CHECK(checks[0].detail.find("gross errors") != std::string::npos);
  for (const Check& check : checks) {
    CHECK(check.kind == Check::Kind::support);
    CHECK(check.detail.find("too coarse to prove the physics") != std::string::npos);
  }
}

TEST_CASE("what is left of the start excuses an energy on its side alone", "[physics]") {
  // A start that would last for hours: its excess is all that could be left.
  ThermalCase what = case_of(8, 0.4);
  what.relaxation = 1e12;
  for (const bool starts_lowest : {false, true})
    for (const double shift : {-0.1, 0.1}) {
      what.starts_lowest = starts_lowest;
      GaussianEnergies off = energies_of(what, 1, shift);
      const Check energy = checks_of(off, what, 1e-2, 0.05)[0];
      CAPTURE(starts_lowest, shift, energy.detail);
      CHECK(energy.passed == (!starts_lowest || shift < 0));
    }
}

TEST_CASE("energies that drift are refused", "[physics]") {
  // An autocorrelation time of 10^7 sweeps, and time for some 10^6.
  const ThermalCase what = case_of(8, 0.4);
  GaussianEnergies drifting(what.energy, std::sqrt(what.specific_heat / what.spins) / what.beta, std::exp(-1e-7), 1);
  const auto checks = checks_of(drifting, what, 1e-3, 0.1);
  CAPTURE(checks[0].detail);
  CHECK_FALSE(checks[0].passed);
  CHECK(checks[0].detail.find("never forgets") != std::string::npos);
}

TEST_CASE("a run that is short against the relaxation that is expected is no failure and no proof", "[physics]") {
  ThermalCase what = case_of(8, 0.4);
  what.relaxation = 1e12, what.tau = 4e11;
  // Energies that hardly move in that time, and one that does not.
  GaussianEnergies slow(what.energy, std::sqrt(what.specific_heat / what.spins) / what.beta, std::exp(-1e-12), 1);
  SuspectIsing nothing(8, 0.4, 1, {.kind = Kind::does_nothing});
  for (Simulation* const one : {static_cast<Simulation*>(&slow), static_cast<Simulation*>(&nothing)})
    for (const Check& check : checks_of(*one, what, 1e-3, 0.1)) {
      CAPTURE(check.name, check.detail);
      CHECK(check.passed);
      CHECK(check.kind == Check::Kind::support);
      CHECK(check.detail.find("too short") != std::string::npos);
    }
}

TEST_CASE("a device that others keep busy is waited for", "[physics]") {
  // Some 20 measurements in the time that is given, and in the overtime.
  const ThermalCase what = case_of(8, 0.4);
  GaussianEnergies slow(what.energy, std::sqrt(what.specific_heat / what.spins) / what.beta, 0, 1);
  slow.take(std::chrono::milliseconds(5));
  const auto checks = checks_of(slow, what, 1e-2, 0.02);
  CAPTURE(checks[0].detail);
  CHECK(checks[0].passed);
  CHECK(checks[1].passed);
}

TEST_CASE("a dead generator is refused, whatever word it repeats", "[physics]") {
  for (const std::uint32_t word : {0u, 1u, 0x08000000u, 0x20000000u, 0x80000000u, 0xffffffffu}) {
    SuspectIsing dead(8, 0.4, 1, {.kind = Kind::dead_words, .word = word});
    const auto checks = checks_of(dead, case_of(8, 0.4), 1e-2, 0.5);
    CAPTURE(word, checks[0].detail);
    CHECK_FALSE(checks[0].passed);
  }
}

TEST_CASE("what is not a number is refused", "[physics]") {
  SuspectIsing wrong(8, 0.4, 1, {.kind = Kind::not_a_number});
  for (const Check& check : checks_of(wrong, case_of(8, 0.4), 1e-2, 0.5)) {
    CHECK_FALSE(check.passed);
    CHECK_FALSE(check.numeric);
    CHECK(check.detail.find("not a finite number") != std::string::npos);
  }
}

TEST_CASE("a replica that stands still among many is found", "[physics]") {
  for (const int replicas : {16, 300}) {
    SuspectIsing stuck(8, 0.4, 1, {.kind = Kind::stuck_replica}, replicas);
    const Check energy = checks_of(stuck, case_of(8, 0.4), 2e-2, 5)[0];
    CAPTURE(replicas, energy.detail);
    CHECK_FALSE(energy.passed);
    CHECK(energy.detail.find("replica " + std::to_string(replicas / 2)) != std::string::npos);
  }
}

TEST_CASE("a wrong specific heat is found where the energy is right", "[physics]") {
  const ThermalCase what = case_of(8, 0.4);
  SuspectIsing wrong(8, 0.4, 1, {.kind = Kind::wrong_fluctuations, .fluctuations = 1.1, .centre = what.energy});
  const auto checks = checks_of(wrong, what);
  CAPTURE(checks[0].detail, checks[1].detail);
  CHECK(checks[0].passed);
  CHECK_FALSE(checks[1].passed);
}

// Up and down are alike, so that the energies of a lattice with a spin that never moves are those of a right one.
TEST_CASE("a spin that never moves is found by the magnetisation, not by the energy", "[physics]") {
  const ThermalCase what = case_of(8, 0.4);
  SuspectIsing frozen(8, 0.4, 1, {.kind = Kind::frozen_spin}), right(8, 0.4, 1);
  for (const Check& check : checks_of(frozen, what)) CHECK(check.passed);
  right.sweep(1000);
  for (SuspectIsing* const one : {&frozen, &right}) {
    const Check check = check_symmetry(*one, 5, 1, 4);
    CAPTURE(check.detail, check.value, check.sigma);
    CHECK(check.kind == Check::Kind::physics);
    CHECK(check.passed == (one == &right));
  }
}

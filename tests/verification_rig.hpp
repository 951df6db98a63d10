// A variant with a fault, for tests of the verifier.
#pragma once

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
#include "tests/sanitized.hpp"

namespace spinbench::verifying {

/// What is wrong with a Suspect.
struct Fault {
  double factor = 1;                              ///< of its thresholds
  bool dead = false;                              ///< every random word is the same
  int stops_after = 1 << 30;                      ///< calls of sweep(), of which later ones do nothing
  int loses_sweep_above = 1 << 30;                ///< sweeps of a call, of which one is lost
  double energy_offset = 0;                       ///< of what it observes
  bool shifts_series = false;                     ///< its series leaves the first measurement out
  std::uint32_t mask = ~0u;                       ///< of its thresholds' bits
  std::uint32_t last_row_stands_above = 1 << 30;  ///< side of lattices whose last row is never updated
  double nudge = 0;                               ///< what each spin is off by when read, as a float
  std::string path = "one path";                  ///< on lattices larger than 64, where it is the same on smaller ones
};

/// The checkerboard, with a fault.
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
    if (count > fault_.loses_sweep_above) --count;
    for (int half = 0; half < 2 * count; ++half)
      ising2d::walk_colour(lattice_.L(), half & 1, [&](std::uint32_t x, std::uint32_t y, std::uint64_t t) {
        if (lattice_.L() > fault_.last_row_stands_above && y + 1 == lattice_.L()) return;
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
  Configuration configuration() override {
    const Configuration held = lattice_.configuration();
    if (fault_.nudge == 0) return held;
    std::vector<float> values;
    for (std::uint64_t i = 0; i < held.spins; ++i) values.push_back(static_cast<float>(held.value(i) + fault_.nudge));
    return Configuration::of(Element::float32, values.data(), values.size());
  }
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

  ising2d::Lattice<std::int8_t> lattice_;
  Fault fault_;
  SquareThresholds thresholds_;
  rng::Lcg32::Setup setup_;
  std::vector<std::uint32_t> states_;
  int calls_ = 0;
};

/// The verifier's own, or comparisons of a tenth where the sanitizers see the same code again and again: 732 sweeps of
/// L = 64. Memory is what it would be on a host where nobody else takes any.
inline VerifyOptions options_of_rig() {
  VerifyOptions options;
  options.host_bytes = [] { return std::uint64_t{8} << 30; };
  if (test::sanitized) options.first_bit_units /= 10;
  return options;
}

inline const Check* named(const Verification& verification, const std::string& name) {
  for (const Check& check : verification.checks)
    if (check.name == name) return &check;
  return nullptr;
}

/// A variant that the registry does not know: the oracle is the real checkerboard. Physics is left to its own tests.
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
  Verification verify(const VerifyOptions& options = options_of_rig()) {
    return Verifier(1, options).verify(test_case());
  }

  /// The checks of the test case with what follows it, and whether its path was proved before and behind that.
  struct Followed {
    Verification result;
    bool proved_before, proved;
  };
  Followed followed(const VerifyOptions& options = options_of_rig()) {
    Verifier verifier(1, options);
    const Case c = test_case();
    Followed found{verifier.verify(c), false, false};
    const auto simulation = variant.make(c.params, 1);
    found.proved_before = verifier.why_unproved(c, *simulation).empty();
    verifier.follow(c, *simulation, found.result);
    found.proved = verifier.why_unproved(c, *simulation).empty();
    return found;
  }
};

}  // namespace spinbench::verifying

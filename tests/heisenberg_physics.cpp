// What the physics of the Heisenberg model's variants proves of their beta, and where it proves none.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/heisenberg/observables.hpp"
#include "kernels/common/heisenberg/physics.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

std::vector<Check> physics_of(const Variant& variant, const std::vector<std::pair<std::string, AxisValue>>& axes,
                              double seconds) {
  std::vector<Check> result = variant.physics({variant, this_host(), defaults(variant, axes), 1, seconds, 4});
  for (const Check& check : result) {
    CAPTURE(variant.kernel, variant.name, check.name, check.detail, check.value, check.expected, check.sigma);
    CHECK(check.passed);
  }
  return result;
}

const Check* find(const std::vector<Check>& checks, const std::string& name) {
  const auto found = std::find_if(checks.begin(), checks.end(), [&](const Check& one) { return one.name == name; });
  return found == checks.end() ? nullptr : &*found;
}

int count_of(const std::vector<Check>& checks, Check::Kind kind) {
  return static_cast<int>(
      std::count_if(checks.begin(), checks.end(), [&](const Check& one) { return one.kind == kind; }));
}

/// The square lattice's spins as another beta makes them, with the observables of the case's own: what a simulation
/// with wrong Boltzmann factors shows.
class OfAnotherBeta final : public Simulation {
 public:
  OfAnotherBeta(Params params, double factor) : beta_(params.real("beta")), L_(params.integer("L")) {
    params.set("beta", factor * beta_);
    inner_ = cpu_variant("heisenberg2d_metropolis", "row_order").make(params, 1);
  }

  std::string code_path() const override { return "of another beta"; }
  void sweep(int count) override { inner_->sweep(count); }
  Observables observe() override {
    const Configuration spins = inner_->configuration();
    const auto at = [&](std::int64_t x, std::int64_t y) {
      const auto site = static_cast<std::uint64_t>((y + L_) % L_ * L_ + (x + L_) % L_);
      return Vector3<double>{spins.value(3 * site), spins.value(3 * site + 1), spins.value(3 * site + 2)};
    };
    heisenberg::Sums sums;
    for (std::int64_t y = 0; y < L_; ++y)
      for (std::int64_t x = 0; x < L_; ++x) {
        Vector3<double> field{0, 0, 0};
        for (const Vector3<double>& s : {at(x - 1, y), at(x + 1, y), at(x, y - 1), at(x, y + 1)})
          field = {field.x + s.x, field.y + s.y, field.z + s.z};
        sums.add(beta_, at(x, y), field, {0, 0, 0});
      }
    return heisenberg::observables(sums, static_cast<double>(L_ * L_));
  }
  Configuration configuration() override { return inner_->configuration(); }
  Work work_per_sweep() const override { return {}; }

 private:
  double beta_;
  std::int64_t L_;
  std::unique_ptr<Simulation> inner_;
};

/// A simulation whose path tells where the last row of threads is shorter.
class OnAPathByRows final : public Simulation {
 public:
  static constexpr const char* shorter = "a last row shorter";

  OnAPathByRows(std::unique_ptr<Simulation> inner, bool is_shorter)
      : inner_(std::move(inner)), path_(is_shorter ? shorter : "whole rows") {}

  std::string code_path() const override { return path_; }
  int sweep_granularity() const override { return inner_->sweep_granularity(); }
  void sweep(int count) override { inner_->sweep(count); }
  Observables observe() override { return inner_->observe(); }
  Configuration configuration() override { return inner_->configuration(); }
  Work work_per_sweep() const override { return inner_->work_per_sweep(); }

 private:
  std::unique_ptr<Simulation> inner_;
  std::string path_;
};

Check callen_of_another_beta(double beta, double factor) {
  Params params = defaults(cpu_variant("heisenberg2d_metropolis", "row_order"), {{"L", std::int64_t{8}}});
  params.set("beta", beta);
  OfAnotherBeta simulation(params, factor);
  return heisenberg::check_callen(simulation, 2, params, 400, 0.5, 4);
}

/// The error of a Boltzmann factor that the detail names; 0 where it names none.
double promised(const Check& check) {
  const std::string words = "would see a Boltzmann factor off by ";
  const std::size_t at = check.detail.find(words);
  return at == std::string::npos ? 0 : std::atof(check.detail.c_str() + at + words.size()) / 100;
}

}  // namespace

TEST_CASE("what no wrong beta could fail proves no physics", "[heisenberg][physics]") {
  const std::vector<std::pair<std::string, std::string>> references = {{"heisenberg2d_metropolis", "row_order"},
                                                                       {"heisenberg3d_metropolis", "row_order"},
                                                                       {"heisenberg3d_heatbath", "row_order"}};
  for (const auto& [kernel, name] : references)
    for (const double beta : {1e-6, 1e-4}) {
      const auto checks = physics_of(cpu_variant(kernel, name), {{"L", std::int64_t{16}}, {"beta", beta}}, 0.2);
      CAPTURE(kernel, beta);
      CHECK(count_of(checks, Check::Kind::physics) == 0);
      // Of a reference it is then what its row has.
      CHECK(count_of(checks, Check::Kind::self) > 0);
      const Check* const callen = find(checks, "callen");
      REQUIRE(callen != nullptr);
      CHECK(callen->detail.find("would see gross errors of a Boltzmann factor only; too coarse") != std::string::npos);
    }
}

// As float_fast of the heat bath is on GPUs, where runs go apart too soon to be compared.
TEST_CASE("what is held to an oracle by law alone has no row without a proof", "[heisenberg][physics]") {
  Variant variant = cpu_variant("heisenberg3d_heatbath", "vector");
  variant.oracle.agreement_at = [](const Params&) {
    Agreement agreement;
    agreement.kind = Agreement::Kind::law;
    return agreement;
  };
  // As on GPUs, where the last threads of a row have nothing to do if it is not full.
  const auto make = variant.make;
  variant.make = [make](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
    return std::make_unique<OnAPathByRows>(make(params, seed), params.integer("L") % 4 != 0);
  };
  const auto checks = physics_of(variant, {{"L", std::int64_t{150}}, {"beta", 1e-6}, {"n_or", std::int64_t{1}}}, 0.2);
  CHECK(count_of(checks, Check::Kind::physics) == 0);
  CHECK(std::any_of(checks.begin(), checks.end(), [](const Check& one) {
    return one.kind == Check::Kind::self && one.code_path == OnAPathByRows::shorter;
  }));
  for (const char* name : {"moves", "moves by over-relaxation"}) {
    const Check* const check = find(checks, name);
    REQUIRE(check != nullptr);
    CHECK(check->kind == Check::Kind::self);
  }
}

TEST_CASE("what is zero at any temperature proves none", "[heisenberg][physics]") {
  const auto checks = physics_of(cpu_variant("heisenberg3d_metropolis", "row_order"),
                                 {{"L", std::int64_t{16}}, {"beta", 1.0}, {"couplings", std::string("gaussian")}}, 0.5);
  for (const char* name : {"overlap", "chirality"}) {
    const Check* const check = find(checks, name);
    REQUIRE(check != nullptr);
    CHECK(check->kind == Check::Kind::support);
  }
}

TEST_CASE("references are proved at the betas of their presets", "[heisenberg][physics][slow]") {
  for (const char* kernel : {"heisenberg2d_metropolis", "heisenberg3d_metropolis", "heisenberg3d_heatbath"}) {
    const auto checks = physics_of(cpu_variant(kernel, "row_order"), {{"L", std::int64_t{16}}}, 1);
    const Check* const callen = find(checks, "callen");
    REQUIRE(callen != nullptr);
    CAPTURE(kernel, callen->detail);
    CHECK(callen->kind == Check::Kind::physics);
    CHECK(promised(*callen) > 0);
    CHECK(promised(*callen) <= 0.1);
  }
}

TEST_CASE("Callen's identity sees the errors that it says it would", "[heisenberg][physics][slow]") {
  for (const double beta : {0.3, 1.0, 2.0}) {
    const Check right = callen_of_another_beta(beta, 1);
    const double error = promised(right);
    CAPTURE(beta, right.detail, right.value, right.expected, right.sigma);
    CHECK(right.passed);
    CHECK(right.kind == Check::Kind::physics);
    REQUIRE(error > 0);
    // A half more, for what a busier machine measures less of in the same time.
    for (const double factor : {1 - 1.5 * error, 1 + 1.5 * error}) {
      const Check wrong = callen_of_another_beta(beta, factor);
      CAPTURE(factor, wrong.detail, wrong.value, wrong.expected, wrong.sigma);
      CHECK_FALSE(wrong.passed);
      // By the response that was promised, and not by one that is far larger or smaller.
      const double seen = std::fabs(wrong.value - wrong.expected) / (1.5 * error), said = 7.1 * right.sigma / error;
      CHECK(seen > 0.7 * said);
      CHECK(seen < 1.6 * said);
    }
  }
}

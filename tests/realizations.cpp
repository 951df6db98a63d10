// Oracles with several realizations: their physics is of more than the first, and copies of one lattice are refused,
// whole or in part, shifted or upside down.
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/realizations_check.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "kernels/ising3d_metropolis/physics.hpp"
#include "reference_cpu/common/multispin_plain.hpp"
#include "reference_cpu/ising2d_metropolis/plane.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;

/// One lattice that passes for several.
class Copies final : public Simulation {
 public:
  Copies(std::unique_ptr<Simulation> one, std::size_t realizations) : one_(std::move(one)), count_(realizations) {}
  std::string code_path() const override { return one_->code_path(); }
  void sweep(int count) override { one_->sweep(count); }
  int sweep_granularity() const override { return one_->sweep_granularity(); }
  Work work_per_sweep() const override { return one_->work_per_sweep(); }
  Observables observe() override {
    const Observables one = one_->observe();
    const auto copied = [&](const char* name) { return std::vector<double>(count_, one.of(name).front()); };
    return {{"energy", copied("energy")}, {"magnetisation", copied("magnetisation")}};
  }
  Configuration configuration() override {
    const Configuration one = one_->configuration();
    Configuration result = one;
    for (std::size_t i = 1; i < count_; ++i) {
      result.spins += one.spins;
      result.bytes.insert(result.bytes.end(), one.bytes.begin(), one.bytes.end());
    }
    return result;
  }

 private:
  std::unique_ptr<Simulation> one_;
  std::size_t count_;
};

/// The oracle whose realizations have the streams of the one before, from its second tile on.
class NextStreams final : public MultispinOracle<ising2d::Plane, rng::Philox4x32> {
 public:
  using MultispinOracle::MultispinOracle;

  void sweep(int count) override {
    const auto [across, down] = decisions_.tile();
    for (int half = 0; half < 2 * count; ++half, ++halves_)
      for (std::size_t realization = 0; realization < lattices_.size(); ++realization) {
        std::uint64_t number = realization;
        for (std::uint32_t y = 0; y < L_; y += down)
          for (std::uint32_t word = 0; word < decisions_.words_a_row(); word += across) {
            rng::Philox4x32::Stream stream(setup_, number++, halves_ * multispin_draws);
            decisions_.update(lattices_[realization], word, y, 0, half & 1, stream);
          }
      }
  }
};

using Physics = std::vector<Check> (*)(const CheckContext&);

std::vector<const Check*> named(const std::vector<Check>& checks, const std::string& name) {
  std::vector<const Check*> found;
  for (const Check& check : checks)
    if (check.name == name) found.push_back(&check);
  return found;
}

/// The physics of an oracle with so many realizations, in half a second.
std::vector<Check> physics_with(const Variant& variant, std::int64_t realizations, Physics physics) {
  const Params params = defaults(variant, {{"realizations", realizations}});
  return physics({variant, this_host(), params, 1, 0.5, 4});
}

/// What that physics says of the realizations alone.
std::vector<Check> apart(const Variant& variant, std::int64_t realizations) {
  const Params params = defaults(variant, {{"L", std::int64_t{64}}, {"realizations", realizations}});
  return check_realizations({variant, this_host(), params, 1, 0.5, 4}, params);
}

TEST_CASE("an oracle of several realizations is proved on more than the first", "[physics]") {
  const std::vector<std::tuple<const char*, const char*, Physics>> oracles = {
      {"ising2d_metropolis", "multispin_plain", ising2d::plain_multispin_physics},
      {"ising2d_metropolis", "multispin_tiled", ising2d::plain_multispin_tiled_physics},
      {"ising3d_metropolis", "multispin_plain", ising3d::plain_multispin_physics}};
  for (const auto& [kernel, name, physics] : oracles) {
    CAPTURE(kernel, name);
    const Variant* const right = Registry::instance().variant(kernel, name, "cpu");
    REQUIRE(right != nullptr);
    const auto proofs = physics_with(*right, 3, physics);
    for (const Check& check : proofs) {
      CAPTURE(check.name, check.detail);
      CHECK(check.passed);
      CHECK(check.code_path == "serial");
    }
    CHECK(named(proofs, "realizations").size() == 1);
    CHECK(apart(*right, 1).empty());

    Variant wrong = *right;
    wrong.make = [&](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
      Params first = params;
      first.set("realizations", std::int64_t{1});
      return std::make_unique<Copies>(right->make(first, seed),
                                      static_cast<std::size_t>(params.integer("realizations")));
    };
    const auto checks = apart(wrong, 3);
    REQUIRE(checks.size() == 1);
    CHECK_FALSE(checks.front().passed);
    CHECK(checks.front().detail.find("realizations 0 and 1 hold the same spins") != std::string::npos);
  }
}

TEST_CASE("an oracle whose realizations share streams is refused, though their spins differ", "[physics]") {
  const Variant* const right = Registry::instance().variant("ising2d_metropolis", "multispin_plain", "cpu");
  REQUIRE(right != nullptr);
  Variant wrong = *right;
  wrong.make = [](const Params& params, std::uint64_t seed) {
    return std::make_unique<NextStreams>(params, ising2d::multispin_tile(params), seed, rng::Seeding::random);
  };
  for (const std::int64_t L : {32, 64})
    for (const Variant* one : {right, static_cast<const Variant*>(&wrong)}) {
      const Params params = defaults(*right, {{"L", L}, {"realizations", std::int64_t{4}}, {"words", std::int64_t{8}}});
      const auto checks = check_realizations({*one, this_host(), params, 1, 1, 4}, params);
      REQUIRE(checks.size() == 1);
      CAPTURE(L, checks.front().detail);
      CHECK(checks.front().passed == (one == right));
      if (one == &wrong) CHECK(checks.front().detail.find("sites) are alike") != std::string::npos);
    }
}

TEST_CASE("realizations that hold the same spins are named", "[physics]") {
  const auto judged = [](const std::vector<std::int8_t>& spins, std::uint64_t realizations) {
    return judge_realizations(Configuration(spins), realizations, 1);
  };
  CHECK(judged({1, -1, 1, 1, -1, 1}, 3).passed);
  const Check check = judged({1, -1, 1, 1, 1, -1}, 3);
  CHECK_FALSE(check.passed);
  CHECK(check.detail == "realizations 0 and 2 hold the same spins");
  CHECK(proved_realizations([] {
          Params params;
          params.set("realizations", std::int64_t{64});
          return params;
        }()) == 2);
}

TEST_CASE("realizations that are alike are refused however they lie upon each other", "[physics]") {
  // No whole number of words.
  constexpr std::size_t spins = 1000;
  std::mt19937 random(7);
  std::vector<std::int8_t> three(3 * spins);
  for (std::int8_t& spin : three) spin = random() % 2 == 0 ? 1 : -1;
  const std::int8_t *const first = three.data(), *const second = first + spins;
  // The last realization made of the others.
  const auto judged = [&](auto&& spin_of) {
    std::vector<std::int8_t> all = three;
    for (std::size_t i = 0; i < spins; ++i) all[2 * spins + i] = static_cast<std::int8_t>(spin_of(i));
    return judge_realizations(Configuration(all), 3, 1);
  };
  const Check right = judge_realizations(Configuration(three), 3, 1);
  INFO(right.detail);
  CHECK(right.passed);
  CHECK_FALSE(judged([&](std::size_t i) { return -second[i]; }).passed);
  CHECK_FALSE(judged([&](std::size_t i) { return second[spins - 1 - i]; }).passed);
  // As where a realization's streams begin at another's second tile: at the end it has those of none.
  CHECK_FALSE(judged([&](std::size_t i) { return i + 250 < spins ? first[i + 250] : three[2 * spins + i]; }).passed);
  CHECK_FALSE(judged([&](std::size_t i) { return i % 2 == 0 ? second[i] : three[2 * spins + i]; }).passed);
  const Check shifted = judged([&](std::size_t i) { return second[(i + 37) % spins]; });
  CHECK_FALSE(shifted.passed);
  CHECK(shifted.detail.find("realizations 1 and 2 (shifted by 963 sites) are alike") != std::string::npos);
}

}  // namespace

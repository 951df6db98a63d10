// That each site has its turns: what the check of oracles at their own size lets pass and what it finds.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/common/turns_check.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;

using Places = std::vector<std::size_t>;

/// Starts of both signs, of which `attempts` flips make what they must but at the places of run 0 and of run 1.
Check judged(std::size_t spins, int attempts, const Places& first, const Places& second, double together = 1) {
  std::vector<std::int8_t> start(spins);
  for (std::size_t i = 0; i < spins; ++i) start[i] = i % 3 == 0 ? 1 : -1;
  return judge_turns(
      [&](std::uint64_t run) {
        std::vector<std::int8_t> after = start;
        if (attempts % 2 != 0)
          for (std::int8_t& spin : after) spin = static_cast<std::int8_t>(-spin);
        for (const std::size_t i : run == 0 ? first : second) after[i] = static_cast<std::int8_t>(-after[i]);
        return Turned{Configuration(start), Configuration(after), attempts, "path"};
      },
      together);
}

Places in_a_row(std::size_t count, std::size_t step = 7) {
  Places result;
  for (std::size_t i = 0; i < count; ++i) result.push_back(i * step);
  return result;
}

TEST_CASE("all spins turn with an odd number of attempts and stand with an even one", "[physics]") {
  for (const int attempts : {1, 100, 101}) CHECK(judged(4096, attempts, {}, {}).passed);
  const Check all_wrong = judged(4096, 1, in_a_row(4096, 1), {});
  CHECK_FALSE(all_wrong.passed);
  CHECK(all_wrong.detail ==
        "4096 of 4096 spins are not what 1 attempts that all flip make of them, the first is spin 0");
  CHECK(all_wrong.code_path == "path");
  CHECK_FALSE(judged(4096, 100, in_a_row(4096, 1), {}).passed);
}

TEST_CASE("a single site that was passed over is found, a rare refusal is not held against anybody", "[physics]") {
  for (const std::size_t spins : {std::size_t{64}, std::size_t{1} << 20}) {
    CHECK_FALSE(judged(spins, 1, {5}, {5}).passed);
    CHECK_FALSE(judged(spins, 1, {5, 8}, {3, 8}).passed);
    CHECK(judged(spins, 1, {5}, {}).passed);
    CHECK(judged(spins, 1, {5}, {8, 9}).passed);
  }
  // Chance does no more than a few, whatever the other run.
  CHECK_FALSE(judged(1 << 20, 1, in_a_row(3), {}).passed);
  CHECK_FALSE(judged(64, 1, in_a_row(8), {}).passed);
  // A random word turns down all that it decides.
  CHECK(judged(1 << 20, 1, in_a_row(40), {}, 32).passed);
  CHECK_FALSE(judged(1 << 20, 1, in_a_row(100), {}, 32).passed);
}

TEST_CASE("no spins, or others than before, are none that had their turns", "[physics]") {
  CHECK_FALSE(judged(0, 1, {}, {}).passed);
  const std::vector<std::int8_t> few(63, 1), more(64, -1);
  const auto others = [&](std::uint64_t) { return Turned{Configuration(few), Configuration(more), 1, ""}; };
  CHECK_FALSE(judge_turns(others).passed);
  CHECK_FALSE(judge_moves(others).passed);
}

/// A thousand vectors along z that all turn to x, but number 7, which turns to `first` in run 0 and to `second` in run
/// 1.
Check moved(const std::array<float, 3>& first, const std::array<float, 3>& second) {
  const auto of = [](const std::array<float, 3>& all, const std::array<float, 3>& seventh) {
    std::vector<float> values;
    for (int i = 0; i < 1000; ++i)
      values.insert(values.end(), (i == 7 ? seventh : all).begin(), (i == 7 ? seventh : all).end());
    return Configuration::of(Element::float32, values.data(), values.size(), 3);
  };
  return judge_moves([&](std::uint64_t run) {
    return Turned{of({0, 0, 1}, {0, 0, 1}), of({1, 0, 0}, run == 0 ? first : second), 1, ""};
  });
}

TEST_CASE("a vector that stands still is found", "[physics]") {
  const std::array<float, 3> still{0, 0, 1}, away{0, 1, 0}, turned_twice{5e-7f, 0, 1}, none{NAN, 0, 0};
  CHECK(moved(away, away).passed);
  CHECK(moved(still, away).passed);
  CHECK_FALSE(moved(still, still).passed);
  CHECK(moved(still, still).detail == "1 of 1000 spins have not moved, the first is spin 7");
  CHECK_FALSE(moved(turned_twice, turned_twice).passed);
  CHECK_FALSE(moved(none, none).passed);
}

/// A simulation whose first spins are shown as they were at the start, whatever they do. All else, energies among it,
/// is right.
class Still final : public Simulation {
 public:
  Still(std::unique_ptr<Simulation> inner, std::size_t spins)
      : inner_(std::move(inner)), spins_(spins), start_(inner_->configuration()) {}

  std::string code_path() const override { return inner_->code_path(); }
  int sweep_granularity() const override { return inner_->sweep_granularity(); }
  void sweep(int count) override { inner_->sweep(count); }
  Observables observe() override { return inner_->observe(); }
  Work work_per_sweep() const override { return inner_->work_per_sweep(); }
  Configuration configuration() override {
    Configuration result = inner_->configuration();
    std::copy_n(start_.bytes.begin(), start_.bytes.size() / start_.spins * spins_, result.bytes.begin());
    return result;
  }

 private:
  std::unique_ptr<Simulation> inner_;
  std::size_t spins_;
  Configuration start_;
};

struct Stuck {
  std::string kernel, variant, check;
  std::size_t still = 1;
};

TEST_CASE("the physics of oracles finds a spin that stands still, which no energy does", "[physics][cpu]") {
  // At what a temperature has its spins from others may look right by chance.
  const std::vector<Stuck> oracles = {{"ea2d_metropolis", "single_spin", "turns"},
                                      {"ea3d_metropolis", "single_spin", "turns"},
                                      {"ea2d_parallel_tempering", "single_spin", "turns", 4096},
                                      {"ea3d_parallel_tempering", "single_spin", "turns", 4096},
                                      {"heisenberg2d_metropolis", "row_order", "moves"},
                                      {"heisenberg3d_metropolis", "checkerboard", "moves"},
                                      {"heisenberg3d_metropolis", "tiled", "moves"},
                                      {"heisenberg3d_heatbath", "row_order", "moves"},
                                      {"heisenberg3d_overrelaxation", "serial", "moves"},
                                      {"heisenberg3d_overrelaxation", "boxes", "moves"},
                                      {"heisenberg3d_parallel_tempering", "checkerboard", "moves"}};
  for (const Stuck& oracle : oracles) {
    const Variant* const registered = Registry::instance().variant(oracle.kernel, oracle.variant, "cpu");
    REQUIRE(registered != nullptr);
    Variant wrong = *registered;
    wrong.make = [&](const Params& params, std::uint64_t seed) -> std::unique_ptr<Simulation> {
      return std::make_unique<Still>(registered->make(params, seed), oracle.still);
    };
    const Params params = defaults(wrong, {{"L", std::int64_t{8}},
                                           {"systems", std::int64_t{1}},
                                           {"realizations", std::int64_t{1}},
                                           {"tile", std::int64_t{4}},
                                           {"rows", std::int64_t{4}},
                                           {"deep", std::int64_t{4}}});
    const Device host;
    CheckContext context{wrong, host, params};
    context.seconds = 0.01;
    int found = 0;
    for (const Check& one : wrong.physics(context)) {
      INFO(oracle.kernel << "/" << oracle.variant << " " << one.name << ": " << one.detail);
      found += one.name == oracle.check && !one.passed;
      // Nothing that would take its time.
      CHECK(one.name.find("energy") == std::string::npos);
    }
    INFO(oracle.kernel << "/" << oracle.variant);
    // At its own size and at one more.
    CHECK(found >= 2);
  }
}

TEST_CASE("the oracles' sites have their turns in any order and any way to draw", "[physics][cpu]") {
  for (const Variant& variant : Registry::instance().variants()) {
    const bool ising = variant.kernel == "ising2d_metropolis" || variant.kernel == "ising3d_metropolis";
    if (!ising || variant.backend != "cpu" || !variant.oracle.empty()) continue;
    std::vector<Params> cases = {defaults(variant)};
    for (const Axis& axis : variant.axes) {
      std::vector<Params> more;
      for (Params params : cases) {
        if (axis.name == "L") params.set("L", std::int64_t{variant.kernel[5] == '2' ? 128 : 64});
        if (axis.name == "tile") params.set("tile", std::int64_t{4});
        if (axis.name == "rows") params.set("rows", std::int64_t{8});
        more.push_back(params);
        if (axis.name == "order") more.push_back(params), more.back().set("order", std::string("symmetric"));
        if (axis.name == "draw") more.push_back(params), more.back().set("draw", std::string("conditional"));
        if (axis.name == "k")
          for (const std::int64_t hits : {1, 2, 7}) more.push_back(params), more.back().set("k", hits);
      }
      cases = more;
    }
    const Device host;
    for (const Check& check : check_turns({variant, host, cases.front()}, cases)) {
      INFO(variant.kernel << "/" << variant.name << " " << check.detail);
      CHECK(check.passed);
    }
  }
}

TEST_CASE("spins of glasses have their turns in words of any size, and vectors move in any precision",
          "[physics][cpu]") {
  const Device host;
  const auto all_pass = [&](const std::string& kernel, const std::string& name, const auto& axes, const auto& check) {
    const Variant* const variant = Registry::instance().variant(kernel, name, "cpu");
    REQUIRE(variant != nullptr);
    const Params params = defaults(*variant, axes);
    const std::vector<Check> checks = check({*variant, host, params}, {params});
    CHECK(checks.size() == 1);
    for (const Check& one : checks) {
      INFO(kernel << "/" << name << " " << one.detail);
      CHECK(one.passed);
      CHECK(one.code_path != "");
    }
  };
  using Axes = std::vector<std::pair<std::string, AxisValue>>;
  for (const char* word : {"1", "32", "128"}) {
    const Axes axes = {{"L", std::int64_t{8}},
                       {"systems", std::int64_t{3}},
                       {"word", std::string(word)},
                       {"k", std::int64_t{3}},
                       {"replicas", std::int64_t{2}}};
    all_pass("ea2d_metropolis", "single_spin", axes, check_turns);
    all_pass("ea3d_metropolis", "single_spin", axes, check_turns);
  }
  all_pass("ea2d_metropolis", "single_spin", Axes{{"word", std::string("64")}, {"numbers", std::string("own")}},
           check_turns);
  for (const char* precision : {"float", "double"})
    for (const char* kernel : {"heisenberg2d_metropolis", "heisenberg3d_metropolis", "heisenberg3d_heatbath",
                               "heisenberg3d_overrelaxation"}) {
      const Axes axes = {{"L", std::int64_t{32}}, {"precision", std::string(precision)}};
      const bool relaxes = kernel == std::string("heisenberg3d_overrelaxation");
      all_pass(kernel, relaxes ? "serial" : "row_order", axes, check_moves);
    }
}

}  // namespace

// Successive halving over made costs: repeated, drifting, noisy, and such that drop out.
#include <algorithm>
#include <random>

#include "bench/tune/halving.hpp"
#include "tests/catch.hpp"

using namespace spinbench;

namespace {

/// Costs in a random order, at least `apart` from each other.
std::vector<double> costs_of(std::size_t count, std::uint64_t seed, double apart = 0.01) {
  std::vector<double> result(count);
  for (std::size_t i = 0; i < count; ++i) result[i] = 1 + apart * static_cast<double>(i);
  std::shuffle(result.begin(), result.end(), std::mt19937_64(seed));
  return result;
}

std::size_t best_of_all(const std::vector<double>& costs) {
  return static_cast<std::size_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

}  // namespace

TEST_CASE("successive halving finds the best of a cost that repeats, for any number of candidates", "[tuning]") {
  for (std::size_t count = 1; count <= 40; ++count) {
    const auto costs = costs_of(count, count);
    std::size_t visits = 0;
    const Found found = successive_halving(count, [&](std::size_t i, int, bool) {
      ++visits;
      return std::optional(costs[i]);
    });
    REQUIRE(found.best);
    CHECK(*found.best == best_of_all(costs));
    CHECK(visits == visits_of_halving(count));
    CHECK(*found.trials[*found.best].cost == Approx(1.0));
  }
  CHECK_FALSE(successive_halving(0, [](std::size_t, int, bool) { return std::optional(1.0); }).best);
}

TEST_CASE("each rung halves the candidates, and the last decides among few", "[tuning]") {
  const auto costs = costs_of(100, 3);
  std::vector<std::size_t> on_rung(16);
  std::vector<bool> is_last(16);
  const Found found = successive_halving(100, [&](std::size_t i, int rung, bool last) {
    ++on_rung[static_cast<std::size_t>(rung)];
    is_last[static_cast<std::size_t>(rung)] = last;
    return std::optional(costs[i]);
  });
  CHECK(std::vector<std::size_t>(on_rung.begin(), on_rung.begin() + 7) ==
        std::vector<std::size_t>{200, 100, 50, 26, 14, 8, 0});
  CHECK(is_last == std::vector<bool>{0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(found.trials[best_of_all(costs)].rungs == 6);
  CHECK(std::count_if(found.trials.begin(), found.trials.end(), [](const Trial& t) { return t.rungs == 1; }) == 50);
}

TEST_CASE("a steady drift of the machine favours no candidate", "[tuning]") {
  // By 0.4% a visit: what comes last in a rung of 32 is seen 13% slower than what comes first, and they differ by 1%.
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto costs = costs_of(32, seed);
    int time = 0;
    const Found found = successive_halving(
        32, [&](std::size_t i, int, bool) { return std::optional(costs[i] * (1 + 0.004 * time++)); });
    CHECK(costs[found.best.value()] <= 1.011);
  }
}

TEST_CASE("noise that falls with a rung's length leaves the choice within 3% of the best", "[tuning]") {
  std::mt19937_64 engine(7);
  std::normal_distribution<double> normal;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto costs = costs_of(80, seed);
    const Found found = successive_halving(80, [&](std::size_t i, int rung, bool last) {
      return std::optional(costs[i] * (1 + (last ? 0.004 : 0.03 / (rung + 1)) * normal(engine)));
    });
    CHECK(costs[found.best.value()] <= 1.03);
  }
}

TEST_CASE("what drops out is never chosen, of equals the first is, and an interrupted search chooses none",
          "[tuning]") {
  const auto odd_drop = [](std::size_t i, int, bool) { return i % 2 ? std::nullopt : std::optional(10.0 - double(i)); };
  const Found found = successive_halving(11, odd_drop);
  CHECK(found.best == std::size_t{10});
  CHECK_FALSE(found.trials[9].cost);
  CHECK(found.trials[9].rungs == 0);
  CHECK_FALSE(successive_halving(9, [](std::size_t, int, bool) { return std::optional<double>(); }).best);
  CHECK(successive_halving(21, [](std::size_t, int, bool) { return std::optional(1.0); }).best == std::size_t{0});
  // One that fails on a later rung only.
  const auto late = [](std::size_t i, int rung, bool) {
    return i == 3 && rung > 0 ? std::nullopt : std::optional(i == 3 ? 0.5 : 1.0 + double(i));
  };
  CHECK(successive_halving(20, late).best == std::size_t{0});
  int visits = 0;
  const auto counted = [&](std::size_t, int, bool) { return std::optional(double(++visits)); };
  CHECK_FALSE(successive_halving(8, counted, [&] { return visits == 5; }).best);
  CHECK(visits == 5);
}

#include "bench/tune/halving.hpp"

#include <algorithm>
#include <numeric>

namespace spinbench {

namespace {

/// Visits those that are alive, forwards and backwards; who drops out is left out. False where it was interrupted.
bool run_rung(std::vector<std::size_t>& alive, int rung, bool last, const Visit& visit,
              const std::function<bool()>& interrupted, std::vector<Trial>& trials) {
  std::vector<double> sums(trials.size());
  for (const bool back : {false, true}) {
    std::vector<std::size_t> order = alive;
    if (back) std::reverse(order.begin(), order.end());
    for (const std::size_t candidate : order) {
      const auto cost = visit(candidate, rung, last);
      if (interrupted()) return false;
      if (cost)
        sums[candidate] += *cost;
      else
        std::erase(alive, candidate);
    }
  }
  for (const std::size_t candidate : alive) trials[candidate] = {rung + 1, sums[candidate] / 2};
  return true;
}

}  // namespace

std::size_t visits_of_halving(std::size_t candidates, std::size_t finalists) {
  const std::size_t least = std::max<std::size_t>(finalists, 1);
  std::size_t result = 0;
  for (; candidates > least; candidates = (candidates + 1) / 2) result += 2 * candidates;
  return result + 2 * candidates;
}

Found successive_halving(std::size_t candidates, const Visit& visit, const std::function<bool()>& interrupted,
                         std::size_t finalists) {
  Found result{std::vector<Trial>(candidates), std::nullopt};
  std::vector<std::size_t> alive(candidates);
  std::iota(alive.begin(), alive.end(), std::size_t{0});
  for (int rung = 0; !alive.empty(); ++rung) {
    const bool last = alive.size() <= std::max<std::size_t>(finalists, 1);
    if (!run_rung(alive, rung, last, visit, interrupted, result.trials)) return result;
    std::stable_sort(alive.begin(), alive.end(),
                     [&](std::size_t a, std::size_t b) { return *result.trials[a].cost < *result.trials[b].cost; });
    if (last) {
      if (!alive.empty()) result.best = alive.front();
      return result;
    }
    alive.resize((alive.size() + 1) / 2);
    // Among equals the order of the candidates decides on every rung.
    std::sort(alive.begin(), alive.end());
  }
  return result;
}

}  // namespace spinbench

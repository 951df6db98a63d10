#include "kernels/heisenberg3d_overrelaxation/physics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "kernels/common/ising_physics.hpp"
#include "kernels/heisenberg3d_overrelaxation/axes.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass.hpp"

namespace spinbench::overrelaxation {
namespace {

/// Sweeps after which every spin must have moved: one turns by less than 4 degrees with 3e-4.
constexpr int moving_sweeps = 8;
constexpr double hardly_moved = 0.9985;

Check physics_check(const std::string& name, const Simulation& simulation, double value, double expected, double sigma,
                    double gate_sigmas) {
  Check check;
  check.name = name;
  check.kind = Check::Kind::physics;
  check.code_path = simulation.code_path();
  check.numeric = true;
  check.value = value;
  check.expected = expected;
  check.sigma = sigma;
  // A comparison that NaN fails.
  check.passed = std::fabs(value - expected) <= gate_sigmas * sigma;
  return check;
}

double product(const Configuration& a, const Configuration& b, std::uint64_t spin) {
  double result = 0;
  for (std::uint64_t c = 3 * spin; c < 3 * spin + 3; ++c) result += a.value(c) * b.value(c);
  return result;
}

/// Spins that no sweep of some moved.
Check none_stands_still(Simulation& simulation, Configuration last) {
  std::vector<bool> moved(last.spins);
  for (int sweep = 0; sweep < moving_sweeps; ++sweep) {
    simulation.sweep(1);
    const Configuration now = simulation.configuration();
    for (std::uint64_t i = 0; i < now.spins; ++i)
      if (product(last, now, i) < hardly_moved) moved[i] = true;
    last = now;
  }
  const auto still = std::find(moved.begin(), moved.end(), false);
  Check check;
  check.name = "all spins move";
  check.kind = Check::Kind::physics;
  check.code_path = simulation.code_path();
  check.passed = still == moved.end();
  check.detail = "in " + std::to_string(moving_sweeps) + " sweeps";
  if (!check.passed) check.detail += " spin " + std::to_string(still - moved.begin()) + " does not";
  return check;
}

}  // namespace

std::vector<Check> check_turning(const CheckContext& context, const Params& params) {
  return context.once(params.name(), [&]() -> std::vector<Check> {
    const auto simulation = context.variant.make(params, context.seed);
    const double sites = overrelaxation::sites(params), gate = context.gate_sigmas;
    const double at_start = simulation->observe().of("energy").front();
    const Configuration before = simulation->configuration();
    simulation->sweep(1);
    const Configuration after = simulation->configuration();
    double turned = 0;
    for (std::uint64_t i = 0; i < before.spins; ++i) turned += product(before, after, i) / sites;
    // 16/45 is the variance for one spin; colours are taken for wholly dependent.
    std::vector<Check> result = {
        physics_check("energy of a random start", *simulation, at_start, 0, 1 / std::sqrt(sites), gate),
        physics_check("turn in a sweep", *simulation, turned, -1.0 / 3, std::sqrt(2 * 16.0 / 45 / sites), gate),
        none_stands_still(*simulation, after)};
    for (Check check : simulation->self_check()) {
      check.kind = Check::Kind::physics;
      result.push_back(check);
    }
    for (Check& check : result) check.detail = params.name() + (check.detail.empty() ? "" : ": ") + check.detail;
    return result;
  });
}

std::vector<Check> physics(const CheckContext& context) {
  Params params = context.params;
  params.set("L", std::int64_t{is_parallel(context.device) ? 64 : 16});
  if (params.has("sweeps")) params.set("sweeps", std::int64_t{1});
  return check_turning(context, params);
}

std::vector<Check> boxes_physics(const CheckContext& context) {
  Params params = context.params;
  params.set("L", std::int64_t{is_parallel(context.device) ? 64 : 16});
  for (const char* side : {"tile", "rows", "deep"}) params.set(side, std::int64_t{8});
  params.set("hits", std::int64_t{1});
  return check_turning(context, params);
}

std::vector<Check> look(const Params&, Simulation& simulation, double) {
  std::vector<Check> checks = simulation.self_check();
  for (Check& check : checks) check.name = "look";
  return checks;
}

}  // namespace spinbench::overrelaxation

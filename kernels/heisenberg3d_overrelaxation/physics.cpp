#include "kernels/heisenberg3d_overrelaxation/physics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "kernels/common/heisenberg/disorder_check.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/turns_check.hpp"
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

/// Sums over the sites: the triple product of a spin with those before and behind it, in all directions.
double chirality(const Configuration& spins, std::uint64_t L) {
  double result = 0;
  const std::uint64_t sides[3] = {1, L, L * L}, all = L * L * L;
  for (std::uint64_t i = 0; i < all; ++i)
    for (const std::uint64_t side : sides) {
      const std::uint64_t x = i / side % L, behind = x + 1 == L ? i + side - L * side : i + side,
                          before = x == 0 ? i + L * side - side : i - side;
      const auto at = [&](std::uint64_t site, std::uint64_t c) { return spins.value(3 * site + c % 3); };
      for (std::uint64_t c = 0; c < 3; ++c)
        result += at(behind, c) * (at(i, c + 1) * at(before, c + 2) - at(i, c + 2) * at(before, c + 1));
    }
  return result;
}

/// What is odd under s -> -s is zero on average. A half turn keeps the measure of the sphere, so that spins that begin
/// uniform and independent stay so in any number of sweeps, and the variances are exact: 2/9 of a triple product, no
/// two of which are of the same spins, and 1/3 of a scalar product of spins of two starts.
std::vector<Check> symmetric(const CheckContext& context, const Params& params, const Simulation& simulation,
                             const Configuration& spins) {
  const auto other = context.variant.make(params, context.seed + 1);
  other->sweep(moving_sweeps);
  const Configuration others = other->configuration();
  const double sites = overrelaxation::sites(params), gate = context.gate_sigmas;
  double overlap = 0;
  for (std::uint64_t i = 0; i < spins.spins; ++i) overlap += product(spins, others, i) / sites;
  const double triples = chirality(spins, static_cast<std::uint64_t>(params.integer("L"))) / sites;
  return {physics_check("overlap of two starts", simulation, overlap, 0, 1 / std::sqrt(3 * sites), gate),
          physics_check("chirality", simulation, triples, 0, std::sqrt(3 * 2.0 / 9 / sites), gate)};
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
    for (Check& check : symmetric(context, params, *simulation, simulation->configuration()))
      result.push_back(std::move(check));
    for (Check check : simulation->self_check()) {
      check.kind = Check::Kind::physics;
      result.push_back(check);
    }
    for (Check& check : result) check.detail = params.name() + (check.detail.empty() ? "" : ": ") + check.detail;
    return result;
  });
}

namespace {

/// What couplings are; of an oracle, which no other bits can be held to, that it turns each spin, at its own size, too;
/// and check_turning().
std::vector<Check> proved_on(const CheckContext& context, const Params& params) {
  std::vector<Check> result =
      heisenberg::check_disorder(context, {"gaussian", 0, static_cast<std::uint64_t>(sites(context.params))});
  if (context.variant.oracle.empty()) {
    Params own = context.params;
    // Of one hit it shows what is turned twice.
    if (own.has("hits")) own.set("hits", std::int64_t{1});
    for (Check& check : check_moves(context, {own, params})) result.push_back(std::move(check));
  }
  for (const Check& check : result)
    if (!check.passed) return result;
  for (Check& check : check_turning(context, params)) result.push_back(std::move(check));
  return result;
}

}  // namespace

std::vector<Check> physics(const CheckContext& context) {
  Params params = context.params;
  params.set("L", std::int64_t{is_parallel(context.device) ? 64 : 16});
  if (params.has("sweeps")) params.set("sweeps", std::int64_t{1});
  return proved_on(context, params);
}

std::vector<Check> boxes_physics(const CheckContext& context) {
  Params params = context.params;
  params.set("L", std::int64_t{is_parallel(context.device) ? 64 : 16});
  for (const char* side : {"tile", "rows", "deep"}) params.set(side, std::int64_t{8});
  params.set("hits", std::int64_t{1});
  return proved_on(context, params);
}

std::vector<Check> look(const Params&, Simulation&, double) { return {}; }

}  // namespace spinbench::overrelaxation

#include "kernels/ising2d_wang_landau/variant.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "kernels/common/flat/density.hpp"

namespace spinbench::wang_landau {
namespace {

constexpr std::int64_t estimates = 16;

/// Walks at least `least` sweeps, and more while that takes less than half of `seconds`. Returns how many.
int walk(Simulation& simulation, int least, double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr int most = 1 << 24;
  const auto start = Clock::now();
  int done = least;
  simulation.sweep(least);
  // What is observed is there: a device's sweeps are done then.
  const auto passed = [&] { return simulation.observe(), std::chrono::duration<double>(Clock::now() - start).count(); };
  for (; 2 * done < most && 2 * passed() < std::min(seconds, 20.0); done *= 2) simulation.sweep(done);
  return done;
}

/// Independent estimates on L = 8, whose scatter gives the errors. An estimate is biased as 1 / sweeps, since it keeps
/// its first errors for so long, and scatters as 1 / sqrt(sweeps x group): with 1,024 sweeps for each walker of a group
/// the bias is about a sigma of sixteen estimates (groups of 8: 1.2 at 4,096 sweeps, 1.1 at 16,384, 0.9 at 65,536).
/// Fewer walkers a group take less time for that; on a device a group is a block, and stays.
std::vector<Check> physics(const CheckContext& context) {
  constexpr std::int64_t few = 8, sweeps_a_walker = 1024, least = 8192;
  Params params = context.params;
  params.set("L", std::int64_t{8});
  std::int64_t group = 1;
  if (params.has("group")) {
    if (context.variant.backend == "cpu") params.set("group", std::min(few, params.integer("group")));
    group = params.integer("group");
  }
  params.set("walkers", estimates * group);
  return context.once(params.name(), [&] {
    const auto simulation = context.variant.make(params, context.seed);
    const int sweeps = walk(*simulation, static_cast<int>(std::max(least, sweeps_a_walker * group)), context.seconds);
    const auto found = flat::from_groups(flat::levels_of(params), simulation->observe().of("log2_g"));
    return flat::check_densities(
        found, context.gate_sigmas, simulation->code_path(),
        params.name() + ": " + std::to_string(estimates) + " estimates of " + std::to_string(sweeps) + " sweeps");
  });
}

/// Of what was timed: where there is no state nobody was, and estimates only grow.
std::vector<Check> look(const Params& params, Simulation& simulation, double) {
  const flat::Levels levels = flat::levels_of(params);
  const Observables seen = simulation.observe();
  const auto& log2_g = seen.of("log2_g");
  Check check;
  check.name = "look";
  check.code_path = simulation.code_path();
  double least = 0, most = 0;
  bool empty = true;
  for (std::size_t i = 0; i < log2_g.size(); ++i) {
    const auto level = static_cast<std::uint32_t>(i % levels.count());
    if (!levels.is_reached(level)) empty = empty && log2_g[i] == 0;
    least = std::min(least, log2_g[i]);
    most = std::max(most, log2_g[i]);
  }
  check.passed = empty && least >= 0 && most > 0;
  check.detail = "estimates of log2 g lie between " + std::to_string(least) + " and " + std::to_string(most);
  return {check};
}

}  // namespace

Variant variant(Law law, const std::string& name, const std::string& backend, const std::string& title,
                std::int64_t most, std::int64_t walkers, std::int64_t group) {
  Variant v;
  v.kernel = "ising2d_wang_landau";
  v.name = name;
  v.backend = backend;
  v.title = title;
  v.source = "Weigel 2015, summary table; Belardinelli, Pereyra 2007";
  v.axes = {flat::axis_size(most), flat::axis_walkers(walkers), flat::axis_philox()};
  if (law == Law::shared) v.axes.insert(v.axes.begin() + 2, flat::axis_group(group));
  if (backend != "cpu") v.oracle = law == Law::own ? "serial" : "epochs";
  v.unsupported = [](const Params& params, const Device&) { return flat::unsupported(params); };
  v.physics = physics;
  v.look = look;
  return v;
}

std::vector<Params> bit_cases(Law law, const Params& params, std::uint32_t block) {
  std::vector<Params> result = flat::bit_cases(params, block, law == Law::own);
  if (law == Law::own) return result;
  // Few walkers, which do not see all levels in a sweep, and many sweeps.
  result.push_back(params);
  result.back().set("L", std::int64_t{8});
  result.back().set("walkers", std::int64_t{6});
  result.back().set("group", std::int64_t{2});
  return result;
}

Observables observables(flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int64_t>& sums) {
  const Observables seen = flat::observe(levels, words);
  Observable log2_g{"log2_g", {}};
  const std::size_t count = std::min(sums.size(), most_observed * levels.count());
  for (std::size_t i = 0; i < count; ++i)
    log2_g.values.push_back(std::ldexp(static_cast<double>(sums[i]), -flat::sum_digits));
  return {seen.all()[0], seen.all()[1], log2_g};
}

}  // namespace spinbench::wang_landau

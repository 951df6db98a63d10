#include "kernels/ising2d_wang_landau/variant.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/common/flat/density.hpp"

namespace spinbench::wang_landau {
namespace {

constexpr std::int64_t estimates = 16;

/// Independent estimates on L = 8, whose scatter gives the errors.
std::vector<Check> physics(const CheckContext& context) {
  Params params = context.params;
  params.set("L", std::int64_t{8});
  params.set("walkers", estimates * (params.has("group") ? params.integer("group") : 1));
  return context.once(params.name(), [&] {
    const auto simulation = context.variant.make(params, context.seed);
    const int sweeps = flat::deciding_sweeps(params.real("walkers"), context.seconds);
    simulation->sweep(sweeps);
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

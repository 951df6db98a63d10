#include "kernels/ising2d_wang_landau/variant.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "kernels/common/flat/density.hpp"

namespace spinbench::wang_landau {
namespace {

Axis axis_exchange() { return Axis::integer("exchange", 10, 1, 1000, "sweeps from one exchange to the next"); }

constexpr std::int64_t checked_estimates = 16;

/// Walks at least `least` sweeps, and more while that takes less than a fourth of `seconds`. Returns how many.
int walk(Simulation& simulation, int least, double seconds) {
  using Clock = std::chrono::steady_clock;
  constexpr int most = 1 << 24;
  const auto start = Clock::now();
  int done = least;
  simulation.sweep(least);
  // What is observed is there: a device's sweeps are done then.
  const auto passed = [&] { return simulation.observe(), std::chrono::duration<double>(Clock::now() - start).count(); };
  for (; 2 * done < most && 4 * passed() < std::min(seconds, 20.0); done *= 2) simulation.sweep(done);
  return done;
}

/// The checks of a production run with what was learned: as many sweeps once more, an eighth of them before.
std::vector<Check> produce(Simulation& simulation, const Params& params, int sweeps, double gate_sigmas) {
  dynamic_cast<Adapts&>(simulation).equilibrated();
  simulation.sweep(sweeps / 8);
  const std::vector<double> before = simulation.observe().of("visits");
  simulation.sweep(sweeps);
  const Observables seen = simulation.observe();
  const auto found =
      flat::from_sets(flat::windows_of(params), flat::levels_of(params), seen.of("log2_g"), before, seen.of("visits"));
  std::vector<Check> result =
      flat::check_densities(found, gate_sigmas, simulation.code_path(),
                            params.name() + ": production of " + std::to_string(sweeps) + " sweeps by " +
                                std::to_string(found.parts.size()) + " sets of walkers");
  for (Check& check : result) check.name += " in production";
  return result;
}

/// Independent estimates on L = 8, whose scatter gives the errors. An estimate is biased as 1 / sweeps, since it keeps
/// its first errors for so long, and scatters as 1 / sqrt(sweeps x group): with 1,024 sweeps for each walker of a group
/// the bias is about a sigma of sixteen estimates (groups of 8: 1.2 at 4,096 sweeps, 1.1 at 16,384, 0.9 at 65,536), and
/// that of single walkers two to three at 8,192 sweeps. A production run with the weights that were learned has none.
/// Fewer walkers a group take less time for that; on a device a group is a block, and stays.
std::vector<Check> physics(const CheckContext& context) {
  constexpr std::int64_t few = 8, few_in_windows = 2, sweeps_a_walker = 1024;
  Params params = context.params;
  params.set("L", std::int64_t{8});
  std::int64_t group = 1, least = 65536;
  if (params.has("group")) {
    least = 8192;
    if (context.variant.backend == "cpu")
      params.set("group", std::min(params.has("windows") ? few_in_windows : few, params.integer("group")));
    group = params.integer("group");
  }
  params.set("walkers", checked_estimates * group * flat::windows_of(params).count);
  return context.once(params.name(), [&] {
    const auto simulation = context.variant.make(params, context.seed);
    const int sweeps = walk(*simulation, static_cast<int>(std::max(least, sweeps_a_walker * group)), context.seconds);
    const auto found = flat::from_groups(flat::levels_of(params), simulation->observe().of("log2_g"));
    std::vector<Check> result = flat::check_densities(found, context.gate_sigmas, simulation->code_path(),
                                                      params.name() + ": " + std::to_string(checked_estimates) +
                                                          " estimates of " + std::to_string(sweeps) + " sweeps");
    for (Check& check : produce(*simulation, params, sweeps, context.gate_sigmas)) result.push_back(std::move(check));
    return result;
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
  if (law != Law::own) v.axes.insert(v.axes.begin() + 2, flat::axis_group(group));
  if (law == Law::windows) {
    v.source = "Vogel et al. 2013; Belardinelli, Pereyra 2007";
    v.axes.insert(v.axes.begin() + 3, {flat::axis_windows(backend == "cpu" ? 4 : 12), axis_exchange()});
  }
  if (backend != "cpu") v.oracle = law == Law::own ? "serial" : law == Law::shared ? "epochs" : "windows";
  v.unsupported = [](const Params& params, const Device&) { return unsupported(params); };
  v.physics = physics;
  v.look = look;
  return v;
}

std::string unsupported(const Params& params) {
  if (const std::string other = flat::unsupported(params); !other.empty() || !params.has("windows")) return other;
  const flat::Windows windows = flat::windows_of(params);
  constexpr std::uint32_t least_width = 8;
  if (windows.width() < least_width)
    return std::to_string(windows.count) + " windows of " + std::to_string(windows.levels) + " levels are only " +
           std::to_string(windows.width()) + " levels wide: take fewer windows or a larger L";
  const std::int64_t a_run = params.integer("group") * params.integer("windows");
  return params.integer("walkers") % a_run == 0
             ? ""
             : "walkers must be a multiple of group times windows = " + std::to_string(a_run) + ", but walkers is " +
                   std::to_string(params.integer("walkers"));
}

std::vector<Params> bit_cases(Law law, const Params& params, std::uint32_t block) {
  if (law == Law::windows) {
    // One run, and three of fewer windows; exchanges of all of them, and again and again of few walkers.
    std::vector<Params> result(3, params);
    const std::int64_t windows = params.integer("windows");
    const std::int64_t fewer = std::min<std::int64_t>(windows, 5);
    for (Params& one : result) one.set("exchange", std::int64_t{1});
    result[0].set("L", std::int64_t{20}), result[0].set("walkers", windows * block);
    result[1].set("L", std::int64_t{8}), result[1].set("windows", fewer);
    result[1].set("walkers", 3 * fewer * block);
    result[2].set("L", std::int64_t{8}), result[2].set("windows", std::int64_t{2});
    result[2].set("group", std::int64_t{2}), result[2].set("walkers", std::int64_t{12});
    return result;
  }
  std::vector<Params> result = flat::bit_cases(params, block, law == Law::own);
  if (law == Law::own) return result;
  // Few walkers, which do not see all levels in a sweep, and many sweeps.
  result.push_back(params);
  result.back().set("L", std::int64_t{8});
  result.back().set("walkers", std::int64_t{6});
  result.back().set("group", std::int64_t{2});
  return result;
}

std::vector<std::int32_t> standing_weights(flat::Windows windows, flat::Levels levels,
                                           const std::vector<std::int64_t>& sums) {
  const std::size_t count = levels.count(), a_run = windows.count * count;
  const auto runs = static_cast<std::int64_t>(std::min(sums.size() / a_run, most_observed));
  std::vector<std::int64_t> means(a_run);
  for (std::size_t i = 0; i < static_cast<std::size_t>(runs) * a_run; ++i) means[i % a_run] += sums[i] / runs;
  std::vector<std::int32_t> result(a_run);
  for (std::uint32_t i = 0; i < windows.count; ++i) {
    const flat::Window window = windows.at(i);
    const std::size_t first = i * count;
    const std::int64_t least = std::min(means[first + window.low], means[first + window.high]);
    const auto on = [&](std::uint32_t level) {
      return (means[first + level] - least) >> (flat::sum_digits - flat::weight_digits);
    };
    std::int64_t most = 0;
    for (std::uint32_t level = window.low; level <= window.high; ++level)
      if (levels.is_reached(level)) most = std::max(most, on(level));
    for (std::uint32_t level = window.low; level <= window.high; ++level)
      if (levels.is_reached(level)) result[first + level] = static_cast<std::int32_t>(on(level) - most / 2);
  }
  return result;
}

Observables observables(flat::Windows windows, flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int64_t>& sums, std::uint64_t runs) {
  const Observables seen = flat::observe(levels, words);
  const std::size_t count = levels.count(), a_run = windows.count * count;
  Observable log2_g{"log2_g", {}}, visits{"visits", std::vector<double>(sets_of(runs) * a_run)};
  for (std::size_t run = 0; run < std::min(sums.size() / a_run, most_observed); ++run) {
    std::vector<double> pieces;
    for (std::size_t i = 0; i < a_run; ++i)
      pieces.push_back(std::ldexp(static_cast<double>(sums[run * a_run + i]), -flat::sum_digits));
    const std::vector<double> all = windows.count == 1 ? pieces : flat::joined_from_least(windows, levels, pieces);
    log2_g.values.insert(log2_g.values.end(), all.begin(), all.end());
  }
  return {seen.all()[0], seen.all()[1], visits, log2_g};
}

Observables observables(flat::Windows windows, flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int32_t>& log2_g, const std::vector<std::int64_t>& visits) {
  const Observables seen = flat::observe(levels, words);
  Observable weights{"log2_g", std::vector<double>(log2_g.size())};
  for (std::uint32_t i = 0; i < windows.count; ++i) {
    const flat::Window window = windows.at(i);
    const std::size_t first = std::size_t{i} * levels.count();
    const std::int64_t least = std::min(log2_g[first + window.low], log2_g[first + window.high]);
    for (std::uint32_t level = window.low; level <= window.high; ++level)
      if (levels.is_reached(level))
        weights.values[first + level] =
            std::ldexp(static_cast<double>(log2_g[first + level] - least), -flat::weight_digits);
  }
  return {seen.all()[0], seen.all()[1], {"visits", {visits.begin(), visits.end()}}, weights};
}

}  // namespace spinbench::wang_landau

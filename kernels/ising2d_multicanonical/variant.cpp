#include "kernels/ising2d_multicanonical/variant.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace spinbench::multicanonical {
namespace {

/// On L = 8, whose levels a walker goes through in some hundred sweeps.
std::vector<Check> physics(const CheckContext& context) {
  Params params = context.params;
  params.set("L", std::int64_t{8});
  return context.once(params.name(), [&] {
    constexpr int batches = 32;
    const auto simulation = context.variant.make(params, context.seed);
    const flat::Levels levels = flat::levels_of(params);
    const int through = sweeps_through(levels);
    simulation->sweep(through);
    const std::vector<double> before = simulation->observe().of("visits");
    // Batches that errors come from are no shorter than a walk through the levels.
    const int decide = flat::deciding_sweeps(params.real("walkers"), context.seconds) / batches,
              sweeps = before.size() < enough_sets * levels.count() ? std::max(decide, through) : decide;
    const Series visits = simulation->series("visits", batches, sweeps);
    const auto found = densities(levels, simulation->observe().of("log2_g"), before, visits.values);
    return flat::check_densities(found, context.gate_sigmas, simulation->code_path(),
                                 params.name() + ": " + std::to_string(batches * sweeps) + " sweeps, errors by " +
                                     std::to_string(found.parts.size()) + " parts");
  });
}

/// Of what was timed: all that was done was counted, and no walker lost its level.
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  const Observables seen = simulation.observe();
  const auto& visits = seen.of("visits");
  const double N = flat::levels_of(params).sites(), wanted = sweeps * N * params.real("walkers");
  Check check;
  check.name = "look";
  check.code_path = simulation.code_path();
  const double counted = std::accumulate(visits.begin(), visits.end(), 0.0);
  check.passed = std::fabs(counted - wanted) <= 1e-12 * wanted;
  // No lattice has the levels beside the lowest and the highest.
  const std::size_t levels = flat::levels_of(params).count();
  for (std::size_t set = 0; set < visits.size(); set += levels)
    check.passed = check.passed && visits[set + 1] == 0 && visits[set + levels - 2] == 0;
  check.detail = "after " + std::to_string(sweeps) + " sweeps " + std::to_string(counted) + " visits were counted of " +
                 std::to_string(wanted);
  return {check};
}

}  // namespace

Variant variant(const std::string& name, const std::string& backend, const std::string& title, std::int64_t most,
                std::int64_t walkers) {
  Variant v;
  v.kernel = "ising2d_multicanonical";
  v.name = name;
  v.backend = backend;
  v.title = title;
  v.source = "Weigel 2015, summary table; Gross et al. 2018";
  v.axes = {flat::axis_size(most), flat::axis_walkers(walkers), flat::axis_philox()};
  v.oracle = name == "serial" ? "" : "serial";
  v.unsupported = [](const Params& params, const Device&) { return flat::unsupported(params); };
  v.physics = physics;
  v.look = look;
  return v;
}

flat::Densities densities(flat::Levels levels, const std::vector<double>& log2_g, const std::vector<double>& before,
                          const std::vector<double>& visits) {
  const std::size_t count = levels.count();
  if (before.size() >= enough_sets * count)
    return flat::from_sets({levels.count(), 1}, levels, log2_g, before,
                           {visits.end() - static_cast<std::ptrdiff_t>(before.size()), visits.end()});
  const auto of_all_sets = [&](const std::vector<double>& counted) {
    std::vector<double> result(counted.size() / before.size() * count);
    for (std::size_t i = 0; i < counted.size(); ++i) result[i / before.size() * count + i % count] += counted[i];
    return result;
  };
  return flat::from_visits(levels, log2_g, of_all_sets(before), of_all_sets(visits));
}

Observables observables(flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int64_t>& visits) {
  const Observables seen = flat::observe(levels, words);
  Observable log2_g{"log2_g", {}};
  const std::vector<std::int32_t>& weights = flat::kaufman_weights(levels);
  // Of the ground state's two configurations log2 g is 1.
  for (const std::int32_t one : weights)
    log2_g.values.push_back(1 + std::ldexp(static_cast<double>(std::int64_t{one} - weights[0]), -flat::weight_digits));
  return {seen.all()[0], seen.all()[1], {"visits", {visits.begin(), visits.end()}}, log2_g};
}

Check check_visits(const std::vector<std::int64_t>& visits, double attempts) {
  const double counted = std::accumulate(visits.begin(), visits.end(), 0.0);
  Check check;
  check.name = "visits";
  check.passed = counted == attempts;
  check.detail = std::to_string(counted) + " visits of " + std::to_string(attempts) + " attempts were counted";
  return check;
}

}  // namespace spinbench::multicanonical

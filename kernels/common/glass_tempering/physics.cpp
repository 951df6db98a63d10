#include "kernels/common/glass_tempering/physics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "kernels/common/axes.hpp"
#include "kernels/common/glass_tempering/axes.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/common/tempering/judged.hpp"
#include "kernels/common/tempering/tempered.hpp"
#include "kernels/common/tempering/walks.hpp"
#include "kernels/common/thermal_check.hpp"
#include "kernels/common/turns_check.hpp"

namespace spinbench::glass_tempering {
namespace {

using tempering::check_of, tempering::Judged;

constexpr std::int64_t few_sweeps = 2;  // between exchanges
constexpr int least = 64;

/// Temperatures from `low` to `high`: of so many replicas, or of those of the case where there are 0.
struct Set {
  std::int64_t L, replicas;
  double low, high;
};
/// What proves a model, by names of exact solutions.
struct Proof {
  int dimensions;
  const char *model, *exchange;
  /// Of the listed sample, which was enumerated at their ends, or at temperatures between them, too.
  std::vector<Set> of_sample;
  /// Few temperatures, far apart: how an exchange is decided shows where most are refused.
  Set ferromagnet;
  /// Measurements until the coldest lattices have forgotten their start.
  int forgotten;
};
template <int Dimensions>
Proof proof() {
  if constexpr (Dimensions == 3) {
    const double middle = 0.6666666666666666;
    return {3, "ea3d", "ising3d_exchange", {{4, 0, 0.5, middle}, {4, 0, middle, 0.90752336872674}}, {4, 5, 0.05, 0.35},
            50};
  }
  // Of these seven every other one is known.
  return {2, "ea2d", "ising2d_exchange", {{8, 7, 0.5, 2}}, {8, 5, 0.1, 0.7}, 200};
}

/// The sums of a run: energies by lattice over all measurements, and accepted exchanges by pair, measurement by
/// measurement. From one to the next there are two exchanges, of which one tries a pair.
struct Run {
  std::vector<double> energies;
  std::vector<std::vector<double>> accepted;
  int measurements = 0;
};

Run record(Simulation& simulation, int forgotten, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const int step = 2 * simulation.sweep_granularity();
  for (int i = 0; i < forgotten; ++i) simulation.sweep(step);
  Run result;
  std::vector<double> before = simulation.observe().of("accepted");
  result.accepted.resize(before.size());
  while (result.measurements < least || passed() < seconds) {
    simulation.sweep(step);
    const Observables seen = simulation.observe();
    const std::vector<double>&energies = seen.of("energy"), &now = seen.of("accepted");
    result.energies.resize(energies.size());
    for (std::size_t i = 0; i < energies.size(); ++i) result.energies[i] += energies[i];
    for (std::size_t i = 0; i < now.size(); ++i) result.accepted[i].push_back(now[i] - before[i]);
    before = now;
    ++result.measurements;
  }
  for (double& energy : result.energies) energy /= result.measurements;
  return result;
}

/// The mean energy at temperature t against the exact one. Realizations of a word share random numbers: what is
/// independent are words.
Judged energy_at(const SpinGlassShape& shape, const Run& run, std::size_t t, double exact, double gate) {
  const std::vector<double> words = word_means(shape, run.energies);
  Judged result{0, exact, 0, gate, shape.systems - 1.0};
  for (std::size_t s = 0; s < shape.systems; ++s) result.value += words[s * shape.replicas + t] / shape.systems;
  double squares = 0;
  for (std::size_t s = 0; s < shape.systems; ++s) {
    const double off = words[s * shape.replicas + t] - result.value;
    squares += off * off;
  }
  result.sigma = std::sqrt(squares / (shape.systems - 1.0) / shape.systems);
  return result;
}

std::optional<double> exact_energy(const Proof& proof, Params params, double beta) {
  params.set("beta", beta);
  return tempering::exact(proof.model, "energy", params);
}

double exact_acceptance(const Proof& proof, Params params, double beta, double next) {
  params.set("beta", beta);
  params.set("next_beta", next);
  return tempering::exact(proof.exchange, "acceptance", params).value();
}

/// The mean energies at all temperatures at which they are known.
std::vector<Judged> known_energies(const Proof& proof, const Params& params, const SpinGlassShape& shape,
                                   const Run& run, double gate) {
  std::vector<double> betas = tempering::equal_betas(params);
  // Not what their sum with a distance rounds to.
  betas.back() = params.real("beta_high");
  std::vector<Judged> result;
  for (std::size_t t = 0; t < betas.size(); ++t)
    if (const auto exact = exact_energy(proof, params, betas[t]))
      result.push_back(energy_at(shape, run, t, *exact, gate));
  return result;
}

/// The checks that `judge(shape, betas, run, where)` makes of a case, once for all that choose the same, with those
/// that the simulation makes of itself.
template <class Judge>
std::vector<Check> prove(const CheckContext& context, const Proof& proof, const Params& params,
                         const std::string& suffix, double seconds, Judge&& judge) {
  char budget[64];
  std::snprintf(budget, sizeof budget, " %.17g s %.17g sigma", seconds, context.gate_sigmas);
  return context.once(params.name() + budget, [&] {
    const auto simulation = context.variant.make(params, context.seed);
    const Run run = record(*simulation, proof.forgotten, seconds);
    const std::string where = params.name() + ", " + std::to_string(run.measurements) + " measurements";
    std::vector<Check> checks = judge(SpinGlassShape::of(proof.dimensions, params), run, where);
    for (Check& check : simulation->self_check()) {
      check.name += suffix;
      checks.push_back(std::move(check));
    }
    for (Check& check : checks) check.code_path = simulation->code_path();
    return checks;
  });
}

Params small(const CheckContext& context, const char* couplings, const Set& set, std::int64_t systems) {
  Params params = context.params;
  params.set("L", set.L);
  params.set("systems", systems);
  params.set("exchange", few_sweeps);
  params.set("copies", std::int64_t{1});
  params.set("couplings", std::string(couplings));
  params.set("beta_low", set.low);
  params.set("beta_high", set.high);
  if (set.replicas != 0)
    params.set("replicas", set.replicas);
  else if (!is_parallel(context.device))
    // Four and two at a time on a host, which takes its time.
    params.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 6));
  return params;
}

std::vector<Check> energies_of_sample(const CheckContext& context, const Proof& proof, std::int64_t systems) {
  std::vector<Check> result;
  for (const Set& set : proof.of_sample) {
    const Params params = small(context, "sample", set, systems);
    const auto found =
        prove(context, proof, params, "_of_sample", 0.4 / static_cast<double>(proof.of_sample.size()) * context.seconds,
              [&](const SpinGlassShape& shape, const Run& run, const std::string& where) {
                return std::vector<Check>{check_of(
                    "energy_of_sample", known_energies(proof, params, shape, run, context.gate_sigmas), true, where)};
              });
    result.insert(result.end(), found.begin(), found.end());
  }
  return result;
}

/// The law of the couplings is that of the hottest temperature alone.
std::vector<Check> energy_of_nishimori(const CheckContext& context, const Proof& proof, std::int64_t systems) {
  const double beta = 0.45;
  const std::int64_t L = !is_parallel(context.device) ? 4 : proof.dimensions == 3 ? 8 : 16;
  const Params params = small(context, "nishimori", {L, 0, beta, 0.7}, systems);
  return prove(context, proof, params, "_of_nishimori", 0.2 * context.seconds,
               [&](const SpinGlassShape& shape, const Run& run, const std::string& where) {
                 const double exact = exact_energy(proof, params, beta).value();
                 return std::vector<Check>{
                     check_of("nishimori_energy", {energy_at(shape, run, 0, exact, context.gate_sigmas)}, true, where)};
               });
}

std::vector<Check> acceptances(const CheckContext& context, const Proof& proof, std::int64_t systems) {
  Set set = proof.ferromagnet;
  // As far apart where they are fewer: two at the ends of the set exchange never.
  const std::int64_t all = set.replicas;
  set.replicas = std::min<std::int64_t>(context.params.integer("replicas"), all);
  set.high = set.low + (set.high - set.low) * static_cast<double>(set.replicas - 1) / static_cast<double>(all - 1);
  const Params params = small(context, "ferromagnet", set, systems);
  const std::vector<double> betas = tempering::equal_betas(params);
  return prove(context, proof, params, "_of_ferromagnet", 0.4 * context.seconds,
               [&](const SpinGlassShape& shape, const Run& run, const std::string& where) {
                 std::vector<Judged> pairs;
                 for (std::size_t i = 0; i + 1 < betas.size(); ++i) {
                   const double exact = exact_acceptance(proof, params, betas[i], betas[i + 1]);
                   std::vector<double> shares;
                   for (const double count : run.accepted[i])
                     shares.push_back(count / static_cast<double>(shape.realizations()));
                   // Each realization decides by a word of its own, but their spins share random numbers: the scatter
                   // is what is found.
                   pairs.push_back(tempering::judge_by_scatter(shares, exact, context.gate_sigmas));
                 }
                 return std::vector<Check>{
                     check_of("energy_of_ferromagnet", known_energies(proof, params, shape, run, context.gate_sigmas),
                              true, where),
                     check_of("acceptance_by_pair", pairs, true, where)};
               });
}

/// A sweep and an exchange, in which copies go to other temperatures.
Turned turned_in_a_sweep(const Variant& variant, const Params& params, std::uint64_t seed) {
  const auto simulation = variant.make(params, seed);
  Turned result;
  result.code_path = simulation->code_path();
  result.before = simulation->configuration();
  simulation->sweep(1);
  result.after = by_copy(simulation->configuration(), simulation->observe().of("place"),
                         static_cast<std::size_t>(params.integer("replicas")));
  return result;
}

/// Of an oracle, at its own size and on a small one: "turns", at temperatures at which all attempts flip. A core takes
/// a second for so many lattices.
std::vector<Check> turns(const CheckContext& context, const Proof& proof) {
  constexpr double most_spins = 2e7;
  std::vector<Params> cases(2, context.params);
  cases.back().set("L", proof.ferromagnet.L);
  for (Params& one : cases) {
    one.set("systems", std::int64_t{1});
    const auto affordable = static_cast<std::int64_t>(most_spins / (32 * sites_of(one, proof.dimensions)));
    one.set("replicas", std::min(one.integer("replicas"), std::max<std::int64_t>(affordable, 2)));
    one.set("copies", std::int64_t{1});
    one.set("exchange", std::int64_t{1});
    one.set("beta_low", 1e-12);
    one.set("beta_high", 1e-11);
  }
  return check_each(
      context, "turns", cases,
      [&](const Params& one, std::uint64_t seed) { return turned_in_a_sweep(context.variant, one, seed); },
      [](const TurnRuns& runs) { return judge_turns(runs, 32); });
}

}  // namespace

template <int Dimensions>
std::vector<Check> physics(const CheckContext& context) {
  const Proof what = proof<Dimensions>();
  const std::int64_t systems = is_parallel(context.device) ? 64 : 16;
  std::vector<Check> result;
  if (context.variant.oracle.empty()) result = turns(context, what);
  for (const Check& check : result)
    if (!check.passed) return result;
  for (Check& check : energies_of_sample(context, what, systems)) result.push_back(std::move(check));
  for (const auto& more : {energy_of_nishimori(context, what, systems), acceptances(context, what, systems)})
    result.insert(result.end(), more.begin(), more.end());
  return result;
}

template <int Dimensions>
std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_spin_glass(Dimensions, at_one_temperature(params), simulation, sweeps);
}

template std::vector<Check> physics<2>(const CheckContext&);
template std::vector<Check> physics<3>(const CheckContext&);
template std::vector<Check> look<2>(const Params&, Simulation&, double);
template std::vector<Check> look<3>(const Params&, Simulation&, double);

}  // namespace spinbench::glass_tempering

#include "kernels/ea3d_parallel_tempering/physics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <utility>

#include "kernels/common/ising_physics.hpp"
#include "kernels/common/spin_glass_physics.hpp"
#include "kernels/common/tempering/judged.hpp"
#include "kernels/common/tempering/tempered.hpp"
#include "kernels/common/thermal_check.hpp"
#include "kernels/ea3d_parallel_tempering/axes.hpp"

namespace spinbench::glass_tempering {
namespace {

using tempering::check_of, tempering::Judged;

constexpr std::int64_t few_sweeps = 2;  // between exchanges
constexpr int least = 64, forgotten = 50;
/// Where the listed sample was enumerated.
const std::vector<double> known = {0.5, 0.6666666666666666, 0.90752336872674};

/// The sums of a run: energies by lattice over all measurements, and accepted exchanges by pair, measurement by
/// measurement. From one to the next there are two exchanges, of which one tries a pair.
struct Run {
  std::vector<double> energies;
  std::vector<std::vector<double>> accepted;
  int measurements = 0;
};

Run record(Simulation& simulation, double seconds) {
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
  Judged result{0, exact, 0, student_gate(gate, shape.systems - 1.0)};
  for (std::size_t s = 0; s < shape.systems; ++s) result.value += words[s * shape.replicas + t] / shape.systems;
  double squares = 0;
  for (std::size_t s = 0; s < shape.systems; ++s) {
    const double off = words[s * shape.replicas + t] - result.value;
    squares += off * off;
  }
  result.sigma = std::sqrt(squares / (shape.systems - 1.0) / shape.systems);
  return result;
}

double exact_energy(Params params, double beta) {
  params.set("beta", beta);
  for (const auto& [name, value] : Registry::instance().exact_solution("ea3d")->at(params))
    if (name == "energy") return value;
  return std::nan("");
}

double exact_acceptance(std::int64_t L, double beta, double next) {
  Params params;
  params.set("L", L);
  params.set("beta", beta);
  params.set("next_beta", next);
  return Registry::instance().exact_solution("ising3d_exchange")->at(params).front().value;
}

/// The checks that `judge(shape, betas, run, where)` makes of a case, once for all that choose the same, with those
/// that the simulation makes of itself.
template <class Judge>
std::vector<Check> prove(const CheckContext& context, const Params& params, const std::string& suffix, double seconds,
                         Judge&& judge) {
  char budget[64];
  std::snprintf(budget, sizeof budget, " %.17g s %.17g sigma", seconds, context.gate_sigmas);
  return context.once(params.name() + budget, [&] {
    const auto simulation = context.variant.make(params, context.seed);
    const Run run = record(*simulation, seconds);
    const std::string where = params.name() + ", " + std::to_string(run.measurements) + " measurements";
    std::vector<Check> checks = judge(SpinGlassShape::of(3, params), run, where);
    for (Check& check : simulation->self_check()) {
      check.name += suffix;
      checks.push_back(std::move(check));
    }
    for (Check& check : checks) check.code_path = simulation->code_path();
    return checks;
  });
}

Params small(const CheckContext& context, const char* couplings, std::int64_t L, std::int64_t systems) {
  Params params = context.params;
  params.set("L", L);
  params.set("systems", systems);
  params.set("exchange", few_sweeps);
  params.set("copies", std::int64_t{1});
  params.set("couplings", std::string(couplings));
  // Four and two at a time on a host, which takes its time.
  if (!is_parallel(context.device)) params.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 6));
  return params;
}

/// At the ends of two sets: from the first known temperature to the second, and on to the third.
std::vector<Check> energies_of_sample(const CheckContext& context, std::int64_t systems) {
  std::vector<Check> result;
  for (std::size_t i = 0; i + 1 < known.size(); ++i) {
    Params params = small(context, "sample", 4, systems);
    params.set("beta_low", known[i]);
    params.set("beta_high", known[i + 1]);
    const auto found =
        prove(context, params, "_of_sample", 0.2 * context.seconds,
              [&](const SpinGlassShape& shape, const Run& run, const std::string& where) {
                const Judged low = energy_at(shape, run, 0, exact_energy(params, known[i]), context.gate_sigmas),
                             high = energy_at(shape, run, shape.replicas - 1, exact_energy(params, known[i + 1]),
                                              context.gate_sigmas);
                return std::vector<Check>{check_of("energy_of_sample", {low, high}, true, where)};
              });
    result.insert(result.end(), found.begin(), found.end());
  }
  return result;
}

std::vector<Check> energy_of_nishimori(const CheckContext& context, std::int64_t systems) {
  Params params = small(context, "nishimori", is_parallel(context.device) ? 8 : 4, systems);
  const double beta = 0.45;
  params.set("beta_low", beta);
  params.set("beta_high", 0.7);
  return prove(context, params, "_of_nishimori", 0.2 * context.seconds,
               [&](const SpinGlassShape& shape, const Run& run, const std::string& where) {
                 return std::vector<Check>{check_of(
                     "nishimori_energy", {energy_at(shape, run, 0, exact_energy(params, beta), context.gate_sigmas)},
                     true, where)};
               });
}

/// Few temperatures, far apart: how an exchange is decided shows where most are refused.
std::vector<Check> acceptances(const CheckContext& context, std::int64_t systems) {
  Params params = small(context, "ferromagnet", 4, systems);
  params.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 5));
  params.set("beta_low", 0.05);
  params.set("beta_high", 0.35);
  const std::vector<double> betas = tempering::equal_betas(params);
  return prove(context, params, "_of_ferromagnet", 0.4 * context.seconds,
               [&](const SpinGlassShape& shape, const Run& run, const std::string& where) {
                 std::vector<Judged> energies, pairs;
                 for (std::size_t t = 0; t < betas.size(); ++t)
                   energies.push_back(energy_at(shape, run, t, exact_energy(params, betas[t]), context.gate_sigmas));
                 for (std::size_t i = 0; i + 1 < betas.size(); ++i) {
                   const double exact = exact_acceptance(4, betas[i], betas[i + 1]);
                   std::vector<double> shares;
                   for (const double count : run.accepted[i])
                     shares.push_back(count / static_cast<double>(shape.realizations()));
                   // Each realization decides by a word of its own, but their spins share random numbers: the scatter
                   // is what is found.
                   pairs.push_back(tempering::judge_by_scatter(shares, exact, context.gate_sigmas));
                 }
                 return std::vector<Check>{check_of("energy_of_ferromagnet", energies, true, where),
                                           check_of("acceptance_by_pair", pairs, true, where)};
               });
}

}  // namespace

std::vector<Check> physics(const CheckContext& context) {
  const std::int64_t systems = is_parallel(context.device) ? 64 : 16;
  std::vector<Check> result = energies_of_sample(context, systems);
  for (const auto& more : {energy_of_nishimori(context, systems), acceptances(context, systems)})
    result.insert(result.end(), more.begin(), more.end());
  return result;
}

std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  return look_at_spin_glass(3, at_one_temperature(params), simulation, sweeps);
}

}  // namespace spinbench::glass_tempering

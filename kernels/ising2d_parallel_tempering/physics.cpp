#include "kernels/ising2d_parallel_tempering/physics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <utility>

#include "kernels/common/tempering/exchange.hpp"
#include "kernels/common/tempering/judged.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"
#include "kernels/ising2d_parallel_tempering/axes.hpp"

namespace spinbench::tempering {
namespace {

// Above, a small lattice takes longer to turn over than a check lasts.
constexpr double largest_beta = 0.6;
constexpr std::int64_t few_sweeps = 4;  // between exchanges
constexpr int least_steps = 64;
// From one measurement to the next on a device, where updates decide all exchanges of a call but the last.
constexpr int steps_at_once = 3;

struct Thermal {
  double energy, variance;  ///< of the energy per spin
};

Thermal thermal_at(std::int64_t L, double beta) {
  Params params;
  params.set("L", L);
  params.set("beta", beta);
  Thermal result{};
  for (const auto& [name, value] : Registry::instance().exact_solution("ising2d")->at(params)) {
    if (name == "energy") result.energy = value;
    if (name == "specific_heat") result.variance = value / (beta * beta * static_cast<double>(L * L));
  }
  return result;
}

double acceptance_at(std::int64_t L, double beta, double next) {
  Params params;
  params.set("L", L);
  params.set("beta", beta);
  params.set("next_beta", next);
  return Registry::instance().exact_solution("ising2d_exchange")->at(params).front().value;
}

/// What a set of temperatures is worth at this size.
std::string acceptance_text(std::int64_t L, const std::vector<double>& betas) {
  double mean = 0;
  for (std::size_t i = 0; i + 1 < betas.size(); ++i)
    mean += acceptance_at(L, betas[i], betas[i + 1]) / static_cast<double>(betas.size() - 1);
  char text[100];
  std::snprintf(text, sizeof text, "a share of %.2g of the exchanges is accepted%s", mean,
                mean < 1e-3 ? ", practically none" : "");
  return text;
}

/// Series of "tempering", every `steps` exchanges, for about `seconds`, after the start is forgotten.
Series record(Simulation& simulation, double seconds, int steps) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const int step = simulation.sweep_granularity();
  const int forgotten = std::max(20, 1200 / step);
  for (int i = 0; i < forgotten; ++i) simulation.sweep(step);
  const int spacing = steps * step;
  Series all = simulation.series("tempering", least_steps, spacing);
  while (passed() < seconds) {
    const double rate = static_cast<double>(all.measurements()) / passed();
    const int more = static_cast<int>(std::clamp(0.2 * seconds * rate, 2.0, 4000.0)) / 2 * 2;
    const Series part = simulation.series("tempering", more, spacing);
    all.values.insert(all.values.end(), part.values.begin(), part.values.end());
  }
  return all;
}

/// `steps`: exchanges from one measurement to the next.
std::vector<Check> judged(const Series& series, int steps, const std::vector<double>& betas, std::int64_t L,
                          double gate, const std::string& where) {
  const std::size_t many = betas.size(), width = series.replicas, n = series.measurements();
  const auto value = [&](std::size_t measurement, std::size_t i) { return series.values[measurement * width + i]; };
  std::vector<Judged> energies, pairs;
  for (std::size_t t = 0; t < many; ++t) {
    std::vector<double> of_one(n);
    for (std::size_t m = 0; m < n; ++m) of_one[m] = value(m, t);
    const Thermal exact = thermal_at(L, betas[t]);
    energies.push_back(judge(of_one, exact.energy, std::sqrt(exact.variance), gate));
  }
  for (std::size_t i = 0; i + 1 < many; ++i) {
    // Of two exchanges one tries the pair. How far tries one after the other hang together is not known: the deviation
    // is that of tries that are all alike.
    std::vector<double> of_one;
    for (std::size_t m = 2; m < n; m += 2)
      of_one.push_back((value(m, 2 * many + i) - value(m - 2, 2 * many + i)) / steps);
    const double exact = acceptance_at(L, betas[i], betas[i + 1]);
    pairs.push_back(judge(of_one, exact, std::sqrt(std::max(exact * (1 - exact), 1e-12)), gate));
  }
  const std::string length = where + ", " + std::to_string(n * static_cast<std::size_t>(steps)) + " exchanges";
  return {check_of("energy", energies, false, length), check_of("energy_by_temperature", energies, true, length),
          check_of("acceptance", pairs, false, length), check_of("acceptance_by_pair", pairs, true, length)};
}

/// Of an oracle, which no other bits can be held to: each spin has both signs in some of many configurations.
Check check_turns(const Variant& variant, Params params, std::uint64_t seed) {
  params.set("beta_low", 0.1);
  params.set("beta_high", 0.15);
  const auto simulation = variant.make(params, seed);
  std::vector<bool> up, down;
  for (int i = 0; i < least_steps; ++i) {
    simulation->sweep(simulation->sweep_granularity());
    const std::vector<std::int8_t> spins = simulation->configuration().signs();
    up.resize(spins.size()), down.resize(spins.size());
    for (std::size_t s = 0; s < spins.size(); ++s) (spins[s] > 0 ? up : down)[s] = true;
  }
  Check check;
  check.name = "turns";
  check.kind = Check::Kind::self;
  check.code_path = simulation->code_path();
  std::size_t stuck = 0;
  for (std::size_t s = 0; s < up.size(); ++s) stuck += !(up[s] && down[s]);
  check.passed = !up.empty() && stuck == 0;
  check.detail = std::to_string(stuck) + " spins of " + std::to_string(up.size()) + " have one sign in " +
                 std::to_string(least_steps) + " configurations";
  return check;
}

/// The checks on one set of temperatures.
std::vector<Check> prove_set(const CheckContext& context, const Params& params, double seconds,
                             const std::string& note) {
  char budget[64];
  std::snprintf(budget, sizeof budget, " %.17g s %.17g sigma", seconds, context.gate_sigmas);
  return context.once(params.name() + budget, [&] {
    const auto simulation = context.variant.make(params, context.seed);
    const std::vector<double> betas = simulation->observe().of("beta");
    const int steps = context.variant.backend == "cpu" ? 1 : steps_at_once;
    const Series series = record(*simulation, seconds, steps);
    std::vector<Check> checks =
        judged(series, steps, betas, params.integer("L"), context.gate_sigmas, params.name() + note);
    for (Check& check : simulation->self_check()) checks.push_back(std::move(check));
    for (Check& check : checks) check.code_path = simulation->code_path();
    return checks;
  });
}

/// Few temperatures that lie so far apart, 1.5 standard deviations of the energy, that most exchanges are refused: how
/// an exchange is decided shows there. Where nearly all are accepted a wrong sign would hardly matter.
Params far_apart(Params params) {
  constexpr std::int64_t few = 5;
  params.set("replicas", std::min<std::int64_t>(params.integer("replicas"), few));
  params.set("temperatures", std::string("equal"));
  params.set("beta_low", 0.1);
  params.set("beta_high", 0.1 + 4 / params.real("L"));
  return params;
}

std::vector<Check> prove(const CheckContext& context, Params params) {
  std::string note;
  if (params.real("beta_high") > largest_beta) {
    params.set("beta_high", largest_beta);
    params.set("beta_low", std::min(params.real("beta_low"), 0.5));
    note = " (not colder, where lattices turn over too slowly)";
  }
  std::vector<Check> checks = prove_set(context, params, 0.5 * context.seconds, note);
  for (Check& check : prove_set(context, far_apart(params), 0.4 * context.seconds, " (temperatures far apart)")) {
    check.name += "_far_apart";
    checks.push_back(std::move(check));
  }
  if (context.variant.oracle.empty()) checks.push_back(check_turns(context.variant, params, context.seed));
  return checks;
}

Params at_size(const CheckContext& context, std::int64_t L) {
  Params params = context.params;
  params.set("L", L);
  params.set("exchange", few_sweeps);
  if (params.has("k")) params.set("k", std::min<std::int64_t>(params.integer("k"), 2));
  if (params.has("words"))
    params.set("words", static_cast<std::int64_t>(ising2d::multispin_words(bit_sliced_lattices(context.params))));
  return params;
}

}  // namespace

std::vector<Check> serial_physics(const CheckContext& context) { return prove(context, at_size(context, 16)); }

std::vector<Check> serial_tiled_physics(const CheckContext& context) {
  Params params = at_size(context, 16);
  params.set("tile", std::int64_t{4});
  return prove(context, params);
}

std::vector<Check> plain_multispin_physics(const CheckContext& context) { return prove(context, at_size(context, 16)); }

std::vector<Check> tiled_physics(const CheckContext& context) { return prove(context, at_size(context, 64)); }

Params multispin_physics_case(const CheckContext& context) {
  const MultispinTile tile = ising2d::multispin_tile(bit_sliced_lattices(context.params));
  Params params = at_size(context, 64 * static_cast<std::int64_t>(tile.across));
  if (params.has("threads")) params.set("threads", std::int64_t{1});
  return params;
}

std::vector<Check> multispin_physics(const CheckContext& context) {
  return prove(context, multispin_physics_case(context));
}

std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  const Observables seen = simulation.observe();
  const std::vector<double>&energies = seen.of("energy"), &betas = seen.of("beta");
  const double spins = sites_of(params, 2), visits = sweeps / (params.has("k") ? params.real("k") : 1);
  // Towards the critical point the start lasts long, and a short run tells nothing.
  const bool relaxed = visits >= 60 && sweeps >= 1000 && betas.back() <= 0.3;
  Check check;
  check.name = "look";
  check.code_path = simulation.code_path();
  check.passed = !energies.empty() && energies.size() == betas.size();
  check.detail = "energies after " + std::to_string(sweeps) + " sweeps; " + acceptance_text(params.integer("L"), betas);
  for (std::size_t t = 0; check.passed && t < energies.size(); ++t) {
    const Thermal exact = thermal_at(params.integer("L"), betas[t]);
    // Eight sigma, and what Bernstein's inequality adds for rare large steps.
    const double width = relaxed ? 8 * std::sqrt(exact.variance) + 64.0 * 8 / (3 * spins) : 4;
    // A comparison that NaN fails.
    check.passed = std::fabs(energies[t] - exact.energy) <= width && std::fabs(energies[t]) <= 2;
    if (!check.passed)
      check.detail += ": temperature " + std::to_string(t) + " has " + std::to_string(energies[t]) + ", expected " +
                      std::to_string(exact.energy) + " to within " + std::to_string(width);
  }
  return {check};
}

}  // namespace spinbench::tempering

#include "kernels/heisenberg3d_parallel_tempering/physics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "kernels/common/heisenberg/axes.hpp"
#include "kernels/common/heisenberg/disorder_check.hpp"
#include "kernels/common/heisenberg/glass_series.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/tempering/judged.hpp"
#include "kernels/common/tempering/tempered.hpp"
#include "kernels/common/thermal_check.hpp"
#include "kernels/common/turns_check.hpp"
#include "kernels/heisenberg3d_heatbath/physics.hpp"
#include "kernels/heisenberg3d_parallel_tempering/axes.hpp"

namespace spinbench::vector_tempering {
namespace {

using tempering::check_of, tempering::Judged, tempering::judge_by_scatter;

constexpr int least = 256, forgotten = 40;
/// Up to here the series of a sample is exact to 1e-6, and there samples are in equilibrium within a few sweeps; where
/// they do not freeze yet, as kernels/common/heisenberg/physics.cpp has it.
constexpr double series_beta = 0.2, warm = 0.4, coldest = 1.0;

/// Of each temperature, averages over the realizations, measurement by measurement.
using ByTemperature = std::vector<std::vector<double>>;

/// The exchanges of one pair: what was found, less what was expected of the energies, over all realizations.
struct Tries {
  double accepted = 0, chance = 0, variance = 0;  ///< sums of 1 or 0, of p, and of p (1 - p)
  std::vector<double> excess;  ///< of a measurement: accepted less twice the certain ones, a realization
};

struct Run {
  ByTemperature energies, callen;  ///< energy less Callen's
  std::vector<Tries> pairs;
};

/// Adds the exchange between two observations, number `number`, to the pairs.
void count(std::vector<Tries>& pairs, const Observables& before, const Observables& after, std::uint64_t number,
           double sites) {
  const std::vector<double>&from = before.of("place"), &to = after.of("place"), &energies = after.of("left_energy"),
        &betas = after.of("beta");
  const std::size_t replicas = betas.size(), realizations = energies.size() / replicas;
  for (std::size_t i = number % 2; i + 1 < replicas; i += 2) {
    double excess = 0;
    for (std::size_t r = 0; r < realizations; ++r) {
      bool exchanged = false;
      for (std::size_t c = r * replicas; c < (r + 1) * replicas; ++c)
        exchanged = exchanged || (from[c] == static_cast<double>(i) && to[c] == static_cast<double>(i + 1));
      // What they were before: an exchange took them along.
      double gap = (energies[r * replicas + i] - energies[r * replicas + i + 1]) * sites;
      if (exchanged) gap = -gap;
      const double chance = std::min(1.0, std::exp((betas[i] - betas[i + 1]) * gap));
      pairs[i].accepted += exchanged, pairs[i].chance += chance, pairs[i].variance += chance * (1 - chance);
      excess += (exchanged ? 1.0 : 0.0) - (chance >= 1 ? 2 : 0);
    }
    pairs[i].excess.push_back(excess / static_cast<double>(realizations));
  }
}

Run record(Simulation& simulation, double seconds, double sites) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const int step = simulation.sweep_granularity();
  for (int i = 0; i < forgotten; ++i) simulation.sweep(step);
  Run result;
  Observables before = simulation.observe();
  const std::size_t replicas = before.of("beta").size();
  result.energies.resize(replicas), result.callen.resize(replicas), result.pairs.resize(replicas - 1);
  std::uint64_t number = forgotten;
  for (int done = 0; done < least || std::chrono::duration<double>(Clock::now() - start).count() < seconds; ++done) {
    simulation.sweep(step);
    Observables now = simulation.observe();
    const std::vector<double>&energies = now.of("energy"), &callen = now.of("callen_energy");
    const auto realizations = static_cast<double>(energies.size() / replicas);
    for (std::size_t t = 0; t < replicas; ++t) {
      double energy = 0, other = 0;
      for (std::size_t i = t; i < energies.size(); i += replicas) energy += energies[i], other += callen[i];
      result.energies[t].push_back(energy / realizations);
      result.callen[t].push_back((energy - other) / realizations);
    }
    count(result.pairs, before, now, number++, sites);
    before = std::move(now);
  }
  return result;
}

/// The average over the realizations of what the series of each gives, or the ferromagnet's exact energy.
double known_energy(const Params& params, std::uint64_t seed, double beta) {
  const Lattices lattices = Lattices::of(params);
  double sum = 0;
  for (std::uint32_t r = 0; r < lattices.realizations; ++r)
    sum += heisenberg::glass_series(GaussianBonds::of(params.word("couplings"), seed, r, lattices.sites()),
                                    RandomFields{}, lattices.L, beta)
               .energy;
  return sum / lattices.realizations;
}

/// The checks that `judge(run)` makes of a case, once for all that choose the same, with those that the simulation
/// makes of itself, which end in `suffix`.
template <class Judge>
std::vector<Check> prove(const CheckContext& context, const Params& params, const std::string& suffix, double seconds,
                         Judge&& judge) {
  char budget[64];
  std::snprintf(budget, sizeof budget, " %.17g s %.17g sigma", seconds, context.gate_sigmas);
  return context.once(params.name() + budget, [&] {
    const auto simulation = context.variant.make(params, context.seed);
    const Run run = record(*simulation, seconds, static_cast<double>(Lattices::of(params).sites()));
    std::vector<Check> checks =
        judge(run, params.name() + ", " + std::to_string(run.energies.front().size()) + " measurements");
    for (Check& check : simulation->self_check()) {
      check.name += suffix;
      checks.push_back(std::move(check));
    }
    for (Check& check : checks) check.code_path = simulation->code_path();
    return checks;
  });
}

Params small(const CheckContext& context, std::int64_t L, std::int64_t replicas, double low, double high) {
  Params params = context.params;
  const std::int64_t step = params.integer("n_hb") + params.integer("n_or");
  params.set("L", L);
  params.set("realizations", std::int64_t{is_parallel(context.device) ? 32 : 3});
  params.set("replicas", replicas);
  params.set("copies", std::int64_t{1});
  params.set("exchange", step);
  params.set("beta_low", low);
  params.set("beta_high", high);
  return params;
}

std::vector<Check> energies_of_series(const CheckContext& context) {
  const Params params = small(context, is_parallel(context.device) ? 16 : 8, 3, series_beta / 2, series_beta);
  return prove(context, params, "_of_series", 0.4 * context.seconds, [&](const Run& run, const std::string& where) {
    const std::vector<double> betas = tempering::equal_betas(params);
    std::vector<Judged> all;
    for (std::size_t t = 0; t < betas.size(); ++t)
      all.push_back(
          judge_by_scatter(run.energies[t], known_energy(params, context.seed, betas[t]), context.gate_sigmas));
    return std::vector<Check>{check_of("energy_by_temperature", all, true, where)};
  });
}

/// Few temperatures, so far apart that exchanges are accepted and refused.
std::vector<Check> identities(const CheckContext& context) {
  const Params params = small(context, 4, 5, warm, coldest);
  return prove(context, params, "_of_identities", 0.6 * context.seconds, [&](const Run& run, const std::string& where) {
    std::vector<Judged> callen, chances, excesses;
    for (const std::vector<double>& differences : run.callen)
      callen.push_back(judge_by_scatter(differences, 0, context.gate_sigmas));
    for (const Tries& pair : run.pairs) {
      // Decisions are independent of each other, given the energies.
      chances.push_back({pair.accepted, pair.chance, std::sqrt(pair.variance), context.gate_sigmas});
      excesses.push_back(judge_by_scatter(pair.excess, 0, context.gate_sigmas));
    }
    return std::vector<Check>{check_of("callen_by_temperature", callen, true, where),
                              check_of("acceptance_by_pair", chances, true, where),
                              check_of("acceptance_in_equilibrium", excesses, true, where)};
  });
}

/// The spins of all copies before and after a sweep of the heat bath, so many of over-relaxation, and an exchange.
Turned turned_by(const Variant& variant, Params params, std::uint64_t seed, std::int64_t relaxations) {
  params.set("n_or", relaxations);
  params.set("exchange", 1 + relaxations);
  const auto simulation = variant.make(params, seed);
  Turned result;
  result.code_path = simulation->code_path();
  result.before = simulation->configuration();
  simulation->sweep(simulation->sweep_granularity());
  result.after = by_copy(simulation->configuration(), simulation->observe().of("place"),
                         static_cast<std::size_t>(params.integer("replicas")));
  return result;
}

/// Of an oracle, which no other bits can be held to: "moves", at its own size and on a small lattice, by the heat bath;
/// and by over-relaxation, where there is any, in the difference that a sweep of it makes. A core takes a second for so
/// many spins.
std::vector<Check> moves(const CheckContext& context) {
  constexpr std::int64_t most_spins = 1 << 23;
  std::vector<Params> cases(2, context.params);
  cases.back().set("L", std::int64_t{4});
  for (Params& one : cases) {
    const auto affordable = most_spins / static_cast<std::int64_t>(Lattices::of(one).sites());
    one.set("realizations", std::int64_t{1});
    one.set("replicas", std::min(one.integer("replicas"), std::max<std::int64_t>(affordable, 2)));
    for (const char* name : {"copies", "exchange", "n_hb"}) one.set(name, std::int64_t{1});
    one.set("n_or", std::int64_t{0});
    one.set("beta_low", 1e-12);
    one.set("beta_high", 1e-11);
  }
  const auto with_sweeps = [&](int n_or) {
    return
        [&context, n_or](const Params& one, std::uint64_t seed) { return turned_by(context.variant, one, seed, n_or); };
  };
  std::vector<Check> result = check_each(context, "moves", cases, with_sweeps(0), judge_moves);
  if (context.params.integer("n_or") == 0) return result;
  for (Check& check : check_difference(context, "moves by over-relaxation", cases, with_sweeps(0), with_sweeps(1)))
    result.push_back(std::move(check));
  return result;
}

}  // namespace

std::vector<Check> physics(const CheckContext& context) {
  std::vector<Check> result =
      context.once("heat bath", [] { return std::vector<Check>{heisenberg::check_heat_bath()}; });
  const Lattices lattices = Lattices::of(context.params);
  for (Check& check : heisenberg::check_disorder(
           context, {context.params.word("couplings"), 0, lattices.sites(), lattices.realizations}))
    result.push_back(std::move(check));
  if (context.variant.oracle.empty())
    for (Check& check : moves(context)) result.push_back(std::move(check));
  for (const Check& check : result)
    if (!check.passed) return result;
  for (const auto& more : {energies_of_series(context), identities(context)})
    result.insert(result.end(), more.begin(), more.end());
  return result;
}

std::vector<Check> look(const Params& params, Simulation& simulation, double sweeps) {
  const Observables seen = simulation.observe();
  const std::vector<double>&energies = seen.of("energy"), &norms = seen.of("norm_distance");
  const double growth = std::sqrt(1.0 + heisenberg::Mixture::of(params).of_relaxation),
               longest = growth * (params.word("precision") == "double" ? 1e-15 : 2e-7),
               sites = static_cast<double>(Lattices::of(params).sites()), highest = 8 / std::sqrt(sites),
               lowest = heisenberg::has_couplings(params) ? -7.5 : -3;
  const auto [low, high] = std::minmax_element(energies.begin(), energies.end());
  const double norm = *std::max_element(norms.begin(), norms.end());
  bool numbers = true;
  for (std::size_t i = 0; i < energies.size(); ++i)
    numbers = numbers && energies[i] >= lowest - 1e-9 && energies[i] <= highest && norms[i] <= longest;
  Check check;
  check.name = "look";
  check.kind = Check::Kind::self;
  check.code_path = simulation.code_path();
  check.passed = numbers;
  char text[200];
  std::snprintf(text, sizeof text,
                "after %.0f sweeps energies are %.6g to %.6g; %.3g to %.3g are allowed; |s| is off by %.3g, %.0e is",
                sweeps, *low, *high, lowest, highest, norm, longest);
  check.detail = text;
  return {check};
}

}  // namespace spinbench::vector_tempering

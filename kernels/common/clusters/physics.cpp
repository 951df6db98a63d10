#include "kernels/common/clusters/physics.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/common/axes.hpp"
#include "kernels/common/gates.hpp"
#include "kernels/common/ising_physics.hpp"
#include "kernels/common/statistics.hpp"
#include "kernels/common/symmetry_check.hpp"
#include "kernels/common/thermal_check.hpp"

namespace spinbench::clusters {
namespace {

constexpr double relation_share = 0.1, symmetry_share = 0.05;

/// Of the time, for what has an oracle's spins to the bit: the law of these is proved with the oracle. An update of a
/// small lattice is a few waits for an accelerator, and no time that it is given shows a factor off by 0.1%.
constexpr double share_with_oracle = 0.1;
constexpr int least_measurements = 256, most_measurements = 1 << 16;

/// Above, a spin is flipped in one of 10^4 updates; below, a few bonds are active in all that is measured.
constexpr double largest_beta = 1.2, smallest_beta = 0.01;

double expectation(const std::vector<ExactSolution::Expectation>& all, const std::string& name) {
  for (const auto& one : all)
    if (one.observable == name) return one.value;
  throw std::runtime_error("no exact " + name + " of this lattice is known");
}

ThermalCase thermal_case(const ClusterCase& chosen) {
  const std::string model = (is_ising(chosen.params) ? "ising" : "potts") + std::to_string(chosen.dimensions) + "d";
  const ExactSolution* solution = Registry::instance().exact_solution(model);
  if (solution == nullptr) throw std::runtime_error("this build has no exact solution of " + model);
  const auto exact = solution->at(chosen.params);
  ThermalCase what;
  what.params = chosen.params;
  what.beta = beta_of(chosen.params);
  what.spins = sites_of(chosen.params, chosen.dimensions);
  what.energy = expectation(exact, "energy");
  what.specific_heat = expectation(exact, "specific_heat");
  what.ground = -chosen.dimensions;
  what.starts_lowest = true;
  what.quantum = 4 * chosen.dimensions;
  // All that an update knows of the temperature is exp(-2 beta): a factor 1 + delta is a change of beta by -delta / 2.
  what.response = what.specific_heat / (what.beta * what.beta) / 2;
  what.relaxation = chosen.relaxation;
  what.tau = 0.5 + chosen.relaxation / 2;
  what.note = chosen.note;
  return what;
}

}  // namespace

ClusterCase case_of_energies(const ClusterCase& what) {
  ClusterCase result = what;
  if (is_ising(what.params)) return result;
  result.params.set("L", std::int64_t{what.dimensions == 2 ? 3 : 2});
  // Each cluster reaches all of so small a lattice.
  result.relaxation = std::min(what.relaxation, 2.0);
  return result;
}

bool is_ising(const Params& params) { return !params.has("q") || params.integer("q") == 2; }

ClusterCase case_of_relations(const ClusterCase& what) {
  constexpr double coldest[] = {0.485, 0.244};
  ClusterCase result = what;
  const double most = coldest[what.dimensions - 2];
  if (beta_of(what.params) > most) result.params.set("beta", most);
  return result;
}

std::vector<Check> check_relations(Simulation& simulation, const ClusterCase& what,
                                   const std::vector<Relation>& relations, double seconds, double gate_sigmas) {
  using Clock = std::chrono::steady_clock;
  const int spacing = std::clamp(static_cast<int>(what.relaxation), 1, 1000);
  simulation.sweep(20 * spacing);
  std::vector<std::vector<double>> series(relations.size());
  const auto start = Clock::now();
  int measured = 0;
  while (measured < least_measurements ||
         (measured < most_measurements && std::chrono::duration<double>(Clock::now() - start).count() < seconds)) {
    simulation.sweep(spacing);
    const Observables seen = simulation.observe();
    for (std::size_t i = 0; i < relations.size(); ++i) series[i].push_back(relations[i].difference(seen, what));
    ++measured;
  }
  std::vector<Check> result;
  for (std::size_t i = 0; i < relations.size(); ++i) {
    const MeanEstimate mean = mean_to_judge(series[i]);
    Check check;
    check.name = relations[i].name;
    check.kind = Check::Kind::physics;
    check.code_path = simulation.code_path();
    check.numeric = true;
    check.value = mean.value;
    check.sigma = mean.sigma;
    const double freedom = static_cast<double>(measured) / (12 * mean.tau + 1);
    // Comparisons that NaN fails; a difference that is zero at all times is right, too.
    check.passed = std::fabs(mean.value) <= student_gate(gate_sigmas, freedom) * mean.sigma + 1e-12;
    check.detail = what.params.name() + ": the mean of " + std::to_string(measured) + " differences, " +
                   std::to_string(spacing) + " updates apart";
    result.push_back(std::move(check));
  }
  return result;
}

std::vector<Check> check_clusters(const CheckContext& context, const ClusterCase& what,
                                  const std::vector<Relation>& relations) {
  if (context.variant.unsupported) {
    const std::string reason = context.variant.unsupported(what.params, context.device);
    if (!reason.empty()) {
      Check check;
      check.name = "energy";
      check.kind = Check::Kind::physics;
      check.detail = what.params.name() + ": the physics check cannot run: " + reason;
      return {check};
    }
  }
  const Oracle& oracle = context.variant.oracle;
  const bool follows = !oracle.empty() && oracle.agreement_of(what.params).kind == Agreement::Kind::bits;
  const double seconds = (follows && is_parallel(context.device) ? share_with_oracle : 1) * context.seconds;
  char budget[64];
  std::snprintf(budget, sizeof budget, " %.17g s %.17g sigma", seconds, context.gate_sigmas);
  return context.once(what.params.name() + budget, [&] {
    const auto simulation = context.variant.make(what.params, context.seed);
    const ClusterCase known = case_of_energies(what);
    const auto small = is_ising(what.params) ? nullptr : context.variant.make(known.params, context.seed);
    std::vector<Check> checks = check_thermal(small ? *small : *simulation, thermal_case(known),
                                              {(1 - relation_share - symmetry_share) * seconds, context.gate_sigmas});
    const ClusterCase warm = case_of_relations(what);
    const bool is_same = warm.params.name() == what.params.name();
    const auto warmed = is_same ? nullptr : context.variant.make(warm.params, context.seed);
    for (Check& check : check_relations(is_same ? *simulation : *warmed, warm, relations, relation_share * seconds,
                                        context.gate_sigmas))
      checks.push_back(std::move(check));
    // An oracle has no other bits to be held to.
    if (context.variant.oracle.empty())
      checks.push_back(
          check_symmetry(*simulation, 0.5 + what.relaxation / 2, symmetry_share * seconds, context.gate_sigmas));
    return checks;
  });
}

ClusterCase exact_case(const CheckContext& context, int dimensions, std::int64_t plane_L) {
  ClusterCase chosen;
  chosen.dimensions = dimensions;
  chosen.params = context.params;
  chosen.params.set("L", dimensions == 2 ? plane_L : std::int64_t{4});
  const double beta = beta_of(chosen.params);
  if (beta > largest_beta) chosen.params.set("beta", largest_beta);
  if (beta < smallest_beta) chosen.params.set("beta", smallest_beta);
  chosen.note = beta_note(chosen.params, context.params,
                          beta > largest_beta ? "where spins flip often enough to be counted"
                                              : "where bonds are active often enough to be counted");
  return chosen;
}

std::vector<Params> odd_and_tiled(int dimensions, const Params& params, std::int64_t most,
                                  const std::vector<std::int64_t>& more) {
  std::vector<std::int64_t> sizes = dimensions == 2 ? std::vector<std::int64_t>{64, 2, 7, 36, 132, 256}
                                                    : std::vector<std::int64_t>{16, 2, 5, 12, 36, 48};
  sizes.insert(sizes.end(), more.begin(), more.end());
  const std::int64_t L = params.integer("L");
  if (L <= most && std::find(sizes.begin(), sizes.end(), L) == sizes.end()) sizes.push_back(L);
  std::vector<Params> result;
  for (const std::int64_t one : sizes) {
    result.push_back(params);
    result.back().set("L", one);
  }
  return result;
}

}  // namespace spinbench::clusters

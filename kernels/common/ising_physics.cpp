#include "kernels/common/ising_physics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <utility>

#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/symmetry_check.hpp"
#include "kernels/common/turns_check.hpp"

namespace spinbench {
namespace {

constexpr double critical_beta_2d = 0.4406867935097715, critical_beta_3d = 0.221654626;

struct Exact {
  double energy = 0, specific_heat = 0;
};

/// Throws std::runtime_error where none is known.
Exact exact_at(int dimensions, const Params& params) {
  const std::string model = dimensions == 2 ? "ising2d" : "ising3d";
  const ExactSolution* solution = Registry::instance().exact_solution(model);
  if (solution == nullptr) throw std::runtime_error("this build has no exact solution of " + model);
  Exact result;
  bool energy = false, specific_heat = false;
  for (const auto& one : solution->at(params)) {
    if (one.observable == "energy") result.energy = one.value, energy = true;
    if (one.observable == "specific_heat") result.specific_heat = one.value, specific_heat = true;
  }
  if (!energy || !specific_heat)
    throw std::runtime_error("no exact energy of " + model + " is known at L=" + std::to_string(params.integer("L")) +
                             " beta=" + to_string(params.at("beta")));
  return result;
}

/// Between the points of `table`, which ascend in the first member; beyond its ends as at them.
double interpolated(std::span<const std::pair<double, double>> table, double x) {
  if (x <= table.front().first) return table.front().second;
  for (std::size_t i = 1; i < table.size(); ++i)
    if (x <= table[i].first) {
      const auto [x0, y0] = table[i - 1];
      const auto [x1, y1] = table[i];
      return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
    }
  return table.back().second;
}

/// Of the energy, in sweeps of single hits.
struct Times {
  double relaxation = 1, tau = 0.5;
};

/// Relaxation: 0.024 l^2.17 with l = min(L, 2.5 correlation lengths), as measured on L = 16 and 32 at the critical
/// point of the square lattice, and towards high temperature the time until an attempt is rejected at all. The
/// integrated time was seen to be 0.4 of that or less.
Times times_of_single_hits(int dimensions, double L, double beta, bool starts_slowly) {
  const double length = std::min(L, 2.5 * correlation_length(dimensions, beta));
  const double critical = dimensions == 2 ? 0.024 * std::pow(length, 2.17) : 0.05 * std::pow(length, 2.03);
  return {1 + critical + (starts_slowly ? 8 : 0.2) / beta, 0.5 + 0.4 * critical + 0.05 / beta};
}

/// In visits of all tiles. A visit is worth as many sweeps as it takes for the inside of a tile to forget, at most, and
/// half of them for what the frozen surroundings cost.
Times times_of(int dimensions, const PhysicsCase& chosen) {
  const Params& params = chosen.params;
  const Times single = times_of_single_hits(dimensions, params.real("L"), beta_of(params), chosen.starts_slowly);
  const double inside = 0.024 * std::pow(chosen.tile, 2.17), worth = std::max(1.0, std::min(chosen.hits, inside) / 2);
  return {single.relaxation / worth, std::max(0.5, single.tau / worth)};
}

ThermalCase thermal_case(int dimensions, const PhysicsCase& chosen) {
  const Params& params = chosen.params;
  const Exact exact = exact_at(dimensions, params);
  ThermalCase what;
  what.params = params;
  what.beta = beta_of(params);
  what.spins = sites_of(params, dimensions);
  what.energy = exact.energy;
  what.specific_heat = exact.specific_heat;
  what.ground = -dimensions;
  what.quantum = 4 * dimensions;
  what.response = boltzmann_response(dimensions, what.beta, exact.specific_heat);
  const Times times = times_of(dimensions, chosen);
  what.relaxation = times.relaxation;
  what.tau = times.tau;
  what.note = chosen.note;
  return what;
}

Check failed(const std::string& why) {
  Check check;
  check.name = "energy";
  check.kind = Check::Kind::physics;
  check.detail = why;
  return check;
}

/// Of the budget, beside what the energy takes.
constexpr double symmetry_share = 0.05;

/// Of the budget that a biased generator leaves to its sibling.
constexpr double sibling_share = 0.75;

std::vector<Check> run_case(const CheckContext& context, int dimensions, const PhysicsCase& chosen, double share) {
  const Params& params = chosen.params;
  if (context.variant.unsupported) {
    const std::string reason = context.variant.unsupported(params, context.device);
    if (!reason.empty()) return {failed(params.name() + ": the physics check cannot run: " + reason)};
  }
  const ThermalCase what = thermal_case(dimensions, chosen);
  char budget[64];
  std::snprintf(budget, sizeof budget, " %.17g s %.17g sigma", share * context.seconds, context.gate_sigmas);
  return context.once(params.name() + budget, [&] {
    const auto simulation = context.variant.make(params, context.seed);
    auto checks = check_thermal(*simulation, what, {share * context.seconds, context.gate_sigmas});
    for (Check& check : simulation->self_check()) {
      check.code_path = simulation->code_path();
      checks.push_back(std::move(check));
    }
    // An oracle has no other bits to be held to.
    if (context.variant.oracle.empty())
      checks.push_back(
          check_symmetry(*simulation, what.tau, symmetry_share * share * context.seconds, context.gate_sigmas));
    return checks;
  });
}

std::vector<Check> check_energies(const CheckContext& context, int dimensions, const PhysicsCase& chosen) {
  const std::string generator = context.params.word("rng");
  const rng::Bias bias = rng::bias_of(generator, chosen.one_sequence);
  const std::string sibling = bias.sibling;
  if (sibling.empty()) return run_case(context, dimensions, chosen, 1);
  PhysicsCase unbiased = chosen;
  unbiased.params.set("rng", sibling);
  std::vector<Check> checks = run_case(context, dimensions, unbiased, sibling_share);
  for (Check& check : checks) check.detail += "; with " + sibling + " in place of " + generator;
  for (Check& check : run_case(context, dimensions, chosen, 1 - sibling_share)) {
    if (check.name != "energy") continue;
    check.name = "biased_energy";
    // A bias explains a wrong value, not a run that came to nothing.
    if (!check.passed && check.numeric) {
      check.expected_failure = true;
      check.detail += std::string("; known bias: ") + bias.shown;
    }
    // What the case's own generator gives proves nothing.
    if (check.passed) check.kind = Check::Kind::support;
    checks.push_back(std::move(check));
  }
  return checks;
}

}  // namespace

std::string beta_note(const Params& physics, const Params& wanted, const std::string& why) {
  if (beta_of(physics) == beta_of(wanted)) return "";
  return "at beta=" + to_string(physics.at("beta")) + " instead of " + to_string(wanted.at("beta")) + ", " + why;
}

std::string unbiased_sibling(const std::string& generator) {
  const std::string sibling = rng::unbiased_by_the_same_code(generator);
  return sibling == generator ? "" : sibling;
}

std::vector<Check> check_ising(const CheckContext& context, int dimensions, const PhysicsCase& chosen) {
  std::vector<Check> turns = check_turns(context, chosen.turns);
  for (const Check& check : turns)
    if (!check.passed) return turns;
  std::vector<Check> checks = check_energies(context, dimensions, chosen);
  checks.insert(checks.end(), turns.begin(), turns.end());
  return checks;
}

bool is_parallel(const Device& device) { return !device.pci.empty(); }

double correlation_length(int dimensions, double beta) {
  if (dimensions == 3) {
    const double distance = std::fabs(1 - beta / critical_beta_3d);
    return distance > 0 ? 0.5 * std::pow(distance, -0.63) : 1e9;
  }
  const double inverse = std::log(1 / std::tanh(beta)) - 2 * beta;
  const double rate = inverse > 0 ? inverse : -2 * inverse;
  return rate > 0 ? 1 / rate : 1e9;
}

double boltzmann_response(int dimensions, double beta, double specific_heat) {
  static constexpr std::pair<double, double> square[] = {{0, 0.7},    {0.2, 0.75}, {0.35, 0.72}, {0.44, 0.68},
                                                         {0.5, 0.62}, {0.6, 0.56}, {0.8, 0.51},  {1.2, 0.5}};
  static constexpr std::pair<double, double> cubic[] = {{0.1, 0.65},  {0.15, 0.64}, {0.2, 0.58}, {0.2217, 0.54},
                                                        {0.25, 0.50}, {0.3, 0.40},  {0.4, 0.35}, {0.6, 1.0 / 3}};
  const double share = dimensions == 2 ? interpolated(square, beta) : interpolated(cubic, beta);
  return share * specific_heat / (beta * beta) / 4;
}

}  // namespace spinbench

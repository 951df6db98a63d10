// The experiment tempering_ising2d: energies, exchanges and the walk of the replicas through the temperatures.
//
// Estimates, temperatures counted from the hottest:
//   energy_00 ...      at each temperature, and the inverse temperature itself, beta_00 ...
//   acceptance_00 ...  of the exchanges of temperature i with i + 1; `acceptance` is their mean
//   round_trips        of all replicas, from the hottest temperature to the coldest and back
//   tau_walk           the integrated autocorrelation time of a replica's temperature, in sweeps
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "interface/autocorrelation.hpp"
#include "interface/registry.hpp"
#include "kernels/common/statistics.hpp"
#include "kernels/ising2d_parallel_tempering/axes.hpp"

namespace spinbench::tempering {
namespace {

/// Exchanges that are measured where nobody says: seconds a row on a host.
constexpr int host_exchanges = 2000, accelerator_exchanges = 5000;

Experiment::Length length(const Params& params, const Device& device, std::optional<int> wanted) {
  Experiment::Length result;
  result.spacing = static_cast<int>(params.integer("exchange"));
  // An accelerator sits on a bus.
  const int usual = (device.pci.empty() ? host_exchanges : accelerator_exchanges) * result.spacing;
  result.sweeps = wanted.value_or(usual);
  // Orders of single spins keep some of the start for a hundred sweeps at high temperature.
  result.equilibration = std::max(1200, result.sweeps / 20);
  return result;
}

std::string numbered(const char* name, std::size_t i) {
  char text[40];
  std::snprintf(text, sizeof text, "%s_%02zu", name, i);
  return text;
}

/// A value that was registered, or nothing.
std::optional<double> exact(const char* model, const char* observable, const Params& params) {
  const ExactSolution* solution = Registry::instance().exact_solution(model);
  if (solution != nullptr)
    for (const auto& [name, value] : solution->at(params))
      if (name == observable) return value;
  return std::nullopt;
}

/// The measurements of one column of the series.
std::vector<double> column(const Series& series, std::size_t i) {
  std::vector<double> result;
  for (std::size_t m = i; m < series.values.size(); m += series.replicas) result.push_back(series.values[m]);
  return result;
}

/// Of one replica: how often it went from the hottest temperature to the coldest and back.
int round_trips(const std::vector<double>& places, double coldest) {
  int ends = 0;
  bool seen = false, at_hot = false;
  for (const double place : places) {
    if (place != 0 && place != coldest) continue;
    const bool hot = place == 0;
    ends += seen && hot != at_hot;
    seen = true;
    at_hot = hot;
  }
  return ends / 2;
}

/// What was accepted of the pair's tries, which are every other exchange.
std::vector<double> accepted(const std::vector<double>& counts) {
  std::vector<double> result;
  for (std::size_t m = 2; m < counts.size(); m += 2) result.push_back(counts[m] - counts[m - 2]);
  return result;
}

std::vector<NamedEstimate> estimates(const Params& params, const Experiment::Length& run, const Series& series,
                                     Simulation& simulation) {
  const std::vector<double> betas = simulation.observe().of("beta");
  const std::size_t many = betas.size();
  const auto at = [&](std::size_t i) {
    Params one = params;
    one.set("beta", betas[i]);
    if (i + 1 < many) one.set("next_beta", betas[i + 1]);
    return one;
  };
  std::vector<NamedEstimate> energies, acceptances, result;
  NamedEstimate mean{"acceptance", 0, 0, 0.0, ""};
  for (std::size_t i = 0; i < many; ++i) {
    const MeanEstimate energy = mean_with_error(column(series, i));
    energies.push_back({numbered("energy", i), energy.value, energy.sigma, exact("ising2d", "energy", at(i)), ""});
    if (i + 1 == many) break;
    const MeanEstimate rate = mean_with_error(accepted(column(series, 2 * many + i)));
    acceptances.push_back(
        {numbered("acceptance", i), rate.value, rate.sigma, exact("ising2d_exchange", "acceptance", at(i)), ""});
    const double pairs = static_cast<double>(many - 1);
    mean.value += rate.value / pairs;
    mean.error = std::hypot(mean.error, rate.sigma / pairs);
    mean.expected = *mean.expected + acceptances.back().expected.value_or(NAN) / pairs;
  }
  // The walk of all replicas, measurement by measurement.
  std::vector<double> walk;
  int trips = 0;
  for (std::size_t m = 0; m < series.measurements(); ++m)
    for (std::size_t r = 0; r < many; ++r) walk.push_back(series.values[m * series.replicas + many + r]);
  for (std::size_t r = 0; r < many; ++r) trips += round_trips(column(series, many + r), static_cast<double>(many - 1));
  const IntegratedTime time = integrated_time(walk, many);
  result = {mean,
            {"round_trips", static_cast<double>(trips), std::sqrt(static_cast<double>(trips)), std::nullopt, ""},
            {"tau_walk", time.tau * run.spacing, time.error * run.spacing, std::nullopt, ""}};
  result.insert(result.end(), acceptances.begin(), acceptances.end());
  result.insert(result.end(), energies.begin(), energies.end());
  for (std::size_t i = 0; i < many; ++i) result.push_back({numbered("beta", i), betas[i], 0, std::nullopt, ""});
  return result;
}

void adapt_variant(Variant& variant) {
  variant.title = "exchanges and walks by " + variant.title;
  for (Axis& axis : variant.axes) {
    if (axis.name == "L")
      axis.fallback = std::int64_t{variant.name == "row_order" || variant.name == "tiled" ? 32 : 64};
    if (axis.name == "exchange" || axis.name == "k") axis.fallback = std::int64_t{10};
  }
}

const Register<Experiment> registered{{
    .name = "tempering_ising2d",
    .title = "2D Ising model, parallel tempering: energies, exchanges, walks through the temperatures",
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 6"},
    .kernel = "ising2d_parallel_tempering",
    .variants = {"*"},
    .observable = "tempering",
    .adapt = adapt_variant,
    .length = length,
    .estimates = estimates,
}};

}  // namespace
}  // namespace spinbench::tempering

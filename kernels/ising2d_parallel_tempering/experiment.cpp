// The experiment tempering_ising2d: energies, exchanges and the walk of the replicas through the temperatures.
//
// Estimates, temperatures counted from the hottest:
//   energy_00 ...      at each temperature, and the inverse temperature itself, beta_00 ...
//   acceptance_00 ...  of the exchanges of temperature i with i + 1; `acceptance` is their mean
//   round_trips        of all replicas, from the hottest temperature to the coldest and back
//   tau_walk           the integrated autocorrelation time of a replica's temperature, in sweeps
#include <algorithm>
#include <cstddef>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/statistics.hpp"
#include "kernels/common/tempering/walks.hpp"
#include "kernels/ising2d_parallel_tempering/axes.hpp"

namespace spinbench::tempering {
namespace {

/// Exchanges that are measured where nobody says: seconds a row on a host.
constexpr int host_exchanges = 2000, accelerator_exchanges = 5000;

Experiment::Length length(const Params& params, const Device& device, std::optional<int> wanted) {
  Experiment::Length result = length_in_exchanges(params, device, wanted, host_exchanges, accelerator_exchanges);
  // Orders of single spins keep some of the start for a hundred sweeps at high temperature.
  result.equilibration = std::max(1200, result.sweeps / 20);
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
  std::vector<NamedEstimate> energies, acceptances;
  for (std::size_t i = 0; i < many; ++i) {
    const MeanEstimate energy = mean_with_error(column(series, i));
    energies.push_back({numbered("energy", i), energy.value, energy.sigma, exact("ising2d", "energy", at(i)), ""});
    if (i + 1 == many) break;
    const MeanEstimate rate = mean_with_error(accepted_by_try(column(series, 2 * many + i)));
    acceptances.push_back(
        {numbered("acceptance", i), rate.value, rate.sigma, exact("ising2d_exchange", "acceptance", at(i)), ""});
  }
  std::vector<NamedEstimate> result = {mean_acceptance(acceptances)};
  std::vector<NamedEstimate> walk = walk_of(series, many, many, many - 1, run.spacing);
  for (auto* more : {&walk, &acceptances, &energies}) result.insert(result.end(), more->begin(), more->end());
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

const Register<Experiment> experiment_registered{{
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

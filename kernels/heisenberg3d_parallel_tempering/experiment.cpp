// The experiment tempering_heisenberg3d: energies and overlaps of Heisenberg spin glasses, exchanges, and the walk of
// their copies through the temperatures.
//
// Estimates, temperatures counted from the hottest:
//   energy_00 ...           at each temperature, and the inverse temperature itself, beta_00 ...
//   overlap_squared_00 ...  <q^2> of two copies at each temperature, where copies=2; overlaps.hpp states q^2
//   excess_00 ...           the energy less what two copies say that it is on the average over Gaussian couplings: 0 in
//                           equilibrium, where couplings=gaussian and copies=2; expected of several realizations
//   acceptance_00 ...       of the exchanges of temperature i with i + 1; `acceptance` is their mean
//   round_trips             of all copies of the first 32 realizations, to the coldest temperature and back
//   tau_walk                the integrated autocorrelation time of such a copy's temperature, in sweeps
// Errors of energies and overlaps are those of independent realizations, whose scatter holds that of the couplings,
// too. One alone has its errors through time.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/statistics.hpp"
#include "kernels/common/tempering/walks.hpp"
#include "kernels/heisenberg3d_parallel_tempering/tempered_vectors.hpp"

namespace spinbench::vector_tempering {
namespace {

using namespace tempering;

/// Exchanges that are measured where nobody says: seconds a row on a host.
constexpr int host_exchanges = 500, accelerator_exchanges = 1000;

Experiment::Length length(const Params& params, const Device& device, std::optional<int> wanted) {
  Experiment::Length result = length_in_exchanges(params, device, wanted, host_exchanges, accelerator_exchanges);
  // Cold copies forget their start by walking to the hottest temperature.
  result.equilibration = std::max(500, result.sweeps / 2);
  return result;
}

std::vector<NamedEstimate> estimates(const Params& params, const Experiment::Length& run, const Series& series,
                                     Simulation& simulation) {
  const VectorColumns columns = VectorColumns::of(params);
  const bool gaussian = params.word("couplings") == "gaussian";
  const std::optional<double> in_equilibrium = columns.realizations > 1 ? std::optional<double>(0) : std::nullopt;
  std::vector<double> betas;
  const std::vector<double> of_replicas = simulation.observe().of("beta");
  for (std::size_t t = 0; t < columns.temperatures; ++t) betas.push_back(of_replicas[t * columns.copies]);
  const auto put = [&](std::vector<NamedEstimate>& to, const char* name, std::size_t t,
                       std::size_t (VectorColumns::*column_of)(std::size_t, std::size_t) const,
                       std::optional<double> expected) {
    const MeanEstimate mean =
        mean_over_samples(series, columns.realizations, [&](std::size_t r) { return (columns.*column_of)(r, t); });
    to.push_back({numbered(name, t), mean.value, mean.sigma, expected, ""});
  };
  std::vector<NamedEstimate> energies, overlaps, excesses, acceptances;
  for (std::size_t t = 0; t < betas.size(); ++t) {
    put(energies, "energy", t, &VectorColumns::energy, std::nullopt);
    if (columns.copies > 1) put(overlaps, "overlap_squared", t, &VectorColumns::overlap, std::nullopt);
    if (columns.copies > 1 && gaussian) put(excesses, "excess", t, &VectorColumns::excess, in_equilibrium);
    if (t + 1 == betas.size()) break;
    std::vector<double> shares = accepted_by_try(column(series, columns.accepted(t)));
    for (double& share : shares) share /= static_cast<double>(columns.realizations);
    const MeanEstimate rate = mean_with_error(shares);
    acceptances.push_back({numbered("acceptance", t), rate.value, rate.sigma, std::nullopt, ""});
  }
  std::vector<NamedEstimate> result = {mean_acceptance(acceptances)};
  std::vector<NamedEstimate> walk =
      walk_of(series, columns.place(0), columns.places(), columns.temperatures - 1, run.spacing);
  for (auto* more : {&walk, &acceptances, &energies, &overlaps, &excesses})
    result.insert(result.end(), more->begin(), more->end());
  for (std::size_t t = 0; t < betas.size(); ++t) result.push_back({numbered("beta", t), betas[t], 0, std::nullopt, ""});
  return result;
}

void adapt_variant(Variant& variant) {
  variant.title = "energies, overlaps and walks by " + variant.title;
  const bool serial = variant.name == "checkerboard";
  for (Axis& axis : variant.axes) {
    if (axis.name == "L") axis.fallback = std::int64_t{serial ? 4 : 6};
    if (axis.name == "realizations") axis.fallback = std::int64_t{serial ? 4 : 8};
    if (axis.name == "copies") axis.fallback = std::int64_t{2};
  }
}

const Register<Experiment> experiment_registered{{
    .name = "tempering_heisenberg3d",
    .title = "3D Heisenberg spin glass, parallel tempering: energies, overlaps, exchanges, walks",
    .sources = {"M. Weigel, GPU computing tour (2015), slides \"Heisenberg spin glass\"",
                "L. W. Lee, A. P. Young, Phys. Rev. Lett. 90, 227203 (2003)"},
    .kernel = "heisenberg3d_parallel_tempering",
    .variants = {"*"},
    .observable = "tempering",
    .adapt = adapt_variant,
    .length = length,
    .estimates = estimates,
}};

}  // namespace
}  // namespace spinbench::vector_tempering

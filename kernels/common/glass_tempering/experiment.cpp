#include "kernels/common/glass_tempering/experiment.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/common/glass_tempering/tempered_glass.hpp"
#include "kernels/common/statistics.hpp"
#include "kernels/common/tempering/walks.hpp"

namespace spinbench::glass_tempering {
namespace {

using namespace tempering;

/// Exchanges that are measured where nobody says: seconds a row on a host.
constexpr int host_exchanges = 500, accelerator_exchanges = 5000;

Experiment::Length length(const Params& params, const Device& device, std::optional<int> wanted) {
  Experiment::Length result = length_in_exchanges(params, device, wanted, host_exchanges, accelerator_exchanges);
  // Cold copies forget their start by walking to the hottest temperature.
  result.equilibration = std::max(500, result.sweeps / 2);
  return result;
}

/// The energy at temperature t where it is known: of one word that of its own couplings alone.
std::optional<double> known_energy(const char* model, const Params& params, const std::vector<double>& betas,
                                   std::size_t t) {
  const std::string& couplings = params.word("couplings");
  const bool average = couplings == "bimodal" || couplings == "nishimori";
  // The law is that of the hottest temperature.
  if ((average && params.integer("systems") == 1) || (couplings == "nishimori" && t > 0)) return std::nullopt;
  Params at = params;
  at.set("beta", betas[t]);
  return exact(model, "energy", at);
}

std::optional<double> known_acceptance(const char* exchange, const Params& params, double beta, double next) {
  if (params.word("couplings") != "ferromagnet") return std::nullopt;
  Params at = params;
  at.set("beta", beta);
  at.set("next_beta", next);
  return exact(exchange, "acceptance", at);
}

std::vector<NamedEstimate> estimates(const TemperingExperiment& what, const Params& params,
                                     const Experiment::Length& run, const Series& series, Simulation& simulation) {
  const GlassColumns columns = GlassColumns::of(params);
  const double realizations = 32.0 * static_cast<double>(columns.words);
  std::vector<double> betas;
  const std::vector<double> of_replicas = simulation.observe().of("beta");
  for (std::size_t t = 0; t < columns.temperatures; ++t) betas.push_back(of_replicas[t * columns.copies]);
  std::vector<NamedEstimate> energies, overlaps, acceptances;
  for (std::size_t t = 0; t < betas.size(); ++t) {
    const MeanEstimate energy =
        mean_over_samples(series, columns.words, [&](std::size_t word) { return columns.energy(word, t); });
    energies.push_back(
        {numbered("energy", t), energy.value, energy.sigma, known_energy(what.model, params, betas, t), ""});
    if (columns.copies > 1) {
      const MeanEstimate overlap =
          mean_over_samples(series, columns.words, [&](std::size_t word) { return columns.overlap(word, t); });
      overlaps.push_back({numbered("overlap_squared", t), overlap.value, overlap.sigma, std::nullopt, ""});
    }
    if (t + 1 == betas.size()) break;
    std::vector<double> shares = accepted_by_try(column(series, columns.accepted(t)));
    for (double& share : shares) share /= realizations;
    const MeanEstimate rate = mean_with_error(shares);
    acceptances.push_back({numbered("acceptance", t), rate.value, rate.sigma,
                           known_acceptance(what.exchange, params, betas[t], betas[t + 1]), ""});
  }
  std::vector<NamedEstimate> result = {mean_acceptance(acceptances)};
  std::vector<NamedEstimate> walk =
      walk_of(series, columns.place(0), columns.places(), columns.temperatures - 1, run.spacing);
  for (auto* more : {&walk, &acceptances, &energies, &overlaps})
    result.insert(result.end(), more->begin(), more->end());
  for (std::size_t t = 0; t < betas.size(); ++t) result.push_back({numbered("beta", t), betas[t], 0, std::nullopt, ""});
  return result;
}

void adapt_variant(Variant& variant, double coldest) {
  variant.title = "energies, overlaps and walks by " + variant.title;
  const bool serial = variant.name == "single_spin";
  for (Axis& axis : variant.axes) {
    if (axis.name == "L") axis.fallback = std::int64_t{serial ? 4 : 8};
    if (axis.name == "systems") axis.fallback = std::int64_t{serial ? 2 : 8};
    if (axis.name == "copies") axis.fallback = std::int64_t{2};
    if (axis.name == "beta_high") axis.fallback = coldest;
  }
}

}  // namespace

Experiment tempering_experiment(const TemperingExperiment& what) {
  return {
      .name = what.name,
      .title = what.title,
      .sources = what.sources,
      .kernel = what.kernel,
      .variants = {"*"},
      .observable = "tempering",
      .adapt = [coldest = what.coldest](Variant& variant) { adapt_variant(variant, coldest); },
      .length = length,
      .estimates = [what](const Params& params, const Experiment::Length& run, const Series& series,
                          Simulation& simulation) { return estimates(what, params, run, series, simulation); },
  };
}

}  // namespace spinbench::glass_tempering

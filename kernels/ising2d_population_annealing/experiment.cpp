// The experiment annealing_ising2d: energies, specific heats and free energies through the temperatures, and what
// became of the population.
//
// Estimates, of whole annealings, each weighted by its estimate of Z, which takes the bias of a finite population out;
// errors by jackknife over them:
//   energy beta=..., specific_heat beta=..., log_z beta=...     per spin, of the population at some of its temperatures
//   reweighted_energy beta=..., reweighted_specific_heat beta=...  by multi-histogram reweighting, between them
//   rho, families     at the end: R times the sum of the families' squared shares, and how many are left
//   moved             share of the population that a step overwrites
//   annealings        whole ones; fewer than two give no more than that
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/ising2d_population_annealing/annealed.hpp"
#include "kernels/ising2d_population_annealing/axes.hpp"

namespace spinbench::annealing {
namespace {

/// Temperatures that are told, of however many.
constexpr std::size_t most_told = 20;
constexpr int host_annealings = 16, accelerator_annealings = 32;

Experiment::Length length(const Params& params, const Device& device, std::optional<int> wanted) {
  Experiment::Length result;
  result.spacing = theta_of(params);
  // An accelerator sits on a bus. Adaptive steps are about as many as make no difference here.
  const int annealings = device.pci.empty() ? host_annealings : accelerator_annealings;
  result.sweeps = wanted.value_or(annealings * static_cast<int>(params.integer("steps")) * result.spacing);
  return result;
}

std::string at_beta(const char* name, double beta) {
  char text[80];
  std::snprintf(text, sizeof text, "%s beta=%.9g", name, beta);
  return text;
}

/// The whole annealings of a series.
class Annealings {
 public:
  explicit Annealings(const Series& series) : series_(series) {
    for (std::size_t m = 0; m < series.measurements(); ++m)
      steps_ = std::max(steps_, static_cast<std::size_t>(series.values[m * series.replicas + column_step]) + 1);
    count_ = series.measurements() / steps_;
  }
  std::size_t count() const { return count_; }
  std::size_t steps() const { return steps_; }
  double at(std::size_t annealing, std::size_t step, std::size_t column) const {
    return series_.values[(annealing * steps_ + step) * series_.replicas + column];
  }
  /// ln of the estimate of Z over Z at beta = 0.
  double log_z(std::size_t annealing, std::size_t step) const {
    double result = 0;
    for (std::size_t s = 0; s <= step; ++s) result += at(annealing, s, column_log_q);
    return result;
  }

 private:
  const Series& series_;
  std::size_t steps_ = 1, count_ = 0;
};

/// `of(weights)` of all annealings with its error, where a weight of 0 leaves one out.
NamedEstimate jackknife(const std::string& name, const std::vector<double>& weights,
                        const std::function<double(const std::vector<double>&)>& of, std::optional<double> expected) {
  const double n = static_cast<double>(weights.size()), all = of(weights);
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    std::vector<double> others = weights;
    others[i] = 0;
    const double without = of(others) - all;
    sum += without, squares += without * without;
  }
  return {name, all, std::sqrt(std::max(0.0, (n - 1) / n * (squares - sum * sum / n))), expected, ""};
}

double mean_of(const std::vector<double>& weights, const std::vector<double>& values) {
  double sum = 0, norm = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * values[i], norm += weights[i];
  return sum / norm;
}

std::optional<double> exact(const char* observable, const Params& params, double beta) {
  const ExactSolution* solution = Registry::instance().exact_solution("ising2d_free_energy");
  Params at = params;
  at.set("beta", beta);
  if (solution != nullptr)
    for (const auto& [name, value] : solution->at(at))
      if (name == observable) return value;
  return std::nullopt;
}

std::vector<NamedEstimate> estimates(const Params& params, const Experiment::Length&, const Series& series,
                                     Simulation&) {
  const Annealings all(series);
  const double sites = sites_of(params, 2), count = static_cast<double>(all.count());
  std::vector<NamedEstimate> result{{"annealings", count, 0, std::nullopt, ""}};
  if (all.count() < 2) return result;
  const auto column = [&](std::size_t step, std::size_t which) {
    std::vector<double> values;
    for (std::size_t a = 0; a < all.count(); ++a) values.push_back(all.at(a, step, which));
    return values;
  };
  /// Of the estimates of Z, over the largest, and its logarithm.
  const auto weights_at = [&](std::size_t step, double& greatest) {
    std::vector<double> weights;
    for (std::size_t a = 0; a < all.count(); ++a) weights.push_back(all.log_z(a, step));
    greatest = *std::max_element(weights.begin(), weights.end());
    for (double& weight : weights) weight = std::exp(weight - greatest);
    return weights;
  };
  const std::size_t last = all.steps() - 1, told = std::min(most_told, all.steps());
  const std::vector<double> equal(all.count(), 1.0);
  for (const auto& [name, which] : {std::pair{"rho", column_rho}, std::pair{"families", column_families}})
    result.push_back(jackknife(
        name, equal, [values = column(last, which)](const auto& w) { return mean_of(w, values); }, std::nullopt));
  std::vector<double> moved(all.count(), 0.0);
  for (std::size_t s = 0; s < all.steps(); ++s)
    for (std::size_t a = 0; a < all.count(); ++a)
      moved[a] += all.at(a, s, column_moved) / static_cast<double>(all.steps());
  result.push_back(jackknife(
      "moved", equal, [&](const auto& w) { return mean_of(w, moved); }, std::nullopt));
  for (std::size_t i = 0; i < told; ++i) {
    const std::size_t step = (i + 1) * all.steps() / told - 1;
    const double beta = all.at(0, step, column_beta);
    double greatest = 0;
    const std::vector<double> weights = weights_at(step, greatest), energy = column(step, column_energy),
                              square = column(step, column_square);
    result.push_back(jackknife(
        at_beta("energy", beta), weights, [&](const auto& w) { return mean_of(w, energy); },
        exact("energy", params, beta)));
    result.push_back(jackknife(
        at_beta("specific_heat", beta), weights,
        [&](const auto& w) {
          const double mean = mean_of(w, energy);
          return beta * beta * sites * (mean_of(w, square) - mean * mean);
        },
        exact("specific_heat", params, beta)));
    result.push_back(jackknife(
        at_beta("log_z", beta), weights,
        [&](const auto& w) {
          double sum = 0, taken = 0;
          for (const double weight : w) sum += weight, taken += weight > 0;
          return std::log(2.0) + (greatest + std::log(sum / taken)) / sites;
        },
        exact("log_z", params, beta)));
  }
  double greatest = 0;
  const std::vector<double> weights = weights_at(last, greatest);
  for (std::size_t i = 0; i < reweighted_betas; ++i) {
    const double beta = reweighted_beta(params.real("beta_high"), i);
    const std::vector<double> energy = column(last, columns_of_step + 2 * i),
                              heat = column(last, columns_of_step + 2 * i + 1);
    result.push_back(jackknife(
        at_beta("reweighted_energy", beta), weights, [&](const auto& w) { return mean_of(w, energy); },
        exact("energy", params, beta)));
    result.push_back(jackknife(
        at_beta("reweighted_specific_heat", beta), weights, [&](const auto& w) { return mean_of(w, heat); },
        exact("specific_heat", params, beta)));
  }
  return result;
}

void adapt_variant(Variant& variant) {
  variant.title = "thermal means through an annealing by " + variant.title;
  const bool serial = variant.backend == "cpu" && variant.name != "multispin";
  for (Axis& axis : variant.axes) {
    if (axis.name == "L" && serial) axis.fallback = std::int64_t{16};
    if (axis.name == "replicas" && serial) axis.fallback = std::int64_t{1000};
    if (axis.name == "theta") axis.fallback = std::int64_t{serial ? 2 : 10};
    if (axis.name == "k") axis.fallback = std::int64_t{serial ? 2 : 10};
    if (axis.name == "steps" && serial) axis.fallback = std::int64_t{50};
    if (axis.name == "tile" && serial) axis.fallback = std::int64_t{4};
  }
}

const Register<Experiment> experiment_registered{{
    .name = "annealing_ising2d",
    .title = "2D Ising model, population annealing: thermal means, free energy, families",
    .sources = {"M. Weigel, Simulating spin models on GPU: a tour (2015)",
                "L. Yu. Barash, M. Weigel, M. Borovsky, W. Janke, L. N. Shchur, Comput. Phys. Commun. 220, 341 (2017)"},
    .kernel = "ising2d_population_annealing",
    .variants = {"*"},
    .observable = "annealing",
    .adapt = adapt_variant,
    .length = length,
    .estimates = estimates,
}};

}  // namespace
}  // namespace spinbench::annealing

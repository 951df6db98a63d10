#include "kernels/common/tau_experiment.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>

#include "interface/autocorrelation.hpp"

namespace spinbench {

namespace {

constexpr int fewest = 1000;  // measurements, where the user does not say

/// Sweeps that lie between two moments at which the lattice can be looked at.
int visit_of(const Params& params) {
  std::int64_t sweeps = 1;
  for (const char* axis : {"k", "sweeps"})
    if (params.has(axis)) sweeps = std::lcm(sweeps, params.integer(axis));
  return static_cast<int>(sweeps);
}

Experiment::Length length_of(const TauModel& model, const Params& params, const Device& device,
                             std::optional<int> wanted) {
  Experiment::Length result;
  const double relaxation = model.relaxation(params), forgotten = 4 * relaxation;
  // Near a transition a series of every sweep would cost as much as the sweeps, and tell no more.
  const double apart = std::isfinite(relaxation) ? std::clamp(relaxation / 300, 1.0, 10.0) : 1;
  result.spacing = visit_of(params) * std::max(1, static_cast<int>(apart) / visit_of(params));
  // An accelerator sits on a bus.
  double usual = std::max(device.pci.empty() ? model.host_sweeps : model.accelerator_sweeps, fewest * result.spacing);
  // Near a transition a run lasts longer, as far as one can wait.
  if (std::isfinite(forgotten)) usual = std::max(usual, std::min(forgotten, 10 * usual));
  result.sweeps = wanted.value_or(static_cast<int>(std::ceil(usual / result.spacing)) * result.spacing);
  // No more than the run itself is spent.
  const double sweeps = result.sweeps;
  result.equilibration = static_cast<int>(std::ceil(std::max(std::min(forgotten, sweeps), sweeps / 20)));
  return result;
}

/// The mean of all values with the error that independent series of this autocorrelation time give it.
NamedEstimate mean_of(const std::string& name, std::span<const double> values, const IntegratedTime& time) {
  const auto n = static_cast<double>(values.size());
  const auto replicas = time.replicas;
  std::vector<double> means(replicas);
  for (std::size_t i = 0; i < values.size(); ++i) means[i % replicas] += values[i] / static_cast<double>(time.steps);
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    squares += (values[i] - means[i % replicas]) * (values[i] - means[i % replicas]);
  const double mean = std::accumulate(means.begin(), means.end(), 0.0) / static_cast<double>(replicas);
  return {name, mean, std::sqrt(2 * time.tau * squares / n / n), std::nullopt, ""};
}

std::vector<NamedEstimate> estimates_of(const TauModel& model, const Params& params, const Experiment::Length& run,
                                        const Series& series) {
  const IntegratedTime time = integrated_time(series.values, series.replicas);
  NamedEstimate mean = mean_of(series.name, series.values, time);
  const bool is_solved = model.is_exact == nullptr || model.is_exact(params);
  if (const ExactSolution* solution = is_solved ? Registry::instance().exact_solution(model.exact) : nullptr)
    for (const auto& [name, value] : solution->at(params))
      if (name == series.name) mean.expected = value;
  const std::string name = series.name == "energy" ? "tau_sweeps" : "tau_" + series.name;
  return {std::move(mean), {name, time.tau * run.spacing, time.error * run.spacing, std::nullopt, ""}};
}

}  // namespace

Experiment tau_experiment(const TauModel& model) {
  Experiment result;
  result.name = model.name;
  result.title = model.title;
  result.sources = {model.source};
  result.kernel = model.kernel;
  result.variants = model.variants;
  result.adapt = [model](Variant& variant) {
    variant.title = "autocorrelation times of " + variant.title;
    variant.source = model.source;
    for (Axis& axis : variant.axes)
      for (const auto& [name, value] : model.defaults)
        if (axis.name == name && axis.fallback.index() == value.index()) axis.fallback = value;
  };
  result.length = [model](const Params& params, const Device& device, std::optional<int> wanted) {
    return length_of(model, params, device, wanted);
  };
  result.estimates = [model](const Params& params, const Experiment::Length& run, const Series& series, Simulation&) {
    return estimates_of(model, params, run, series);
  };
  return result;
}

double relaxation_at(double correlation_length, double L) {
  return std::pow(std::clamp(correlation_length, 1.0, L), 2.17);
}

}  // namespace spinbench

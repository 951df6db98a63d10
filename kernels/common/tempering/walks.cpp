#include "kernels/common/tempering/walks.hpp"

#include <cmath>
#include <cstdio>

#include "interface/autocorrelation.hpp"

namespace spinbench::tempering {

Experiment::Length length_in_exchanges(const Params& params, const Device& device, std::optional<int> wanted,
                                       int on_host, int on_accelerator) {
  Experiment::Length result;
  result.spacing = static_cast<int>(params.integer("exchange"));
  // An accelerator sits on a bus.
  result.sweeps = wanted.value_or((device.pci.empty() ? on_host : on_accelerator) * result.spacing);
  return result;
}

std::string numbered(const char* name, std::size_t i) {
  char text[40];
  std::snprintf(text, sizeof text, "%s_%02zu", name, i);
  return text;
}

std::optional<double> exact(const char* model, const char* observable, const Params& params) {
  const ExactSolution* solution = Registry::instance().exact_solution(model);
  if (solution != nullptr)
    for (const auto& [name, value] : solution->at(params))
      if (name == observable) return value;
  return std::nullopt;
}

std::vector<double> column(const Series& series, std::size_t i) {
  std::vector<double> result;
  for (std::size_t m = i; m < series.values.size(); m += series.replicas) result.push_back(series.values[m]);
  return result;
}

MeanEstimate mean_over_samples(const Series& series, std::size_t samples,
                               const std::function<std::size_t(std::size_t sample)>& column_of) {
  std::vector<MeanEstimate> means;
  for (std::size_t sample = 0; sample < samples; ++sample)
    means.push_back(mean_with_error(column(series, column_of(sample))));
  if (samples == 1) return means.front();
  const auto count = static_cast<double>(samples);
  MeanEstimate result;
  for (const MeanEstimate& mean : means) result.value += mean.value / count;
  for (const MeanEstimate& mean : means) result.variance += std::pow(mean.value - result.value, 2) / (count - 1);
  result.sigma = std::sqrt(result.variance / count);
  return result;
}

std::vector<double> accepted_by_try(const std::vector<double>& counts) {
  std::vector<double> result;
  for (std::size_t m = 2; m < counts.size(); m += 2) result.push_back(counts[m] - counts[m - 2]);
  return result;
}

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

std::vector<NamedEstimate> walk_of(const Series& series, std::size_t first, std::size_t count, std::size_t coldest,
                                   int spacing) {
  std::vector<double> walk;
  for (std::size_t m = 0; m < series.measurements(); ++m)
    for (std::size_t r = 0; r < count; ++r) walk.push_back(series.values[m * series.replicas + first + r]);
  double trips = 0;
  for (std::size_t r = 0; r < count; ++r) trips += round_trips(column(series, first + r), static_cast<double>(coldest));
  const IntegratedTime time = integrated_time(walk, count);
  return {{"round_trips", trips, std::sqrt(trips), std::nullopt, ""},
          {"tau_walk", time.tau * spacing, time.error * spacing, std::nullopt, ""}};
}

NamedEstimate mean_acceptance(const std::vector<NamedEstimate>& pairs) {
  NamedEstimate mean{"acceptance", 0, 0, 0.0, ""};
  const auto count = static_cast<double>(pairs.size());
  for (const NamedEstimate& pair : pairs) {
    mean.value += pair.value / count;
    mean.error = std::hypot(mean.error, pair.error / count);
    if (!pair.expected)
      mean.expected.reset();
    else if (mean.expected)
      mean.expected = *mean.expected + *pair.expected / count;
  }
  return mean;
}

}  // namespace spinbench::tempering

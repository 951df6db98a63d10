#include "kernels/common/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace spinbench {
namespace {

constexpr double window_factor = 6;

double autocovariance(std::span<const double> series, double mean, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = 0; i + lag < series.size(); ++i) sum += (series[i] - mean) * (series[i + lag] - mean);
  return sum / static_cast<double>(series.size() - lag);
}

}  // namespace

double mean_of(std::span<const double> series) {
  return std::accumulate(series.begin(), series.end(), 0.0) / static_cast<double>(series.size());
}

MeanEstimate mean_with_error(std::span<const double> series) {
  if (series.size() < 2) throw std::invalid_argument("an error needs at least 2 values");
  const double n = static_cast<double>(series.size());
  MeanEstimate result;
  // A constant series must read as exactly constant, whatever its mean rounds to.
  if (std::all_of(series.begin(), series.end(), [&](double x) { return x == series.front(); })) {
    result.value = series.front();
    return result;
  }
  result.value = mean_of(series);
  result.variance = autocovariance(series, result.value, 0);
  double tau = 0.5;
  std::size_t window = 0;
  while (static_cast<double>(window) < window_factor * tau && window + 1 < series.size() / 2) {
    ++window;
    tau += autocovariance(series, result.value, window) / result.variance;
  }
  // Anticorrelated series may sum to less than nothing in the noise.
  tau = std::max(tau, 1 / (2 * n));
  result.tau = tau * (1 + (2 * static_cast<double>(window) + 1) / n);
  result.sigma = std::sqrt(2 * result.tau * result.variance / n);
  return result;
}

MeanEstimate mean_to_judge(std::span<const double> series) {
  MeanEstimate result = mean_with_error(series);
  result.tau = std::max(result.tau, 0.5);
  result.sigma = std::sqrt(2 * result.tau * result.variance / static_cast<double>(series.size()));
  return result;
}

Estimate variance_with_error(std::span<const double> first, std::span<const double> second, int blocks) {
  if (blocks < 2 || first.size() != second.size() || first.size() < static_cast<std::size_t>(blocks))
    throw std::invalid_argument("a jackknife needs at least 2 blocks, and as many values");
  const std::size_t length = first.size() / static_cast<std::size_t>(blocks);
  const double count = blocks;
  std::vector<double> a, b;
  for (std::size_t i = 0; i + length <= length * static_cast<std::size_t>(blocks); i += length) {
    a.push_back(mean_of(first.subspan(i, length)));
    b.push_back(mean_of(second.subspan(i, length)));
  }
  const double sum_a = std::accumulate(a.begin(), a.end(), 0.0), sum_b = std::accumulate(b.begin(), b.end(), 0.0);
  const auto variance = [](double m1, double m2) { return m2 - m1 * m1; };
  std::vector<double> without;
  for (std::size_t j = 0; j < a.size(); ++j)
    without.push_back(variance((sum_a - a[j]) / (count - 1), (sum_b - b[j]) / (count - 1)));
  const double centre = mean_of(without);
  double squares = 0;
  for (const double x : without) squares += (x - centre) * (x - centre);
  return {variance(sum_a / count, sum_b / count), std::sqrt(squares * (count - 1) / count)};
}

ThermalEstimate thermal_estimate(std::span<const double> first, std::span<const double> second, double beta,
                                 double spins) {
  ThermalEstimate result;
  result.energy = mean_with_error(first);
  // Noise makes tau of a short series come out below that of independent values, and blocks more than there are values.
  const double wanted = static_cast<double>(first.size()) / (5 * std::max(result.energy.tau, 0.5));
  // Also where energies are not finite, and nothing compares.
  const int blocks = wanted > 16 ? static_cast<int>(std::min(wanted, 64.0)) : 16;
  const Estimate variance = variance_with_error(first, second, blocks);
  const double factor = beta * beta * spins;
  result.specific_heat = {factor * variance.value, factor * variance.sigma};
  return result;
}

}  // namespace spinbench

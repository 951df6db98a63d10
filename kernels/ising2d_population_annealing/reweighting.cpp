#include "kernels/ising2d_population_annealing/reweighting.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace spinbench::annealing {

namespace {

double energy_of(std::size_t level, std::uint32_t sites) {
  return 4.0 * static_cast<double>(level) - 2.0 * static_cast<double>(sites);
}

}  // namespace

std::vector<double> log_density(const std::vector<WeighedHistogram>& all, std::uint32_t sites) {
  std::vector<double> result, exponents(all.size()), counts;
  for (const WeighedHistogram& one : all)
    counts.push_back(std::log(std::accumulate(one.histogram.begin(), one.histogram.end(), 0.0)));
  for (std::size_t level = 0; level < all.front().histogram.size(); ++level) {
    double seen = 0, greatest = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const WeighedHistogram& one : all) seen += one.histogram[level];
    if (seen > 0) {
      for (std::size_t i = 0; i < all.size(); ++i) {
        exponents[i] = counts[i] - all[i].log_z - all[i].beta * energy_of(level, sites);
        greatest = std::max(greatest, exponents[i]);
      }
      for (const double exponent : exponents) sum += std::exp(exponent - greatest);
    }
    result.push_back(seen > 0 ? std::log(seen) - greatest - std::log(sum) : greatest);
  }
  return result;
}

Reweighted reweight(const std::vector<double>& log_density, std::uint32_t sites, double beta) {
  double greatest = -std::numeric_limits<double>::infinity();
  const auto exponent = [&](std::size_t level) { return log_density[level] - beta * energy_of(level, sites); };
  for (std::size_t level = 0; level < log_density.size(); ++level) greatest = std::max(greatest, exponent(level));
  double norm = 0, first = 0, second = 0;
  for (std::size_t level = 0; level < log_density.size(); ++level) {
    const double weight = std::exp(exponent(level) - greatest), energy = energy_of(level, sites);
    norm += weight, first += weight * energy, second += weight * energy * energy;
  }
  const double n = sites, mean = first / norm;
  return {mean / n, beta * beta * (second / norm - mean * mean) / n};
}

}  // namespace spinbench::annealing

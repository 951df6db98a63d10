#include "kernels/ising2d_population_annealing/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "kernels/ising2d_population_annealing/rule.hpp"

namespace spinbench::annealing {

namespace {

/// Where a function that falls from 1 goes through `value`, between 0 and `most`; `most` where it stays above.
template <class Function>
double crossing(Function&& function, double value, double most) {
  if (function(most) >= value) return most;
  double low = 0, high = most;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (function(middle) >= value ? low : high) = middle;
  }
  return low;
}

}  // namespace

void Schedule::append(double beta) {
  betas_.push_back(beta);
  const long double step = 4.0L * static_cast<long double>(width(steps() - 1));
  std::vector<std::uint64_t>& table = weights_.emplace_back();
  for (std::size_t above = 0;; ++above) {
    const auto weight = static_cast<std::uint64_t>(
        std::floor(std::ldexp(std::exp(-step * static_cast<long double>(above)), copy_digits)));
    // Steps so small that nothing ends the table are cut off beyond all levels of the largest lattice.
    if (weight == 0 || above > std::size_t{1} << 16) return;
    table.push_back(weight);
  }
}

std::vector<double> equal_betas(const Params& params) {
  const std::int64_t steps = params.integer("steps");
  std::vector<double> result;
  for (std::int64_t s = 1; s <= steps; ++s)
    result.push_back(params.real("beta_high") * static_cast<double>(s) / static_cast<double>(steps));
  return result;
}

double first_beta(std::uint32_t sites, double overlap) {
  const double deviation = std::sqrt(2.0 * sites);
  // Two Gaussians of equal width whose means lie beta variance apart.
  return crossing([&](double beta) { return std::erfc(beta * deviation / std::sqrt(8.0)); }, overlap, 10);
}

double overlap_of(std::span<const std::uint32_t> histogram, double width) {
  double replicas = 0, total = 0, common = 0;
  std::size_t least = histogram.size();
  for (std::size_t level = histogram.size(); level-- > 0;)
    if (histogram[level] > 0) least = level;
  const auto weight = [&](std::size_t level) { return std::exp(-4 * width * static_cast<double>(level - least)); };
  for (std::size_t level = least; level < histogram.size(); ++level) {
    replicas += histogram[level];
    if (histogram[level] > 0) total += histogram[level] * weight(level);
  }
  for (std::size_t level = least; level < histogram.size(); ++level)
    if (histogram[level] > 0) common += histogram[level] * std::min(1.0, weight(level) * replicas / total);
  return common / replicas;
}

double width_of_overlap(std::span<const std::uint32_t> histogram, double overlap, double most) {
  return crossing([&](double width) { return overlap_of(histogram, width); }, overlap, most);
}

}  // namespace spinbench::annealing

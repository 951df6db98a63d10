#include "bench/measure/interval.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace spinbench {

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/// The two-sided 95% point of Student's distribution. From 11 degrees of freedom on by its expansion at the normal
/// point z (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5), good to 1e-3 there.
double student_95(std::size_t degrees) {
  constexpr std::array<double, 10> table = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};
  if (degrees <= table.size()) return table[degrees - 1];
  const double z = 1.959964, n = static_cast<double>(degrees);
  const double z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n);
}

/// Of the median, for values that scatter normally but for outliers.
double standard_error(const std::vector<double>& values) {
  const double centre = median(values);
  std::vector<double> deviations;
  for (const double value : values) deviations.push_back(std::fabs(value - centre));
  constexpr double sigma_per_mad = 1.4826, median_per_mean = 1.2533;
  return median_per_mean * sigma_per_mad * median(deviations) / std::sqrt(static_cast<double>(values.size()));
}

/// From mean - half to mean + half, but above 0.
Interval around(double figure, double mean, double half) {
  return {figure, mean > half ? mean - half : figure * figure / (mean + half), mean + half};
}

}  // namespace

std::optional<double> median_of(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  return median(std::move(values));
}

std::optional<double> mean_of(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Interval median_interval(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t n = samples.size();
  // The median lies outside [x_(j), x_(n+1-j)] with probability 2 P(B <= j - 1), B binomial (n, 1/2): take the largest
  // j that keeps this below 5%. Logarithms, since 2^-n underflows for n above 1074.
  std::size_t j = 0;
  double below = 0;
  for (; j < n; ++j) {
    const auto trials = static_cast<double>(n), hits = static_cast<double>(j);
    below += std::exp(std::lgamma(trials + 1) - std::lgamma(hits + 1) - std::lgamma(trials - hits + 1) -
                      trials * std::log(2.0));
    if (below > 0.025) break;
  }
  const std::size_t lowest = j == 0 ? 0 : j - 1;
  return {median(samples), samples[lowest], samples[n - 1 - lowest]};
}

Interval ratio_interval(const std::vector<double>& times, const std::vector<double>& work) {
  if (times.empty()) return {};
  const double n = static_cast<double>(times.size()), all = std::accumulate(work.begin(), work.end(), 0.0);
  const double ratio = std::accumulate(times.begin(), times.end(), 0.0) / all;
  if (times.size() == 1) return {ratio, ratio, ratio};
  double squares = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double residual = times[i] - ratio * work[i];
    squares += residual * residual;
  }
  const double half = student_95(times.size() - 1) * std::sqrt(squares * n / (n - 1)) / all;
  return around(ratio, ratio, half);
}

Interval over_repetitions(std::span<const Interval> repetitions) {
  if (repetitions.empty()) return {};
  if (repetitions.size() == 1) return repetitions.front();
  std::vector<double> medians;
  for (const Interval& one : repetitions) medians.push_back(one.median);
  const double n = static_cast<double>(medians.size());
  double mean = 0, squares = 0;
  for (const double one : medians) mean += one / n;
  for (const double one : medians) squares += (one - mean) * (one - mean);
  const double half = student_95(medians.size() - 1) * std::sqrt(squares / (n - 1) / n);
  Interval result = around(median(medians), mean, half);
  for (const Interval& one : repetitions) {
    result.low = std::min(result.low, one.low);
    result.high = std::max(result.high, one.high);
  }
  return result;
}

Interval best_of(std::span<const Interval> repetitions) {
  if (repetitions.empty()) return {};
  return *std::min_element(repetitions.begin(), repetitions.end(),
                           [](const Interval& a, const Interval& b) { return a.median < b.median; });
}

double drift_between(const std::vector<double>& earlier, const std::vector<double>& later, double tolerance) {
  if (earlier.empty() || later.empty()) return 0;
  const double before = median(earlier), difference = median(later) - before;
  const double noise = std::hypot(standard_error(earlier), standard_error(later));
  if (std::fabs(difference) <= std::max(tolerance * std::fabs(before), 3 * noise)) return 0;
  return before == 0 ? 1 : difference / before;
}

}  // namespace spinbench

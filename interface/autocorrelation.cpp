#include "interface/autocorrelation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

namespace spinbench {

namespace {

using Complex = std::complex<double>;

constexpr double window_factor = 6;

/// The discrete Fourier transform, in place; the size is a power of two.
void transform(std::vector<Complex>& x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, reversed = 0; i < n; ++i) {
    std::size_t bit = n / 2;
    for (; reversed & bit; bit /= 2) reversed ^= bit;
    reversed ^= bit;
    if (i < reversed) std::swap(x[i], x[reversed]);
  }
  std::vector<Complex> turns(n / 2);
  for (std::size_t i = 0; i < turns.size(); ++i)
    turns[i] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n));
  for (std::size_t half = 1; half < n; half *= 2)
    for (std::size_t start = 0; start < n; start += 2 * half)
      for (std::size_t i = 0; i < half; ++i) {
        const Complex odd = x[start + half + i] * turns[i * (n / (2 * half))];
        x[start + half + i] = x[start + i] - odd;
        x[start + i] += odd;
      }
}

/// Adds sum_i (x_i - mean) (x_{i+t} - mean) / (n - t) of one replica to `sums`, for t up to n / 2. False where the
/// values are constant or not finite.
bool add_autocovariances(std::span<const double> values, std::size_t replica, std::size_t replicas,
                         std::vector<double>& sums) {
  const std::size_t n = values.size() / replicas;
  double mean = 0;
  for (std::size_t i = 0; i < n; ++i) mean += values[i * replicas + replica];
  mean /= static_cast<double>(n);
  if (!std::isfinite(mean)) return false;
  // Twice as long as the series, so that its end does not meet its beginning.
  std::vector<Complex> x(std::bit_ceil(2 * n));
  bool moves = false;
  for (std::size_t i = 0; i < n; ++i) {
    moves = moves || values[i * replicas + replica] != values[replica];
    x[i] = values[i * replicas + replica] - mean;
  }
  if (!moves) return false;
  transform(x);
  for (Complex& one : x) one = std::norm(one);
  transform(x);
  for (std::size_t t = 0; t < sums.size(); ++t) sums[t] += x[t].real() / static_cast<double>(x.size() * (n - t));
  return true;
}

}  // namespace

IntegratedTime integrated_time(std::span<const double> values, std::size_t replicas) {
  if (replicas == 0 || values.size() % replicas != 0 || values.size() < 2 * replicas)
    throw std::invalid_argument("an autocorrelation time needs at least 2 measurements of each replica");
  IntegratedTime result;
  result.steps = values.size() / replicas;
  result.replicas = replicas;
  std::vector<double> covariances(result.steps / 2 + 1);
  bool moves = false;
  for (std::size_t replica = 0; replica < replicas; ++replica)
    moves |= add_autocovariances(values, replica, replicas, covariances);
  if (!moves || !(covariances[0] > 0)) {
    result.tau = result.error = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  double tau = 0.5;
  std::size_t& window = result.window;
  // No shorter than for independent values: of anticorrelated ones the first term alone would end it.
  while (static_cast<double>(window) < window_factor * std::max(tau, 0.5) && window + 1 < covariances.size())
    tau += covariances[++window] / covariances[0];
  const auto n = static_cast<double>(result.steps), all = static_cast<double>(values.size());
  // Anticorrelated series may sum to less than nothing in the noise.
  result.tau = std::max(tau, 1 / (2 * n)) * (1 + (2 * static_cast<double>(window) + 1) / n);
  result.error = result.tau * std::sqrt((4 * static_cast<double>(window) + 2) / all);
  return result;
}

}  // namespace spinbench

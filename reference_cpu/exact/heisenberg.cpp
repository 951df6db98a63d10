#include "reference_cpu/exact/heisenberg.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::exact {
namespace {

/// exp(-x) i_l(x) for l = 0, 1, ..., as far as they matter: upwards from i_0 they lose digits, so that the ratios come
/// downwards (J. C. P. Miller).
std::vector<long double> scaled_bessel(long double x) {
  const int most = 40 + static_cast<int>(2 * x);
  std::vector<long double> result(static_cast<std::size_t>(most) + 1);
  long double ratio = 0;  // i_{l+1} / i_l
  std::vector<long double> ratios(static_cast<std::size_t>(most) + 1);
  for (int l = most; l >= 0; --l) {
    ratio = 1 / ((2 * l + 3) / x + ratio);
    ratios[static_cast<std::size_t>(l)] = ratio;
  }
  result[0] = -std::expm1(-2 * x) / (2 * x);
  for (std::size_t l = 0; l + 1 < result.size(); ++l) result[l + 1] = result[l] * ratios[l];
  return result;
}

long double ring_log_z(int spins, long double beta) {
  const std::vector<long double> bessel = scaled_bessel(beta);
  long double sum = 0;
  for (std::size_t l = 0; l < bessel.size(); ++l)
    sum += static_cast<long double>(2 * l + 1) * std::pow(bessel[l], static_cast<long double>(spins));
  return std::log(sum) / spins + beta;
}

/// ln Z per spin of the infinite lattice; the numbers of graphs are those of the Ising model's series.
long double series_log_z(int dimensions, long double beta) {
  const bool square = dimensions == 2;
  const long double n4 = square ? 1 : 3, n6 = square ? 2 : 22, domino = square ? 2 : 18, n8 = square ? 7 : 207;
  const std::vector<long double> bessel = scaled_bessel(beta);
  const long double t1 = bessel[1] / bessel[0], t2 = bessel[2] / bessel[0];
  const long double t4 = std::pow(t1, 4.0L), t6 = t4 * t1 * t1, t8 = t4 * t4;
  return dimensions * (std::log(bessel[0]) + beta) + n4 * (3 * t4 + 5 * std::pow(t2, 4.0L) - 4.5L * t8) + 3 * n6 * t6 +
         domino * (6 * t6 * t2 - 9 * t8) + 3 * n8 * t8;
}

template <class LogZ>
Heisenberg from(LogZ&& log_z, double beta) {
  // Of fourth order in long double: truncation and rounding are below 1e-11.
  const long double b = beta, h = 2e-3L * std::max(1.0L, b / 2) * std::min(1.0L, 10 * b);
  const long double slope = (log_z(b - 2 * h) - 8 * log_z(b - h) + 8 * log_z(b + h) - log_z(b + 2 * h)) / (12 * h);
  const long double curvature =
      (-log_z(b - 2 * h) + 16 * log_z(b - h) - 30 * log_z(b) + 16 * log_z(b + h) - log_z(b + 2 * h)) / (12 * h * h);
  return {static_cast<double>(-slope), static_cast<double>(b * b * curvature)};
}

using Expectations = std::vector<ExactSolution::Expectation>;

Expectations as_expectations(const Heisenberg& value) {
  return {{"energy", value.energy}, {"specific_heat", value.specific_heat}};
}

template <int Dimensions>
Expectations at(const Params& params) {
  if (params.has("couplings") && params.word("couplings") != "ferromagnet") return {};
  const double beta = beta_of(params);
  if (Dimensions == 2 && params.integer("L") == 2) return as_expectations(heisenberg_torus2(beta));
  // A loop around the lattice is of order t^L.
  if (params.integer("L") < 8) return {};
  const auto value = heisenberg_series(Dimensions, beta);
  return value ? as_expectations(*value) : Expectations{};
}

const Register<ExactSolution> square{{"heisenberg2d", at<2>}}, cubic{{"heisenberg3d", at<3>}};

}  // namespace

Heisenberg heisenberg_ring(int spins, double beta) {
  return from([spins](long double b) { return ring_log_z(spins, b); }, beta);
}

Heisenberg heisenberg_torus2(double beta) {
  // e(beta) = d(ln Z)/d(beta) of the ring at 2 beta: twice its energy; c is beta^2 times the second derivative.
  const Heisenberg ring = heisenberg_ring(4, 2 * beta);
  return {2 * ring.energy, ring.specific_heat};
}

std::optional<Heisenberg> heisenberg_series(int dimensions, double beta) {
  if (beta > (dimensions == 2 ? 0.4 : 0.3)) return std::nullopt;
  return from([dimensions](long double b) { return series_log_z(dimensions, b); }, beta);
}

}  // namespace spinbench::exact

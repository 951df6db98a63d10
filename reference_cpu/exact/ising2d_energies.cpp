#include "reference_cpu/exact/ising2d_energies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <utility>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "reference_cpu/exact/ising2d.hpp"

namespace spinbench::exact {
namespace {

using Real = long double;
using Complex = std::complex<Real>;

const Real pi = std::acos(static_cast<Real>(-1));

/// The logarithms of 2 cosh and 2 sinh of half the exponent of e^(L gamma), whose logarithm is given.
std::pair<Complex, Complex> halves(const Complex& exponent) {
  const Complex small = std::exp(-exponent);
  return {exponent / Real{2} + std::log(Real{1} + small), exponent / Real{2} + std::log(Real{1} - small)};
}

/// L gamma_l, the root of cosh gamma_l = cosh 2K coth 2K - cos(pi l / L) that lies outside the unit circle: its sign
/// is no matter, since each of these modes stands twice.
Complex mode(const Complex& K, std::int64_t l, std::int64_t L) {
  const Complex cosh =
      std::cosh(Real{2} * K) / std::tanh(Real{2} * K) - std::cos(pi * static_cast<Real>(l) / static_cast<Real>(L));
  const Complex root = std::sqrt(cosh * cosh - Real{1}), plus = cosh + root, minus = cosh - root;
  return static_cast<Real>(L) * std::log(std::abs(plus) >= std::abs(minus) ? plus : minus);
}

/// ln(Z1), ..., ln(Z4) of Kaufman's sum for even L, the common factor included, whose sum is the partition function
/// twice.
std::array<Complex, 4> log_terms(std::int64_t L, const Complex& K) {
  std::array<Complex, 4> result{};
  for (std::int64_t l = 1; l < L; ++l) {
    const auto [cosh, sinh] = halves(mode(K, l, L));
    result[l % 2 == 1 ? 0 : 2] += Real{2} * cosh;
    result[l % 2 == 1 ? 1 : 3] += Real{2} * sinh;
  }
  // gamma_0 = 2K + ln tanh K may have either sign, gamma_L = 2K - ln tanh K: of these the sign counts.
  const Complex log_tanh = std::log(std::tanh(K)), zero = static_cast<Real>(L) * (Real{2} * K + log_tanh);
  const auto [last_cosh, last_sinh] = halves(static_cast<Real>(L) * (Real{2} * K - log_tanh));
  const bool grows = zero.real() > 0;
  const auto [zero_cosh, zero_sinh] = halves(grows ? zero : -zero);
  result[2] += zero_cosh + last_cosh;
  result[3] += zero_sinh + last_sinh + (grows ? Complex(0) : Complex(0, pi));
  const Complex common = static_cast<Real>(L * L / 2) * std::log(Real{2} * std::sinh(Real{2} * K));
  for (Complex& term : result) term += common;
  return result;
}

/// Z(beta + it) e^(-scale), where the largest term at t = 0 is e^scale.
Complex partition(std::int64_t L, double beta, Real t, Real scale) {
  Complex sum = 0;
  for (const Complex& term : log_terms(L, {beta, t})) sum += std::exp(term - scale);
  return sum;
}

double square(double x) { return x * x; }

constexpr std::int64_t largest_exact = 64;

/// Distributions take a tenth of a second, and neighbours in temperature ask for the same.
const EnergyDistribution& known(std::int64_t L, double beta) {
  static thread_local std::map<std::pair<std::int64_t, double>, EnergyDistribution> all;
  const auto key = std::pair(L, beta);
  if (const auto found = all.find(key); found != all.end()) return found->second;
  if (all.size() > 400) all.clear();
  return all[key] = energies_of_ising2d(L, beta);
}

}  // namespace

double EnergyDistribution::mean() const {
  double sum = 0;
  for (std::size_t i = 0; i < probability.size(); ++i) sum += probability[i] * 4 * static_cast<double>(i);
  return static_cast<double>(first) + sum;
}

double EnergyDistribution::variance() const {
  const double centre = mean() - static_cast<double>(first);
  double sum = 0;
  for (std::size_t i = 0; i < probability.size(); ++i)
    sum += probability[i] * square(4 * static_cast<double>(i) - centre);
  return sum;
}

EnergyDistribution energies_of_ising2d(std::int64_t L, double beta) {
  if (L < 4 || L > 128 || L % 2 != 0)
    throw std::invalid_argument("the exact distribution of the energy is made for even L from 4 to 128");
  const Ising2d thermal = ising2d(L, beta);
  const double spins = static_cast<double>(L * L);
  const double sigma = std::sqrt(thermal.specific_heat * spins) / beta;
  // As many levels as the distribution is wide, or all of them; others would come back as their images.
  const std::int64_t levels = std::min<std::int64_t>(L * L + 1, static_cast<std::int64_t>(20 * sigma / 4) + 64);
  const auto middle = static_cast<std::int64_t>(std::lround((thermal.energy * spins + 2 * spins) / 4));
  EnergyDistribution result;
  const std::int64_t lowest = std::clamp<std::int64_t>(middle - levels / 2, 0, L * L + 1 - levels);
  result.first = -2 * L * L + 4 * lowest;
  result.probability.resize(static_cast<std::size_t>(levels));
  Real scale = 0;
  for (const Complex& term : log_terms(L, beta)) scale = std::max(scale, term.real());
  const Real whole = partition(L, beta, 0, scale).real(), step = 2 * pi / static_cast<Real>(4 * levels);
  // Of t and -t, which are conjugates, one does.
  for (std::int64_t j = 0; 2 * j <= levels; ++j) {
    const Real t = step * static_cast<Real>(j), weight = j == 0 || 2 * j == levels ? 1 : 2;
    const Complex phi = weight * partition(L, beta, t, scale) / (whole * static_cast<Real>(levels));
    const Complex turn = std::polar<Real>(1, 4 * t);
    Complex phase = phi * std::polar<Real>(1, std::fmod(t * static_cast<Real>(result.first), 2 * pi));
    for (double& p : result.probability) {
      p += static_cast<double>(phase.real());
      phase *= turn;
    }
  }
  return result;
}

double exchange_acceptance(const EnergyDistribution& at, double beta, const EnergyDistribution& next,
                           double next_beta) {
  const auto size = static_cast<std::int64_t>(at.probability.size()),
             next_size = static_cast<std::int64_t>(next.probability.size());
  // By the difference of the energies, in levels.
  std::vector<double> chance(static_cast<std::size_t>(size + next_size));
  const auto offset = [&](std::int64_t i, std::int64_t j) { return static_cast<std::size_t>(i - j + next_size); };
  for (std::int64_t d = -next_size + 1; d < size; ++d) {
    const double difference = static_cast<double>(at.first - next.first + 4 * d);
    chance[offset(d, 0)] = std::min(1.0, std::exp((beta - next_beta) * difference));
  }
  double sum = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    double inner = 0;
    for (std::int64_t j = 0; j < next_size; ++j)
      inner += next.probability[static_cast<std::size_t>(j)] * chance[offset(i, j)];
    sum += at.probability[static_cast<std::size_t>(i)] * inner;
  }
  return sum;
}

double gaussian_acceptance(double beta, double mean, double variance, double next_beta, double next_mean,
                           double next_variance) {
  // x = (beta - beta') (E - E') is Gaussian; the mean of min(1, e^x) in two parts.
  const double gap = beta - next_beta, centre = gap * (mean - next_mean);
  const double width = std::fabs(gap) * std::sqrt(variance + next_variance);
  const double above = std::erfc(-centre / (width * std::sqrt(2.0))) / 2;
  const double tilted = std::exp(centre + width * width / 2);
  const double below = std::erfc((centre + width * width) / (width * std::sqrt(2.0))) / 2;
  return std::min(1.0, above + (below > 0 ? tilted * below : 0));
}

double exchange_acceptance_of_ising2d(std::int64_t L, double beta, double next_beta) {
  if (L >= 4 && L <= largest_exact && L % 2 == 0)
    return exchange_acceptance(known(L, beta), beta, known(L, next_beta), next_beta);
  const double spins = static_cast<double>(L * L);
  const Ising2d at = ising2d(L, beta), next = ising2d(L, next_beta);
  return gaussian_acceptance(beta, at.energy * spins, at.specific_heat * spins / square(beta), next_beta,
                             next.energy * spins, next.specific_heat * spins / square(next_beta));
}

namespace {

const Register<ExactSolution> exchange{{"ising2d_exchange", [](const Params& params) {
                                          const double value = exchange_acceptance_of_ising2d(
                                              params.integer("L"), beta_of(params), params.real("next_beta"));
                                          return std::vector<ExactSolution::Expectation>{{"acceptance", value}};
                                        }}};

}  // namespace
}  // namespace spinbench::exact

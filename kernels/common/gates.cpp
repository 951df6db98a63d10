#include "kernels/common/gates.hpp"

#include <algorithm>
#include <cmath>

namespace spinbench {
namespace {

double signed_sqrt(double sign, double x) { return std::copysign(std::sqrt(std::max(x, 0.0)), sign); }

}  // namespace

double gate_of_many(double sigmas, std::size_t many) {
  return std::sqrt(sigmas * sigmas + 2 * std::log(static_cast<double>(many)));
}

double student_gate(double sigmas, double freedom) {
  const double z = sigmas * (8 * freedom + 3) / (8 * freedom + 1);
  return std::sqrt(freedom * std::expm1(z * z / freedom));
}

double poisson_deviation(double count, double expected) {
  const double root = count > 0 ? count * std::log(count / expected) - (count - expected) : expected;
  const double gaussian = signed_sqrt(count - expected, 2 * root);
  if (expected > 1e4 || std::fabs(gaussian) > 30) return gaussian;
  // The tail from the count on, outwards, term by term.
  const bool above = count >= expected;
  const double first = above ? std::floor(count) : std::ceil(count);
  // std::lgamma writes the sign where all threads see it.
  int sign = 0;
  double term = std::exp(first * std::log(expected) - expected - ::lgamma_r(first + 1, &sign)), tail = 0;
  for (double n = first; term > 0 && (above ? n < first + 1e6 : n >= 0); above ? ++n : --n) {
    tail += term;
    if (term < 1e-17 * tail) break;
    term *= above ? expected / (n + 1) : n / expected;
  }
  // The Gaussian's x with that tail, by halving.
  if (!(tail > 0)) return gaussian;
  double low = 0, high = 40;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > tail ? low : high) = middle;
  }
  return above ? low : -low;
}

}  // namespace spinbench

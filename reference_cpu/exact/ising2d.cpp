#include "reference_cpu/exact/ising2d.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace spinbench::exact {
namespace {

using Real = long double;

// Neumaier's sum: the four products' logarithms are of order N, but their differences, of order 1, decide the weights.
class Sum {
 public:
  void add(Real term) {
    const Real next = sum_ + term;
    lost_ += std::fabs(sum_) >= std::fabs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  Real value() const { return sum_ + lost_; }

 private:
  Real sum_ = 0, lost_ = 0;
};

// The logarithm of a product and its first two derivatives with respect to the coupling K = beta J.
struct LogProduct {
  Sum value, first, second;
};

// gamma_l of the mode with wave number pi l / L and its derivatives.
struct Mode {
  Real gamma, first, second;
};

// The mode l = 0, whose gamma changes its sign at the critical point.
Mode zero_mode(Real K) {
  const Real sinh2 = std::sinh(2 * K);
  return {2 * K + std::log(std::tanh(K)), 2 + 2 / sinh2, -4 * std::cosh(2 * K) / (sinh2 * sinh2)};
}

// sinh^2(gamma_l / 2) = sinh^2(gamma_0 / 2) + sin^2(pi l / 2 L): no difference of near numbers at any K.
Mode mode(const Mode& zero, std::int64_t l, std::int64_t L) {
  const Real pi = std::acos(static_cast<Real>(-1));
  const Real sine = std::sin(pi * static_cast<Real>(l) / static_cast<Real>(2 * L));
  const Real half_sinh = std::hypot(std::sinh(zero.gamma / 2), sine);
  const Real half_cosh = std::sqrt(1 + half_sinh * half_sinh);
  const Real sinh = 2 * half_sinh * half_cosh;
  const Real cosh = 1 + 2 * half_sinh * half_sinh;
  const Real sinh0 = std::sinh(zero.gamma);
  const Real first = sinh0 * zero.first / sinh;
  const Real second =
      (std::cosh(zero.gamma) * zero.first * zero.first + sinh0 * zero.second - cosh * first * first) / sinh;
  return {2 * std::asinh(half_sinh), first, second};
}

// Multiplies `product` by (2 cosh(L gamma / 2))^count for sign = 1, by (2 sinh(L gamma / 2))^count for sign = -1.
void multiply(LogProduct& product, const Mode& m, Real L, int sign, Real count) {
  const Real h = L / 2;
  const Real exponent = L * m.gamma;
  const Real small = exponent < 120 ? sign * std::exp(-exponent) : 0;  // else below the last digit
  const Real tanh_like = (1 - small) / (1 + small);                    // tanh or coth
  const Real curvature = 4 * small / ((1 + small) * (1 + small));      // sech^2 or -csch^2
  product.value.add(count * (h * m.gamma + std::log1p(small)));
  product.first.add(count * h * tanh_like * m.first);
  product.second.add(count * (h * tanh_like * m.second + h * h * curvature * m.first * m.first));
}

// One of the four terms as e^scale (s + ...): `value`, and its derivatives after e^{reference K} was split off, all in
// units of e^scale.
struct Term {
  Real scale, value, first, second;
};

Term term(const LogProduct& product, Real reference) {
  const Real d = product.first.value() - reference;
  return {product.value.value(), 1, d, product.second.value() + d * d};
}

// The product over l != 0 times 2 sinh(L gamma_0 / 2), which may be negative or zero.
Term signed_term(const LogProduct& rest, const Mode& zero, Real L, Real reference) {
  const Real small = std::exp(-L * std::fabs(zero.gamma));
  const Real s = std::copysign(1 - small, zero.gamma), c = 1 + small;
  const Real d = rest.first.value() - reference;
  const Real h = L / 2 * zero.first;
  return {rest.value.value() + L / 2 * std::fabs(zero.gamma), s, d * s + h * c,
          (rest.second.value() + d * d + h * h) * s + (2 * d * h + L / 2 * zero.second) * c};
}

// ln(Z1 + Z2 + Z3 + Z4) and its derivatives.
Mode log_of_sum(std::int64_t L, Real K) {
  const Real size = static_cast<Real>(L);
  const Mode zero = zero_mode(K);
  LogProduct odd_cosh, odd_sinh, even_cosh, even_sinh_rest;
  // gamma_l = gamma_{2L-l}, so half of the modes do; l = 0 and l = L stand alone.
  for (std::int64_t l = 1; l <= L; ++l) {
    const Mode m = mode(zero, l, L);
    const Real count = l == L ? 1 : 2;
    multiply(l % 2 == 1 ? odd_cosh : even_cosh, m, size, +1, count);
    multiply(l % 2 == 1 ? odd_sinh : even_sinh_rest, m, size, -1, count);
  }
  Mode positive = zero;
  if (zero.gamma < 0) positive = {-zero.gamma, -zero.first, -zero.second};  // cosh is even
  multiply(even_cosh, positive, size, +1, 1);

  const Real reference = odd_cosh.first.value();
  const std::array<Term, 4> terms = {term(odd_cosh, reference), term(odd_sinh, reference), term(even_cosh, reference),
                                     signed_term(even_sinh_rest, zero, size, reference)};
  Real scale = terms[0].scale;
  for (const Term& t : terms) scale = std::max(scale, t.scale);
  Real value = 0, first = 0, second = 0;
  for (const Term& t : terms) {
    const Real weight = std::exp(t.scale - scale);
    value += weight * t.value;
    first += weight * t.first;
    second += weight * t.second;
  }
  const Real shift = first / value;
  return {scale + std::log(value), reference + shift, second / value - shift * shift};
}

}  // namespace

Ising2d ising2d(std::int64_t L, double beta) {
  if (L < 2) throw std::invalid_argument("exact Ising solution: L must be at least 2");
  if (!(beta > 0) || !std::isfinite(beta))
    throw std::invalid_argument("exact Ising solution: beta must be positive and finite");
  const Real K = beta;
  const Real spins = static_cast<Real>(L) * static_cast<Real>(L);
  const Real sinh2 = std::sinh(2 * K);
  const Mode sum = log_of_sum(L, K);
  const Real log_z = (sum.gamma - std::log(static_cast<Real>(2))) / spins + std::log(2 * sinh2) / 2;
  const Real first = sum.first / spins + std::cosh(2 * K) / sinh2;
  const Real second = sum.second / spins - 2 / (sinh2 * sinh2);
  // Deep in the ordered phase the variance is smaller than the rounding of the two terms.
  return {static_cast<double>(-first), static_cast<double>(std::max<Real>(0, K * K * second)),
          static_cast<double>(log_z)};
}

}  // namespace spinbench::exact

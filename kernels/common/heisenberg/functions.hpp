// Cosine and sine, exponential and logarithm from the operations of arithmetic.hpp alone: the same bits wherever they
// are computed, within two units in the last place (tests/heisenberg_functions.cpp holds them to a table made with
// mpmath, and exp(x) - 1 to the C library's in long double).
//
// Arguments are reduced exactly or nearly so, and what is left goes into polynomials whose relative error is the least
// possible on the interval (Remez), computed in 60 digits and rounded to the type.
#pragma once

#include <cstdint>

#include "backends/constant_memory.hpp"
#include "kernels/common/heisenberg/arithmetic.hpp"

namespace spinbench::ieee {

template <class Real>
struct Turn {
  Real cosine, sine;
};

namespace detail {

/// A number so large that its last digit counts ones: adding it rounds to a whole number. That ends in `power`, of
/// which an odd one would round halves the other way.
template <class Real>
constexpr Real rounder(typename Format<Real>::Bits power) {
  return static_cast<Real>((typename Format<Real>::Bits{3} << (Format<Real>::digits - 1)) + power);
}

template <class Real>
struct Coefficients;

template <>
struct Coefficients<float> {
  SPINBENCH_INLINE_FN static float turns(std::int32_t words) { return times(whole<float>(words), 0x1p-32f); }
  // sin(2 pi t) = t P(t^2) and cos(2 pi t) = 1 + t^2 Q(t^2), |t| <= 1/8: 2^-28.2 and 2^-33.9.
  SPINBENCH_INLINE_FN static float sine(float y) {
    const float c[] = {0x1.921fb6p+2f, -0x1.4abbbap+5f, 0x1.465e92p+6f, -0x1.2d9302p+6f};
    return polynomial(y, c);
  }
  SPINBENCH_INLINE_FN static float cosine(float y) {
    const float c[] = {-0x1.3bd3ccp+4f, 0x1.03c1dep+6f, -0x1.55c5e0p+6f, 0x1.d9d57ep+5f};
    return polynomial(y, c);
  }
  // exp(r) = 1 + r + r^2 P(r), |r| <= log(2) / 2: 2^-28.3.
  SPINBENCH_INLINE_FN static float exponential(float r) {
    const float c[] = {0x1.fffffcp-2f, 0x1.555490p-3f, 0x1.5558bcp-5f, 0x1.123b46p-7f, 0x1.6a5d7cp-10f};
    return polynomial(r, c);
  }
  // log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2), |s| <= 0.172: 2^-30.2.
  SPINBENCH_INLINE_FN static float logarithm(float y) {
    const float c[] = {0x1.55557ap-1f, 0x1.995e7cp-2f, 0x1.31e9f6p-2f};
    return polynomial(y, c);
  }
  SPINBENCH_INLINE_FN static float log2_e() { return 0x1.715476p+0f; }
  // Products with an exponent are exact.
  SPINBENCH_INLINE_FN static float ln2_high() { return 0x1.62ep-1f; }
  SPINBENCH_INLINE_FN static float ln2_low() { return 0x1.0bfbe8p-15f; }
  template <int Power>
  SPINBENCH_INLINE_FN static float round_to() {
    return rounder<float>(Power);
  }
  static constexpr float lowest = -87;
  static constexpr std::uint32_t root_half = 0x3f3504f3u;
  static constexpr float root_half_less_one = -0x1.2bec34p-2f;
};

// The same for double: 2^-58.1, 2^-64.5, 2^-57.9 and 2^-59.5.
struct NumbersOfDouble {
  double sine[7] = {0x1.921fb54442d18p+2, -0x1.4abbce625be41p+5, 0x1.466bc67758700p+6, -0x1.32d2cce2d5418p+6,
                    0x1.50782fca4376cp+5, -0x1.e30063a95bdb2p+3, 0x1.e3eed8c16e6f1p+1};
  double cosine[7] = {-0x1.3bd3cc9be45dep+4, 0x1.03c1f081b5aaep+6, -0x1.55d3c7e3c9280p+6, 0x1.e1f5068367ae8p+5,
                      -0x1.a6d1ec7e0844dp+4, 0x1.f9cc40a9d8fcep+2, -0x1.b263c26024f95p+0};
  double exponential[10] = {0x1.000000000000ap-1,  0x1.5555555555501p-3,  0x1.555555555069dp-5,  0x1.11111111258efp-7,
                            0x1.6c16c184948fcp-10, 0x1.a01a01389fe61p-13, 0x1.a01998e5fa1f8p-16, 0x1.71df000f48c43p-19,
                            0x1.28ae88670f0a3p-22, 0x1.adc2c09c394c4p-26};
  double logarithm[7] = {0x1.5555555555593p-1, 0x1.999999997f8abp-2, 0x1.249249423e2cep-2, 0x1.c71c51c68187cp-3,
                         0x1.74664d7457280p-3, 0x1.39a02eee9cb16p-3, 0x1.2f15bd0b0a10ep-3};
  double log2_e = 0x1.71547652b82fep+0, ln2_high = 0x1.62e42fefp-1, ln2_low = 0x1.473de6af278edp-34;
  double rounder_32 = rounder<double>(32);

  constexpr NumbersOfDouble() {
    // t counted in 2^-32: every step on the way to its sine and cosine is multiplied by a power of two, exactly.
    double power = 0x1p-32;
    for (int i = 0; i < 7; ++i) {
      sine[i] *= power;
      cosine[i] *= power * 0x1p-32;
      power *= 0x1p-64;
    }
  }
};
constexpr NumbersOfDouble numbers_of_double;

SPINBENCH_CONSTANT_COPY(numbers_on_device, numbers_of_double);
#define SPINBENCH_NUMBERS_OF_DOUBLE SPINBENCH_CONSTANT(numbers_on_device, numbers_of_double)

template <>
struct Coefficients<double> {
  SPINBENCH_INLINE_FN static double turns(std::int32_t words) { return whole<double>(words); }
  SPINBENCH_INLINE_FN static double sine(double y) { return polynomial(y, SPINBENCH_NUMBERS_OF_DOUBLE.sine); }
  SPINBENCH_INLINE_FN static double cosine(double y) { return polynomial(y, SPINBENCH_NUMBERS_OF_DOUBLE.cosine); }
  SPINBENCH_INLINE_FN static double exponential(double r) {
    return polynomial(r, SPINBENCH_NUMBERS_OF_DOUBLE.exponential);
  }
  SPINBENCH_INLINE_FN static double logarithm(double y) { return polynomial(y, SPINBENCH_NUMBERS_OF_DOUBLE.logarithm); }
  SPINBENCH_INLINE_FN static double log2_e() { return SPINBENCH_NUMBERS_OF_DOUBLE.log2_e; }
  SPINBENCH_INLINE_FN static double ln2_high() { return SPINBENCH_NUMBERS_OF_DOUBLE.ln2_high; }
  SPINBENCH_INLINE_FN static double ln2_low() { return SPINBENCH_NUMBERS_OF_DOUBLE.ln2_low; }
  template <int Power>
  SPINBENCH_INLINE_FN static double round_to() {
    static_assert(Power == 0 || Power == 32);
    // Whose lower half has only zeros may be a literal.
    return Power == 0 ? rounder<double>(0) : SPINBENCH_NUMBERS_OF_DOUBLE.rounder_32;
  }
  static constexpr double lowest = -708;
  static constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcdu;
  static constexpr double root_half_less_one = -0x1.2bec333018866p-2;
};

#undef SPINBENCH_NUMBERS_OF_DOUBLE

}  // namespace detail

/// `a`, with the other sign where the first bit of `word` is set: an operation of bits, where a negation of double may
/// be one of the pipe that is short.
template <class Real>
SPINBENCH_INLINE_FN Real turned_about(Real a, std::uint32_t word) {
  using Bits = typename Format<Real>::Bits;
  return from_bits<Real>(bits_of(a) ^ static_cast<Bits>(word & 0x80000000u) << (8 * sizeof(Bits) - 32));
}

/// Cosine and sine of 2 pi word / 2^32.
template <class Real>
SPINBENCH_INLINE_FN Turn<Real> turn(std::uint32_t word) {
  using Table = detail::Coefficients<Real>;
  // The nearest quarter of a turn, and what is left of it: exactly.
  const std::uint32_t ahead = word + 0x20000000u;
  const auto rest = static_cast<std::int32_t>(word << 2) >> 2;
  const Real t = Table::turns(rest), y = times(t, t);
  const Real sine = times(t, Table::sine(y)), cosine = fused(y, Table::cosine(y), Real{1});
  const bool odd = (ahead & 0x40000000u) != 0;
  return {turned_about(odd ? sine : cosine, ahead + 0x40000000u), turned_about(odd ? cosine : sine, ahead)};
}

namespace detail {

/// 2^n times 1 + less_one: `exponent` is n where an exponent lies in a number's bits.
template <class Real>
struct Scaled {
  typename Format<Real>::Bits exponent;
  Real less_one;
};
/// 2^Power exp(x).
template <int Power, class Real>
SPINBENCH_INLINE_FN Scaled<Real> scaled_exponential(Real x) {
  using Table = Coefficients<Real>;
  const Real by = Table::template round_to<Power>();
  x = x < Table::lowest ? Table::lowest : x;
  const Real shifted = fused(x, Table::log2_e(), by);
  const Real n = minus(shifted, by);
  const Real r = fused(n, -Table::ln2_low(), fused(n, -Table::ln2_high(), x));
  // The lowest bits of `shifted` are n + Power: on their way up to the exponent the others are lost.
  return {bits_of(shifted) << Format<Real>::digits, fused(times(r, r), Table::exponential(r), r)};
}

}  // namespace detail

/// 2^Power exp(x), or a number that means nothing where that is larger than all of the type. Below -87 in float and
/// -708 in double it is that of -87 or -708.
template <int Power = 0, class Real>
SPINBENCH_INLINE_FN Real exponential(Real x) {
  const auto e = detail::scaled_exponential<Power>(x);
  return from_bits<Real>(bits_of(plus(Real{1}, e.less_one)) + e.exponent);
}

template <class Real>
struct Exponential {
  Real value, less_one;
};

/// exp(x), and exp(x) - 1 to some last places even where x is small; from and to the same ends.
template <class Real>
SPINBENCH_INLINE_FN Exponential<Real> exponential_and_less_one(Real x) {
  const auto e = detail::scaled_exponential<0>(x);
  const Real scale = from_bits<Real>(bits_of(Real{1}) + e.exponent);
  return {fused(scale, e.less_one, scale), fused(scale, e.less_one, minus(scale, Real{1}))};
}

/// A normal number x > 0 on the way to its logarithm: 2^n (1 + f), sqrt(1/2) <= 1 + f < sqrt(2). The quotient of f and
/// 2 + f is for the caller to make, who may have others to make beside it.
template <class Real>
struct Reduced {
  std::int32_t n;
  Real f;

  SPINBENCH_INLINE_FN Real divisor() const { return plus(Real{2}, f); }
  /// log(x) by the quotient.
  SPINBENCH_INLINE_FN Real logarithm(Real s) const {
    using Table = detail::Coefficients<Real>;
    const Real y = times(s, s);
    const Real small = fused(whole<Real>(n), Table::ln2_low(), times(times(s, y), Table::logarithm(y)));
    return fused(whole<Real>(n), Table::ln2_high(), fused(Real{2}, s, small));
  }
};
template <class Real>
SPINBENCH_INLINE_FN Reduced<Real> reduced(Real x) {
  using Table = detail::Coefficients<Real>;
  using Bits = typename Format<Real>::Bits;
  constexpr int digits = Format<Real>::digits;
  const Bits above = bits_of(x) - Table::root_half;
  const auto n = static_cast<std::int32_t>(static_cast<typename Format<Real>::Signed>(above) >> digits);
  const Real m = from_bits<Real>(bits_of(x) - (static_cast<Bits>(n) << digits));
  return {n, minus(m, Real{1})};
}

/// log(x) of a normal number x > 0.
template <class Real>
SPINBENCH_INLINE_FN Real logarithm(Real x) {
  const Reduced<Real> r = reduced(x);
  return r.logarithm(over(r.f, r.divisor()));
}

}  // namespace spinbench::ieee

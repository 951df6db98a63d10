// The heat bath of a classical Heisenberg spin: a direction with the density exp(beta s . h), whatever it was before.
//
// With x = beta |h| the cosine c of the angle to the field has the density exp(c x): c = ln[(1 - R) e^x + R e^-x] / x =
// 1 + log1p(y) / x, y = R expm1(-2 x), with R uniform. Neither function has a quotient to mend it: what is left of -2 x
// beside a multiple of ln 2 gives expm1 without cancelling, and log1p takes y itself while that is small, so that c is
// right to some last places for small x, too. Where R is near 1 and x large, what is left of 1 - R decides: it is made
// of the random word's complement, exact to its last place and never zero.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/functions.hpp"
#include "kernels/common/heisenberg/heat_bath_fast.hpp"
#include "kernels/common/heisenberg/metropolis.hpp"
#include "kernels/common/heisenberg/vector3.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::heisenberg {

/// The middle of slice `word` of 2^32 that make up the numbers from 0 to 1.
template <class Real>
SPINBENCH_INLINE_FN Real slice(std::uint32_t word) {
  return ieee::times(ieee::plus(ieee::whole<Real>(word), static_cast<Real>(0.5)), static_cast<Real>(0x1p-32));
}

/// On the way to the cosine of the angle to the field for x = beta |h| from 1e-20, by the random word of R. Where a
/// quotient is wanted the way stops, since others can be made beside it; both are of usual operands (divide_usual()).
template <class Real>
struct CosineByQuotients {
  Real x;
  ieee::Reduced<Real> sum;  ///< 1 + y

  SPINBENCH_INLINE_FN static CosineByQuotients of(std::uint32_t word, Real x) {
    const Real one = 1, R = slice<Real>(word),
               left = planted(Mutant::heat_bath_end) ? ieee::minus(one, R) : slice<Real>(~word);
    const auto e = ieee::exponential_and_less_one(ieee::times(Real{-2}, x));
    const bool cancels = planted(Mutant::heat_bath_cancels);
    const Real y = ieee::times(R, cancels ? ieee::minus(e.value, one) : e.less_one);
    const ieee::Reduced<Real> far = ieee::reduced(cancels ? ieee::plus(one, y) : ieee::fused(R, e.value, left));
    const bool near =
        (y >= ieee::detail::Coefficients<Real>::root_half_less_one || planted(Mutant::heat_bath_near)) && !cancels;
    return {x, {near ? 0 : far.n, near ? y : far.f}};
  }
  /// log1p(y), to be divided by x, by the quotient of sum.f and sum.divisor().
  SPINBENCH_INLINE_FN Real numerator(Real quotient) const { return sum.logarithm(quotient); }

  SPINBENCH_INLINE_FN static Real cosine(Real quotient) {
    const Real c = ieee::plus(Real{1}, quotient);
    return c < Real{-1} ? Real{-1} : c;
  }
};

/// That cosine.
template <class Real>
SPINBENCH_INLINE_FN Real heat_bath_cosine(std::uint32_t word, Real x) {
  const auto way = CosineByQuotients<Real>::of(word, x);
  return way.cosine(ieee::over(way.numerator(ieee::over(way.sum.f, way.sum.divisor())), x));
}

template <class Real>
SPINBENCH_INLINE_FN Real sign_of(Real a) {
  return a < 0 ? Real{-1} : Real{1};
}

/// The direction at cosine `c` to the unit vector `n`, its azimuth from a random word; `a` is -1 over sign_of(n.z) +
/// n.z.
template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> turned_from(const Vector3<Real>& n, Real a, Real c, std::uint32_t azimuth) {
  const Real sine = ieee::root_usual(ieee::times(ieee::minus(Real{1}, c), ieee::plus(Real{1}, c)));
  const ieee::Turn<Real> turn = ieee::turn<Real>(planted(Mutant::heat_bath_half_circle) ? azimuth / 2 : azimuth);
  // Two directions across n, without a branch (T. Duff et al., J. Comput. Graph. Tech. 6, 1 (2017)).
  const Real sign = sign_of(n.z), b = ieee::times(ieee::times(n.x, n.y), a);
  const Vector3<Real> u{ieee::fused(ieee::times(sign, ieee::times(n.x, n.x)), a, Real{1}), ieee::times(sign, b),
                        ieee::times(-sign, n.x)};
  Vector3<Real> v{b, ieee::fused(ieee::times(n.y, n.y), a, sign), -n.y};
  if (planted(Mutant::heat_bath_components)) v = {v.y, v.x, v.z};
  return fused(c, n, fused(ieee::times(sine, turn.cosine), u, times(ieee::times(sine, turn.sine), v)));
}

/// The new spin: R from the first word, the azimuth about the field from the second. Uniform where there is no field.
template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> heat_bath(std::uint32_t height, std::uint32_t azimuth, Real beta,
                                            const Vector3<Real>& field) {
  // From such an x on all that is divided is usual: the least quotient, of y = R expm1(-2 x), is some 2^-99.4.
  const Real square = dot(field, field), least = static_cast<Real>(1e-20);
  // Of what is less a float's square keeps no digits, and it turns nothing.
  const bool none = !(square >= static_cast<Real>(0x1p-100));
  const Real root = ieee::root_usual(none ? Real{0} : square);
  const Real length = none || planted(Mutant::heat_bath_not_normalised) ? Real{1}
                      : planted(Mutant::heat_bath_sign)                 ? -root
                                                                        : root;
  const Real x = ieee::times(beta, root);
  const auto way = CosineByQuotients<Real>::of(height, x < least ? least : x);
  Real first[] = {Real{1}, way.sum.f};
  const Real by[] = {length, way.sum.divisor()};
  ieee::divide_usual(first, by);
  const Vector3<Real> along = times(first[0], field), n{along.x, along.y, none ? Real{1} : along.z};
  Real second[] = {way.numerator(first[1]), Real{-1}};
  const Real by_then[] = {way.x, ieee::plus(sign_of(n.z), n.z)};
  ieee::divide_usual(second, by_then);
  return turned_from(n, second[1], way.cosine(second[0]), azimuth);
}

/// As Metropolis, with two words; of a generator that makes four at once the others are thrown away. Its sweeps take
/// turns with those of over-relaxation, and there may be a random field (kernels/common/heisenberg/random_fields.hpp).
struct HeatBath {
  static constexpr bool mixed = true;
  static constexpr bool reads_spin = false;
  static constexpr int words_used = 2;
  template <class Rng>
  static constexpr int words = Rng::facts.block_words == 4 ? 4 : words_used;
  static constexpr const char* kernel(int) { return "heisenberg3d_heatbath"; }

  template <class Math, int Words>
  SPINBENCH_INLINE_FN static bool update(const std::uint32_t (&words)[Words], typename Math::Real beta,
                                         const Vector3<typename Math::Real>& field,
                                         Vector3<typename Math::Real>& spin) {
    if constexpr (requires { typename Math::Functions; })
      spin = fast_heat_bath<typename Math::Functions>(words[0], words[1], beta, field);
    else
      spin = heat_bath(words[0], words[1], beta, field);
    return true;
  }
};

/// The spin after half a turn about its field, which leaves the energy as it is (Bernaschi 2011, section 4):
/// 2 (s . h) / (h . h) h - s. As it was where there is no field.
template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> half_turn(const Vector3<Real>& s, const Vector3<Real>& h) {
  const Real square = dot(h, h);
  const bool any = square > 0;
  const Real along = ieee::over(dot(s, h), any ? square : Real{1});
  const Vector3<Real> turned = fused(ieee::plus(along, along), h, Vector3<Real>{-s.x, -s.y, -s.z});
  return {any ? turned.x : s.x, any ? turned.y : s.y, any ? turned.z : s.z};
}

}  // namespace spinbench::heisenberg

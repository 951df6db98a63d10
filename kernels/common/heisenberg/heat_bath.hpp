// The heat bath of a classical Heisenberg spin: a direction with the density exp(beta s . h), whatever it was before.
//
// With x = beta |h| the cosine c of the angle to the field has the density exp(c x): c = ln[(1 - R) e^x + R e^-x] / x =
// 1 + log1p(R expm1(-2 x)) / x with R uniform. Both functions are made of exp and log with the error of their argument
// divided out (W. Kahan), so that c is right to some last places for small x, too; for large x, where R = 1 would ask
// for the logarithm of zero, the argument stays above the smallest number.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/functions.hpp"
#include "kernels/common/heisenberg/metropolis.hpp"
#include "kernels/common/heisenberg/vector3.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::heisenberg {

/// exp(x) - 1 for x <= 0.
template <class Real>
SPINBENCH_INLINE_FN Real exponential_minus_one(Real x) {
  const Real e = ieee::exponential(x), less = ieee::minus(e, Real{1});
  const Real mended = ieee::over(ieee::times(less, x), ieee::logarithm(e));
  return e == 1 ? x : less <= static_cast<Real>(-0.5) ? less : mended;
}

/// log(1 + x) for -1 <= x <= 0; of -1 that of the smallest normal number.
template <class Real>
SPINBENCH_INLINE_FN Real logarithm_of_one_plus(Real x) {
  const Real sum = ieee::plus(Real{1}, x),
             smallest = sizeof(Real) == 8 ? static_cast<Real>(0x1p-1022) : static_cast<Real>(0x1p-126);
  const Real above = sum < smallest ? smallest : sum;
  const Real log = ieee::logarithm(above);
  const Real mended = ieee::over(ieee::times(log, x), ieee::minus(above, Real{1}));
  return sum == 1 ? x : x < static_cast<Real>(-0.5) ? log : mended;
}

/// The new spin: R from the first word, the azimuth about the field from the second.
template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> heat_bath(std::uint32_t height, std::uint32_t azimuth, Real beta,
                                            const Vector3<Real>& field) {
  const Real square = dot(field, field);
  const bool none = !(square > 0);
  const Real length = none ? Real{1} : ieee::root(square);
  const Vector3<Real> n =
      none ? Vector3<Real>{0, 0, 1}
           : Vector3<Real>{ieee::over(field.x, length), ieee::over(field.y, length), ieee::over(field.z, length)};
  const Real wanted = none ? Real{0} : ieee::times(beta, length), least = static_cast<Real>(1e-20);
  const Real x = wanted < least ? least : wanted;
  const Real R = ieee::times(ieee::plus(ieee::whole<Real>(height), static_cast<Real>(0.5)), static_cast<Real>(0x1p-32));
  const Real y = ieee::times(R, exponential_minus_one(ieee::times(Real{-2}, x)));
  const Real cosine = ieee::plus(Real{1}, ieee::over(logarithm_of_one_plus(y), x));
  const Real c = cosine < -1 ? Real{-1} : cosine;
  const Real sine = ieee::root(ieee::times(ieee::minus(Real{1}, c), ieee::plus(Real{1}, c)));
  const ieee::Turn<Real> turn = ieee::turn<Real>(azimuth);
  // Two directions across n, without a branch (T. Duff et al., J. Comput. Graph. Tech. 6, 1 (2017)).
  const Real sign = n.z < 0 ? Real{-1} : Real{1};
  const Real a = ieee::over(Real{-1}, ieee::plus(sign, n.z)), b = ieee::times(ieee::times(n.x, n.y), a);
  const Vector3<Real> u{ieee::fused(ieee::times(sign, ieee::times(n.x, n.x)), a, Real{1}), ieee::times(sign, b),
                        ieee::times(-sign, n.x)};
  const Vector3<Real> v{b, ieee::fused(ieee::times(n.y, n.y), a, sign), -n.y};
  return fused(c, n, fused(ieee::times(sine, turn.cosine), u, times(ieee::times(sine, turn.sine), v)));
}

/// As Metropolis, with two words; of a generator that makes four at once the others are thrown away.
struct HeatBath {
  template <class Rng>
  static constexpr int words = Rng::facts.block_words == 4 ? 4 : 2;
  static constexpr const char* kernel(int) { return "heisenberg3d_heatbath"; }

  template <class Math, int Words>
  SPINBENCH_INLINE_FN static bool update(const std::uint32_t (&words)[Words], typename Math::Real beta,
                                         const Vector3<typename Math::Real>& field,
                                         Vector3<typename Math::Real>& spin) {
    spin = heat_bath(words[0], words[1], beta, field);
    return true;
  }
};

}  // namespace spinbench::heisenberg

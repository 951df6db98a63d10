// Vectors of three components: spins of the classical Heisenberg model and the fields that they feel. Every operation
// rounds in one order, so that equal inputs give equal bits on every backend.
#pragma once

#include "kernels/common/heisenberg/arithmetic.hpp"

namespace spinbench {

template <class Real>
struct Vector3 {
  Real x, y, z;
};

template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> plus(const Vector3<Real>& a, const Vector3<Real>& b) {
  return {ieee::plus(a.x, b.x), ieee::plus(a.y, b.y), ieee::plus(a.z, b.z)};
}

template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> minus(const Vector3<Real>& a, const Vector3<Real>& b) {
  return {ieee::minus(a.x, b.x), ieee::minus(a.y, b.y), ieee::minus(a.z, b.z)};
}

template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> times(Real factor, const Vector3<Real>& a) {
  return {ieee::times(factor, a.x), ieee::times(factor, a.y), ieee::times(factor, a.z)};
}

/// factor a + b, each component rounded once.
template <class Real>
SPINBENCH_INLINE_FN Vector3<Real> fused(Real factor, const Vector3<Real>& a, const Vector3<Real>& b) {
  return {ieee::fused(factor, a.x, b.x), ieee::fused(factor, a.y, b.y), ieee::fused(factor, a.z, b.z)};
}

/// a . b: x first, then y, then z, each product fused with its sum.
template <class Real>
SPINBENCH_INLINE_FN Real dot(const Vector3<Real>& a, const Vector3<Real>& b) {
  return ieee::fused(a.z, b.z, ieee::fused(a.y, b.y, ieee::times(a.x, b.x)));
}

/// In double, for observables.
template <class Real>
SPINBENCH_INLINE_FN Vector3<double> in_double(const Vector3<Real>& a) {
  return {static_cast<double>(a.x), static_cast<double>(a.y), static_cast<double>(a.z)};
}

}  // namespace spinbench

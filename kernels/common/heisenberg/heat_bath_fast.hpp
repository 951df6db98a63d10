// The heat bath in float with functions that are only roughly right, as the hardware of a GPU has them: to some 1e-6 in
// the cosine. `Functions` brings root, inverse_root, cosine and sine (of radians), power_of_two, log_two and quotient;
// the tests put functions of a host with the hardware's errors in their place.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/vector3.hpp"

namespace spinbench::heisenberg {

/// As heat_bath_cosine(). With w = 1 - 2 R it is ln(cosh x + w sinh x) / x; below `small` its series to x^3, since an
/// error of the logarithm is divided by x.
template <class Functions>
SPINBENCH_INLINE_FN float fast_heat_bath_cosine(std::uint32_t word, float x) {
  constexpr float small = 0x1p-4f, log2_e = 0x1.715476p+0f, ln2 = 0x1.62e43p-1f;
  const float R = (static_cast<float>(word) + 0.5f) * 0x1p-32f, left = (static_cast<float>(~word) + 0.5f) * 0x1p-32f;
  const float w = left - R, across = 4 * R * left;
  const float series = w + across * x * (0.5f - x * (w * (1.0f / 3) + x * (1 - 3 * w * w) * (1.0f / 12)));
  const float log = ln2 * Functions::log_two(left + R * Functions::power_of_two(-2 * log2_e * x));
  const float c = x < small ? series : 1 + Functions::quotient(log, x);
  return c < -1 ? -1 : c > 1 ? 1 : c;
}

/// As heat_bath().
template <class Functions>
SPINBENCH_INLINE_FN Vector3<float> fast_heat_bath(std::uint32_t height, std::uint32_t azimuth, float beta,
                                                  const Vector3<float>& field) {
  // Of no field at all the inverse root would be infinite.
  const float square = field.x * field.x + field.y * field.y + field.z * field.z;
  const bool none = square < 0x1p-100f;
  const float inverse = none ? 0 : Functions::inverse_root(square);
  const Vector3<float> n{field.x * inverse, field.y * inverse, none ? 1 : field.z * inverse};
  const float c = fast_heat_bath_cosine<Functions>(height, beta * square * inverse);
  const float sine = Functions::root((1 - c) * (1 + c));
  const float angle = static_cast<float>(static_cast<std::int32_t>(azimuth)) * 0x1.921fb6p-30f;
  const float along_u = sine * Functions::cosine(angle), along_v = sine * Functions::sine(angle);
  const float sign = n.z < 0 ? -1.0f : 1.0f;
  const float a = Functions::quotient(-1.0f, sign + n.z), b = n.x * n.y * a;
  return {c * n.x + along_u * (1 + sign * n.x * n.x * a) + along_v * b,
          c * n.y + along_u * sign * b + along_v * (sign + n.y * n.y * a),
          c * n.z - along_u * sign * n.x - along_v * n.y};
}

}  // namespace spinbench::heisenberg

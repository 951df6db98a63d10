#include "kernels/heisenberg3d_heatbath/physics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>

#include "kernels/common/heisenberg/heat_bath.hpp"
#include "kernels/common/heisenberg/physics.hpp"

namespace spinbench::heisenberg {
namespace {

/// ln[(1 - R) e^x + R e^-x] / x with R in the middle of slice `word`.
long double exact_cosine(std::uint32_t word, long double x) {
  const long double R = (word + 0.5L) / 4294967296.0L, left = (~word + 0.5L) / 4294967296.0L;
  if (x == 0) return left - R;
  // One formula loses the digits of a small x, the other those of a small 1 - R.
  return 1 + (x < 1 || R < 0.25L ? std::log1p(R * std::expm1(-2 * x)) : std::log(left + R * std::exp(-2 * x))) / x;
}

/// The greatest errors seen, in units of the type's rounding, and what is left of averages over the azimuth.
struct Errors {
  double cosine = 0, length = 0, across = 0;
};

constexpr std::uint32_t azimuths = 16;

/// NaN stays, whatever follows.
void take(double& most, double error) {
  if (!std::isnan(most) && !(error <= most)) most = error;
}

template <class Real>
void look_at(std::uint32_t word, double x, const Vector3<double>& n, Errors& errors) {
  const double unit = std::numeric_limits<Real>::epsilon();
  // A power of two: products with it are exact.
  constexpr double beta = 0.25;
  const double strength = x / beta;
  const Vector3<Real> field{static_cast<Real>(strength * n.x), static_cast<Real>(strength * n.y),
                            static_cast<Real>(strength * n.z)};
  const Vector3<double> h = in_double(field);
  // The field that the rule sees is a rounded one.
  const double length = std::sqrt(dot(h, h));
  const auto expected = static_cast<double>(exact_cosine(word, beta * length));
  Vector3<double> mean{0, 0, 0};
  for (std::uint32_t i = 0; i < azimuths; ++i) {
    const Vector3<double> s =
        in_double(heat_bath<Real>(word, i * (0xFFFFFFFFu / azimuths + 1), static_cast<Real>(beta), field));
    const double cosine = length > 0 ? dot(s, h) / length : s.z;
    take(errors.cosine, std::fabs(cosine - expected) / unit);
    take(errors.length, std::fabs(std::sqrt(dot(s, s)) - 1) / unit);
    mean = fused(1.0 / azimuths, s, mean);
  }
  const Vector3<double> along = length > 0 ? times(expected / length, h) : Vector3<double>{0, 0, expected};
  const Vector3<double> off = minus(mean, along);
  take(errors.across, std::sqrt(dot(off, off)) / unit);
}

template <class Real>
Errors errors_of_rule() {
  // In all octants, and where a component is none.
  const Vector3<double> directions[] = {{0.48, 0.64, 0.6},   {-0.64, 0.48, -0.6}, {0.8, -0.36, 0.48},
                                        {-0.28, -0.96, 0.0}, {0.0, 0.0, -1.0},    {0.0, 0.0, 1.0}};
  const std::uint32_t words[] = {0u,          1u,          1000u,       0x20000000u, 0x7FFFFFFFu,
                                 0x80000000u, 0xC0000001u, 0xFFFFFFF0u, 0xFFFFFFFFu};
  Errors result;
  for (const double x : {0.0, 1e-12, 1e-6, 1e-3, 0.1, 0.18, 0.25, 0.35, 0.6, 2.0, 8.0, 20.0, 44.0, 200.0, 1e4})
    for (const Vector3<double>& n : directions) {
      for (const std::uint32_t word : words) look_at<Real>(word, x, n, result);
      // About where 1 + y, y = R expm1(-2 x), is sqrt(1/2), and the way to its logarithm another.
      const double R = (std::sqrt(0.5) - 1) / std::expm1(-2 * x);
      for (const double off : {-1e-3, -1e-7, 1e-7, 1e-3})
        if (R + off > 0 && R + off < 1) look_at<Real>(static_cast<std::uint32_t>((R + off) * 0x1p32), x, n, result);
    }
  return result;
}

}  // namespace

Check check_heat_bath() {
  Check check;
  check.name = "heat bath";
  // A known answer of functions, as a generator's is: what beta a simulation has it cannot tell.
  check.kind = Check::Kind::support;
  check.passed = true;
  for (const bool wide : {false, true}) {
    const Errors seen = wide ? errors_of_rule<double>() : errors_of_rule<float>();
    // Comparisons that NaN fails.
    check.passed = check.passed && seen.cosine <= 8 && seen.length <= 4 && seen.across <= 8;
    char text[200];
    std::snprintf(text, sizeof text, "%s: cosine off by %.2g epsilon, length by %.2g, the mean over azimuths by %.2g",
                  wide ? "; double" : "float", seen.cosine, seen.length, seen.across);
    check.detail += text;
  }
  return check;
}

std::vector<Check> heat_bath_physics(const CheckContext& context) {
  std::vector<Check> result = context.once("heat bath", [] { return std::vector<Check>{check_heat_bath()}; });
  for (Check& check : site_by_site_physics<3>(context)) result.push_back(std::move(check));
  return result;
}

Variant of_heat_bath(Variant variant, const char* source) {
  variant.source = source;
  variant.physics = heat_bath_physics;
  return variant;
}

}  // namespace spinbench::heisenberg

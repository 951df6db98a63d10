#include "kernels/common/heisenberg/glass_series.hpp"

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace spinbench::heisenberg {
namespace {

/// ln(sinh x / x).
double log_sinh(double x) {
  const double magnitude = std::fabs(x);
  if (magnitude < 1e-2) return x * x / 6 - x * x * x * x / 180;
  return magnitude + std::log1p(-std::exp(-2 * magnitude)) - std::log(2 * magnitude);
}

double length_of(const Vector3<double>& a) { return std::sqrt(dot(a, a)); }

class Sample {
 public:
  Sample(const GaussianBonds& bonds, const RandomFields& fields, std::uint32_t L)
      : L_(L), couplings_(std::size_t{3} * L * L * L), fields_(fields.strength > 0 ? couplings_.size() / 3 : 0) {
    for (std::size_t bond = 0; bond < couplings_.size(); ++bond) couplings_[bond] = bonds.coupling<double>(bond);
    for (std::size_t site = 0; site < fields_.size(); ++site) fields_[site] = fields.at<double>(site);
  }

  /// ln Z per spin.
  double log_z(double beta) const {
    std::vector<double> t(couplings_.size());
    double sum = 0;
    for (std::size_t bond = 0; bond < t.size(); ++bond) {
      t[bond] = langevin(beta * couplings_[bond]);
      sum += log_sinh(beta * couplings_[bond]);
    }
    for (std::size_t site = 0; site < t.size() / 3; ++site)
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < a; ++b)
          sum += 3 * t[3 * site + a] * t[3 * next(site, a) + b] * t[3 * next(site, b) + a] * t[3 * site + b];
    return (sum + log_z_of_fields(beta, t)) / static_cast<double>(t.size() / 3);
  }

 private:
  /// `t`: of the bonds.
  double log_z_of_fields(double beta, const std::vector<double>& t) const {
    std::vector<Vector3<double>> means(fields_.size()), around(fields_.size(), {0, 0, 0});
    std::vector<double> squares(fields_.size());
    double sum = 0;
    for (std::size_t site = 0; site < fields_.size(); ++site) {
      const double h = length_of(fields_[site]);
      means[site] = times(langevin(beta * h) / h, fields_[site]);
      sum += log_sinh(beta * h);
    }
    const auto add = [&](std::size_t to, double t_bond, const Vector3<double>& mean) {
      around[to] = fused(t_bond, mean, around[to]);
      squares[to] += t_bond * t_bond * dot(mean, mean);
    };
    for (std::size_t site = 0; site < means.size(); ++site)
      for (std::size_t d = 0; d < 3; ++d) {
        const std::size_t other = next(site, d);
        const double t_bond = t[3 * site + d];
        sum += 3 * t_bond * dot(means[site], means[other]);
        add(site, t_bond, means[other]);
        add(other, t_bond, means[site]);
      }
    // Each pair of a site's bonds once.
    for (std::size_t site = 0; site < around.size(); ++site)
      sum += 1.5 * (dot(around[site], around[site]) - squares[site]);
    return sum;
  }

  std::size_t next(std::size_t site, std::size_t direction) const {
    std::size_t stride = 1;
    for (std::size_t d = 0; d < direction; ++d) stride *= L_;
    return site / stride % L_ + 1 == L_ ? site - (L_ - 1) * stride : site + stride;
  }

  std::uint32_t L_;
  std::vector<double> couplings_;
  std::vector<Vector3<double>> fields_;
};

}  // namespace

double langevin(double x) {
  if (std::fabs(x) < 1e-2) return x / 3 - x * x * x / 45;
  return 1 / std::tanh(x) - 1 / x;
}

ThermalValues glass_series(const GaussianBonds& bonds, const RandomFields& fields, std::uint32_t L, double beta) {
  if (L < 4)
    throw std::invalid_argument("the series needs loops that do not wrap: L >= 4, but L is " + std::to_string(L));
  const Sample sample(bonds, fields, L);
  // Of fourth order: what they miss is h^4 times the sixth derivative, below 1e-9.
  const double h = 0.02 * beta;
  const double far_below = sample.log_z(beta - 2 * h), below = sample.log_z(beta - h), here = sample.log_z(beta);
  const double above = sample.log_z(beta + h), far_above = sample.log_z(beta + 2 * h);
  const double slope = (far_below - 8 * below + 8 * above - far_above) / (12 * h);
  const double curvature = (-far_below + 16 * below - 30 * here + 16 * above - far_above) / (12 * h * h);
  return {-slope, beta * beta * curvature};
}

}  // namespace spinbench::heisenberg

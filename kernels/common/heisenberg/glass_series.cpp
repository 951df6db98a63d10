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

class Sample {
 public:
  Sample(const GaussianBonds& bonds, std::uint32_t L) : L_(L), couplings_(std::size_t{3} * L * L * L) {
    for (std::size_t bond = 0; bond < couplings_.size(); ++bond) couplings_[bond] = bonds.coupling<double>(bond);
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
    return sum / static_cast<double>(t.size() / 3);
  }

 private:
  std::size_t next(std::size_t site, std::size_t direction) const {
    std::size_t stride = 1;
    for (std::size_t d = 0; d < direction; ++d) stride *= L_;
    return site / stride % L_ + 1 == L_ ? site - (L_ - 1) * stride : site + stride;
  }

  std::uint32_t L_;
  std::vector<double> couplings_;
};

}  // namespace

double langevin(double x) {
  if (std::fabs(x) < 1e-2) return x / 3 - x * x * x / 45;
  return 1 / std::tanh(x) - 1 / x;
}

ThermalValues glass_series(const GaussianBonds& bonds, std::uint32_t L, double beta) {
  if (L < 4)
    throw std::invalid_argument("the series needs loops that do not wrap: L >= 4, but L is " + std::to_string(L));
  const Sample sample(bonds, L);
  // Of fourth order: what they miss is h^4 times the sixth derivative, below 1e-9.
  const double h = 0.02 * beta;
  const double far_below = sample.log_z(beta - 2 * h), below = sample.log_z(beta - h), here = sample.log_z(beta);
  const double above = sample.log_z(beta + h), far_above = sample.log_z(beta + 2 * h);
  const double slope = (far_below - 8 * below + 8 * above - far_above) / (12 * h);
  const double curvature = (-far_below + 16 * below - 30 * here + 16 * above - far_above) / (12 * h * h);
  return {-slope, beta * beta * curvature};
}

}  // namespace spinbench::heisenberg

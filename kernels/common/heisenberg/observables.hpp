// What is observed of vectors, in double: sums over the sites, which host and device add up.
#pragma once

#include <cmath>
#include <string>

#include "interface/simulation.hpp"
#include "kernels/common/heisenberg/vector3.hpp"

namespace spinbench::heisenberg {

struct Sums {
  static constexpr int count = 7;

  double bonds = 0;                ///< of s . h over all sites, each bond twice
  double callen = 0;               ///< of |h| (coth x - 1/x), x = beta |h|
  double deviation = 0;            ///< of |s| - 1
  double distance = 0;             ///< of its magnitude
  Vector3<double> spins{0, 0, 0};  ///< of s

  SPINBENCH_FN void add(double beta, const Vector3<double>& spin, const Vector3<double>& field) {
    const double h = std::sqrt(field.x * field.x + field.y * field.y + field.z * field.z), x = beta * h;
    bonds += spin.x * field.x + spin.y * field.y + spin.z * field.z;
    // Langevin's function; below, where the difference cancels, its series.
    callen += h * (x < 1e-2 ? x / 3 - x * x * x / 45 : 1 / std::tanh(x) - 1 / x);
    const double off = std::sqrt(spin.x * spin.x + spin.y * spin.y + spin.z * spin.z) - 1;
    deviation += off;
    distance += std::fabs(off);
    spins = {spins.x + spin.x, spins.y + spin.y, spins.z + spin.z};
  }
  template <class Use>
  SPINBENCH_FN void each(Use&& use) {
    use(0, bonds);
    use(1, callen);
    use(2, deviation);
    use(3, distance);
    use(4, spins.x);
    use(5, spins.y);
    use(6, spins.z);
  }
};

/// Per spin: `energy`, units of J, from the configuration; `callen_energy`, the same by the identity that holds in
/// equilibrium on every lattice, e = -<h (coth x - 1/x)> / 2 (H. B. Callen, Phys. Lett. 4, 161 (1963), for classical
/// vectors); `magnetisation`, the length of the mean spin; `norm_deviation` and `norm_distance`, the averages of |s| -
/// 1 and of its magnitude (Weigel 2012, Fig. 12).
inline Observables observables(const Sums& sums, double sites) {
  const Vector3<double>& m = sums.spins;
  return {{"energy", {-sums.bonds / (2 * sites)}},
          {"callen_energy", {-sums.callen / (2 * sites)}},
          {"magnetisation", {std::sqrt(m.x * m.x + m.y * m.y + m.z * m.z) / sites}},
          {"norm_deviation", {sums.deviation / sites}},
          {"norm_distance", {sums.distance / sites}}};
}

}  // namespace spinbench::heisenberg

// What is observed of vectors, in double: sums over the sites, which host and device add up.
#pragma once

#include <cmath>
#include <string>

#include "interface/simulation.hpp"
#include "kernels/common/heisenberg/vector3.hpp"

namespace spinbench::heisenberg {

struct Sums {
  static constexpr int count = 8;

  double bonds = 0;                ///< minus twice the energy, each bond once from either end
  double callen = 0;               ///< the same with each spin's mean in its field
  double deviation = 0;            ///< of |s| - 1
  double distance = 0;             ///< of its magnitude
  double chirality = 0;            ///< of the triple product of s with the spins before and behind, in all directions
  Vector3<double> spins{0, 0, 0};  ///< of s

  /// A site in the field of its neighbours, h, and in an outer one, of which the energy has a whole share and not half.
  SPINBENCH_FN void add(double beta, const Vector3<double>& spin, const Vector3<double>& h,
                        const Vector3<double>& outer) {
    const Vector3<double> local{h.x + outer.x, h.y + outer.y, h.z + outer.z},
        twice{local.x + outer.x, local.y + outer.y, local.z + outer.z};
    const double length = std::sqrt(local.x * local.x + local.y * local.y + local.z * local.z), x = beta * length;
    bonds += spin.x * twice.x + spin.y * twice.y + spin.z * twice.z;
    // Langevin's function over the field; below, where the difference cancels, its series.
    const double mean = x < 1e-2 ? beta * (1.0 / 3 - x * x / 45) : (1 / std::tanh(x) - 1 / x) / length;
    callen += mean * (local.x * twice.x + local.y * twice.y + local.z * twice.z);
    const double off = std::sqrt(spin.x * spin.x + spin.y * spin.y + spin.z * spin.z) - 1;
    deviation += off;
    distance += std::fabs(off);
    spins = {spins.x + spin.x, spins.y + spin.y, spins.z + spin.z};
  }
  /// Of the neighbours in one direction.
  SPINBENCH_FN void add_chirality(const Vector3<double>& spin, const Vector3<double>& before,
                                  const Vector3<double>& behind) {
    chirality += behind.x * (spin.y * before.z - spin.z * before.y) +
                 behind.y * (spin.z * before.x - spin.x * before.z) +
                 behind.z * (spin.x * before.y - spin.y * before.x);
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
    use(7, chirality);
  }
};

/// Per spin: `energy`, units of J, from the configuration; `callen_energy`, the same by the identity that holds in
/// equilibrium on every lattice, where a spin is replaced by its mean in its field, e = -<h (coth x - 1/x)> / 2 without
/// an outer field (H. B. Callen, Phys. Lett. 4, 161 (1963), for classical vectors); `magnetisation`, the length of the
/// mean spin; `norm_deviation` and `norm_distance`, the averages of |s| - 1 and of its magnitude (Weigel 2012, Fig.
/// 12); `chirality`, of s_behind . (s x s_before) summed over the directions, odd under s -> -s (H. Kawamura, Phys.
/// Rev. Lett. 68, 3785 (1992)).
inline Observables observables(const Sums& sums, double sites) {
  const Vector3<double>& m = sums.spins;
  return {{"energy", {-sums.bonds / (2 * sites)}},
          {"callen_energy", {-sums.callen / (2 * sites)}},
          {"magnetisation", {std::sqrt(m.x * m.x + m.y * m.y + m.z * m.z) / sites}},
          {"norm_deviation", {sums.deviation / sites}},
          {"norm_distance", {sums.distance / sites}},
          {"chirality", {sums.chirality / sites}}};
}

}  // namespace spinbench::heisenberg

// Where every simulation starts: couplings and directions drawn from the seed, functions of the bond and the site.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/vector3.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/splitmix64.hpp"

namespace spinbench::overrelaxation {

struct Start {
  GaussianBonds bonds;
  std::uint64_t spin_key = 0;

  static Start of(std::uint64_t seed) {
    return {GaussianBonds::of("gaussian", seed), rng::splitmix64(seed ^ 0x6F76'6572'7265'6C61u, 1)};
  }

  /// The coupling of bond 3 site + direction.
  template <class Real>
  SPINBENCH_FN Real coupling(std::uint64_t bond) const {
    return bonds.coupling<Real>(bond);
  }

  /// The spin of the site with that canonical number: uniform on the sphere, its height and angle from 32 random bits
  /// each (Archimedes), of length 1 but for rounding.
  template <class Real>
  SPINBENCH_FN Vector3<Real> spin(std::uint64_t site) const {
    const rng::Block4x32 block = rng::philox_at<10>(spin_key, site, 0);
    // Exact: in the middle of 2^32 slices of equal height.
    const double z = ieee::minus(ieee::times(ieee::plus(static_cast<double>(block.word[0]), 0.5), 0x1p-31), 1.0);
    const double radius = ieee::root(ieee::fused(-z, z, 1.0));
    const ieee::Turn<double> angle = ieee::turn<double>(block.word[1]);
    return {static_cast<Real>(ieee::times(radius, angle.cosine)), static_cast<Real>(ieee::times(radius, angle.sine)),
            static_cast<Real>(z)};
  }
};

}  // namespace spinbench::overrelaxation

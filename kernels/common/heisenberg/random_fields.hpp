// Random fields of the Heisenberg model: a function of the seed and the site, so that every layout and backend has the
// same ones.
//
// H = -sum_<ij> J_ij s_i . s_j - sum_i h_i . s_i with |s_i| = 1. Each component of h_i is normally distributed with
// mean 0; the talk (Weigel 2015) has the other sign before the second sum, which is the same law.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/vector3.hpp"

namespace spinbench {

struct RandomFields {
  GaussianBonds normal;  ///< of variance 1, numbered as components of sites
  double strength = 0;   ///< standard deviation of a component, units of J

  static RandomFields of(double strength, std::uint64_t seed) {
    RandomFields result;
    result.normal.key = rng::splitmix64(seed ^ 0x7261'6E64'2E66'6C64u, 1);
    result.strength = strength;
    return result;
  }

  /// At the site with that canonical number, rounded to the type in which a simulation holds it.
  template <class Real>
  SPINBENCH_FN Vector3<Real> at(std::uint64_t site) const {
    return {component<Real>(3 * site), component<Real>(3 * site + 1), component<Real>(3 * site + 2)};
  }

 private:
  template <class Real>
  SPINBENCH_FN Real component(std::uint64_t number) const {
    return static_cast<Real>(ieee::times(strength, normal.coupling<double>(number)));
  }
};

}  // namespace spinbench

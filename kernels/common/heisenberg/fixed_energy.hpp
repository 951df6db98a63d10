// Energies as whole numbers: their sums are the same in whatever order they are taken, so that what is decided by an
// energy is decided alike on every backend.
//
// Of a lattice without outer fields the sites of colour 0 tell the energy, since each bond has one of them at an end:
// H = -sum over these of s . h, h the field of the neighbours as updates compute it. A site's share is computed in
// double and rounded to units of 2^-32 J, by 2^-33 at most: of L = 128 that is 3e-7 J in the sum of a million sites, by
// the root of their number, far below what single-precision fields round.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/vector3.hpp"

namespace spinbench::heisenberg {

inline constexpr double energy_unit = 0x1p-32;  ///< in J

/// The largest side of a lattice whose sum cannot overflow, whatever its spins: 52 J a site at most, since couplings
/// are below 8.6 (gaussian_bonds.hpp), 2^37.7 units.
inline constexpr std::int64_t most_L_of_fixed_energies = 256;

/// The share of a site of colour 0 in units of energy_unit.
template <class Real>
SPINBENCH_INLINE_FN std::int64_t fixed_energy(const Vector3<Real>& spin, const Vector3<Real>& field) {
  // 1.5 2^52 leaves no digits behind the point: the sum rounds to a whole number, and its bits are that number's. There
  // is an instruction for it in vectors only with AVX-512.
  constexpr double last = 0x1.8p52;
  const double units = ieee::times(-dot(in_double(spin), in_double(field)), 0x1p32);
  return static_cast<std::int64_t>(ieee::bits_of(ieee::plus(units, last)) - ieee::bits_of(last));
}

}  // namespace spinbench::heisenberg

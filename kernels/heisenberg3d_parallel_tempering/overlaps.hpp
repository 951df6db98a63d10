// What two copies of a Heisenberg spin glass at one temperature have in common.
#pragma once

#include <cstdint>

namespace spinbench::vector_tempering {

struct Overlaps {
  /// q^2, the sum over m and n of q_mn^2, q_mn = sum over the sites of s_m of one copy times s_n of the other, over
  /// their number: rotations of a copy leave it as it is. From 0 to 1; 1/3 of copies that differ by a rotation alone,
  /// where spins point everywhere alike.
  double squared = 0;
  /// The mean over the bonds of s . s' of one copy times that of the other.
  double links = 0;
  /// The mean over bonds and copies of (s . s')^2.
  double squares = 0;
};

/// Of two configurations of the L x L x L lattice with periodic boundaries, three numbers a site, sites in canonical
/// order. Real: float or double.
template <class Real>
Overlaps overlaps(const Real* one, const Real* other, std::uint32_t L);

/// The energy per spin, in J, that a lattice with these overlaps has on the average over Gaussian couplings of variance
/// J^2 in equilibrium at inverse temperature beta: 3 beta (links - squares). Of each bond <J s . s'> is beta times the
/// variance of s . s', by an integration by parts of the couplings' law (H. G. Katzgraber, M. Palassini, A. P. Young,
/// Phys. Rev. B 63, 184422 (2001), for Ising spins; L. W. Lee, A. P. Young, Phys. Rev. Lett. 90, 227203 (2003), for
/// these), and the product of two copies that know nothing of each other has the mean <s . s'>^2.
inline double energy_by_links(const Overlaps& found, double beta) { return 3 * beta * (found.links - found.squares); }

}  // namespace spinbench::vector_tempering

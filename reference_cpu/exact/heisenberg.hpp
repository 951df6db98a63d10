// Exact and asymptotic energies of the classical Heisenberg ferromagnet, H = -sum_<ij> s_i . s_j, |s| = 1: rings and
// the 2 x 2 torus at any temperature, the square and the simple cubic lattice by their high-temperature series.
#pragma once

#include <optional>

namespace spinbench::exact {

/// Per spin; specific heat beta^2 N (<e^2> - <e>^2).
struct Heisenberg {
  double energy = 0, specific_heat = 0;
};

/// A ring of `spins` spins: Z = sum_l (2 l + 1) i_l(beta)^spins with modified spherical Bessel functions (M. E. Fisher,
/// Am. J. Phys. 32, 343 (1964), for open chains).
Heisenberg heisenberg_ring(int spins, double beta);

/// The 2 x 2 torus, both bonds of each pair of neighbours counted: a ring of four at 2 beta.
Heisenberg heisenberg_torus2(double beta);

/// The infinite lattice in `dimensions` (2, 3) through t^8; nothing above beta 0.4 or 0.3, where the next order may
/// matter at 1e-5 of the energy and more.
std::optional<Heisenberg> heisenberg_series(int dimensions, double beta);

}  // namespace spinbench::exact

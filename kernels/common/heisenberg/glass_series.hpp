// What is known exactly, to the order given, of the Heisenberg model with couplings of its own to every bond.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/gaussian_bonds.hpp"

namespace spinbench::heisenberg {

/// Per spin, energies in units of J, specific heat beta^2 N (<e^2> - <e>^2).
struct ThermalValues {
  double energy = 0, specific_heat = 0;
};

/// High-temperature series of one sample on the L x L x L lattice, L >= 4: ln Z = sum over bonds of ln(sinh x / x) + 3
/// sum over plaquettes of the product of t(x) = coth x - 1/x around them, x = beta J. What is left out begins with
/// loops of six bonds, t^6. Throws std::invalid_argument for L < 4.
ThermalValues glass_series(const GaussianBonds& bonds, std::uint32_t L, double beta);

/// coth x - 1/x, the mean of a unit vector along a field x.
double langevin(double x);

}  // namespace spinbench::heisenberg

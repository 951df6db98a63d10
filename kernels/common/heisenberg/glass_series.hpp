// What is known exactly, to the order given, of the Heisenberg model with couplings of its own to every bond.
#pragma once

#include <cstdint>

#include "kernels/common/heisenberg/gaussian_bonds.hpp"
#include "kernels/common/heisenberg/random_fields.hpp"

namespace spinbench::heisenberg {

/// Per spin, energies in units of J, specific heat beta^2 N (<e^2> - <e>^2).
struct ThermalValues {
  double energy = 0, specific_heat = 0;
};

/// High-temperature series of one sample on the L x L x L lattice, L >= 4: ln Z = sum over bonds of ln(sinh x / x) + 3
/// sum over plaquettes of the product of t(x) = coth x - 1/x around them, x = beta J. What is left out begins with
/// loops of six bonds, t^6. Random fields h, of which m = t(beta h) is the mean of a spin alone, add to it ln(sinh x /
/// x) of each site, 3 t m . m' of each bond and 3 t t' m . m' of each pair of bonds at a site; what that leaves out
/// averages to zero over the fields' directions, in paths of three bonds first. Throws std::invalid_argument for L < 4.
ThermalValues glass_series(const GaussianBonds& bonds, const RandomFields& fields, std::uint32_t L, double beta);

/// coth x - 1/x, the mean of a unit vector along a field x.
double langevin(double x);

}  // namespace spinbench::heisenberg

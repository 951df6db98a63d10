// What is known exactly of the L x L x L ferromagnetic Ising model with periodic boundaries, H = -J sum_<ij> s_i s_j.
#pragma once

#include <cstdint>
#include <optional>

#include "reference_cpu/exact/ising2d_energies.hpp"

namespace spinbench::exact {

struct Ising3d {
  double energy = 0;         ///< <H>/N, per spin, units of J; negative
  double specific_heat = 0;  ///< beta^2 N (<e^2> - <e>^2), per spin, units of k_B
};

/// Up to here the infinite lattice is known, by its high-temperature series.
inline constexpr double ising3d_largest_beta = 0.15;

/// The infinite lattice, for 0 < beta <= ising3d_largest_beta (else std::invalid_argument). Where the series is cut off
/// the energy is off by less than 2e-7 of 0.498 and the specific heat by less than 1e-5 of 0.094 at beta = 0.15, by
/// less than 1e-10 up to beta = 0.1 (against Pade approximants).
Ising3d ising3d_infinite(double beta);

/// L = 2, 3 and 4 at any beta > 0, from the numbers of states; on L = 2 both bonds between two neighbours count.
/// L >= 16 up to ising3d_largest_beta, where the lattice is as good as infinite: the least loop around it has L bonds,
/// and shifts the energy by about 3 v^(L-1) I_0(2 v L)^2, v = tanh(beta), which is 1e-9 for L = 16 at 0.15. Else
/// nothing.
std::optional<Ising3d> ising3d(std::int64_t L, double beta);

/// The distribution of the energy, L = 4.
EnergyDistribution energies_of_ising3d(double beta);

}  // namespace spinbench::exact

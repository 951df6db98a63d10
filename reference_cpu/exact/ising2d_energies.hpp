// The exact distribution of the energy of the L x L Ising torus, and what follows for exchanges between temperatures.
// H = -J sum_<ij> s_i s_j, J = 1.
#pragma once

#include <cstdint>
#include <vector>

namespace spinbench::exact {

/// Probabilities of consecutive energies, 4 apart, from `first` on; what lies outside has less than 1e-12 in all.
struct EnergyDistribution {
  std::int64_t first = 0;
  std::vector<double> probability;

  double mean() const;
  double variance() const;
};

/// The Fourier transform of B. Kaufman's partition function at complex inverse temperature: sums over the levels have
/// Z(beta + it) / Z(beta) as their characteristic function. For even L from 4 to 128 (a second there). Throws
/// std::invalid_argument for others.
EnergyDistribution energies_of_ising2d(std::int64_t L, double beta);

/// How often an exchange of two replicas in equilibrium is accepted: the mean of min(1, exp[(beta - next)(E - E')]).
double exchange_acceptance(const EnergyDistribution& at, double beta, const EnergyDistribution& next, double next_beta);

/// The same for Gaussian energies of such means and variances.
double gaussian_acceptance(double beta, double mean, double variance, double next_beta, double next_mean,
                           double next_variance);

/// The same for an L x L torus: exact up to L = 64 where L is even, else of Gaussian energies with the exact means and
/// variances, which at L = 32 is 3e-5 too low between 0.1 and 0.15.
double exchange_acceptance_of_ising2d(std::int64_t L, double beta, double next_beta);

}  // namespace spinbench::exact

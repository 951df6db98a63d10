// Statistics of correlated time series.
#pragma once

#include <span>

namespace spinbench {

struct Estimate {
  double value = 0, sigma = 0;
};

/// Of one value at least.
double mean_of(std::span<const double> series);

struct MeanEstimate {
  double value = 0, sigma = 0;
  double tau = 0.5;     ///< integrated autocorrelation time, in steps of the series; 1/2 for independent values
  double variance = 0;  ///< of one value
};

/// The mean of `series` with its error sqrt(2 tau variance / n). tau = 1/2 + sum_{t=1}^{W} rho(t) with the window of
/// A. Sokal (Monte Carlo Methods in Statistical Mechanics, 1996, section 3): the smallest W >= 6 tau(W), and its bias
/// for finite n, a factor 1 + (2 W + 1) / n, undone (U. Wolff, Comput. Phys. Commun. 156, 143 (2004), eq. 49).
/// A constant series has variance and sigma 0 and tau 1/2. Throws std::invalid_argument for fewer than 2 values.
MeanEstimate mean_with_error(std::span<const double> series);

/// The same for a series by which a simulation is judged: tau and sigma are not below those of independent values. The
/// noise of a short series makes them come out far below (a third of sigma was seen in 64 values), and a right
/// simulation would fail.
MeanEstimate mean_to_judge(std::span<const double> series);

/// The variance <x^2> - <x>^2 with a jackknife error over `blocks` consecutive blocks, from series of the first and
/// second moment at each time (averages over replicas, or x and x^2 of one). The blocks must be long against the
/// autocorrelation time; values beyond the last whole block are left out. Throws std::invalid_argument for fewer than 2
/// blocks, fewer values than blocks, or series of different length.
Estimate variance_with_error(std::span<const double> first, std::span<const double> second, int blocks = 64);

struct ThermalEstimate {
  MeanEstimate energy;     ///< per spin
  Estimate specific_heat;  ///< beta^2 spins (<e^2> - <e>^2)
};

/// Energy and specific heat of `spins` spins from the first and second moment of the energy per spin at each time, as
/// for variance_with_error(). Energies may be taken from any origin: one near their mean keeps digits. The jackknife
/// takes 64 blocks, or fewer, down to 16, so that a block lasts 5 autocorrelation times, 10 of the energy's square;
/// those of independent values where the series seems to be anticorrelated.
/// Throws std::invalid_argument for fewer than 16 values.
ThermalEstimate thermal_estimate(std::span<const double> first, std::span<const double> second, double beta,
                                 double spins);

}  // namespace spinbench

// Integrated autocorrelation times of series.
#pragma once

#include <cstddef>
#include <span>

namespace spinbench {

struct IntegratedTime {
  double tau = 0;          ///< in steps of the series; 1/2 for independent values; NaN where it cannot be told
  double error = 0;        ///< of tau, one standard deviation
  std::size_t window = 0;  ///< the lag up to which autocorrelations were summed
  std::size_t steps = 0;   ///< of each replica
  std::size_t replicas = 1;

  /// How many autocorrelation times the series of all replicas last together.
  double lengths() const { return static_cast<double>(steps * replicas) / tau; }
};

/// tau = 1/2 + sum_{t=1}^{W} rho(t), where W is the smallest with W >= 6 tau(W), at least 3, and its error
/// tau sqrt((4 W + 2) / n) (N. Madras, A. D. Sokal, J. Stat. Phys. 50, 109 (1988), appendix C); the bias that the
/// estimated mean brings, a factor 1 + (2 W + 1) / n of each replica, is undone (U. Wolff, Comput. Phys. Commun. 156,
/// 143 (2004), eq. (49)). `values` are measurement by measurement, replica by replica; autocovariances are averages
/// over replicas, each about its own mean. Made for positive autocorrelations: of anticorrelated values the estimate is
/// crude. NaN for values that are constant or not finite. Throws std::invalid_argument for fewer than 2 measurements,
/// or a number of values that is no multiple of `replicas`.
IntegratedTime integrated_time(std::span<const double> values, std::size_t replicas = 1);

}  // namespace spinbench

// Experiments: a run of fixed length, whose estimates are wanted beside its time.
#pragma once

#include <string>
#include <vector>

#include "bench/measure/measure.hpp"
#include "kernels/common/statistics.hpp"
#include "interface/registry.hpp"

namespace spinbench {

struct Finding {
  std::string name;  ///< "energy", "specific_heat"
  Estimate found;
  double exact = 0;
  /// (found - exact) / error.
  double deviation_sigmas() const { return (found.value - exact) / found.sigma; }
};

struct Findings {
  Experiment length;
  std::vector<Finding> estimates;
  double tau_sweeps = 0;  ///< integrated autocorrelation time of the energy
  int measurements() const { return length.sweeps / length.spacing; }
};

struct ExperimentResult {
  Measurement measurement;  ///< stop_reason "experiment", or "interrupted": then there are no findings
  Findings findings;
};

/// Why an experiment cannot be of that length, or "": no multiple of the spacing, or too short for errors.
std::string why_refused(const Experiment& length);

/// Equilibrates, in whole spacings, then measures the energy after each `length.spacing` sweeps until `length.sweeps`
/// are done, whatever the limits of `options`: of these it takes batch_ns, energy, energy_s, clock and interrupted,
/// which is asked between batches. Batches are timed as they come, measurements of the energy and all; a throttled one
/// is marked but not repeated, for it is part of the series. Throws Unsupported for a length that is refused, and
/// std::runtime_error on a device error.
ExperimentResult run_experiment(Simulation& simulation, Backend& backend, Experiment length, double beta,
                                const Exact& exact, const MeasureOptions& options);

}  // namespace spinbench

// Experiments: a run of fixed length, whose estimates are wanted beside its time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/measure/checkpoint.hpp"
#include "bench/measure/measure.hpp"
#include "interface/registry.hpp"

namespace spinbench {

struct Findings {
  Experiment::Length length;
  std::vector<NamedEstimate> estimates;
  int measurements() const { return length.sweeps / length.spacing; }
};

struct ExperimentResult {
  Measurement measurement;  ///< stop_reason "experiment", or "interrupted": then there are no findings
  Findings findings;
};

/// Why an experiment cannot be of that length, or "": no multiple of the spacing, or too short for errors.
std::string why_refused(const Experiment::Length& length);

/// Equilibrates, in whole spacings, then takes the experiment's observable after each `length.spacing` sweeps until
/// `length.sweeps` are done, whatever the limits of `options`: of these it takes batch_ns, energy, energy_s, clock and
/// interrupted, which is asked between batches. Batches are timed as they come, measurements and all, and get longer
/// until they last batch_ns; their time is divided as figure_of() does; those of less than half the sweeps of the
/// longest are no samples, unless all long ones were throttled. A throttled one is marked but not repeated, for it is
/// part of the series. Other processes are asked for as it begins to measure, every 10 s and at the end.
/// With a `checkpoint` it goes on from that file and keeps what is done there, between batches and when interrupted;
/// where that fails it says so once on stderr, and again when interrupted, and goes on. Of a file that another machine
/// or other code wrote it takes the series, if its state means the same spins here, but no times, and says so on
/// stderr. The file is left for who keeps the row to remove. Throws Unsupported for a length that is refused and for a
/// simulation that cannot be kept, UsageError for a file that it cannot go on from, and std::runtime_error on a device
/// error.
ExperimentResult run_experiment(Simulation& simulation, Backend& backend, const Experiment& experiment,
                                const Params& params, Experiment::Length length, const MeasureOptions& options,
                                const Checkpoint* checkpoint = nullptr);

}  // namespace spinbench

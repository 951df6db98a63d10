// One repetition: a simulation that was made for it, its bursts, and its held load.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/measure/measure.hpp"

namespace spinbench {

/// What a repetition may take, and what is known from the ones before.
struct RepetitionPlan {
  double budget_s = 0;   ///< wall time for batches once steady
  bool first = true;     ///< the device comes from idling
  bool drifted = false;  ///< an earlier repetition had to hold the load for long
  bool limited = false;  ///< the load of an earlier one brought the device to its power limit
  bool energy = false;   ///< go on until the energy counter spans options.energy_s
};

struct Repetition {
  std::vector<Batch> batches;  ///< those that count, and all that were throttled
  Interval time, burst;
  int sweeps_per_batch = 0;
  std::string stop_reason;
  double hold_s = 0;
  bool settled = true, was_long = false, was_limited = false;
  std::optional<bool> power_capped;
  std::optional<double> clock_mhz;
  std::vector<Conditions> by_device;
  std::vector<std::string> other_processes;
  Energy energy;
};

/// Equilibration where the simulation has one, warm-up, then bursts or held load. Throws as measure() does.
Repetition run_repetition(Simulation& simulation, Backend& backend, const MeasureOptions& options,
                          const RepetitionPlan& plan);

/// What a sweep of counted work comes to in the mean.
struct CountedSweep {
  double ns = 0, units = 0;
};

/// Of starts with counted work the mean sweep, each start with the same weight: one that met small clusters did more
/// sweeps in its time, and would weigh more by these. The figure is its time over its units; the interval is that of
/// the ratio over starts, and never narrower than what is seen within one. Nothing where no start has such.
struct OverCounted {
  CountedSweep sweep;
  Interval figure;
};
std::optional<OverCounted> over_counted(const std::vector<Repetition>& repetitions);

/// The times of the batches that were not throttled, or of all where all were throttled.
std::vector<double> clean_samples(const std::vector<Batch>& batches);

/// Whether options.min_batches were not throttled and the interval of their figure, figure_of(batches, limited), is as
/// narrow as options.half_width asks.
bool is_precise(const std::vector<Batch>& batches, const MeasureOptions& options, bool limited = false);

/// Adds those of `more` that `noted` does not have yet.
void note_once(std::vector<std::string>& noted, const std::vector<std::string>& more);

/// Processes that hold a device in use, and whether others had the cores for more than 2% of the time that `by_device`,
/// in the order of Backend::devices_in_use(), tells. To be asked while this process has work there.
std::vector<std::string> others_beside(Backend& backend, const std::vector<Conditions>& by_device);

/// Sleeps for options.pause_s or until interrupted; how long, in seconds.
double rest(const MeasureOptions& options);

}  // namespace spinbench

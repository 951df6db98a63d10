// The measuring core: batches of sweeps timed by device events, in a burst or under a load that is held until power and
// clock no longer drift, in repetitions that are started separately.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/measure/interval.hpp"
#include "bench/measure/load_log.hpp"
#include "interface/backend.hpp"
#include "interface/simulation.hpp"

namespace spinbench {

struct MeasureOptions {
  double batch_ns = 10e6;  ///< shortest batch, device time; one is at most about twice as long where sweeps allow
  /// Where work is counted, fewest sweeps a batch, unless one lasts counted_batch_ns.
  int counted_sweeps = 32;
  double counted_batch_ns = 0.5e9;
  double half_width = 0.01;  ///< stop when half the 95% interval of the figure is below this part of it
  double time_limit_s = 5;   ///< or when this much wall time has gone, over all repetitions; holds come on top
  std::size_t min_batches = 8;
  /// Where work is counted, at least so many: of eight batches two with large clusters agree, and hide the others.
  std::size_t min_counted_batches = 32;
  std::size_t max_batches = 500;       ///< of a repetition
  std::optional<int> sweeps;           ///< exactly so many sweeps a batch, where the user asked for it
  bool hold = true;                    ///< measure under held load; false: bursts, as `quick` and `--hold 0` do
  double hold_s = 10;                  ///< longest load in search of a state without drift
  std::size_t repetitions = 3;         ///< separately started
  bool reference = false;              ///< a serial reference: the best repetition counts, each pinned to a core
  bool pinned = false;                 ///< each repetition on a core that another process takes for the same one
  bool energy = false;                 ///< hold the load long enough for the energy counter
  double energy_s = 2;                 ///< shortest stretch for the energy counter, which steps every 0.1 s or so
  std::optional<double> idle_power_w;  ///< of the devices, by idle_power(); passed on to Measurement
  double pause_s = 1;                  ///< rest after heat or hardware slowed the device
  std::size_t max_throttled = 3;       ///< the time that gives up in place of a rest: the device is always slowed
  /// Called after each repetition, when its simulation is gone.
  std::function<void(std::size_t index, std::size_t count)> after_repetition;
  std::function<bool()> interrupted;  ///< polled between batches; true stops with reason "interrupted"
  bool is_interrupted() const { return interrupted && interrupted(); }
  HostClock clock = HostClock::steady();
};

struct Batch {
  double ns_per_unit = 0;
  bool throttled = false;  ///< the device was slowed by heat or hardware; not part of the statistics
  double units = 0;        ///< what it did, where work is counted; 0: as much as every other batch
};

struct Measurement {
  /// Those that the figure rests on, in the order taken, over all repetitions; throttled ones included.
  std::vector<Batch> batches;
  /// The times of the batches that were not throttled. Where none was clean (stop_reason "throttled"), of all.
  std::vector<double> samples() const;
  /// The shortest of samples(): what a limit is measured by. 0 for none.
  double best() const;

  /// The figure, ns per unit, with its 95% interval: over_repetitions() of `held` or, without, of `burst`; for a
  /// reference best_of() them; of counted work, also a reference's, over_counted(), since one start may have met large
  /// clusters and another none.
  double median = 0, low = 0, high = 0;
  Interval burst;                     ///< the first batches after idling
  std::optional<Interval> held;       ///< null where only bursts were measured
  std::vector<Interval> repetitions;  ///< each one's figure
  int sweeps_per_batch = 0;
  /// Where work is counted, of the batches that the figure rests on: units of a sweep in the mean, and its time.
  std::optional<double> units_per_sweep, ns_per_sweep;
  /// "precision", "time_limit", "batch_limit", "throttled", "interrupted"; "experiment" where the length was fixed.
  /// That of the repetition that fared worst.
  std::string stop_reason;

  double hold_s = 0;                        ///< longest load without a break
  bool settled = true;                      ///< false: power, clock or rate still drifted at the end of hold_s
  double drift = 0;                         ///< of the time per unit, from the burst to the held state, as a part
  std::optional<bool> power_capped;         ///< the load itself brings the power limit about; null: cannot be told
  std::optional<double> settled_clock_mhz;  ///< of the slowest device in the held state

  Conditions conditions;              ///< of the first device in use, under the load of the figure: see by_device
  std::vector<Conditions> by_device;  ///< medians, of the power means; throttle: the union
  std::vector<std::string> other_processes;  ///< that held a device in use meanwhile, by name where that can be told
  Energy energy;
  std::optional<double> joules_per_unit;  ///< that of `energy`
  std::optional<double> idle_power_w;

  /// Whether burst and held rate differ by more than 1%, so that a row shows both.
  bool burst_differs() const;
};

/// Makes a simulation on the backend's devices in use; called once a repetition, when the one before is gone.
using SimulationFactory = std::function<std::unique_ptr<Simulation>()>;
/// Looks at a timed object after its last batch, and throws what ends the row.
using Inspect = std::function<void(Simulation&)>;

/// options.repetitions times: memory is taken so that the new simulation lies elsewhere, `make` makes it, batches are
/// timed, `inspect` looks at it.
/// Under held load, batches follow each other without a break. From a quarter of a second of it on, a row is steady
/// whose power is below 90% of the limit, whose clock does not move by 1% and whose time not by 0.3% between the two
/// last of three equal stretches (of 0.125 s at least). What still moves after a second, or is near the limit, goes on,
/// for 1.5 s at least, until clock (1%), power (1%) and time (0.5%) are the same in the two last stretches of 0.75 s
/// but for noise, or options.hold_s have gone; samples are those from the last stretch on. The repetitions after that
/// find the device warm and hold for 0.6 s to 3 s. What comes to the power limit in any repetition is held like that
/// in each, counts 1.5 s at least, and has the figure of `limited` (figure_of()); a repetition that did not is left
/// out. Throws std::runtime_error on a device error, and Unsupported where options.sweeps is no multiple of the
/// simulation's granularity.
Measurement measure(const SimulationFactory& make, Backend& backend, const MeasureOptions& options,
                    const Inspect& inspect = {});

/// The time per unit of batches that were not throttled, or of all where all were: the median of their times or, where
/// work is counted, all their time over all their work (ratio_interval), for a batch of a few small clusters says
/// nothing of what the next large one takes. `limited`: at the power limit, where a clock swings about the held one:
/// all the time over all the work, too, with the interval of four stretches.
Interval figure_of(const std::vector<Batch>& batches, bool limited = false);

/// One repetition on an object that is there already.
Measurement measure(Simulation& simulation, Backend& backend, const MeasureOptions& options);

/// Watts of all devices in use while nothing runs on them: the least of what is seen until it falls no longer, at most
/// 1 s. Nothing without a meter. Throws std::runtime_error on a device error.
std::optional<double> idle_power(Backend& backend, const MeasureOptions& options);

}  // namespace spinbench

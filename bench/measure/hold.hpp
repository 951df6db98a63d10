// Held load: batches without a break until power, clock and rate no longer drift.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "bench/measure/load.hpp"
#include "bench/measure/load_log.hpp"
#include "bench/measure/repetition.hpp"

namespace spinbench {

class Hold {
 public:
  Hold(Load& load, LoadLog& log, const MeasureOptions& options, const RepetitionPlan& plan)
      : load_(load),
        log_(log),
        options_(options),
        plan_(plan),
        long_(plan.drifted),
        limited_(plan.limited),
        energy_(plan.energy) {}

  /// Fills in batches, burst, stop_reason, hold_s, settled, was_long and was_limited, and leaves the load running.
  void run(Repetition& result);
  /// Host time at which the load began, after the last rest, and from which on the state is the held one.
  double start_s() const { return start_s_; }
  double steady_from_s() const { return steady_from_s_; }

 private:
  struct Record {
    double ended_s;
    Batch batch;
  };

  void begin();
  void step();
  /// Marks the batches that a look behind them tells of.
  void mark_past();
  /// Batches from the first on of which it is told whether they were slowed.
  std::size_t known() const;
  /// Whether heat or hardware have slowed the device for so long that it must rest.
  bool must_rest() const;
  void look_at_limit();
  void look();
  double window_s() const;
  double age_s() const;
  double longest_s() const;
  /// Whether power, clock or time per unit differ between two stretches of `window` before `now`.
  bool drifts(double now, double window) const;
  /// Whether the load has brought the device to its power limit, or so near that its clock moves.
  bool at_limit(double now, double window) const;
  /// Also where nobody tells the clock; not of one that may still rise from idling.
  bool clock_moves(double from, double to) const;
  /// Whether it will, as far as a meter that lags and still rises tells.
  bool nears_limit(double now, double window) const;
  /// Batches that ended then and were not throttled, of the first `most`.
  std::vector<Batch> clean(double from, double to = std::numeric_limits<double>::infinity(),
                           std::size_t most = std::numeric_limits<std::size_t>::max()) const;
  std::vector<Batch> counting() const;
  std::string why_stop() const;

  Load& load_;
  LoadLog& log_;
  const MeasureOptions& options_;
  const RepetitionPlan& plan_;
  bool long_, limited_, energy_, settled_ = true, steady_ = false;
  double start_s_ = 0, steady_from_s_ = 0, throttled_since_s_ = -1, batch_s_ = 0, longest_hold_s_ = 0;
  std::size_t rests_ = 0;
  std::size_t looked_ =
      0;  ///< batches that were recorded when devices were looked at last, the one of that look included
  std::vector<Record> records_, throttled_before_;
};

/// Host time from which on the energy of a load that began at `start_s` counts: the meter has come to show it.
double metered_from(const LoadLog& log, double start_s);

/// A load that goes on until the energy counter's steps span options.energy_s, for a second longer than that at most.
void load_for_energy(Load& load, LoadLog& log, const MeasureOptions& options);

}  // namespace spinbench

// What is seen while a device works without a break: the work done, clocks, power, and the energy counter.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interface/backend.hpp"

namespace spinbench {

/// The host's time in seconds. Tests put a scripted one here, so that they need not wait.
struct HostClock {
  std::function<double()> now;
  std::function<void(double)> sleep;
  static HostClock steady();
};

/// Joules of all devices in use, by their counters, over a stretch of load.
struct Energy {
  std::optional<double> joules_per_unit;  ///< null where there is no counter, or a doubt
  double seconds = 0;                     ///< from one step of the counter to another
  double counter_w = 0;                   ///< joules of the counter over these seconds
  std::optional<double> ns_per_unit;      ///< of these seconds, the pauses between batches among them
  std::optional<double> sampled_w;        ///< power samples integrated over the same seconds; null without a meter
  std::string doubt;                      ///< why there is no figure, or ""
};

/// One look at the devices under load.
struct Sample {
  double at_s = 0;
  std::vector<Conditions> devices;

  std::optional<double> power_w() const;    ///< of all
  std::optional<double> clock_mhz() const;  ///< of the slowest
  /// Power over the limit, of the device that is nearest to it.
  std::optional<double> power_fraction() const;
  double power_window_s() const;
  bool throttled() const;
};

class LoadLog {
 public:
  LoadLog(Backend& backend, const HostClock& clock) : backend_(backend), clock_(clock) {}

  /// Looks at the devices, unless the last look was less than 20 ms ago or less than 20 times as long as a look takes:
  /// where work does not overlap with looking, the device would idle for a good part of the time.
  void sample_if_due();
  void sample();
  /// Reads the energy counter alone, so that its steps are known to some milliseconds, unless that was done less than
  /// 10 times as long ago as it takes.
  void count_if_due();
  /// `units` of work more were done by now.
  void worked(double units);
  /// Forgets the load so far but for its throttle reasons: a new stretch begins now, on an idle device.
  void restart();

  const std::vector<Sample>& samples() const { return samples_; }
  /// Of each sample in [from, to) that tells it.
  std::vector<double> values(std::optional<double> (Sample::*what)() const, double from, double to) const;
  /// The part of samples in [from, to) in which a device said that its power is capped. Where none can say so: whether
  /// the mean power is within 3% of the limit. Nothing without either.
  std::optional<double> capped_share(double from, double to) const;
  /// From `from` on, of each device: the mean of the power, medians of the rest; throttle: the union.
  std::vector<Conditions> summary(double from) const;
  /// From the last step of the counter back to the latest one that lies at least `least_s` before it, not before
  /// `from`. A figure is refused, with the reason, where no such steps were seen, where the samples' integral differs
  /// by more than 5%, and where more joules were counted than the limits of the devices allow by more than 1%, which is
  /// how well a device keeps to its limit.
  Energy energy(double from, double least_s) const;
  /// Whether the counter's steps from `from` on span `least_s`.
  bool spans(double from, double least_s) const;
  bool has_counter() const { return counted_.has_value(); }

 private:
  struct Step {
    double at_s, joules;
  };
  struct Done {
    double at_s, units;
  };
  void count();
  std::optional<std::pair<Step, Step>> steps_over(double from, double least_s) const;
  double units_by(double at_s) const;
  std::optional<double> sampled_watts(double from, double to) const;
  std::optional<double> limit_w() const;

  Backend& backend_;
  const HostClock& clock_;
  double cost_s_ = 0, count_cost_s_ = 0, units_ = 0;
  std::optional<Step> counted_;  ///< the last reading, a step or not
  std::vector<Sample> samples_;
  std::vector<std::vector<std::string>> throttle_;  ///< reasons seen, of each device
  std::vector<Step> steps_;
  std::vector<Done> done_;
};

}  // namespace spinbench

#include "bench/measure/hold.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace spinbench {

namespace {

constexpr double short_rate_tolerance = 0.003, long_rate_tolerance = 0.005, clock_tolerance = 0.01,
                 power_tolerance = 0.01;
constexpr double near_power_limit = 0.9, at_power_limit = 0.97;
constexpr double clock_step_mhz = 16;   // by one step of 15 MHz a clock flickers
constexpr double capped_samples = 0.5;  // share from which on a stretch counts as capped
/// Seconds of the stretches that are compared: of a row that keeps away from the limits, of one that does not, and of
/// its repetitions, which find the device warm.
constexpr double short_first_s = 0.125, short_later_s = 0.08, long_first_s = 0.75, long_later_s = 0.3;
/// What the power limit moves counts for so long at least: a card first runs on for half a second beyond it, and then
/// its clock swings about the held one (on an H200 by 15% in 1.1 s). Later repetitions begin after seconds of idling,
/// too.
constexpr double swing_s = 1.5;
/// For so long a row that keeps away from the limits may come to rest by itself: clocks that rise from idling take some
/// tenths of a second.
constexpr double rising_first_s = 1, rising_later_s = 0.5;
constexpr double longest_later_s = 3;
constexpr double longest_throttled_s = 0.3;
constexpr std::size_t burst_batches = 8;
constexpr double ever = std::numeric_limits<double>::infinity();

bool tells_of_past(const Sample& sample) {
  return std::any_of(sample.devices.begin(), sample.devices.end(), std::mem_fn(&Conditions::throttle_is_past));
}

}  // namespace

void Hold::run(Repetition& result) {
  begin();
  while (result.stop_reason.empty()) {
    step();
    if (options_.is_interrupted()) {
      result.stop_reason = "interrupted";
    } else if (must_rest()) {
      if (++rests_ >= options_.max_throttled) result.stop_reason = "throttled";
      if (result.stop_reason.empty()) {
        load_.drain();
        rest(options_);
        begin();
      }
    } else {
      look_at_limit();
      if (!steady_) look();
      result.stop_reason = why_stop();
    }
    if (result.burst.median == 0 && known() >= burst_batches)
      result.burst = figure_of(clean(start_s_, ever, burst_batches));
  }
  if (known() < records_.size()) {
    log_.sample();
    mark_past();
  }
  if (!steady_) steady_from_s_ = start_s_;
  // Of a device that was slowed all the time there is nothing better than all, as for the figure.
  if (result.burst.median == 0) {
    std::vector<Batch> seen = clean(start_s_);
    if (seen.empty())
      for (const Record& record : records_) seen.push_back(record.batch);
    result.burst = figure_of(seen);
  }
  result.batches = counting();
  result.hold_s = std::max(longest_hold_s_, options_.clock.now() - start_s_);
  result.settled = settled_ && steady_;
  result.was_long = long_;
  result.was_limited = limited_;
}

void Hold::begin() {
  if (!records_.empty()) longest_hold_s_ = std::max(longest_hold_s_, records_.back().ended_s - start_s_);
  for (const Record& record : records_)
    if (record.batch.throttled) throttled_before_.push_back(record);
  records_.clear();
  looked_ = 0;
  log_.restart();
  steady_ = false;
  throttled_since_s_ = -1;
  start_s_ = options_.clock.now();
}

void Hold::step() {
  const std::size_t looks = log_.samples().size();
  // A batch that was done when somebody looked may be recorded after the next look, which is not of it.
  const bool told_before = looks > 0 && log_.samples().back().throttled() && tells_of_past(log_.samples().back());
  const TimedBatch timed = load_.next([this] {
    log_.sample_if_due();
    if (long_ || energy_) log_.count_if_due();
  });
  log_.worked(timed.units);
  const double now = options_.clock.now();
  batch_s_ = timed.elapsed_ns * 1e-9;
  const bool looked = log_.samples().size() > looks, throttled = log_.samples().back().throttled();
  if (looked) mark_past();
  if (!throttled)
    throttled_since_s_ = -1;
  else if (throttled_since_s_ < 0)
    throttled_since_s_ = now;
  records_.push_back({now, {timed.ns_per_unit(), throttled || told_before, timed.counted_units()}});
  if (looked) looked_ = records_.size();
}

void Hold::mark_past() {
  const Sample& sample = log_.samples().back();
  if (!sample.throttled() || !tells_of_past(sample)) return;
  for (std::size_t i = looked_; i < records_.size(); ++i) records_[i].batch.throttled = true;
}

std::size_t Hold::known() const {
  return !log_.samples().empty() && tells_of_past(log_.samples().back()) ? looked_ : records_.size();
}

bool Hold::must_rest() const {
  return throttled_since_s_ >= 0 && options_.clock.now() - throttled_since_s_ >= longest_throttled_s;
}

/// Four batches at least, or a difference says nothing. Of a short hold a third, so that its beginning falls out and
/// what goes on to move is seen.
double Hold::window_s() const {
  const double wanted = long_ ? (plan_.first || limited_ ? long_first_s : long_later_s)
                              : std::max(plan_.first ? short_first_s : short_later_s, age_s() / 3);
  return std::max(wanted, 4 * batch_s_);
}

double Hold::age_s() const { return options_.clock.now() - start_s_; }

double Hold::longest_s() const {
  return plan_.first || limited_ ? options_.hold_s : std::min(options_.hold_s, longest_later_s);
}

/// Even of what was steady: power may come to its limit late, as the meter may, or batches be too long for two windows.
void Hold::look_at_limit() {
  const double age = age_s();
  if (limited_ || age < 2 * short_later_s || !at_limit(options_.clock.now(), std::min(window_s(), age / 2))) return;
  limited_ = long_ = true;
  energy_ = options_.energy;  // starts before, which were not limited, count no more: their energy neither
  steady_ = false;
}

void Hold::look() {
  const double now = options_.clock.now(), age = age_s(), window = window_s();
  if (age >= 2 * window) {
    const bool moves = drifts(now, window), rises = age < (plan_.first ? rising_first_s : rising_later_s);
    const bool nearing = !long_ && nears_limit(now, window);
    if (!long_ && (moves || nearing) && !rises) {
      long_ = true;
      return;
    }
    steady_ = !moves && !nearing;
  }
  if (steady_) steady_from_s_ = now - window;
  if (steady_ || age < longest_s()) return;
  const double half = std::min(window, age / 2);
  settled_ = !drifts(now, half);
  steady_ = true;
  steady_from_s_ = now - half;
}

bool Hold::drifts(double now, double window) const {
  const double middle = now - window, begin = middle - window;
  const auto differs = [&](std::optional<double> (Sample::*what)() const, double tolerance) {
    return drift_between(log_.values(what, begin, middle), log_.values(what, middle, now), tolerance) != 0;
  };
  if (drift_between(clean_samples(clean(begin, middle)), clean_samples(clean(middle, now)),
                    long_ ? long_rate_tolerance : short_rate_tolerance) != 0)
    return true;
  if (differs(&Sample::clock_mhz, clock_tolerance)) return true;
  // Away from its limit, a power that still moves changes nothing, and the meter may lag.
  return long_ && differs(&Sample::power_w, power_tolerance);
}

bool Hold::at_limit(double now, double window) const {
  const double middle = now - window;
  if (log_.capped_share(middle, now).value_or(0) >= capped_samples) return true;
  const double seen = mean_of(log_.values(&Sample::power_fraction, middle, now)).value_or(0);
  // A clock that stays where it is, is not held back: such a row has no swings, however near the limit it comes.
  return seen > at_power_limit || (seen > near_power_limit && clock_moves(middle, now));
}

bool Hold::clock_moves(double from, double to) const {
  const auto clocks = log_.values(&Sample::clock_mhz, from, to);
  if (clocks.empty()) return true;
  if (age_s() < (plan_.first ? rising_first_s : rising_later_s)) return false;
  const auto [least, most] = std::minmax_element(clocks.begin(), clocks.end());
  return *most - *least > std::max(clock_tolerance * *most, clock_step_mhz);
}

bool Hold::nears_limit(double now, double window) const {
  const double middle = now - window;
  const auto before = log_.values(&Sample::power_fraction, middle - window, middle),
             after = log_.values(&Sample::power_fraction, middle, now);
  if (before.empty() || after.empty()) return false;
  // A meter that averages over a second has seen a part of the load: the rest comes at the slope seen. One that does
  // not may still be an update behind.
  const double rise = std::max(0.0, *mean_of(after) - *mean_of(before));
  const double to_come = rise * std::max(1.0, log_.samples().back().power_window_s() / window);
  return after.back() + to_come > near_power_limit;
}

std::vector<Batch> Hold::clean(double from, double to, std::size_t most) const {
  std::vector<Batch> result;
  for (std::size_t i = 0; i < std::min(most, records_.size()); ++i)
    if (const auto& [ended_s, batch] = records_[i]; ended_s >= from && ended_s < to && !batch.throttled)
      result.push_back(batch);
  return result;
}

std::vector<Batch> Hold::counting() const {
  std::vector<Batch> result;
  for (const Record& record : throttled_before_) result.push_back(record.batch);
  for (const Record& record : records_)
    if (record.batch.throttled || record.ended_s > steady_from_s_) result.push_back(record.batch);
  return result;
}

std::string Hold::why_stop() const {
  const double now = options_.clock.now();
  // Where batches are long, steadiness cannot be told before the time is up; what is near the limits takes its hold.
  if (!steady_) return !long_ && now - start_s_ > std::max(plan_.budget_s, 1.0) ? "time_limit" : "";
  const std::vector<Batch> steady = clean(steady_from_s_);
  if (energy_ && log_.has_counter()) {
    const double from = std::max(steady_from_s_, metered_from(log_, start_s_));
    if (!log_.spans(from, options_.energy_s) && now - from < options_.energy_s + 1) return "";
  }
  if (limited_ && now - steady_from_s_ < swing_s) return "";
  if (is_precise(steady, options_, limited_)) return "precision";
  if (steady.size() >= options_.max_batches) return "batch_limit";
  if (now - steady_from_s_ > plan_.budget_s) return steady.empty() ? "throttled" : "time_limit";
  return "";
}

double metered_from(const LoadLog& log, double start_s) {
  constexpr double ramp_s = 0.3;
  return start_s + ramp_s + (log.samples().empty() ? 0 : log.samples().back().power_window_s());
}

void load_for_energy(Load& load, LoadLog& log, const MeasureOptions& options) {
  const double start = options.clock.now();
  const auto go_on = [&] {
    const double from = metered_from(log, start);
    return !options.is_interrupted() && !log.spans(from, options.energy_s) &&
           options.clock.now() - from < options.energy_s + 1;
  };
  do {
    const TimedBatch batch = load.next([&] {
      log.sample_if_due();
      log.count_if_due();
    });
    log.worked(batch.units);
  } while (log.has_counter() && go_on());
}

}  // namespace spinbench

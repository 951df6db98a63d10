#include "bench/measure/load_log.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>

#include "bench/measure/interval.hpp"

namespace spinbench {

namespace {

constexpr double sampling_s = 0.02;
constexpr double most_apart = 0.05;  // counter and samples, where both are right
constexpr double over_limit = 1.01;  // of the limit: how well a device keeps to it
constexpr double at_limit = 0.97;    // of the limit: below, it does not hold the clock down

void join(std::vector<std::string>& all, const std::vector<std::string>& more) {
  for (const auto& one : more)
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
}

std::string watts(double value) { return std::to_string(std::lround(value)) + " W"; }

}  // namespace

HostClock HostClock::steady() {
  return {[] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); },
          [](double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }};
}

std::optional<double> Sample::power_w() const {
  double sum = 0;
  for (const Conditions& one : devices) {
    if (!one.power_w) return std::nullopt;
    sum += *one.power_w;
  }
  return devices.empty() ? std::nullopt : std::optional<double>(sum);
}

std::optional<double> Sample::clock_mhz() const {
  std::optional<double> slowest;
  for (const Conditions& one : devices)
    if (one.sm_clock_mhz) slowest = std::min(slowest.value_or(*one.sm_clock_mhz), *one.sm_clock_mhz);
  return slowest;
}

std::optional<double> Sample::power_fraction() const {
  std::optional<double> nearest;
  for (const Conditions& one : devices)
    if (one.power_w && one.power_limit_w && *one.power_limit_w > 0)
      nearest = std::max(nearest.value_or(0), *one.power_w / *one.power_limit_w);
  return nearest;
}

double Sample::power_window_s() const {
  double longest = 0;
  for (const Conditions& one : devices) longest = std::max(longest, one.power_window_s);
  return longest;
}

bool Sample::throttled() const {
  return std::any_of(devices.begin(), devices.end(), [](const Conditions& one) { return !one.throttle.empty(); });
}

void LoadLog::sample_if_due() {
  if (samples_.empty() || clock_.now() - samples_.back().at_s >= std::max(sampling_s, 20 * cost_s_)) sample();
}

void LoadLog::sample() {
  const double before = clock_.now();
  Sample sample;
  for (const int device : backend_.devices_in_use()) {
    sample.devices.push_back(backend_.conditions(device));
    throttle_.resize(std::max(throttle_.size(), sample.devices.size()));
    join(throttle_[sample.devices.size() - 1], sample.devices.back().throttle);
  }
  const double after = clock_.now();
  cost_s_ = after - before;
  sample.at_s = (before + after) / 2;
  samples_.push_back(std::move(sample));
  count();
}

void LoadLog::count_if_due() {
  if (counted_ && clock_.now() - counted_->at_s >= 10 * count_cost_s_) count();
}

void LoadLog::count() {
  const double before = clock_.now();
  double joules = 0;
  for (const int device : backend_.devices_in_use()) {
    const auto counter = backend_.energy_joules(device);
    if (!counter) return;
    joules += *counter;
  }
  const double after = clock_.now(), at = (before + after) / 2;
  count_cost_s_ = after - before;
  // The counter stepped at some time between the two readings.
  if (counted_ && joules > counted_->joules) steps_.push_back({(counted_->at_s + at) / 2, joules});
  counted_ = Step{at, joules};
}

void LoadLog::worked(double units) {
  units_ += units;
  done_.push_back({clock_.now(), units_});
}

void LoadLog::restart() {
  samples_.clear();
  steps_.clear();
  counted_.reset();
  units_ = 0;
  // Else the first batch, in whose middle the counter may step, would have no beginning.
  done_ = {{clock_.now(), 0}};
}

std::vector<double> LoadLog::values(std::optional<double> (Sample::*what)() const, double from, double to) const {
  std::vector<double> result;
  for (const Sample& sample : samples_)
    if (sample.at_s >= from && sample.at_s < to)
      if (const auto value = (sample.*what)()) result.push_back(*value);
  return result;
}

std::optional<double> LoadLog::capped_share(double from, double to) const {
  double told = 0, capped = 0;
  for (const Sample& sample : samples_) {
    if (sample.at_s < from || sample.at_s >= to) continue;
    bool tells = false, is_capped = false;
    for (const Conditions& one : sample.devices) {
      tells = tells || one.power_capped.has_value();
      is_capped = is_capped || one.power_capped.value_or(false);
    }
    told += tells;
    capped += is_capped;
  }
  if (told > 0) return capped / told;
  const auto fractions = values(&Sample::power_fraction, from, to);
  if (fractions.empty()) return std::nullopt;
  double mean = 0;
  for (const double fraction : fractions) mean += fraction / static_cast<double>(fractions.size());
  return mean >= at_limit ? 1 : 0;
}

std::vector<Conditions> LoadLog::summary(double from) const {
  std::vector<Conditions> result;
  if (samples_.empty()) return result;
  // A stretch shorter than the time between two looks has the last one.
  from = std::min(from, samples_.back().at_s);
  for (std::size_t i = 0; i < samples_.back().devices.size(); ++i) {
    Conditions all = samples_.back().devices[i];
    std::vector<double> clocks, temperatures, powers, waited;
    for (const Sample& sample : samples_) {
      if (sample.at_s < from) continue;
      const Conditions& one = sample.devices.at(i);
      if (one.sm_clock_mhz) clocks.push_back(*one.sm_clock_mhz);
      if (one.temperature_c) temperatures.push_back(*one.temperature_c);
      if (one.power_w) powers.push_back(*one.power_w);
      if (one.waited_share) waited.push_back(*one.waited_share);
    }
    all.throttle = throttle_.at(i);
    all.sm_clock_mhz = median_of(std::move(clocks));
    all.temperature_c = median_of(std::move(temperatures));
    // What a meter of the moment shows at a power cap swings about it: energy adds up, so the mean counts.
    all.power_w = mean_of(powers);
    all.waited_share = median_of(std::move(waited));
    result.push_back(std::move(all));
  }
  return result;
}

std::optional<std::pair<LoadLog::Step, LoadLog::Step>> LoadLog::steps_over(double from, double least_s) const {
  if (steps_.empty()) return std::nullopt;
  const Step last = steps_.back();
  for (auto step = steps_.rbegin(); step != steps_.rend() && step->at_s >= from; ++step)
    if (last.at_s - step->at_s >= least_s) return std::pair{*step, last};
  return std::nullopt;
}

bool LoadLog::spans(double from, double least_s) const { return steps_over(from, least_s).has_value(); }

/// Between the start and the ends of batches, work goes evenly; past the last, at the pace of the last.
double LoadLog::units_by(double at_s) const {
  const auto after = std::find_if(done_.begin(), done_.end(), [&](const Done& one) { return one.at_s >= at_s; });
  if (done_.size() < 2 || after == done_.begin()) return done_.empty() ? 0 : done_.front().units;
  const auto right = after == done_.end() ? done_.end() - 1 : after;
  const auto left = right - 1;
  const double pace = right->at_s > left->at_s ? (right->units - left->units) / (right->at_s - left->at_s) : 0;
  return left->units + pace * (at_s - left->at_s);
}

/// By trapezia between the samples; the first and the last hold up to the ends.
std::optional<double> LoadLog::sampled_watts(double from, double to) const {
  double joules = 0, at = from;
  std::optional<double> power;
  for (const Sample& sample : samples_) {
    const auto now = sample.power_w();
    if (!now) continue;
    if (sample.at_s > from) {
      const double until = std::min(sample.at_s, to);
      joules += (until - at) * (power.value_or(*now) + *now) / 2;
      at = until;
    }
    power = now;
    if (sample.at_s >= to) break;
  }
  if (!power || !(to > from)) return std::nullopt;
  return (joules + (to - at) * *power) / (to - from);
}

std::optional<double> LoadLog::limit_w() const {
  double sum = 0;
  for (const Conditions& one : samples_.back().devices) {
    if (!one.power_limit_w) return std::nullopt;
    sum += *one.power_limit_w;
  }
  return sum;
}

Energy LoadLog::energy(double from, double least_s) const {
  Energy result;
  if (!has_counter()) {
    result.doubt = "no energy counter";
    return result;
  }
  const auto steps = steps_over(from, least_s);
  if (!steps) {
    result.doubt =
        "the energy counter's steps span less than " + std::to_string(least_s).substr(0, 3) + " s of the load";
    return result;
  }
  const auto& [first, last] = *steps;
  const double joules = last.joules - first.joules, units = units_by(last.at_s) - units_by(first.at_s);
  result.seconds = last.at_s - first.at_s;
  result.counter_w = joules / result.seconds;
  result.sampled_w = sampled_watts(first.at_s, last.at_s);
  const auto limit = limit_w();
  if (limit && result.counter_w > over_limit * *limit)
    result.doubt = "the energy counter gives " + watts(result.counter_w) + ", above the limit of " + watts(*limit);
  else if (result.sampled_w && std::fabs(result.counter_w - *result.sampled_w) > most_apart * *result.sampled_w)
    result.doubt =
        "the energy counter gives " + watts(result.counter_w) + ", the power meter " + watts(*result.sampled_w);
  else if (!(units > 0))
    result.doubt = "no work was done between the energy counter's steps";
  if (units > 0) result.ns_per_unit = 1e9 * result.seconds / units;
  if (result.doubt.empty()) result.joules_per_unit = joules / units;
  return result;
}

}  // namespace spinbench

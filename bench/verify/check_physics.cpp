// The physics check: a long run against exact expectation values.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "bench/measure/statistics.hpp"
#include "bench/verify/verify.hpp"

namespace spinbench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string text(const char* format, double a, double b = 0, double c = 0) {
  char buffer[200];
  std::snprintf(buffer, sizeof buffer, format, a, b, c);
  return buffer;
}

// A run that keeps its series of energies.
class Series {
 public:
  // `origin` is subtracted from energies before they are squared, so that the variance keeps its digits.
  Series(Simulation& simulation, double origin) : simulation_(simulation), origin_(origin) { choose_spacing(); }

  void measure() {
    simulation_.sweep(spacing_);
    const std::vector<double> energies = simulation_.observe().energy;
    double first = 0, second = 0;
    for (const double e : energies) {
      first += e - origin_;
      second += (e - origin_) * (e - origin_);
    }
    first_.push_back(first / static_cast<double>(energies.size()));
    second_.push_back(second / static_cast<double>(energies.size()));
  }

  std::size_t size() const { return first_.size(); }
  int spacing() const { return spacing_; }
  // The first fifth is equilibration: thousands of autocorrelation times where the run is long enough to be judged.
  std::span<const double> first() const { return std::span(first_).subspan(first_.size() / 5); }
  std::span<const double> second() const { return std::span(second_).subspan(second_.size() / 5); }

 private:
  // As many sweeps between measurements as take as long as a measurement: more would waste sweeps, fewer would spend
  // most of the time on measuring.
  void choose_spacing() {
    const int step = simulation_.sweep_granularity();
    const auto cost = [this](int sweeps) {
      const auto start = Clock::now();
      if (sweeps > 0) simulation_.sweep(sweeps);
      simulation_.observe();
      return seconds_since(start);
    };
    cost(step);  // pays for what is set up on first use
    double observe = cost(0), both = cost(step);
    for (int i = 0; i < 4; ++i) observe = std::min(observe, cost(0)), both = std::min(both, cost(step));
    const double sweep = std::max(both - observe, 1e-9);
    spacing_ = step * std::clamp(static_cast<int>(std::lround(observe / sweep)), 1, 100);
  }

  Simulation& simulation_;
  double origin_;
  int spacing_ = 1;
  std::vector<double> first_, second_;
};

// Small energies at high temperature stand for 1/4 here: a wrong Boltzmann factor shifts them by as much as it does at
// lower temperature, while a relative error of nothing could never be reached.
constexpr double smallest_scale = 0.25;
constexpr std::size_t fewest = 2000;  // measurements before the first judgement
constexpr double fewest_independent = 1000;
constexpr double specific_heat_precision = 0.1;

// Relative error of the energy.
double precision_of(const MeanEstimate& energy, const Exact& exact) {
  return energy.sigma / std::max(std::fabs(exact.energy), smallest_scale);
}

Check failed(const std::string& name, const std::string& why) {
  Check check;
  check.name = name;
  check.detail = why;
  return check;
}

Check judge(const std::string& name, const Estimate& found, double expected, double gate, const std::string& detail) {
  Check check;
  check.name = name;
  check.numeric = true;
  check.value = found.value;
  check.expected = expected;
  check.sigma = found.sigma;
  check.passed = std::fabs(found.value - expected) <= gate * found.sigma;
  check.detail = detail;
  if (!check.passed)
    check.detail +=
        text("; off by %.3g sigma, %.3g are allowed", std::fabs(found.value - expected) / found.sigma, gate);
  return check;
}

std::vector<Check> both_failed(const std::string& why) { return {failed("energy", why), failed("specific_heat", why)}; }

}  // namespace

std::vector<Check> check_physics(Simulation& simulation, double beta, double spins, const Exact& exact,
                                 const VerifyOptions& options) {
  const auto start = Clock::now();
  Series series(simulation, exact.energy);
  ThermalEstimate found;  // of the energy less the exact energy
  double precision = 0;
  std::size_t target = fewest;
  bool in_time = true;
  while (in_time) {
    while (series.size() < target && in_time) {
      series.measure();
      in_time = seconds_since(start) < options.time_limit_s;
    }
    if (series.size() < fewest) break;
    found = thermal_estimate(series.first(), series.second(), beta, spins);
    precision = precision_of(found.energy, exact);
    if (found.energy.variance == 0)
      return both_failed(text("the energy stayed at %.9g in %.0f measurements: nothing moves",
                              found.energy.value + exact.energy, static_cast<double>(series.first().size())));
    if (!std::isfinite(found.energy.sigma)) return both_failed("the energy is not a finite number");
    const double independent = static_cast<double>(series.first().size()) / (2 * found.energy.tau);
    const double missing = std::max({precision / options.energy_precision, std::sqrt(fewest_independent / independent),
                                     found.specific_heat.sigma / (specific_heat_precision * exact.specific_heat)});
    if (missing <= 1) break;
    // A little more than the estimate asks for, but no more than twice at a time: the estimate of a short run is poor.
    const double growth = std::clamp(1.05 * missing * missing, 1.1, 2.0);
    target = static_cast<std::size_t>(growth * static_cast<double>(series.size()));
  }
  if (series.size() < fewest)
    return both_failed(text("only %.0f measurements in %.3g s; %.0f are needed", static_cast<double>(series.size()),
                            options.time_limit_s, static_cast<double>(fewest)));
  if (precision > options.energy_precision)
    return both_failed(text("reached a relative error of %.2g of the energy in %.3g s; %.2g is needed", precision,
                            options.time_limit_s, options.energy_precision));

  const std::string detail =
      text("%.0f measurements, %.0f sweeps apart, tau %.3g sweeps", static_cast<double>(series.first().size()),
           series.spacing(), found.energy.tau * series.spacing());
  return {judge("energy", {found.energy.value + exact.energy, found.energy.sigma}, exact.energy, options.gate_sigmas,
                detail),
          judge("specific_heat", found.specific_heat, exact.specific_heat, options.gate_sigmas, detail)};
}

}  // namespace spinbench

#include "kernels/common/symmetry_check.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "kernels/common/gates.hpp"
#include "kernels/common/statistics.hpp"

namespace spinbench {
namespace {

constexpr int trial = 256, most_measurements = 1 << 16, most_spacing = 10000;

// So many that the autocorrelation time is known well.
constexpr int enough_turns = 200;

double mean_square(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value / static_cast<double>(values.size());
  return sum;
}

/// Appends the means over the replicas, one for each measurement of the series.
void append_means(const Series& series, std::vector<double>& means) {
  const auto replicas = static_cast<std::size_t>(series.replicas);
  for (std::size_t i = 0; i + replicas <= series.values.size(); i += replicas) {
    double sum = 0;
    for (std::size_t r = 0; r < replicas; ++r) sum += series.values[i + r];
    means.push_back(sum / static_cast<double>(replicas));
  }
}

}  // namespace

int turns_of(const std::vector<double>& series, double level) {
  int turns = 0, side = 0;
  for (const double value : series) {
    const int now = value > level ? 1 : value < -level ? -1 : 0;
    if (now == 0 || now == side) continue;
    turns += side != 0;
    side = now;
  }
  return turns;
}

Check check_symmetry(Simulation& simulation, double tau, double seconds, double gate_sigmas) {
  const int step = simulation.sweep_granularity();
  const auto spaced = [&](double steps) { return step * static_cast<int>(std::clamp(steps, 1.0, 1.0 * most_spacing)); };
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  simulation.series("magnetisation", trial, spaced(tau));
  const double each = elapsed() / trial;
  // Where more fit the time than are kept, they lie further apart.
  const double affordable = seconds / std::max(each, 1e-9);
  const int spacing = spaced(tau * std::max(1.0, affordable / most_measurements));
  const int count = static_cast<int>(std::clamp(affordable, 1.0 * trial, 1.0 * most_measurements));
  std::vector<double> means;
  int turns = 0;
  // A trial that others kept waiting makes the device look slow: as many again while half of the time is left.
  do {
    append_means(simulation.series("magnetisation", count, spacing), means);
    turns = turns_of(means, std::sqrt(mean_square(means)) / 2);
  } while (turns < enough_turns && means.size() < most_measurements && elapsed() < seconds / 2);
  Check check;
  check.name = "magnetisation";
  check.code_path = simulation.code_path();
  const MeanEstimate mean = mean_to_judge(means);
  char detail[200];
  std::snprintf(detail, sizeof detail, "%zu measurements, %d sweeps apart, in which it turned %d times", means.size(),
                spacing, turns);
  check.detail = detail;
  if (turns < enough_turns) {
    check.kind = Check::Kind::support;
    check.passed = true;
    check.detail += ": too seldom to be judged";
    return check;
  }
  check.kind = Check::Kind::physics;
  check.numeric = true;
  check.value = mean.value;
  // (At high temperature nearly all spins flip in a sweep, so that the magnetisation alternates: an error below that of
  // independent values would rest on how well that cancels.)
  check.sigma = mean.sigma;
  // How far the error scatters is the window's affair, six times the autocorrelation time.
  const double freedom = static_cast<double>(means.size()) / (12 * mean.tau + 1);
  check.passed = std::fabs(mean.value) <= student_gate(gate_sigmas, freedom) * check.sigma;
  return check;
}

}  // namespace spinbench

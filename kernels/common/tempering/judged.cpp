#include "kernels/common/tempering/judged.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "kernels/common/gates.hpp"
#include "kernels/common/statistics.hpp"

namespace spinbench::tempering {
namespace {

/// How well the error of a mean is known: the window of the autocorrelation time decides how far it scatters.
double freedom_of(const MeanEstimate& mean, const std::vector<double>& series) {
  return static_cast<double>(series.size()) / (2 * std::max(3.0, 6 * mean.tau) + 1);
}

}  // namespace

Check named(const char* name, bool passed, const std::string& detail) {
  Check check;
  check.name = name;
  check.passed = passed;
  check.detail = detail;
  return check;
}

Judged judge(const std::vector<double>& series, double expected, double deviation, double gate) {
  const MeanEstimate mean = mean_to_judge(series);
  return {mean.value, expected, deviation * std::sqrt(2 * mean.tau / static_cast<double>(series.size())), gate,
          freedom_of(mean, series)};
}

Judged judge_by_scatter(const std::vector<double>& series, double expected, double gate) {
  const MeanEstimate mean = mean_to_judge(series);
  return {mean.value, expected, mean.sigma, gate, freedom_of(mean, series)};
}

Check check_of(const char* name, const std::vector<Judged>& all, bool worst, const std::string& what) {
  Check check;
  check.name = name;
  check.kind = Check::Kind::physics;
  check.numeric = true;
  const std::size_t many = all.size();
  Judged chosen = all.front();
  std::size_t at = 0;
  double limit = 0;
  if (worst) {
    // Of errors that are known less well deviations are larger.
    const auto limit_of = [&](const Judged& one) { return student_gate(gate_of_many(one.sigmas, many), one.freedom); };
    const auto share = [&](const Judged& one) { return std::fabs(one.deviation()) / limit_of(one); };
    // What is no number is worst, and none comes after it.
    for (std::size_t i = 0; i < many && !std::isnan(share(chosen)); ++i)
      if (!(share(all[i]) <= share(chosen))) chosen = all[i], at = i;
    limit = limit_of(chosen);
  } else {
    const double count = static_cast<double>(many);
    chosen = {};
    for (const Judged& one : all) {
      chosen.value += one.value / count;
      chosen.expected += one.expected / count;
      chosen.sigma += one.sigma * one.sigma / (count * count);
      limit = std::max(limit, student_gate(one.sigmas, one.freedom));
    }
    chosen.sigma = std::sqrt(chosen.sigma);
  }
  const double deviation = chosen.deviation();
  check.value = chosen.value;
  check.expected = chosen.expected;
  check.sigma = chosen.sigma;
  check.passed = std::fabs(deviation) <= limit;
  char text[100];
  std::snprintf(text, sizeof text, " %.2f sigma off where %.2f are allowed", deviation, limit);
  check.detail = what + (worst ? ": the worst is number " + std::to_string(at) + "," : ":") + text;
  return check;
}

}  // namespace spinbench::tempering

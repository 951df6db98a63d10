#include "kernels/common/tempering/judged.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "kernels/common/statistics.hpp"
#include "kernels/common/thermal_check.hpp"

namespace spinbench::tempering {
Check named(const char* name, bool passed, const std::string& detail) {
  Check check;
  check.name = name;
  check.passed = passed;
  check.detail = detail;
  return check;
}

Judged judge(const std::vector<double>& series, double expected, double deviation, double gate) {
  const MeanEstimate mean = mean_with_error(series);
  const double n = static_cast<double>(series.size()), tau = std::max(mean.tau, 0.5);
  return {mean.value, expected, deviation * std::sqrt(2 * tau / n), gate, n / (2 * std::max(3.0, 6 * tau) + 1)};
}

Judged judge_by_scatter(const std::vector<double>& series, double expected, double gate) {
  Judged result = judge(series, expected, 0, gate);
  result.sigma = mean_to_judge(series).sigma;
  return result;
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
    for (std::size_t i = 0; i < many; ++i)
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

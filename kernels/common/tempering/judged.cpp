#include "kernels/common/tempering/judged.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

#include "kernels/common/statistics.hpp"
#include "kernels/common/thermal_check.hpp"

namespace spinbench::tempering {
namespace {

/// Where the worst of `many` deviations counts.
double gate_of_many(double gate, std::size_t many) {
  return std::sqrt(gate * gate + 2 * std::log(static_cast<double>(many)));
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
  const MeanEstimate mean = mean_with_error(series);
  const double n = static_cast<double>(series.size()), tau = std::max(mean.tau, 0.5);
  return {mean.value, expected, deviation * std::sqrt(2 * tau / n),
          student_gate(gate, n / (2 * std::max(3.0, 6 * tau) + 1))};
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
  Judged chosen = all.front();
  std::size_t at = 0;
  if (worst) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!(std::fabs(all[i].deviation()) <= std::fabs(chosen.deviation()))) chosen = all[i], at = i;
  } else {
    const double many = static_cast<double>(all.size());
    chosen = {};
    for (const Judged& one : all) {
      chosen.value += one.value / many;
      chosen.expected += one.expected / many;
      chosen.sigma += one.sigma * one.sigma / (many * many);
      chosen.gate = std::max(chosen.gate, one.gate);
    }
    chosen.sigma = std::sqrt(chosen.sigma);
  }
  const double deviation = chosen.deviation(), limit = worst ? gate_of_many(chosen.gate, all.size()) : chosen.gate;
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

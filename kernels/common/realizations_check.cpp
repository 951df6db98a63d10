#include "kernels/common/realizations_check.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace spinbench {

std::int64_t proved_realizations(const Params& params) {
  return std::min<std::int64_t>(params.integer("realizations"), 2);
}

Check judge_realizations(const Configuration& found, std::uint64_t realizations) {
  const std::uint64_t spins = found.spins / realizations;
  const auto alike = [&](std::uint64_t a, std::uint64_t b) {
    for (std::uint64_t i = 0; i < spins; ++i)
      if (found.value(a * spins + i) != found.value(b * spins + i)) return false;
    return true;
  };
  Check check;
  check.name = "realizations";
  check.passed = true;
  check.detail = "no two of " + std::to_string(realizations) + " realizations hold the same spins";
  for (std::uint64_t b = 1; b < realizations; ++b)
    for (std::uint64_t a = 0; a < b; ++a)
      if (check.passed && alike(a, b)) {
        check.passed = false;
        check.detail = "realizations " + std::to_string(a) + " and " + std::to_string(b) + " hold the same spins";
      }
  return check;
}

std::vector<Check> check_realizations(const CheckContext& context, Params params) {
  constexpr std::int64_t most = 16;
  const std::int64_t realizations = std::min(context.params.integer("realizations"), most);
  if (realizations < 2) return {};
  params.set("realizations", realizations);
  params.set("beta", 0.2);
  return context.once("realizations " + params.name(), [&] {
    const auto simulation = context.variant.make(params, context.seed);
    simulation->sweep(16 * simulation->sweep_granularity());
    Check check = judge_realizations(simulation->configuration(), static_cast<std::uint64_t>(realizations));
    check.detail = params.name() + ": " + check.detail;
    check.code_path = simulation->code_path();
    return std::vector<Check>{std::move(check)};
  });
}

}  // namespace spinbench

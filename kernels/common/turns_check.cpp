#include "kernels/common/turns_check.hpp"

#include <string>
#include <utility>

namespace spinbench {

Check judge_turns(const Configuration& found, int attempts) {
  const double expected = attempts % 2 == 0 ? 1 : -1;
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < found.spins; ++i) wrong += found.value(i) != expected;
  constexpr double turned_down = 8e-9;
  // Twice what is turned down, and some for what is rare.
  const double allowed = 3 + 2 * turned_down * attempts * static_cast<double>(found.spins);
  Check check;
  check.name = "turns";
  check.passed = static_cast<double>(wrong) <= allowed;
  check.detail = std::to_string(wrong) + " of " + std::to_string(found.spins) + " spins are not what " +
                 std::to_string(attempts) + " attempts that all flip make of them";
  return check;
}

std::vector<Params> with_each_turn(const Params& params, std::int64_t small) {
  std::vector<Params> result(3, params);
  result[0].set("k", std::int64_t{1});
  result[1].set("L", small);
  result[2].set("L", small);
  result[2].set("k", params.integer("k") + 1);
  return result;
}

std::vector<Check> check_turns(const CheckContext& context, const std::vector<Params>& cases) {
  std::vector<Check> result;
  for (Params params : cases) {
    params.set("beta", 1e-9);
    if (context.variant.unsupported && !context.variant.unsupported(params, context.device).empty()) continue;
    for (Check& check : context.once("turns " + params.name(), [&] {
           const auto simulation = context.variant.make(params, context.seed);
           simulation->sweep(simulation->sweep_granularity());
           Check check = judge_turns(simulation->configuration(), simulation->sweep_granularity());
           check.detail = params.name() + ": " + check.detail;
           check.code_path = simulation->code_path();
           return std::vector<Check>{std::move(check)};
         }))
      result.push_back(std::move(check));
  }
  return result;
}

}  // namespace spinbench

#include "kernels/common/turns_check.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace spinbench {
namespace {

/// How many of so many spins may look wrong in one run: what chance makes of them, and some more. Those of one word do
/// together.
double most_by_chance(double mean, double together) { return mean + 5 * std::sqrt(mean * together) + 2 * together; }

/// Of the spins that is_wrong(run, spin) names: in one run, and where they are few again in another. `chance`: that a
/// right spin looks wrong in a run, for each of its attempts. `what(attempts)`: what wrong ones are.
template <class What, class IsWrong>
Check judged(const TurnRuns& runs, double chance, double together, const What& what, const IsWrong& is_wrong) {
  Check check;
  std::vector<std::uint64_t> wrong;
  std::uint64_t spins = 0, count = 0;
  double most = 0;
  std::string are;
  {
    const Turned seen = runs(0);
    are = what(seen.attempts);
    check.code_path = seen.code_path;
    spins = seen.after.spins;
    if (spins == 0 || seen.before.spins != spins) {
      check.detail = std::to_string(seen.before.spins) + " spins before and " + std::to_string(spins) + " after";
      return check;
    }
    most = most_by_chance(chance * seen.attempts * static_cast<double>(spins), together);
    for (std::uint64_t i = 0; i < spins; ++i)
      if (is_wrong(seen, i)) {
        ++count;
        if (static_cast<double>(wrong.size()) <= most) wrong.push_back(i);
      }
  }
  std::string by_chance;
  if (count > 0 && static_cast<double>(count) <= most) {
    const Turned again = runs(1);
    std::erase_if(wrong, [&](std::uint64_t i) { return !is_wrong(again, i); });
    if (count > wrong.size())
      by_chance = "; " + std::to_string(count - wrong.size()) + " more in one run of two, by chance";
    count = wrong.size();
  }
  check.passed = count == 0;
  check.detail = std::to_string(count) + " of " + std::to_string(spins) + " spins " + are;
  if (count > 0) check.detail += ", the first is spin " + std::to_string(wrong.front());
  check.detail += by_chance;
  return check;
}

}  // namespace

Check judge_turns(const TurnRuns& runs, double together) {
  Check check = judged(
      runs, 0x1p-32, together,
      [](int attempts) { return "are not what " + std::to_string(attempts) + " attempts that all flip make of them"; },
      [](const Turned& seen, std::uint64_t i) {
        return seen.after.value(i) != (seen.attempts % 2 == 0 ? 1 : -1) * seen.before.value(i);
      });
  check.name = "turns";
  return check;
}

Check judge_moves(const TurnRuns& runs) {
  constexpr double least = 1e-5;
  // A new direction as near as that to the old one: a cap of the sphere.
  constexpr double chance = least * least / 4;
  Check check = judged(
      runs, chance, 1, [](int) { return std::string("have not moved"); },
      [](const Turned& seen, std::uint64_t i) {
        const auto components = static_cast<std::uint64_t>(seen.after.components);
        double squares = 0;
        for (std::uint64_t c = i * components; c < (i + 1) * components; ++c) {
          const double moved = seen.after.value(c) - seen.before.value(c);
          squares += moved * moved;
        }
        // A comparison that NaN fails.
        return !(squares >= least * least);
      });
  check.name = "moves";
  return check;
}

Turned turned_in_a_step(const Variant& variant, const Params& params, std::uint64_t seed) {
  const auto simulation = variant.make(params, seed);
  Turned result;
  result.attempts = simulation->sweep_granularity();
  result.code_path = simulation->code_path();
  result.before = simulation->configuration();
  simulation->sweep(result.attempts);
  result.after = simulation->configuration();
  return result;
}

std::vector<Check> check_each(const CheckContext& context, const std::string& name, const std::vector<Params>& cases,
                              const TurnedBy& turned, const std::function<Check(const TurnRuns&)>& judge) {
  std::vector<Check> result;
  for (const Params& params : cases) {
    if (context.variant.unsupported && !context.variant.unsupported(params, context.device).empty()) continue;
    for (Check& check : context.once(name + " " + params.name(), [&] {
           Check check = judge([&](std::uint64_t run) { return turned(params, context.seed + run); });
           check.detail = params.name() + ": " + check.detail;
           return std::vector<Check>{std::move(check)};
         }))
      result.push_back(std::move(check));
  }
  return result;
}

std::vector<Check> check_difference(const CheckContext& context, const std::string& name,
                                    const std::vector<Params>& cases, const TurnedBy& without, const TurnedBy& with) {
  const auto turned = [&](const Params& params, std::uint64_t seed) {
    Configuration before = without(params, seed).after;
    Turned found = with(params, seed);
    found.before = std::move(before);
    return found;
  };
  std::vector<Check> result = check_each(context, name, cases, turned, judge_moves);
  for (Check& check : result) check.name = name;
  return result;
}

std::vector<Check> check_turns(const CheckContext& context, const std::vector<Params>& cases) {
  std::vector<Check> result;
  for (Params params : cases) {
    params.set("beta", 1e-11);
    // Coded words of realizations, which may share their random numbers.
    const double together = params.has("word") ? std::stod(params.word("word")) : 1;
    for (Check& check : check_each(
             context, "turns", {params},
             [&](const Params&one, std::uint64_t seed) { return turned_in_a_step(context.variant, one, seed); },
             [&](const TurnRuns&runs) { return judge_turns(runs, together); }))
      result.push_back(std::move(check));
  }
  return result;
}

std::vector<Check> check_moves(const CheckContext& context, std::vector<Params> cases) {
  for (Params& params : cases)
    if (params.has("beta")) params.set("beta", -0.01);
  return check_each(
      context, "moves", cases,
      [&](const Params& one, std::uint64_t seed) { return turned_in_a_step(context.variant, one, seed); }, judge_moves);
}

std::vector<Params> with_each_turn(const Params& params, std::int64_t small) {
  std::vector<Params> result(3, params);
  result[0].set("k", std::int64_t{1});
  result[1].set("L", small);
  result[2].set("L", small);
  result[2].set("k", params.integer("k") + 1);
  return result;
}

Configuration by_copy(const Configuration& found, const std::vector<double>& places, std::size_t replicas) {
  Configuration result = found;
  const std::size_t lattices = places.size(), bytes = found.bytes.size() / lattices;
  for (std::size_t copy = 0; copy < lattices; ++copy) {
    const std::size_t from = copy - copy % replicas + static_cast<std::size_t>(places[copy]);
    std::copy_n(found.bytes.begin() + static_cast<std::ptrdiff_t>(from * bytes), bytes,
                result.bytes.begin() + static_cast<std::ptrdiff_t>(copy * bytes));
  }
  return result;
}

}  // namespace spinbench

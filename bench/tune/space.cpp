#include "bench/tune/space.hpp"

#include <algorithm>
#include <set>

#include "bench/errors.hpp"
#include "bench/select/plans.hpp"
#include "interface/launch_axes.hpp"

namespace spinbench {

namespace {

const AxisRequest* request_of(const std::vector<AxisRequest>& requests, const std::string& axis) {
  const auto found = std::find_if(requests.begin(), requests.end(), [&](const auto& r) { return r.name == axis; });
  return found == requests.end() ? nullptr : &*found;
}

/// Whether the selection has cases that differ in `axis` alone.
bool is_swept(const std::vector<Case>& cases, const Variant* variant, const std::string& axis) {
  std::map<std::string, AxisValue> seen;
  for (const Case& c : cases) {
    if (c.variant != variant) continue;
    Params others = c.params;
    others.set(axis, std::string());
    const auto [at, is_new] = seen.emplace(others.name(), c.params.at(axis));
    if (!is_new && at->second != c.params.at(axis)) return true;
  }
  return false;
}

void check(const std::vector<Case>& cases, const TuningRequest& request) {
  for (const AxisRequest& one : request.searched) {
    if (request_of(request.fixed, one.name) != nullptr)
      throw UsageError("--tune-axis " + quote(one.text) + ": --axis fixes " + quote(one.name) + "; leave one away");
    bool known = false, admitted = false;
    std::string why;
    for (const Case& c : cases)
      for (const Axis& axis : c.variant->axes) {
        if (axis.name != one.name || c.kernel->experiment) continue;
        known = true;
        for (const AxisValue& value : expand(one, axis)) {
          const std::string reason = why_outside(axis, value);
          admitted = admitted || reason.empty();
          if (!reason.empty()) why = reason;
        }
      }
    if (!known) throw UsageError("--tune-axis " + quote(one.text) + ": no selected case has an axis of that name");
    if (!admitted) throw UsageError("--tune-axis " + quote(one.text) + ": " + why);
  }
}

}  // namespace

bool LaunchSearch::searches(const std::string& axis) const {
  return std::any_of(axes.begin(), axes.end(), [&](const auto& one) { return one.first == axis; });
}

Params LaunchSearch::fixed() const {
  Params result;
  for (const auto& [name, value] : start.params.entries())
    if (!searches(name)) result.set(name, value);
  return result;
}

Params LaunchSearch::launch_of(const Params& params) const {
  Params result;
  for (const auto& [name, value] : params.entries())
    if (searches(name)) result.set(name, value);
  return result;
}

std::string LaunchSearch::name() const {
  Case without = start;
  without.params = fixed();
  return without.name();
}

bool OpenAxes::operator()(const Variant* variant, const std::string& axis) {
  const auto [at, is_new] = known_.try_emplace({variant, axis}, false);
  if (is_new) at->second = request_of(request_.fixed, axis) == nullptr && !is_swept(cases_, variant, axis);
  return at->second;
}

std::vector<LaunchSearch> launch_searches(const std::vector<Case>& cases, const TuningRequest& request) {
  check(cases, request);
  std::vector<LaunchSearch> result;
  std::set<std::string> names;
  OpenAxes open(cases, request);
  for (const Case& c : cases) {
    LaunchSearch search{c, {}};
    std::size_t count = 1;
    for (const Axis& axis : c.variant->axes) {
      if (c.kernel->experiment) break;
      const AxisRequest* wanted = request_of(request.searched, axis.name);
      std::vector<AxisValue> values;
      if (wanted != nullptr)
        values = expand(*wanted, axis);
      else if (open(c.variant, axis.name))
        values = launch_values(*c.variant, axis.name);
      if (values.empty()) continue;
      const AxisValue own = c.params.at(axis.name);
      // What --tune-axis names is all that is searched.
      if (const auto at = std::find(values.begin(), values.end(), own); at != values.end())
        std::rotate(values.begin(), at, at + 1);
      else if (wanted == nullptr)
        values.insert(values.begin(), own);
      count *= values.size();
      if (count > max_launches)
        throw UsageError("--tune: " + c.name() + " has more than " + std::to_string(max_launches) +
                         " launches; give fewer --tune-axis values");
      search.axes.emplace_back(axis.name, std::move(values));
    }
    if (names.insert(search.name()).second) result.push_back(std::move(search));
  }
  return result;
}

std::vector<Case> launches_of(const LaunchSearch& search, std::size_t& skipped) {
  std::vector<Case> result;
  for (const Params& launch : combinations(search.axes)) {
    Case c = search.start;
    for (const auto& [name, value] : launch.entries()) c.params.set(name, value);
    if (why_skipped(c).empty())
      result.push_back(std::move(c));
    else
      ++skipped;
  }
  return result;
}

}  // namespace spinbench

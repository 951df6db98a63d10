#include "bench/select/plans.hpp"

#include <algorithm>
#include <set>

#include "bench/errors.hpp"
#include "bench/nearest.hpp"
#include "interface/glob.hpp"

namespace spinbench {

namespace {

/// Of a preset, or of each of some figures.
std::vector<const Plan*> plans_called(const std::vector<std::string>& ids, bool figure, const Registry& registry) {
  std::vector<const Plan*> result;
  std::set<std::string> known;
  for (const auto& plan : registry.plans())
    if (plan.figure == figure) known.insert(plan.id);
  for (const std::string& id : ids) {
    if (!known.contains(id))
      throw UsageError(std::string(figure ? "--figure " : "--preset ") + quote(id) + ": there is none of that name" +
                       (known.empty()
                            ? "; this build has none"
                            : instead_of(id, {known.begin(), known.end()}, figure ? "list --figure" : "list")));
    for (const auto& plan : registry.plans())
      if (plan.figure == figure && plan.id == id) result.push_back(&plan);
  }
  return result;
}

const std::vector<AxisValue>* values_in(const Sweep& sweep, const std::string& axis) {
  for (const auto& [name, values] : sweep.axes)
    if (name == axis) return &values;
  return nullptr;
}

std::vector<Params> params_of(const Variant& variant, const Sweep& sweep, const std::vector<AxisRequest>& requests) {
  std::vector<std::pair<std::string, std::vector<AxisValue>>> axes;
  std::size_t count = 1;
  for (const auto& axis : variant.axes) {
    std::vector<AxisValue> values = {axis.fallback};
    if (const auto* planned = values_in(sweep, axis.name)) values = *planned;
    for (const auto& request : requests)
      if (request.name == axis.name) values = expand(request, axis);
    count *= std::max<std::size_t>(values.size(), 1);
    if (count > max_cases)
      throw UsageError("the --axis lists make more than " + std::to_string(max_cases) + " cases of " + variant.kernel +
                       "/" + variant.name + "; give fewer values");
    axes.emplace_back(axis.name, std::move(values));
  }
  return combinations(axes);
}

bool runs_here(const std::string& backend, const Registry& registry) {
  Backend* found = registry.backend(backend);
  return found != nullptr && !found->devices().empty();
}

}  // namespace

bool among(const std::vector<Backend*>& backends, const std::string& name) {
  return std::any_of(backends.begin(), backends.end(), [&](Backend* backend) { return backend->name() == name; });
}

std::vector<Params> combinations(const std::vector<std::pair<std::string, std::vector<AxisValue>>>& axes) {
  std::vector<Params> result(1);
  for (const auto& [name, values] : axes) {
    std::vector<Params> next;
    for (const auto& params : result)
      for (const auto& value : values) {
        next.push_back(params);
        next.back().set(name, value);
      }
    result = std::move(next);
  }
  return result;
}

std::vector<Wanted> expand_plans(const Selection& selection, const std::vector<const Variant*>& variants,
                                 const std::vector<Backend*>& backends, const std::vector<AxisRequest>& requests,
                                 const Registry& registry) {
  if (!selection.preset.empty() && !selection.figure.empty())
    throw UsageError("--preset and --figure exclude each other; give one of them");
  std::vector<Wanted> result;
  if (!selection.bare() && selection.preset.empty() && selection.figure.empty()) {
    for (const auto* variant : variants)
      if (among(backends, variant->backend)) result.push_back({variant, params_of(*variant, {}, requests)});
    return result;
  }
  const bool figure = !selection.figure.empty();
  const std::string preset = selection.preset.empty() ? "quick" : selection.preset;
  const auto ids = figure ? selection.figures() : std::vector<std::string>{preset};
  for (const Plan* plan : plans_called(ids, figure, registry))
    for (const auto& sweep : plan->sweeps) {
      const bool elsewhere = figure && selection.backends.empty() &&
                             std::none_of(backends.begin(), backends.end(),
                                          [&](Backend* b) { return glob_match(sweep.backend, b->name()); });
      for (const auto* variant : variants) {
        if (variant->kernel != plan->kernel || !glob_match(sweep.variant, variant->name) ||
            !glob_match(sweep.backend, variant->backend))
          continue;
        if (elsewhere ? runs_here(variant->backend, registry) : among(backends, variant->backend))
          result.push_back({variant, params_of(*variant, sweep, requests)});
      }
    }
  return result;
}

}  // namespace spinbench

#include "bench/select/selection.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>

#include "bench/errors.hpp"
#include "bench/nearest.hpp"
#include "bench/select/axes.hpp"
#include "bench/select/plans.hpp"
#include "interface/glob.hpp"
#include "interface/platforms.hpp"

namespace spinbench {

namespace {

void group_by_kernel(std::vector<Case>& cases) {
  std::stable_sort(cases.begin(), cases.end(),
                   [](const Case& a, const Case& b) { return a.kernel->name < b.kernel->name; });
}

// A backend whose device sits on a bus is an accelerator.
bool is_accelerator(Backend& backend) {
  const auto& devices = backend.devices();
  return !devices.empty() && !devices.front().pci.empty();
}

Backend* best_backend(const Registry& registry) {
  Backend* best = nullptr;
  for (const auto& backend : registry.backends()) {
    if (backend->devices().empty()) continue;
    if (best == nullptr || (is_accelerator(*backend) && !is_accelerator(*best))) best = backend.get();
  }
  return best;
}

[[noreturn]] void refuse_backend(const std::string& pattern, const Registry& registry) {
  for (const auto& backend : registry.backends())
    if (glob_match(pattern, backend->name()))
      throw NoDevice("--backend " + quote(pattern) + ": no device: " + backend->why_no_device());
  for (const auto& name : known_backends())
    if (glob_match(pattern, name))
      throw NoDevice("--backend " + quote(pattern) + ": this build has no " + name +
                     " backend; spinbench doctor says how to get it");
  throw UsageError("--backend " + quote(pattern) + ": no such backend" +
                   instead_of(pattern, known_backends(), "doctor"));
}

void check_patterns(const std::string& option, const std::vector<std::string>& patterns,
                    const std::set<std::string>& names) {
  for (const auto& pattern : patterns)
    if (std::none_of(names.begin(), names.end(), [&](const auto& name) { return glob_match(pattern, name); }))
      throw UsageError(option + " " + quote(pattern) + " matches nothing in this build" +
                       instead_of(pattern, {names.begin(), names.end()}, "list --kernel '*'"));
}

void check_axes(const std::vector<AxisRequest>& requests, const std::vector<const Variant*>& variants) {
  for (const auto& request : requests) {
    std::set<std::string> known;
    const Axis* last = nullptr;
    std::set<AxisValue> refused, admitted;
    for (const auto* variant : variants)
      for (const auto& axis : variant->axes) {
        known.insert(axis.name);
        if (axis.name != request.name) continue;
        last = &axis;
        for (const auto& value : expand(request, axis))
          (why_outside(axis, value).empty() ? admitted : refused).insert(value);
      }
    if (last == nullptr)
      throw UsageError("--axis " + quote(request.text) + ": no axis is called " + quote(request.name) + "; there are " +
                       joined(known));
    for (const auto& value : refused)
      if (!admitted.contains(value))
        throw UsageError("--axis " + quote(request.text) + ": " + why_outside(*last, value));
  }
}

/// Parts `variants` into those that have every axis that is named, and the others, which go to `others`.
std::vector<const Variant*> with_axes(const std::vector<const Variant*>& variants,
                                      const std::vector<AxisRequest>& requests,
                                      std::vector<const Variant*>* others = nullptr) {
  std::vector<const Variant*> result;
  for (const auto* variant : variants)
    if (lacking(requests, variant->axes).empty())
      result.push_back(variant);
    else if (others != nullptr)
      others->push_back(variant);
  return result;
}

/// "ising2d_metropolis/row_order, ising2d_metropolis/tiled and 3 more".
std::string some_of(const std::vector<const Variant*>& variants) {
  constexpr std::size_t most = 3;
  std::vector<std::string> names;
  for (const auto* variant : variants)
    if (const auto name = variant->kernel + "/" + variant->name;
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  const std::size_t more = names.size() > most ? names.size() - most : 0;
  names.resize(names.size() - more);
  return joined(names) + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

/// Where every variant that takes part lacks an axis that was named. `having`: those that would not.
[[noreturn]] void refuse_axes(const std::vector<AxisRequest>& requests, const std::vector<const Variant*>& having,
                              const std::vector<Backend*>& backends) {
  std::vector<std::string> names;
  for (const auto& request : requests) names.push_back(request.name);
  const std::string what = (names.size() == 1 ? "the axis " : "all of the axes ") + joined(names);
  std::string mend = "; leave one away, or give them in commands of their own";
  if (!having.empty()) mend = "; on another backend " + some_of(having) + " has";
  for (const auto* variant : having)
    if (among(backends, variant->backend)) {
      mend = "; --kernel " + variant->kernel + " --variant " + variant->name + " has";
      break;
    }
  throw UsageError("--axis: no variant that is selected has " + what + mend);
}

/// What a selection named, for a message.
std::string asked_in_vain(const Selection& selection) {
  std::vector<std::string> parts;
  const auto add = [&](const char* option, const std::vector<std::string>& values) {
    for (const auto& value : values) parts.push_back(std::string(option) + " " + quote(value));
  };
  add("--preset", selection.preset.empty() ? std::vector<std::string>{} : std::vector{selection.preset});
  add("--figure", selection.figure.empty() ? std::vector<std::string>{} : std::vector{selection.figure});
  add("--kernel", selection.kernels);
  add("--variant", selection.variants);
  add("--backend", selection.backends);
  add("--axis", selection.axes);
  constexpr std::size_t most = 8;
  if (parts.size() > most) parts.resize(most);
  return parts.empty() ? "the selection" : joined(parts, " ");
}

int device_of(const Selection& selection, Backend& backend) {
  const int index = selection.device.value_or(0);
  const auto count = static_cast<int>(backend.devices().size());
  if (index < 0 || index >= count)
    throw NoDevice("--device " + std::to_string(index) + ": the backend " + backend.name() + " has " +
                   (count == 1 ? "device 0 only" : "devices 0 to " + std::to_string(count - 1)));
  return index;
}

}  // namespace

std::vector<std::string> known_backends() {
  std::vector<std::string> names;
  for (const Platform& platform : platforms()) names.push_back(platform.name);
  return names;
}

std::vector<Backend*> select_backends(const Selection& selection, const Registry& registry) {
  std::vector<Backend*> result;
  if (selection.backends.empty()) {
    if (Backend* best = best_backend(registry)) result.push_back(best);
    if (result.empty()) throw NoDevice("this build has no backend with a device");
  }
  for (const auto& pattern : selection.backends) {
    bool found = false;
    for (const auto& backend : registry.backends()) {
      if (!glob_match(pattern, backend->name()) || backend->devices().empty()) continue;
      found = true;
      if (std::find(result.begin(), result.end(), backend.get()) == result.end()) result.push_back(backend.get());
    }
    if (!found) refuse_backend(pattern, registry);
  }
  for (Backend* backend : result) device_of(selection, *backend);
  return result;
}

std::vector<const Variant*> select_variants(const Selection& selection, const Registry& registry) {
  std::set<std::string> kernels, variants;
  for (const auto& kernel : registry.kernels()) kernels.insert(kernel.name);
  check_patterns("--kernel", selection.kernels, kernels);
  std::vector<const Variant*> of_kernel, result;
  for (const auto& variant : registry.variants()) {
    const Kernel* kernel = registry.kernel(variant.kernel);
    // The machine's limits are measured by the way; as cases of their own they are wanted only when named.
    if (kernel == nullptr || (kernel->measures_limit && selection.kernels.empty())) continue;
    // So is an experiment, which takes another time than a case of the model itself.
    if (kernel->experiment && selection.kernels.empty() && selection.preset.empty() && selection.figure.empty() &&
        !selection.variants.empty())
      continue;
    if (!any_match(selection.kernels, kernel->name)) continue;
    of_kernel.push_back(&variant);
    variants.insert(variant.name);
  }
  check_patterns("--variant", selection.variants, variants);
  for (const auto* variant : of_kernel)
    if (any_match(selection.variants, variant->name)) result.push_back(variant);
  return result;
}

namespace {

/// A regular expression that backtracks takes years over some patterns; the GNU library has another way, which takes
/// time in proportion, for all but back references.
std::regex without_backtracking(const std::string& filter) {
#ifdef __GLIBCXX__
  try {
    return std::regex(filter, std::regex::ECMAScript | std::regex_constants::__polynomial);
  } catch (const std::regex_error& error) {
    if (error.code() != std::regex_constants::error_complexity) throw;
    throw UsageError("--filter " + quote(filter) + ": back references are not taken; give several filters");
  }
#else
  return std::regex(filter, std::regex::ECMAScript);
#endif
}

}  // namespace

std::vector<std::regex> compile_filters(const std::vector<std::string>& filters) {
  // The library's parser recurses: a pattern with very many brackets would overflow the stack.
  constexpr std::size_t longest = 1000;
  std::vector<std::regex> result;
  for (const auto& filter : filters) {
    if (filter.size() > longest)
      throw UsageError("--filter " + quote(filter) + " is too long; at most " + std::to_string(longest) +
                       " characters");
    try {
      result.push_back(without_backtracking(filter));
    } catch (const std::regex_error& error) {
      throw UsageError("--filter " + quote(filter) + " is no regular expression: " + error.what());
    }
  }
  return result;
}

std::vector<std::string> Selection::figures() const {
  auto result = split(figure, ',');
  if (result.back().empty()) result.pop_back();
  return result;
}

std::vector<Case> select_cases(const Selection& selection, const Registry& registry) {
  const auto filters = compile_filters(selection.filters);
  const auto requests = parse_axes(selection.axes);
  // First: of a backend that is not here this build may know no variant.
  const auto backends = select_backends(selection, registry);
  const auto variants = select_variants(selection, registry);
  check_axes(requests, variants);
  const auto having = with_axes(variants, requests);

  std::vector<Case> cases;
  std::set<std::string> names;
  std::size_t before_filter = 0;
  for (const auto& wanted : expand_plans(selection, having, backends, requests, registry)) {
    for (const auto& params : wanted.params) {
      Case c{registry.kernel(wanted.variant->kernel), wanted.variant, registry.backend(wanted.variant->backend), 0,
             params};
      if (std::find(backends.begin(), backends.end(), c.backend) != backends.end())
        c.device = device_of(selection, *c.backend);
      const auto name = c.name();
      if (!names.insert(name).second) continue;
      ++before_filter;
      if (std::all_of(filters.begin(), filters.end(), [&](const auto& f) { return std::regex_search(name, f); }))
        cases.push_back(std::move(c));
    }
    if (cases.size() > max_cases)
      throw UsageError("the selection has more than " + std::to_string(max_cases) + " cases; give fewer --axis values");
  }
  if (cases.empty() && before_filter > 0)
    throw UsageError("--filter " + quote(joined(selection.filters, "' and '")) + " matches none of " +
                     std::to_string(before_filter) + " cases, such as " + *names.begin());
  if (cases.empty() && !words_on_lacking(selection, registry).empty()) refuse_axes(requests, having, backends);
  if (cases.empty())
    throw UsageError(asked_in_vain(selection) + " matches no case" +
                     (variants.empty() && !selection.kernels.empty()
                          ? "; no backend of this build has such a kernel, and docs/variants.md says which have"
                          : "; spinbench list --kernel '*' shows what there is"));
  group_by_kernel(cases);
  return cases;
}

std::string words_on_lacking(const Selection& selection, const Registry& registry) {
  if (selection.axes.empty()) return "";
  const auto requests = parse_axes(selection.axes);
  std::vector<const Variant*> others, left_out;
  with_axes(select_variants(selection, registry), requests, &others);
  // Those that the preset or figure has, on backends that take part.
  for (const auto& wanted : expand_plans(selection, others, select_backends(selection, registry), {}, registry))
    if (std::none_of(left_out.begin(), left_out.end(), [&](const Variant* one) {
          return one->kernel == wanted.variant->kernel && one->name == wanted.variant->name;
        }))
      left_out.push_back(wanted.variant);
  if (left_out.empty()) return "";
  std::set<std::string> names;
  for (const auto* variant : left_out)
    for (auto& name : lacking(requests, variant->axes)) names.insert(std::move(name));
  const bool one = left_out.size() == 1;
  return std::to_string(left_out.size()) + (one ? " variant has" : " variants have") +
         (names.size() == 1 ? " no axis " : " not all of the axes ") + joined(names) +
         (one ? " and is left out: " : " and are left out: ") + some_of(left_out);
}

std::optional<Case> reference_of(const Case& c, const Registry& registry) {
  if (!c.kernel->reference) return std::nullopt;
  const auto reference = c.kernel->reference(c.params);
  if (reference.variant.empty()) return std::nullopt;
  const Variant* variant = registry.variant(c.kernel->name, reference.variant, reference.backend);
  Backend* backend = registry.backend(reference.backend);
  if (variant == nullptr || backend == nullptr || backend->devices().empty()) return std::nullopt;
  Case result{c.kernel, variant, backend, 0, {}};
  for (const auto& axis : variant->axes)
    result.params.set(axis.name, reference.params.has(axis.name) ? reference.params.at(axis.name) : axis.fallback);
  return result;
}

std::vector<Case> with_references(std::vector<Case> cases, const Registry& registry) {
  std::vector<Case> result;
  std::set<std::string> names;
  std::map<std::string, std::size_t> place;
  for (std::size_t i = 0; i < cases.size(); ++i) place.emplace(cases[i].name(), i);
  for (const auto& c : cases)
    if (auto reference = reference_of(c, registry);
        reference && !names.contains(reference->name()) && why_skipped(c).empty()) {
      const auto name = reference->name();
      names.insert(name);
      const auto own = place.find(name);
      result.push_back(own == place.end() ? *reference : cases[own->second]);
    }
  for (auto& c : cases)
    if (names.insert(c.name()).second) result.push_back(std::move(c));
  group_by_kernel(result);
  return result;
}

}  // namespace spinbench

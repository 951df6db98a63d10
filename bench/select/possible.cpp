#include "bench/select/possible.hpp"

#include <algorithm>
#include <set>

#include "bench/errors.hpp"
#include "interface/glob.hpp"
#include "interface/platforms.hpp"

namespace spinbench {

namespace {

bool has_device(const std::string& backend, const Registry& registry) {
  Backend* const found = registry.backend(backend);
  return found != nullptr && !found->devices().empty();
}

/// The GPU platforms that the sweeps of a plan name.
std::set<std::string> gpus_of(const Plan& plan) {
  std::set<std::string> result;
  for (const std::string& name : platforms_of(Platform::Kind::gpu))
    for (const Sweep& sweep : plan.sweeps)
      if (glob_match(sweep.backend, name)) result.insert(name);
  return result;
}

}  // namespace

void refuse_figure_elsewhere(const Selection& selection, const Registry& registry) {
  if (selection.figure.empty() || !selection.preset.empty() || !selection.backends.empty()) return;
  const auto ids = selection.figures();
  // A name that nothing has is refused as such.
  for (const auto& id : ids)
    if (std::none_of(registry.plans().begin(), registry.plans().end(), [&](const Plan& p) { return p.id == id; }))
      return;
  for (const Plan& plan : registry.plans()) {
    if (!plan.figure || std::find(ids.begin(), ids.end(), plan.id) == ids.end()) continue;
    const Kernel* const kernel = registry.kernel(plan.kernel);
    const auto gpus = gpus_of(plan);
    if (kernel == nullptr || kernel->experiment || gpus.empty() ||
        std::any_of(gpus.begin(), gpus.end(), [&](const auto& name) { return has_device(name, registry); }))
      continue;
    throw NoDevice("--figure " + quote(plan.id) + " is of a GPU (" + joined(gpus) +
                   "), and none is here; --backend cpu times what it has for the CPU, spinbench doctor says what is " +
                   "missing");
  }
}

void refuse_all_skipped(const std::vector<Case>& cases) {
  std::string first;
  for (const Case& c : cases) {
    const std::string why = why_skipped(c);
    if (why.empty()) return;
    if (first.empty()) first = c.name() + ": " + why;
  }
  if (cases.empty()) return;
  throw UsageError((cases.size() == 1 ? "the case cannot run: " : "none of the cases can run: ") + first);
}

}  // namespace spinbench

// Presets and figures: named sweeps, laid over the axes of the variants they name.
#pragma once

#include <vector>

#include "bench/select/axes.hpp"
#include "bench/select/selection.hpp"

namespace spinbench {

/// The parameter sets wanted of one variant.
struct Wanted {
  const Variant* variant;
  std::vector<Params> params;
};

/// What the selection asks of `variants` on `backends`: the cases of its preset or figure (quick where nothing at all
/// is named), or the variants' default axes where only kernels or variants are named; --axis values replace both. A
/// sweep of a figure that names a backend outside `backends` (a paper's serial CPU curve) takes part where the user has
/// not chosen the backends. Throws UsageError for an unknown preset or figure.
std::vector<Wanted> expand_plans(const Selection& selection, const std::vector<const Variant*>& variants,
                                 const std::vector<Backend*>& backends, const std::vector<AxisRequest>& requests,
                                 const Registry& registry);

/// Whether one of `backends` is called so.
bool among(const std::vector<Backend*>& backends, const std::string& name);

/// Every combination of the values of each axis, the first axis slowest.
std::vector<Params> combinations(const std::vector<std::pair<std::string, std::vector<AxisValue>>>& axes);

}  // namespace spinbench

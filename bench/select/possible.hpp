// What was asked and cannot be done is said before anything is timed.
#pragma once

#include <vector>

#include "bench/select/selection.hpp"

namespace spinbench {

/// Throws NoDevice for a figure that is of GPUs where none is at hand and no backend was named: its serial curves alone
/// would be another figure. Experiments, which run for their estimates, are the same on any backend.
void refuse_figure_elsewhere(const Selection& selection, const Registry& registry);

/// Throws UsageError where no case can run, with the first one's reason.
void refuse_all_skipped(const std::vector<Case>& cases);

}  // namespace spinbench

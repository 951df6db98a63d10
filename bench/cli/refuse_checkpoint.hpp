// What --checkpoint asks in vain.
#pragma once

#include <vector>

#include "bench/cli/options.hpp"
#include "bench/select/case.hpp"

namespace spinbench::cli {

/// Refuses, before anything runs: more than one case, one that cannot be kept, and a file that cannot be written or
/// gone on from. Throws UsageError.
void refuse_checkpoint(const Options& options, const std::vector<Case>& cases);

}  // namespace spinbench::cli

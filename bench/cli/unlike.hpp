// What `compare` would not judge, said before anything is timed for it.
#pragma once

#include <vector>

#include "bench/cli/options.hpp"
#include "bench/select/case.hpp"

namespace spinbench::cli {

/// Throws UsageError where `compare` would refuse the file of options.against beside the rows of `cases`, as `options`
/// has them measured. `asked`: what the command said, before it took the rest from the file.
void refuse_unlike(const Options& asked, const Options& options, const std::vector<Case>& cases);

}  // namespace spinbench::cli

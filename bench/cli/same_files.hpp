// Two files of a run that are one: what the run writes into one of them would be lost by the other.
#pragma once

#include "bench/cli/options.hpp"

namespace spinbench::cli {

/// Throws UsageError, naming both options, where two files that a run writes, or one that it writes and one that it
/// reads, are the same, by whatever name: links are followed. Devices and pipes may be given twice.
void refuse_same_files(const Options& options);

}  // namespace spinbench::cli

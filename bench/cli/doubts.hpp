// What makes times of this machine doubtful, said before the first one is taken.
#pragma once

#include <vector>

#include "bench/cli/options.hpp"
#include "bench/select/case.hpp"

namespace spinbench::cli {

/// Prints to stderr that others use the host's cores, or a device of `cases`, or that their kernels were not compiled
/// to be fast, or that a device has no energy counter though `--energy` asks for one; nothing where nothing is
/// doubtful, or in turns.
void say_doubts(const Options& options, const std::vector<Case>& cases);

}  // namespace spinbench::cli

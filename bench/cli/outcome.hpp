// What the exit code makes of the rows that came to their end.
#pragma once

#include <vector>

#include "bench/rows/row.hpp"

namespace spinbench::cli {

/// 1 where one failed. 2, with a line that says why, where all were skipped as they came to run: nothing was proved or
/// measured, which no script may take for success. What a time budget left out was not tried, and is said elsewhere.
int exit_code_of(const std::vector<const Row*>& rows);

}  // namespace spinbench::cli

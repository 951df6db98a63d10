// What `list --figure` says of the papers' figures and tables.
#pragma once

#include <cstddef>
#include <iosfwd>

#include "bench/cli/formats.hpp"

namespace spinbench::cli {

/// Each figure with how many of its cases `run --figure ID` would time here, and why not where it would refuse; a table
/// has no line longer than `width`.
void print_figures(Format format, std::size_t width, std::ostream& out);

}  // namespace spinbench::cli

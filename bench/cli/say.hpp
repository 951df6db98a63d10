// Lines for the user on stderr, beside what a command prints.
#pragma once

#include <string>

#include "bench/select/selection.hpp"

namespace spinbench::cli {

/// "spinbench: " and `what`: wrapped on a terminal, else one line.
void say(const std::string& what);

/// Which variants --axis leaves out, where it does; once nothing is refused any more.
void say_lacking(const Selection& selection);

}  // namespace spinbench::cli

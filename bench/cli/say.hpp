// Lines for the user on stderr, beside what a command prints.
#pragma once

#include <string>

#include "bench/select/selection.hpp"

namespace spinbench::cli {

/// "spinbench: " and `what`: wrapped on a terminal, else one line.
void say(const std::string& what);

/// Which variants --axis leaves out, where it does; once nothing is refused any more. `cases`: what is done,
/// references, too.
void say_lacking(const Selection& selection, const std::vector<Case>& cases = {});

}  // namespace spinbench::cli

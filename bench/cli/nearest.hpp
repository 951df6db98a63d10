// The word that was meant.
#pragma once

#include <string>
#include <vector>

namespace spinbench::cli {

/// "; did you mean 'run'?" for the one of `words` that is nearest to `typed`, or "" where none is near: edits of a
/// letter (left out, put in, changed, swapped with the next), a third of the word at most.
std::string did_you_mean(const std::string& typed, const std::vector<std::string>& words);

}  // namespace spinbench::cli

// The word that was meant.
#pragma once

#include <string>
#include <vector>

namespace spinbench {

/// The one of `words` that is nearest to `typed`, or "" where none is near: edits of a letter (left out, put in,
/// changed, swapped with the next), a third of the word at most.
std::string nearest_to(const std::string& typed, const std::vector<std::string>& words);

/// "; did you mean 'run'?" for that word, or "".
std::string did_you_mean(const std::string& typed, const std::vector<std::string>& words);

/// What to say after an unknown name: the one that was meant; all, where they fit into a line; else the command of
/// spinbench that shows them.
std::string instead_of(const std::string& typed, const std::vector<std::string>& words, const std::string& command);

}  // namespace spinbench

// The completion scripts, a shell each, and what they share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/cli/help/command_table.hpp"

namespace spinbench::cli {

std::string bash_completion(const CommandTable& table);
std::string zsh_completion(const CommandTable& table);
std::string fish_completion(const CommandTable& table);

/// `text` with every place replaced: {"@name@", text}.
std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& places);

std::string without_last_line_end(std::string text);

/// `text` in single quotes, as bash and zsh read them; with `characters` escaped by a backslash inside.
std::string in_quotes(const std::string& text, const std::string& characters = "");

}  // namespace spinbench::cli

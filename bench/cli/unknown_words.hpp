// Words of a command line that nothing knows.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace spinbench::cli {

/// Throws UsageError for the first word that is no command of `app`, or no option of its command, with the one that was
/// meant; returns where each is known.
void refuse_word(const CLI::App& app, const std::vector<std::string>& arguments);

}  // namespace spinbench::cli

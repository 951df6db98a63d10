// Words of a command line that nothing knows, and those that are missing.
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

/// Throws UsageError for the first word that the parser of `app` had no use for; returns where there is none.
void refuse_left_over(const CLI::App& app, const std::vector<std::string>& arguments);

/// Throws UsageError for a flag of Google Benchmark's behind a command that would take it and do nothing about it.
void refuse_google_flags(const CLI::App& app, const std::vector<std::string>& arguments);

/// Throws UsageError for an option that was given more often than once, where that means nothing.
void refuse_repeated(const CLI::App& app);

/// Throws UsageError for "--option=", and for an option before another one, whose values the parser would take from the
/// next word.
void refuse_no_value(const CLI::App& app, const std::vector<std::string>& arguments);

/// Throws UsageError for an option of the parsed `app` that was given an empty word, which is no name of anything; a
/// shell makes one of a variable that is not set.
void refuse_empty(const CLI::App& app);

/// Throws UsageError where `option`, which leaves nothing to simulate, was given beside another one than `allowed`.
void refuse_beside(const CLI::App& app, const std::string& option, const std::string& allowed);

}  // namespace spinbench::cli

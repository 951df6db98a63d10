// The commands and their options, as the parser knows them.
#pragma once

#include "bench/cli/options.hpp"
#include "bench/cli/typed_options.hpp"

namespace CLI {
class App;
}

namespace spinbench::cli {

/// The file that --tune writes where nobody says another.
inline constexpr const char* default_tuning = "spinbench-tuning.json";

/// `options` and `typed` are filled in when `app` parses, and must live until then.
void add_commands(CLI::App& app, Options& options, Typed& typed);

/// What an installation asks for, and hardly anybody else: not in --help.
void add_written_help(CLI::App& app, Options& options, Typed& typed);

}  // namespace spinbench::cli

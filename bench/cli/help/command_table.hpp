// The command line as data: what the man page and the completions of shells are made of.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace spinbench::cli {

/// What may stand in the place of an option's value.
struct OptionValue {
  enum class Kind { none, text, words, files, axis };

  std::string type;                ///< as --help shows it: "GLOB", "FILE"; "" for a flag
  Kind kind = Kind::none;          ///< none: a flag
  std::vector<std::string> words;  ///< that it may be, for Kind::words
  bool takes_list = false;         ///< of several words, with commas between them
};

struct OptionEntry {
  std::vector<std::string> names;  ///< "-h", "--help"
  std::string help;
  std::string group;  ///< "Selection", or "Options"
  OptionValue value;
};

struct CommandEntry {
  std::string name, help, footer;
  std::vector<OptionEntry> options;
  bool in_python = false;                   ///< it only reads results files, whose names are its arguments
  std::vector<std::string> arguments = {};  ///< words that it takes without an option
  bool hidden = false;                      ///< not in --help: completed, but not explained
};

/// An axis of the registered variants: every help that they have for it, and every word of all of them.
struct AxisEntry {
  std::string name;
  std::vector<std::string> helps, words;
};

struct CommandTable {
  std::string program, description, footer, version;
  std::vector<OptionEntry> options;  ///< of the program itself
  std::vector<CommandEntry> commands;
  std::vector<AxisEntry> axes;
  std::vector<std::pair<std::string, std::string>> kernels, presets, figures;  ///< names and titles

  /// The options of all commands, each name once.
  std::vector<OptionEntry> all_options() const;
};

/// Reads the table from the parser and the registry. Options of the group "" are left out, commands of it are hidden;
/// `extra` are commands that the caller has beside.
CommandTable command_table(const CLI::App& app, const std::string& version,
                           const std::vector<CommandEntry>& extra = {});

/// The completion script of "bash", "zsh" or "fish". Throws UsageError for another shell.
std::string completion(const CommandTable& table, const std::string& shell);

/// The manual page, in the man(7) macros.
std::string man_page(const CommandTable& table);

/// The part of a help text that says what, without the conditions that follow: up to the first "; ", ": " or " (".
std::string first_clause(const std::string& help);

}  // namespace spinbench::cli

// Completion for fish.
#include "bench/cli/help/shells.hpp"
#include "bench/errors.hpp"

namespace spinbench::cli {

namespace {

/// In single quotes fish knows no other escapes than these.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + "'";
}

std::string fish_axis_values(const CommandTable& table) {
  std::vector<std::string> words;
  for (const AxisEntry& axis : table.axes) {
    words.push_back(axis.name + "=");
    for (const std::string& word : axis.words) words.push_back(axis.name + "=" + word);
  }
  return joined(words, " ");
}

std::string argument(const OptionValue& value, const CommandTable& table) {
  using Kind = OptionValue::Kind;
  switch (value.kind) {
    case Kind::none:
      return "";
    case Kind::text:
      return " -x";
    case Kind::files:
      return " -r -F";
    case Kind::axis:
      return " -x -a " + quoted(fish_axis_values(table));
    case Kind::words:
      break;
  }
  if (!value.takes_list) return " -x -a " + quoted(joined(value.words, " "));
  return " -x -a " + quoted("(__fish_complete_list , \"printf '%s\\\\n' " + joined(value.words, " ") + "\")");
}

std::string fish_names(const OptionEntry& option) {
  std::string result;
  for (const std::string& name : option.names)
    result += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return result;
}

}  // namespace

std::string fish_completion(const CommandTable& table) {
  const std::string head = "complete -c " + table.program;
  std::string result =
      "# Completion of " + table.program + " for fish, written by `" + table.program + " completion fish`.\n";
  result += head + " -f\n";
  for (const OptionEntry& option : table.options)
    result +=
        head + " -n __fish_use_subcommand" + fish_names(option) + " -d " + quoted(first_clause(option.help)) + "\n";
  for (const CommandEntry& command : table.commands) {
    result +=
        head + " -n __fish_use_subcommand -a " + command.name + " -d " + quoted(first_clause(command.help)) + "\n";
    const std::string within = head + " -n '__fish_seen_subcommand_from " + command.name + "'";
    if (command.in_python) {
      result += within + " -F\n";
      continue;
    }
    for (const OptionEntry& option : command.options)
      result += within + fish_names(option) + argument(option.value, table) + " -d " +
                quoted(first_clause(option.help)) + "\n";
  }
  return result;
}

}  // namespace spinbench::cli

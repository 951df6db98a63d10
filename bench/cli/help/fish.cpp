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

/// The values of an axis, one or those before it and one more: fish completes words, not parts of them.
constexpr const char* fish_axis = R"fish(function __@program@_axis
  set -l token (string replace -r '^--[a-z-]+=' '' -- (commandline -ct))
  set -l words
  set -l before (string replace -rf '^([^=]+=(.*,)?).*' '$1' -- $token)
  switch (string replace -rf '=.*' '' -- $token)
@axis_words@
  end
  if test -z "$before"
    printf '%s\n' @axes@
  else
    printf '%s\n' $before$words
  end
end
)fish";

std::string fish_axis_function(const CommandTable& table) {
  std::vector<std::string> axes;
  std::string words;
  for (const AxisEntry& axis : table.axes) {
    axes.push_back(axis.name + "=");
    for (const std::string& word : axis.words) axes.push_back(axis.name + "=" + word);
    if (!axis.words.empty()) words += "    case " + axis.name + "\n      set words " + joined(axis.words, " ") + "\n";
  }
  return filled(
      fish_axis,
      {{"@program@", table.program}, {"@axis_words@", without_last_line_end(words)}, {"@axes@", joined(axes, " ")}});
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
      return " -x -a " + quoted("(__" + table.program + "_axis)");
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
  result += fish_axis_function(table);
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
    if (!command.arguments.empty()) result += within + " -a " + quoted(joined(command.arguments, " ")) + "\n";
  }
  return result;
}

}  // namespace spinbench::cli

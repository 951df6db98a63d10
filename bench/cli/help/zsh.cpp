// Completion for zsh: a file _spinbench of a folder in fpath, or a script to source.
#include "bench/cli/help/shells.hpp"
#include "bench/errors.hpp"

namespace spinbench::cli {

namespace {

constexpr const char* zsh_script = R"zsh(#compdef @program@
# Completion of @program@ for zsh, written by `@program@ completion zsh`.
_@program@_axis() {
  if compset -P '*='; then
    local axis=${${IPREFIX%=}##*=}
    compset -P '*,'
    case $axis in
@axis_words@
    esac
  else
    compadd -S = -- @axes@
  fi
}
_@program@() {
  local -a commands=(
@commands@
  )
  local context state line
  typeset -A opt_args
  _arguments -C @options@ '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe -t commands command commands ;;
    argument)
      case $words[1] in
@arguments@
      esac
      ;;
  esac
}
if [[ ${funcstack[1]} == _@program@ ]]; then
  _@program@ "$@"
else
  compdef _@program@ @program@
fi
)zsh";

std::string action(const OptionValue& value, const std::string& program) {
  using Kind = OptionValue::Kind;
  const std::string type = ":" + value.type + ":";
  switch (value.kind) {
    case Kind::none:
      return "";
    case Kind::text:
      return type + " ";
    case Kind::files:
      return type + "_files";
    case Kind::axis:
      return type + "_" + program + "_axis";
    case Kind::words:
      break;
  }
  const std::string words = joined(value.words, " ");
  return type + (value.takes_list ? "_sequence compadd - " + words : "(" + words + ")");
}

/// '*--kernel=[kernels whose name ...]:GLOB:(...)', for _arguments.
std::string specification(const OptionEntry& option, const std::string& program) {
  const bool has_value = option.value.kind != OptionValue::Kind::none;
  std::vector<std::string> result;
  for (const std::string& name : option.names) {
    std::string head = "*" + name;
    if (has_value && name.starts_with("--")) head += "=";
    std::string tail = "]";
    tail += action(option.value, program);
    result.push_back(in_quotes(head + "[") + in_quotes(first_clause(option.help), "[]:\\") + in_quotes(tail));
  }
  return joined(result, " ");
}

std::string arguments(const CommandTable& table) {
  std::string result;
  for (const CommandEntry& command : table.commands) {
    result += "        " + command.name + ")\n          ";
    if (command.in_python) {
      result += "_files\n";
    } else {
      result += "_arguments";
      for (const OptionEntry& option : command.options)
        result += " \\\n            " + specification(option, table.program);
      if (!command.arguments.empty())
        result += " \\\n            '*:argument:(" + joined(command.arguments, " ") + ")'";
      result += "\n";
    }
    result += "          ;;\n";
  }
  return without_last_line_end(result);
}

}  // namespace

std::string zsh_completion(const CommandTable& table) {
  std::string commands, axis_words;
  std::vector<std::string> axes, options;
  for (const CommandEntry& command : table.commands)
    commands += "    " + in_quotes(command.name + ":" + first_clause(command.help)) + "\n";
  for (const OptionEntry& option : table.options) options.push_back(specification(option, table.program));
  for (const AxisEntry& axis : table.axes) {
    axes.push_back(axis.name);
    if (!axis.words.empty()) axis_words += "      " + axis.name + ") compadd -- " + joined(axis.words, " ") + " ;;\n";
  }
  return filled(zsh_script, {{"@program@", table.program},
                             {"@axis_words@", without_last_line_end(axis_words)},
                             {"@axes@", joined(axes, " ")},
                             {"@commands@", without_last_line_end(commands)},
                             {"@options@", joined(options, " ")},
                             {"@arguments@", arguments(table)}});
}

}  // namespace spinbench::cli

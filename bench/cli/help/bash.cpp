// Completion for bash, which needs no bash-completion package.
#include "bench/cli/help/shells.hpp"
#include "bench/errors.hpp"

namespace spinbench::cli {

namespace {

// The words up to the cursor are cut at blanks here: bash cuts them at '=' and ':' as well, which stand in an axis.
// Readline replaces only what follows the last of its word breaks, so what it keeps is taken off the answers.
constexpr const char* bash_script = R"bash(# Completion of @program@ for bash, written by `@program@ completion bash`.
_@program@() {
  local line=${COMP_LINE:0:COMP_POINT} cur='' command='' option='' value='' prefix='' choices='' words=() word kept
  read -ra words <<<"$line"
  if [[ $line != *[[:space:]] ]]; then
    cur=${words[-1]}
    unset 'words[-1]'
  fi
  while ((${#words[@]})) && [[ ${words[0]} != "$1" ]]; do words=("${words[@]:1}"); done
  for word in "${words[@]:1}"; do
    if [[ $word != -* ]]; then
      command=$word
      break
    fi
  done
  value=$cur
  if ((${#words[@]})); then option=${words[-1]}; fi
  if [[ $cur == --*=* ]]; then
    option=${cur%%=*} value=${cur#*=}
    prefix=$option=
  fi
  case $option in
@values@
    *)
      prefix='' value=$cur
      case $command in
@options@
      esac
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$choices" -P "$prefix" -- "$value")
  word=$prefix$value
  kept=${word%"${word##*["$COMP_WORDBREAKS"]}"}
  COMPREPLY=("${COMPREPLY[@]#"$kept"}")
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -F _@program@ @program@
)bash";

std::string files(const std::string& indent) {
  return indent + "compopt -o filenames\n" + indent + "mapfile -t COMPREPLY < <(compgen -f -- \"$value\")\n" + indent +
         "return\n" + indent + ";;\n";
}

/// After the last comma of a list.
constexpr const char* within_list =
    "      if [[ $value == *,* ]]; then\n"
    "        prefix+=${value%,*},\n"
    "        value=${value##*,}\n"
    "      fi\n";

std::string bash_axis_values(const CommandTable& table) {
  std::string result = "      if [[ $value != *=* ]]; then\n        choices='";
  std::vector<std::string> names;
  for (const AxisEntry& axis : table.axes) names.push_back(axis.name + "=");
  result += joined(names, " ") + "'\n      else\n        word=${value%%=*} value=${value#*=}\n        prefix+=$word=\n";
  result +=
      "        if [[ $value == *,* ]]; then\n          prefix+=${value%,*},\n          value=${value##*,}\n        "
      "fi\n";
  result += "        case $word in\n";
  for (const AxisEntry& axis : table.axes)
    if (!axis.words.empty()) result += "          " + axis.name + ") choices='" + joined(axis.words, " ") + "' ;;\n";
  return result + "        esac\n      fi\n      ;;\n";
}

std::string values(const CommandTable& table) {
  using Kind = OptionValue::Kind;
  std::string result;
  for (const OptionEntry& option : table.all_options()) {
    const OptionValue& value = option.value;
    if (value.kind == Kind::none) continue;
    result += "    " + joined(option.names, " | ") + ")\n";
    if (value.kind == Kind::text) result += "      return\n      ;;\n";
    if (value.kind == Kind::files) result += files("      ");
    if (value.kind == Kind::words)
      result +=
          (value.takes_list ? within_list : "") + ("      choices='" + joined(value.words, " ")) + "'\n      ;;\n";
    if (value.kind == Kind::axis) result += bash_axis_values(table);
  }
  return without_last_line_end(result);
}

std::string options(const CommandTable& table) {
  std::vector<std::string> words;
  for (const CommandEntry& command : table.commands) words.push_back(command.name);
  for (const OptionEntry& option : table.options) words.push_back(option.names.back());
  std::string result = "        '') choices='" + joined(words, " ") + "' ;;\n";
  for (const CommandEntry& command : table.commands) {
    words.clear();
    for (const OptionEntry& option : command.options) words.push_back(option.names.back());
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    if (command.in_python) {
      result += "        " + command.name + ")\n" + files("          ");
    } else if (!words.empty()) {
      result += "        " + command.name + ") choices='" + joined(words, " ") + "' ;;\n";
    }
  }
  return without_last_line_end(result);
}

}  // namespace

std::string bash_completion(const CommandTable& table) {
  return filled(bash_script,
                {{"@program@", table.program}, {"@values@", values(table)}, {"@options@", options(table)}});
}

}  // namespace spinbench::cli

// The manual page: man(7) macros, read by man-db and mandoc alike.
#include <cctype>

#include "bench/cli/help/command_table.hpp"
#include "bench/errors.hpp"

namespace spinbench::cli {

namespace {

/// Text as roff shows it: a line must not begin with a control character, nor hold an escape, and a hyphen that is to
/// be copied into a shell is a minus sign.
std::string roff(const std::string& text) {
  std::string result;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    line_begins = c == '\n';
  }
  return result;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string section(const std::string& title) { return ".SH " + upper(title) + "\n"; }
std::string item(const std::string& head, const std::string& text) { return ".TP\n" + head + "\n" + roff(text) + "\n"; }

std::string item(const OptionEntry& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  const std::string type = option.value.type.empty() ? "" : " " + italic(option.value.type);
  return item(joined(names) + type, option.help);
}

bool is_selection(const OptionEntry& option) { return option.group == "Selection"; }

std::string commands(const CommandTable& table) {
  std::string result = section("commands");
  for (const CommandEntry& command : table.commands) {
    if (command.hidden) continue;
    bool selects = false;
    std::string options;
    for (const OptionEntry& option : command.options) {
      selects |= is_selection(option);
      if (!is_selection(option) && option.names.back() != "--help") options += item(option);
    }
    result +=
        ".SS " + roff(command.name) + (selects ? " [selection]" : "") + "\n" + roff(command.help) + ".\n" + options;
    if (!command.footer.empty()) result += ".PP\n" + roff(command.footer) + "\n";
  }
  return result;
}

/// The options that several commands share, once.
std::string selection(const CommandTable& table) {
  std::string result = section("selection");
  for (const OptionEntry& option : table.all_options())
    if (is_selection(option)) result += item(option);
  return result;
}

std::string axes(const CommandTable& table) {
  std::string result = section("axes");
  for (const AxisEntry& axis : table.axes) {
    std::string text = joined(axis.helps, " / ");
    if (!axis.words.empty()) text += ": " + joined(axis.words);
    result += item(bold(axis.name), text);
  }
  return result;
}

std::string named(const std::string& title, const std::vector<std::pair<std::string, std::string>>& entries) {
  if (entries.empty()) return "";
  std::string result = section(title);
  for (const auto& [name, text] : entries) result += item(bold(name), text);
  return result;
}

}  // namespace

std::string man_page(const CommandTable& table) {
  std::string result =
      ".TH " + upper(roff(table.program)) + " 1 \"\" \"" + roff(table.program + " " + table.version) + "\"\n";
  result += section("name") + roff(table.program) + " \\- benchmarks of Monte Carlo simulations of spin models\n";
  result += section("synopsis") + bold(table.program) + " " + italic("COMMAND") + " [" + italic("OPTION") + " ...]\n";
  result += section("description") + roff(table.description) + "\n";
  result += section("options");
  for (const OptionEntry& option : table.options) result += item(option);
  result += commands(table) + selection(table) + axes(table);
  result +=
      named("presets", table.presets) + named("figures of papers", table.figures) + named("kernels", table.kernels);
  if (!table.footer.empty()) result += section("exit status") + roff(table.footer) + "\n";
  return result;
}

}  // namespace spinbench::cli

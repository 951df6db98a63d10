#include "bench/cli/help/command_table.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "bench/cli/formats.hpp"
#include "bench/errors.hpp"
#include "interface/registry.hpp"

namespace spinbench::cli {

namespace {

/// Adds `text` unless it is there.
void add_once(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

/// Plans and kernels by name, each once: a preset is a plan of every kernel that takes part.
std::vector<std::pair<std::string, std::string>> plans(bool figures) {
  std::vector<std::pair<std::string, std::string>> result;
  std::set<std::string> seen;
  for (const Plan& plan : Registry::instance().plans())
    if (plan.figure == figures && seen.insert(plan.id).second) result.emplace_back(plan.id, plan.title);
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::pair<std::string, std::string>> kernels() {
  std::vector<std::pair<std::string, std::string>> result;
  for (const Kernel& kernel : Registry::instance().kernels()) result.emplace_back(kernel.name, kernel.title);
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<AxisEntry> axes() {
  std::map<std::string, AxisEntry> found;
  for (const Variant& variant : Registry::instance().variants())
    for (const Axis& axis : variant.axes) {
      AxisEntry& entry = found[axis.name];
      entry.name = axis.name;
      add_once(entry.helps, axis.help);
      for (const std::string& word : axis.words) add_once(entry.words, word);
    }
  std::vector<AxisEntry> result;
  for (auto& [name, entry] : found) {
    std::sort(entry.helps.begin(), entry.helps.end());
    std::sort(entry.words.begin(), entry.words.end());
    result.push_back(std::move(entry));
  }
  return result;
}

std::vector<std::string> first_words(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::vector<std::string> result;
  for (const auto& [name, title] : entries) result.push_back(name);
  return result;
}

std::vector<std::string> variant_names() {
  std::vector<std::string> result;
  for (const Variant& variant : Registry::instance().variants()) add_once(result, variant.name);
  std::sort(result.begin(), result.end());
  return result;
}

/// Those of this build: one that it lacks leads nowhere.
std::vector<std::string> backend_names() {
  std::vector<std::string> result;
  for (const auto& backend : Registry::instance().backends()) result.push_back(backend->name());
  std::sort(result.begin(), result.end());
  return result;
}

/// A type such as "table|json" lists its words; those of the registry hang on the option's name.
OptionValue value_of(const CLI::Option& option, const std::string& name) {
  using Kind = OptionValue::Kind;
  OptionValue value;
  if (option.get_items_expected_max() == 0) return value;
  value.type = option.get_type_name();
  value.kind = value.type == "FILE" || value.type == "PATH" ? Kind::files : Kind::text;
  const auto words = [&](std::vector<std::string> list) {
    value.kind = Kind::words;
    value.words = std::move(list);
  };
  if (value.type.find('|') != std::string::npos) words(split(value.type, '|'));
  if (name == "--kernel") words(first_words(kernels()));
  if (name == "--variant") words(variant_names());
  if (name == "--backend") words(backend_names());
  if (name == "--preset") words(first_words(plans(false)));
  if (name == "--figure") words(first_words(plans(true)));
  if (name == "--format") words({format_names.begin(), format_names.end()});
  if (name == "--fix") words({"hip", "kokkos", "mpi"});
  if (name == "--axis" || name == "--tune-axis") value.kind = Kind::axis;
  if (name == "--baseline-binary") value.kind = Kind::files;
  value.takes_list = value.type == "GLOB" || value.type.find("[,") != std::string::npos;
  return value;
}

std::vector<OptionEntry> options_of(const CLI::App& app) {
  std::vector<OptionEntry> result;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty() || option->get_lnames().empty()) continue;
    OptionEntry entry;
    for (const std::string& name : option->get_snames()) entry.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) entry.names.push_back("--" + name);
    entry.help = option->get_description();
    entry.group = option->get_group();
    entry.value = value_of(*option, entry.names.back());
    result.push_back(std::move(entry));
  }
  return result;
}

/// What may stand in a command without an option: kernels, or the words of a type such as "bash|zsh|fish".
std::vector<std::string> arguments_of(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_lnames().empty() || !option->get_snames().empty()) continue;
    if (option->get_name() == "KERNEL") return first_words(kernels());
    if (option->get_type_name().find('|') != std::string::npos) return split(option->get_type_name(), '|');
  }
  return {};
}

}  // namespace

std::vector<OptionEntry> CommandTable::all_options() const {
  std::vector<OptionEntry> result = options;
  std::set<std::string> seen;
  for (const OptionEntry& option : options) seen.insert(option.names.back());
  for (const CommandEntry& command : commands)
    for (const OptionEntry& option : command.options)
      if (seen.insert(option.names.back()).second) result.push_back(option);
  return result;
}

CommandTable command_table(const CLI::App& app, const std::string& version, const std::vector<CommandEntry>& extra) {
  CommandTable table;
  table.program = app.get_name();
  table.description = app.get_description();
  table.footer = app.get_footer();
  table.version = version;
  table.options = options_of(app);
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    // A command that has none of its own inherits the program's.
    const std::string footer = command->get_footer() == table.footer ? "" : command->get_footer();
    table.commands.push_back({command->get_name(), command->get_description(), footer, options_of(*command),
                              command->get_prefix_command(), arguments_of(*command), command->get_group().empty()});
  }
  table.commands.insert(table.commands.end(), extra.begin(), extra.end());
  table.axes = axes();
  table.kernels = kernels();
  table.presets = plans(false);
  table.figures = plans(true);
  return table;
}

std::string first_clause(const std::string& help) {
  auto end = help.size();
  for (const char* const stop : {"; ", ": ", " ("}) end = std::min(end, help.find(stop));
  return help.substr(0, end);
}

}  // namespace spinbench::cli

#include "bench/cli/unknown_words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/errors.hpp"
#include "bench/nearest.hpp"
#include "interface/glob.hpp"
#include "interface/registry.hpp"

namespace spinbench::cli {

namespace {

/// What was meant by a word that is no command of the program.
std::string meant_by(const std::string& word, std::vector<std::string> commands) {
  for (const auto& [asked, option] :
       {std::pair{"help", "--help"}, std::pair{"-?", "--help"}, std::pair{"version", "--version"},
        std::pair{"-v", "--version"}, std::pair{"-V", "--version"}})
    if (word == asked) return std::string("; did you mean '") + option + "'?";
  // What only the script can do, since it takes a checkout; the others of its own are commands here, which say so.
  const std::vector<std::string> of_script = {"build", "test"};
  commands.insert(commands.end(), of_script.begin(), of_script.end());
  const std::string best = nearest_to(word, commands);
  if (std::find(of_script.begin(), of_script.end(), best) == of_script.end()) return did_you_mean(word, commands);
  return "; did you mean './spinbench " + best + "', a command of the checkout's script?";
}

using Names = std::vector<std::string>;

Names options_of(const CLI::App& command) {
  Names names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

/// "--out" of "--out=FILE".
std::string name_in(const std::string& argument) { return argument.substr(0, argument.find('=')); }

bool is_among(const std::string& name, const Names& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The command that `arguments` name, or the program itself where they name none.
const CLI::App& command_in(const CLI::App& app, const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments)
    for (const CLI::App* command : commands_of(app))
      if (command->get_name() == argument) return *command;
  return app;
}

/// An option that stands before its command, or without one.
[[noreturn]] void refuse_before_command(const CLI::App& app, const std::vector<std::string>& arguments,
                                        const std::string& word) {
  std::vector<const CLI::App*> commands = commands_of(app);
  commands.insert(commands.begin(), &command_in(app, arguments));
  for (const CLI::App* command : commands)
    if (command != &app && is_among(word, options_of(*command)))
      throw UsageError(quote(word) + ": options go behind the command: spinbench " + command->get_name() + " " + word);
  throw UsageError(quote(word) + ": no such option" + did_you_mean(word, options_of(app)) +
                   "; spinbench --help shows what there is");
}

}  // namespace

void refuse_word(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App* command = &app;
  for (const std::string& argument : arguments) {
    const std::string word = name_in(argument);
    if (word.starts_with("--")) {
      const auto options = options_of(*command);
      if (is_among(word, options)) continue;
      if (command == &app) refuse_before_command(app, arguments, word);
      throw UsageError(quote(word) + ": no such option" + did_you_mean(word, options) + "; spinbench " +
                       command->get_name() + " --help shows what there is");
    }
    if (command != &app) continue;
    Names commands;
    for (const CLI::App* one : commands_of(app)) {
      commands.push_back(one->get_name());
      if (one->get_name() == word) command = one;
    }
    if (command == &app)
      throw UsageError(quote(word) + ": no such command" + meant_by(word, commands) +
                       "; spinbench --help shows what there is");
  }
}

void refuse_left_over(const CLI::App& app, const std::vector<std::string>& arguments) {
  const Names left = app.remaining(true);
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const std::string& argument) { return is_among(argument, left); });
  if (found == arguments.end() || app.get_subcommands().empty()) return;
  const CLI::App& command = *app.get_subcommands().front();
  const auto& kernels = Registry::instance().kernels();
  const bool is_kernel = std::any_of(kernels.begin(), kernels.end(),
                                     [&](const Kernel& kernel) { return glob_match(*found, kernel.name); });
  throw UsageError(
      quote(*found) + ": " + (found->starts_with('-') ? "no such option" : "no option takes it") +
      (is_kernel && is_among("--kernel", options_of(command)) ? "; did you mean --kernel " + quote(*found) + "?" : "") +
      "; spinbench " + command.get_name() + " --help shows what there is");
}

void refuse_google_flags(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App& command = command_in(app, arguments);
  const std::string name = command.get_name();
  const bool of_file =
      name == "tau" && std::any_of(arguments.begin(), arguments.end(),
                                   [](const std::string& argument) { return name_in(argument) == "--of"; });
  if (&command == &app || name == "run" || (name == "tau" && !of_file)) return;
  const bool has_cases = !of_file && is_among("--filter", options_of(command));
  for (const std::string& argument : arguments)
    if (argument.starts_with("--benchmark_"))
      throw UsageError(quote(argument) + ": " + name + (of_file ? " --of" : "") +
                       " times nothing, so Google Benchmark's flags are not for it" +
                       (has_cases ? "; --filter REGEX chooses its cases" : ""));
}

void refuse_beside(const CLI::App& app, const std::string& option, const std::string& allowed) {
  for (const CLI::App* command : app.get_subcommands()) {
    const CLI::Option* const own = command->get_option_no_throw(option);
    if (own == nullptr || own->count() == 0) continue;
    for (const CLI::Option* other : command->get_options())
      if (other != own && other->count() > 0 && other->get_name() != allowed)
        throw UsageError(other->get_name() + " is nothing that " + command->get_name() + " " + option +
                         " heeds, which simulates nothing: leave one of them away");
  }
}

void refuse_repeated(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands())
    for (const CLI::Option* option : command->get_options())
      if (option->get_items_expected_max() == 1 && option->results().size() > 1)
        throw UsageError(option->get_name() + " is given " + std::to_string(option->results().size()) +
                         " times; give it once");
}

void refuse_no_value(const CLI::App& app, const std::vector<std::string>& arguments) {
  const CLI::App& command = command_in(app, arguments);
  const Names options = options_of(command);
  const auto takes_value = [&](const std::string& name) {
    const CLI::Option* const option = is_among(name, options) ? command.get_option_no_throw(name) : nullptr;
    return option != nullptr && option->get_items_expected_max() > 0;
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i], name = name_in(argument);
    if (!argument.starts_with("--")) continue;
    if (name.size() + 1 == argument.size()) {
      refuse_word(app, arguments);
      throw UsageError(quote(argument) + ": nothing follows the =");
    }
    if (name == argument && takes_value(name) && i + 1 < arguments.size() &&
        is_among(name_in(arguments[i + 1]), options))
      throw UsageError(name + ": its value is missing before " + quote(arguments[i + 1]));
  }
}

void refuse_empty(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands())
    for (const CLI::Option* option : command->get_options()) {
      const auto& values = option->results();
      if (std::find(values.begin(), values.end(), "") == values.end()) continue;
      const std::string type = option->get_type_name();
      throw UsageError(option->get_name() + " '' is empty: give " + (type.empty() ? option->get_name() : type) +
                       ", or leave it away");
    }
}

}  // namespace spinbench::cli

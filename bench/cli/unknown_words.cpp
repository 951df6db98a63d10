#include "bench/cli/unknown_words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "bench/errors.hpp"
#include "bench/nearest.hpp"

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

}  // namespace

void refuse_word(const CLI::App& app, const std::vector<std::string>& arguments) {
  const auto options_of = [](const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
  };
  const CLI::App* command = &app;
  for (const std::string& argument : arguments) {
    const std::string word = argument.substr(0, argument.find('='));
    const auto options = options_of(*command);
    if (word.starts_with("--")) {
      if (std::find(options.begin(), options.end(), word) != options.end()) continue;
      throw UsageError(quote(word) + ": no such option" + did_you_mean(word, options) + "; spinbench " +
                       (command == &app ? "" : command->get_name() + " ") + "--help shows what there is");
    }
    if (command != &app) continue;
    std::vector<std::string> commands;
    for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; })) {
      commands.push_back(one->get_name());
      if (one->get_name() == word) command = one;
    }
    if (command == &app)
      throw UsageError(quote(word) + ": no such command" + meant_by(word, commands) +
                       "; spinbench --help shows what there is");
  }
}

void refuse_no_value(const CLI::App& app, const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (!argument.starts_with("--") || argument.find('=') + 1 != argument.size()) continue;
    refuse_word(app, arguments);
    throw UsageError(quote(argument) + ": nothing follows the =");
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

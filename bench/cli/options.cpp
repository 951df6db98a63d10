#include "bench/cli/options.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <utility>

#include "bench/cli/command_options.hpp"
#include "bench/cli/help/command_table.hpp"
#include "bench/cli/help/formatter.hpp"
#include "bench/cli/same_files.hpp"
#include "bench/cli/typed_options.hpp"
#include "bench/cli/unknown_words.hpp"
#include "bench/errors.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/screen.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench::cli {

namespace {

/// Prints what add_written_help's commands ask for; false for another command.
bool print_written_help(const CLI::App& app, const Options& options, const Typed& typed) {
  if (options.command != "completion" && options.command != "man") return false;
  std::vector<CommandEntry> extra;
  // The script's own, which it knows better.
  if (std::getenv("SPINBENCH_SCRIPT") != nullptr)
    extra = {{"build", "build everything, and run nothing", "", {}, false},
             {"test", "run every test, or one runner: unit, cli", "", {}, false}};
  const CommandTable table = command_table(app, release(), extra);
  std::cout << (options.command == "man" ? man_page(table) : completion(table, typed.shell));
  return true;
}

void check_tuning(Options& options) {
  if (!options.tune_axes.empty() && !options.tune)
    throw UsageError("--tune-axis " + quote(options.tune_axes.front()) +
                     " says what --tune searches; give --tune, too");
  if (options.tune_all && !options.tune) throw UsageError("--tune-all says how --tune searches; give --tune, too");
  if (options.tune && options.tuning.empty()) options.tuning = default_tuning;
}

void check_output(const Options& options) {
  if (options.force && options.append)
    throw UsageError("--force replaces what --append would add to; give one of them");
  if (options.out.empty() && (options.force || options.append))
    throw UsageError(std::string(options.force ? "--force" : "--append") + " needs --out FILE");
  if (options.append && !options.against.empty())
    throw UsageError("--append excludes --against, whose verdict is on one run; name another file with --out");
  refuse_same_files(options);
}

/// Of anything else it would hear at once that the other side is gone, and measure all out of turn.
bool is_socket(int descriptor) {
  struct stat status;
  return ::fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

void check_against(const Options& options) {
  if (!options.baseline_binary.empty() && options.against.empty())
    throw UsageError("--baseline-binary " + quote(options.baseline_binary) +
                     " measures the cases of --against BASE.json; give that, too");
  if (!options.baseline_binary.empty() && world().size() > 1)
    throw UsageError("--baseline-binary " + quote(options.baseline_binary) +
                     " is started as one process, but this one is " + std::to_string(world().size()) +
                     ": measure each build with a launcher of its own, and compare the files");
  if (options.turns && (options.against.empty() || !is_socket(*options.turns)))
    throw UsageError("--turns is for what --baseline-binary starts");
  if (!options.against.empty() && options.out.empty())
    throw UsageError("--against " + quote(options.against) + " needs --out FILE, which is compared with it");
  if (!options.against.empty() && !options.tuning.empty())
    throw UsageError("--against excludes --tune and --tuning: the cases of the file have their launches");
  if (!options.against.empty() && !options.google.filter.empty())
    throw UsageError("--benchmark_filter " + quote(options.google.filter) +
                     " narrows no file: with --against it is --filter REGEX");
}

void check_budget(const Options& options) {
  if (options.budget_s && !options.against.empty())
    throw UsageError("--time-budget excludes --against, which measures all cases of the file as they were measured");
  if (options.budget_s && options.tune)
    throw UsageError(
        "--time-budget excludes --tune, whose search takes as long as it takes; search first, then give its file "
        "with --tuning and the budget");
  if (options.budget_s && options.resume)
    throw UsageError(
        "--time-budget excludes --resume: what would fit now may be another choice; go on with the --hold "
        "and --repetitions of the run");
  if (options.precision && !options.baseline_binary.empty())
    throw UsageError("--precision excludes --baseline-binary: the other build may not know it");
}

/// `list --figure` without a name is a question for all of them.
void name_figures(std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front() != "list") return;
  for (std::size_t i = 1; i < arguments.size(); ++i)
    if (arguments[i] == "--figure" && (i + 1 == arguments.size() || arguments[i + 1].starts_with("--")))
      arguments[i] = "--figures";
}

}  // namespace

std::optional<int> parse(int argc, const char* const* argv, Options& options) {
  options.argv.assign(argv, argv + argc);
  if (argc == 0) throw UsageError("a command is missing; spinbench --help names them");
  std::vector<std::string> arguments(argv + 1, argv + argc);
  Typed typed;
  CLI::App app{"Benchmarks of Monte Carlo simulations of spin models. Every time was verified before it was taken.",
               "spinbench"};
  app.formatter(std::make_shared<HelpFormatter>(screen_of(STDOUT_FILENO).width));
  app.set_version_flag("--version", "spinbench " + release(), "print the version and exit");
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 fine, 1 a check failed, 2 bad usage, unreadable input or nothing that could run, 3 no such device "
      "or "
      "backend here, "
      "130 interrupted (Ctrl-C, SIGTERM, SIGHUP). spinbench COMMAND --help shows a command's options.");
  add_commands(app, options, typed);
  add_written_help(app, options, typed);
  refuse_google_flags(app, arguments);
  options.google = GoogleFlags::take(options.argv.front(), arguments);
  name_figures(arguments);
  refuse_no_value(app, arguments);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    if (arguments.empty()) throw UsageError("a command is missing; spinbench --help names them");
    refuse_word(app, arguments);
    refuse_left_over(app, arguments);
    refuse_repeated(app);
    throw UsageError(std::string(error.what()) + "; spinbench --help shows what there is");
  }
  refuse_empty(app);
  refuse_beside(app, "--of", "--json");
  if (print_written_help(app, options, typed)) return exit_fine;
  read_numbers(typed, options);
  read_format(typed, options);
  check_budget(options);
  check_tuning(options);
  check_against(options);
  check_output(options);
  read_network(typed.network);
  return std::nullopt;
}

}  // namespace spinbench::cli

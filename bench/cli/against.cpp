#include "bench/cli/against.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <set>

#include "bench/against/baseline.hpp"
#include "bench/cli/in_turns.hpp"
#include "bench/cli/unlike.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/rows/files.hpp"

extern char** environ;

namespace spinbench::cli {

namespace {

/// Repetitions in turns, where the user does not say: even, so that both sides have the same place in a drift.
constexpr int repetitions_in_turns = 4;

void say_lost(const std::vector<std::string>& lost, const std::string& path) {
  if (lost.empty()) return;
  std::cerr << "spinbench: " << lost.size() << (lost.size() == 1 ? " case" : " cases") << " of " << quote(path)
            << " cannot be measured here: " << lost.front();
  if (lost.size() > 1) std::cerr << " and " << lost.size() - 1 << " more";
  std::cerr << "\n";
}

/// What the command selects beside the file's cases: a kernel or a variant only narrows them.
std::vector<Case> own_cases(const Options& options) {
  if (options.selection.preset.empty() && options.selection.figure.empty()) return {};
  return select_cases(options.selection, Registry::instance());
}

/// Whether standard output is for a program, which reads one document to its end.
bool prints_document(const Options& options) {
  return options.google.json_to_console || (options.format != Format::table && options.format != Format::markdown);
}

}  // namespace

std::vector<Case> cases_against(Options& options, std::map<std::string, std::size_t>& positions) {
  const Options asked = options;
  const Baseline baseline = read_baseline(options.against, options.selection, Registry::instance());
  if (!options.hold_s && !baseline.held) options.hold_s = 0;
  if (!options.seeded && baseline.seed) options.seed = *baseline.seed;
  if (!options.repetitions && !options.baseline_binary.empty()) options.repetitions = repetitions_in_turns;
  std::vector<Case> result;
  for (const Baseline::Entry& entry : baseline.entries) {
    positions[entry.c.name()] = entry.position;
    result.push_back(entry.c);
  }
  for (Case& c : own_cases(options))
    if (!c.kernel->experiment && !positions.contains(c.name())) result.push_back(std::move(c));
  std::stable_sort(result.begin(), result.end(),
                   [](const Case& a, const Case& b) { return a.kernel->name < b.kernel->name; });
  // Of two sides in turns, both are measured alike.
  if (!in_turns(options)) refuse_unlike(asked, options, result);
  if (!options.turns) say_lost(baseline.lost, options.against);
  return result;
}

std::string baseline_out(const Options& options) {
  const std::string ending = ".json";
  const std::string stem =
      options.out.ends_with(ending) ? options.out.substr(0, options.out.size() - ending.size()) : options.out;
  return stem + ".baseline.json";
}

std::unique_ptr<Partner> start_partner(const Options& options, const MeasureOptions& measuring,
                                       const std::vector<Case>& cases, bool resumed) {
  const std::string list = baseline_out(options) + ".cases";
  std::vector<std::string> arguments = {"run",
                                        "--against",
                                        list,
                                        "--out",
                                        baseline_out(options),
                                        "--seed",
                                        std::to_string(options.seed),
                                        "--hold",
                                        std::to_string(measuring.hold ? measuring.hold_s : 0),
                                        "--repetitions",
                                        std::to_string(measuring.repetitions)};
  const auto add = [&](const char* option, const std::string& value) {
    arguments.insert(arguments.end(), {option, value});
  };
  if (options.selection.device) add("--device", std::to_string(*options.selection.device));
  if (options.sweeps) add("--sweeps", std::to_string(*options.sweeps));
  if (options.physics_s) add("--physics", std::to_string(*options.physics_s));
  if (measuring.energy) arguments.push_back("--energy");
  if (resumed) arguments.push_back("--resume");
  write_cases(list, cases);
  std::error_code ignored;
  // Only with --force it is there, which an older build does not know.
  if (options.force) std::filesystem::remove(baseline_out(options), ignored);
  std::vector<std::string> new_files;
  for (const std::string& file : {baseline_out(options), InTurns::journal_there(options)})
    if (!std::filesystem::exists(file, ignored)) new_files.push_back(file);
  try {
    // It has read the list when it says that it is there.
    auto result = std::make_unique<Partner>(options.baseline_binary, std::move(arguments), interrupted);
    std::filesystem::remove(list, ignored);
    return result;
  } catch (...) {
    std::filesystem::remove(list, ignored);
    // Of one that took no turns: none of a comparison.
    for (const std::string& file : new_files) std::filesystem::remove(file, ignored);
    throw;
  }
}

int judge(const Options& options) {
  const std::string base = options.baseline_binary.empty() ? options.against : baseline_out(options);
  const char* const script = std::getenv("SPINBENCH_SCRIPT");
  if (script == nullptr || *script == '\0') {
    std::cerr << "spinbench: the verdict: ./spinbench compare " << base << " " << options.out << "\n";
    return exit_fine;
  }
  const bool to_stderr = prints_document(options);
  std::cout.flush();
  (to_stderr ? std::cerr : std::cout) << std::endl;
  std::vector<std::string> arguments = {script, "compare", base, options.out};
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (to_stderr) ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, script, &actions, nullptr, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw UsageError("SPINBENCH_SCRIPT=" + quote(script) + ": " + std::strerror(error));
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : exit_failed;
}

}  // namespace spinbench::cli

#include "bench/cli/run_plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iostream>
#include <regex>
#include <sstream>

#include "bench/cli/dry_run.hpp"
#include "bench/cli/identity.hpp"
#include "bench/cli/in_turns.hpp"
#include "bench/cli/launches.hpp"
#include "bench/cli/run_files.hpp"
#include "bench/cli/say.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/measure/experiment.hpp"
#include "bench/rows/estimates.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/screen.hpp"
#include "bench/rows/text.hpp"
#include "bench/select/procurement.hpp"

namespace spinbench::cli {

namespace {

/// Of `quick`, whose table should be there within two minutes.
constexpr double quick_physics_s = 3;

bool is_quick(const Options& options) {
  return options.against.empty() && (options.selection.bare() || options.selection.preset == "quick");
}

}  // namespace

std::vector<Case> selected(const Options& options) {
  auto selection = options.selection;
  const std::string& filter = options.google.filter;
  const bool negative = filter.starts_with('-');
  if (!filter.empty() && !negative) selection.filters.push_back(filter);
  auto cases = select_cases(selection, Registry::instance());
  if (!negative) return cases;
  const std::regex unwanted = compile_filters({filter.substr(1)}).front();
  std::erase_if(cases, [&](const Case& c) { return std::regex_search(c.name(), unwanted); });
  if (cases.empty()) throw UsageError("--benchmark_filter " + quote(filter) + " leaves no case");
  return cases;
}

MeasureOptions measuring(const Options& options) {
  MeasureOptions result;
  const bool quick = is_quick(options);
  // The other side of a run in turns is given the cases and no preset.
  const bool full = options.selection.preset == "full" && !in_turns(options);
  result.time_limit_s = quick ? 1.5 : full ? 10 : 5;
  result.hold_s = options.hold_s.value_or(quick ? 0 : result.hold_s);
  result.hold = result.hold_s > 0;
  result.repetitions = static_cast<std::size_t>(options.repetitions.value_or(quick ? 1 : 3));
  result.sweeps = options.sweeps;
  result.energy = options.energy || is_procurement_list(options.selection.preset);
  if (options.precision) {
    result.half_width = *options.precision;
    // Half the interval shrinks with the root of the time.
    const double longer = std::clamp(std::pow(0.01 / *options.precision, 2), 1.0, 40.0);
    result.time_limit_s *= longer;
    result.max_batches = static_cast<std::size_t>(longer * static_cast<double>(result.max_batches));
  }
  result.interrupted = interrupted;
  return result;
}

VerifyOptions checks_of(const Options& options) {
  VerifyOptions result;
  if (is_quick(options)) result.host_seconds = result.device_seconds = quick_physics_s;
  if (options.physics_s) result.host_seconds = result.device_seconds = *options.physics_s;
  return result;
}

void refuse_lengths(const Options& options, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    if (!options.sweeps || !c.kernel->experiment || !why_skipped(c).empty()) continue;
    const auto why = why_refused(c.kernel->experiment->length(c.params, c.device_info(), options.sweeps));
    if (!why.empty()) throw UsageError(why + " (" + c.kernel->name + "/" + c.variant->name + ")");
  }
}

void refuse_machine_name(const Options& options) {
  constexpr std::size_t longest = 64;
  const std::string& name = options.machine;
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) { return c >= ' ' && c <= '~'; });
  const bool blank_end = name.starts_with(' ') || name.ends_with(' ');
  if (plain && !blank_end && name.size() <= longest) return;
  throw UsageError("--machine " + quote(name) + ": a name of at most " + std::to_string(longest) +
                   " characters of printable ASCII is wanted, with no space at its ends");
}

void refuse_less_proof(const Options& options, const std::vector<Case>& cases) {
  const std::string& preset = options.selection.preset;
  const bool is_list = is_procurement_list(preset);
  if (!options.physics_s || (preset != "paper" && !is_list)) return;
  double usual = 0;
  for (const Case& c : is_list ? cases : with_references(cases, Registry::instance()))
    usual = std::max(usual, VerifyOptions{}.physics_seconds(c));
  if (*options.physics_s >= usual) return;
  std::ostringstream line;
  line << "--physics " << *options.physics_s << ": the preset " << preset << " proves the physics of these cases in "
       << usual << " s; give no less, or leave --physics away";
  throw UsageError(line.str());
}

nlohmann::ordered_json origin_of(const Options& options, const std::vector<Case>& cases) {
  auto result = provenance(options.argv, cases);
  if (!options.machine.empty()) result["host"] = options.machine;
  if (!options.selection.preset.empty()) result["preset"] = options.selection.preset;
  if (!options.selection.figure.empty()) result["figure"] = options.selection.figure;
  if (in_turns(options)) result["in_turns"] = name_of_turns(options);
  result["settings"] = settings(options, measuring(options), result, cases);
  return result;
}

std::vector<Case> with_references_here(const Options& options, std::vector<Case> cases) {
  if (in_turns(options) || is_procurement_list(options.selection.preset)) return cases;
  return with_references(std::move(cases), Registry::instance());
}

std::vector<double> seconds_of(const Options& options, const std::vector<Case>& cases) {
  Estimates estimates(checks_of(options), measuring(options), true);
  estimates.read();
  return estimates.seconds(cases);
}

std::vector<Case> kept(const std::vector<Case>& cases, const std::set<std::string>& left_out) {
  std::vector<Case> result;
  for (const Case& c : cases)
    if (!left_out.contains(c.name())) result.push_back(c);
  return result;
}

namespace {

/// The cases that a run would still measure; it says how many it has from before.
std::vector<Case> still_to_do(const Options& options, const std::vector<Case>& selected, RunFiles& files) {
  // What a search of launches would find nobody knows.
  auto launched = options.tune ? LaunchedCases{selected, {}}
                               : *with_launches(options, selected, measuring(options), nullptr, std::cerr, 0);
  auto result = with_references_here(options, std::move(launched.cases));
  files.leave_out_earlier(result);
  if (!options.tune) files.check_journal(result);
  const std::size_t before = result.size();
  std::erase_if(result, [&](const Case& c) { return files.recorded(c.name()) != nullptr; });
  if (const std::size_t kept = before - result.size(); kept > 0)
    say(std::to_string(kept) + " of " + counted(before, "case") + " are in " + quote(files.journal->path()));
  return result;
}

}  // namespace

int dry_run(const Options& options, const std::vector<Case>& cases, const std::set<std::string>& left_out) {
  const auto origin = origin_of(options, with_references_here(options, cases));
  RunFiles files(options, origin, FileUse::look);
  if (files.complete()) return files.say_complete();
  const auto all = still_to_do(options, cases, files);
  if (all.empty() && files.earlier) return files.say_complete();
  if (options.against.empty()) say_lacking(options.selection, all);
  const auto seconds = seconds_of(options, kept(all, left_out));
  auto next = seconds.begin();
  std::vector<Planned> plan;
  for (const Case& c : all) {
    const std::string name = c.name();
    if (left_out.contains(name))
      plan.push_back({name, 0, why_left_out(*options.budget_s), true});
    else
      plan.push_back({name, *next++, why_skipped(c), false});
  }
  print_plan(plan, options.format, screen_of(STDOUT_FILENO).width, std::cout);
  return exit_fine;
}

std::string words_on_left_out(const Options& options, std::size_t count) {
  std::ostringstream line;
  line << "the time budget left " << counted(count, "case") << " out";
  if (options.out.empty()) return line.str();
  line << ": the same command without it, with ";
  // A row of another way of measuring would be refused beside these.
  if (options.hold_s) line << "--hold " << *options.hold_s << " ";
  if (options.repetitions) line << "--repetitions " << *options.repetitions << " ";
  line << "--resume, measures them";
  return line.str();
}

namespace {

/// What the user gave stays, and nothing gets longer: `quick` has one repetition.
void shorten(Options& options, std::optional<double> hold_s, std::optional<int> repetitions) {
  if (hold_s && !options.hold_s) options.hold_s = std::min(*hold_s, measuring(options).hold_s);
  if (repetitions && !options.repetitions)
    options.repetitions = std::min(*repetitions, static_cast<int>(measuring(options).repetitions));
}

}  // namespace

std::set<std::string> keep_to_budget(Options& options, const std::vector<Case>& selected) {
  if (!options.budget_s) return {};
  // As they will run: rows are called by their launches, too.
  const auto wanted = with_launches_of_file(options, selected);
  const auto cases = with_references_here(options, wanted);
  const Fitted fitted =
      fit(cases, wanted, *options.budget_s, [&](std::optional<double> hold_s, std::optional<int> repetitions) {
        Options shorter = options;
        shorten(shorter, hold_s, repetitions);
        return seconds_of(shorter, cases);
      });
  shorten(options, fitted.hold_s, fitted.repetitions);
  std::cerr << "spinbench: time budget " << duration_text(*options.budget_s) << ": ";
  if (!fitted.hold_s)
    std::cerr << "all cases as asked\n";
  else
    std::cerr << "--hold " << *options.hold_s << " --repetitions " << *options.repetitions << ", "
              << counted(fitted.left_out.size(), "case") << " left out\n";
  double needed = 0;
  for (const double s : seconds_of(options, kept(cases, fitted.left_out))) needed += s;
  if (needed > 1.2 * *options.budget_s)
    std::cerr << "spinbench: what is left takes " << duration_text(needed)
              << " by the estimate: a budget always has one case, and its reference\n";
  return fitted.left_out;
}

}  // namespace spinbench::cli

#include "bench/cli/launches.hpp"

#include <algorithm>
#include <iostream>
#include <set>
#include <stdexcept>

#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/tune/tuner.hpp"

namespace spinbench::cli {

namespace {

TuningRequest request_of(const Options& options) {
  TuningRequest request{parse_axes(options.tune_axes), parse_axes(options.selection.axes)};
  return request;
}

bool has_none(const LaunchSearch& search) { return search.axes.empty(); }

RowTuning tuning_of(const ChosenLaunch& chosen, const std::string& file) {
  return {file, chosen.date, chosen.git, chosen.launch};
}

/// What a row is made of: the case with the launch that was chosen, and where it comes from.
class Launched {
 public:
  void add(Case c) {
    if (names_.insert(c.name()).second) result_.cases.push_back(std::move(c));
  }
  void add(Case c, const ChosenLaunch& chosen, const std::string& file) {
    for (const auto& [name, value] : chosen.launch.entries()) c.params.set(name, value);
    result_.tuning[c.name()] = tuning_of(chosen, file);
    add(std::move(c));
  }
  LaunchedCases take() { return std::move(result_); }

 private:
  LaunchedCases result_;
  std::set<std::string> names_;
};

std::string devices_in(const TuningFile& file) {
  std::set<std::string> names;
  for (const ChosenLaunch& one : file.all()) names.insert(one.device);
  return names.empty() ? "no device" : joined(names);
}

std::string devices_of(const std::vector<Case>& cases) {
  std::set<std::string> names;
  for (const Case& c : cases) names.insert(c.device_info().name);
  return joined(names);
}

/// Why the case cannot have that launch here, or "".
std::string why_not(Case c, const ChosenLaunch& chosen) {
  for (const auto& [name, value] : chosen.launch.entries()) c.params.set(name, value);
  return why_skipped(c);
}

LaunchedCases from_file(const Options& options, const std::vector<Case>& cases, bool says) {
  const TuningFile file = TuningFile::read(options.tuning, false);
  const TuningRequest request = request_of(options);
  OpenAxes open(cases, request);
  Launched result;
  std::size_t found = 0;
  std::vector<std::string> without;
  for (const Case& c : cases) {
    const ChosenLaunch* chosen = file.find(c, [&](const std::string& axis) { return open(c.variant, axis); });
    const std::string why = chosen == nullptr ? "" : why_not(c, *chosen);
    if (chosen == nullptr || !why.empty()) {
      without.push_back(c.name() + (why.empty() ? "" : " (" + why + ")"));
      result.add(c);
      continue;
    }
    ++found;
    result.add(c, *chosen, file.path());
  }
  if (found == 0 &&
      std::none_of(cases.begin(), cases.end(), [&](const Case& c) { return file.has_device(c.device_info().name); }))
    throw UsageError("--tuning " + quote(file.path()) + " has launches for " + devices_in(file) + ", not for " +
                     devices_of(cases) + "; run --tune finds them");
  if (found == 0)
    throw UsageError("--tuning " + quote(file.path()) + " has a launch for none of the cases, such as " +
                     without.front() + "; run --tune finds them");
  if (!says) return result.take();
  std::cerr << "spinbench: launches of " << found << " of " << cases.size() << " cases from " << quote(file.path());
  if (!without.empty()) std::cerr << "; none for " << without.front();
  if (without.size() > 1) std::cerr << " and " << without.size() - 1 << " more";
  std::cerr << "\n";
  return result.take();
}

/// The searches that an interrupted run finished.
std::vector<ChosenLaunch> searched_before(const Journal* journal) {
  std::vector<ChosenLaunch> result;
  if (journal == nullptr) return result;
  try {
    for (const auto& note : journal->notes()) result.push_back(chosen_from_json(note));
  } catch (const std::runtime_error& error) {
    throw UsageError("the journal " + quote(journal->path()) + " holds a broken launch (" + error.what() +
                     "); remove it or name another file with --out");
  }
  return result;
}

const ChosenLaunch* known_among(const std::vector<ChosenLaunch>& known, const LaunchSearch& search) {
  ChosenLaunch like;
  like.device = search.start.device_info().name;
  like.backend = search.start.variant->backend;
  like.kernel = search.start.kernel->name;
  like.variant = search.start.variant->name;
  like.fixed = search.fixed();
  like.launch = search.launch_of(search.start.params);
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const ChosenLaunch& one) { return like.replaces(one); });
  return found == known.end() ? nullptr : &*found;
}

void add_failed(const LaunchSearch& search, const ChosenLaunch& chosen, Launched& result) {
  for (const TriedLaunch& one : chosen.tried) {
    if (!one.failed) continue;
    Case c = search.start;
    for (const auto& [name, value] : one.launch.entries()) c.params.set(name, value);
    result.add(std::move(c));
  }
}

}  // namespace

void check_launches(const Options& options, const std::vector<Case>& cases) {
  if (!options.tune) return;
  Destination(options.tuning, "--tuning");
  TuningFile::read(options.tuning, true);
  const auto searches = launch_searches(cases, request_of(options));
  if (std::all_of(searches.begin(), searches.end(), has_none))
    throw UsageError("--tune: none of the selected cases has a launch axis that is not fixed, such as " +
                     cases.front().name() + "; --tune-axis NAME=VALUES searches another axis");
}

std::vector<Case> with_launches_of_file(const Options& options, const std::vector<Case>& cases) {
  return options.tuning.empty() ? cases : from_file(options, cases, false).cases;
}

std::optional<LaunchedCases> with_launches(const Options& options, const std::vector<Case>& cases,
                                           const MeasureOptions& measuring, Journal* journal, std::ostream& out,
                                           std::size_t width) {
  if (!options.tune && options.tuning.empty()) return LaunchedCases{cases, {}};
  if (!options.tune) return from_file(options, cases, true);
  TuningFile file = TuningFile::read(options.tuning, true);
  const std::vector<ChosenLaunch> known = searched_before(journal);
  Runner runner({options.seed, true, measuring, checks_of_candidates()});
  const auto attempt = [&](const Case& c, int rung, bool last) {
    return runner.attempt(c, rung_options(measuring, rung, last));
  };
  constexpr std::size_t finalists = 4;
  Tuner tuner(attempt, out, interrupted, options.tune_all ? max_launches : finalists, width);
  Launched result;
  for (const LaunchSearch& search : launch_searches(cases, request_of(options))) {
    const ChosenLaunch* before = known_among(known, search);
    if (has_none(search)) {
      result.add(search.start);
      continue;
    }
    Tuner::Result found;
    if (before == nullptr)
      found = tuner.search(search);
    else
      found.chosen = *before;
    if (interrupted()) return std::nullopt;
    for (const Case& c : found.failed) result.add(c);
    if (!found.chosen) {
      result.add(search.start);
      continue;
    }
    if (before != nullptr) add_failed(search, *before, result);
    if (journal != nullptr && before == nullptr) journal->append_note(to_json(*found.chosen));
    file.keep(*found.chosen);
    result.add(search.start, *found.chosen, file.path());
  }
  return result.take();
}

}  // namespace spinbench::cli

// spinbench run

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iostream>
#include <regex>
#include <set>

#include "bench/cli/commands.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/measure/experiment.hpp"
#include "bench/rows/files.hpp"
#include "bench/rows/journal.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/table.hpp"
#include "bench/runner.hpp"
#include "bench/select/procurement.hpp"

namespace spinbench::cli {

namespace {

using nlohmann::ordered_json;

std::vector<Case> selected(const Options& options) {
  auto selection = options.selection;
  const std::string& filter = options.google.filter;
  const bool negative = filter.starts_with('-');
  if (!filter.empty() && !negative) selection.filters.push_back(filter);
  auto cases = select_cases(selection, Registry::instance());
  if (!negative) return cases;
  try {
    const std::regex unwanted(filter.substr(1));
    std::erase_if(cases, [&](const Case& c) { return std::regex_search(c.name(), unwanted); });
  } catch (const std::regex_error& error) {
    throw UsageError("--benchmark_filter " + quote(filter) + " is no regular expression: " + error.what());
  }
  if (cases.empty()) throw UsageError("--benchmark_filter " + quote(filter) + " leaves no case");
  return cases;
}

bool is_quick(const Options& options) { return options.selection.bare() || options.selection.preset == "quick"; }

/// What a run measures: held load, in three repetitions; bursts, once, where it should be quick.
MeasureOptions measuring(const Options& options) {
  MeasureOptions result;
  const bool quick = is_quick(options);
  result.time_limit_s = quick ? 1.5 : options.selection.preset == "full" ? 10 : 5;
  result.hold_s = options.hold_s.value_or(quick ? 0 : result.hold_s);
  result.hold = result.hold_s > 0;
  result.repetitions = static_cast<std::size_t>(options.repetitions.value_or(quick ? 1 : 3));
  result.sweeps = options.sweeps;
  result.energy = options.energy || is_procurement_list(options.selection.preset);
  result.interrupted = interrupted;
  return result;
}

VerifyOptions checks_of(const Options& options) {
  VerifyOptions result;
  if (options.physics_s) result.host_seconds = result.device_seconds = *options.physics_s;
  return result;
}

/// Before anything runs: a case may take minutes to come to its length.
void refuse_lengths(const Options& options, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    if (!options.sweeps || !c.kernel->experiment || !why_skipped(c).empty()) continue;
    const auto why = why_refused(c.kernel->experiment->length(c.params, c.device_info(), options.sweeps));
    if (!why.empty()) throw UsageError(why + " (" + c.kernel->name + "/" + c.variant->name + ")");
  }
}

/// What the rows of one results file must have in common.
ordered_json identity(const Options& options, const MeasureOptions& measuring, const ordered_json& provenance) {
  auto devices = ordered_json::array();
  for (const auto& device : provenance["devices"])
    devices.push_back(device["backend"].get<std::string>() + ": " + device["name"].get<std::string>() + " " +
                      device["pci"].get<std::string>());
  return {{"host", provenance["host"]},
          {"build", provenance["git"]},
          {"compiler", provenance["compilers"]},
          {"device", std::move(devices)},
          {"seed", options.seed},
          {"sweeps", options.sweeps ? ordered_json(*options.sweeps) : ordered_json(nullptr)},
          {"energy", measuring.energy},
          {"observable", options.observable},
          {"hold", measuring.hold ? measuring.hold_s : 0.0},
          {"repetitions", measuring.repetitions},
          {"time limit", measuring.time_limit_s}};
}

/// Where the rows come from; of a preset or figure with its name, so that lists are never taken for each other.
ordered_json origin_of(const Options& options, const std::vector<Case>& cases) {
  auto result = provenance(options.argv, cases);
  if (!options.selection.preset.empty()) result["preset"] = options.selection.preset;
  if (!options.selection.figure.empty()) result["figure"] = options.selection.figure;
  return result;
}

/// A run of the cases, with what it keeps.
class Session {
 public:
  /// `wanted`: the names of those of `cases` that were selected; the others are references for their speed-ups.
  Session(const Options& options, std::vector<Case> cases, std::set<std::string> wanted)
      : options_(options),
        cases_(std::move(cases)),
        wanted_(std::move(wanted)),
        provenance_(origin_of(options, cases_)),
        runner_({options.seed, true, measuring(options), checks_of(options)}),
        progress_(cases_.size()) {
    if (options.resume && options.out.empty()) throw UsageError("--resume needs --out FILE, whose journal it reads");
    if (!options.out.empty()) destination_.emplace(options.out);
    if (destination_ && destination_->regular())
      open_journal();
    else if (options.resume)
      throw UsageError("--resume: " + quote(options.out) + " is no regular file and has no journal");
    if (!options.google.out.empty()) google_out_.emplace(options.google.out);
  }

  int run() {
    const bool to_stderr = options_.google.json_to_console || (destination_ && destination_->is_stdout());
    Table table(to_stderr ? std::cerr : std::cout, cases_, true);
    table.print_head();
    catch_interrupts();
    const std::string google = run_through_google(
        cases_, [this](const Case& c) { return row_of(c); }, [&](const Row& row) { table.print(row); });
    if (google_out_) google_out_->write(google);
    if (options_.google.json_to_console) std::cout << google;
    return finish();
  }

 private:
  void open_journal() {
    const std::string path = destination_->path() + ".journal";
    if (options_.resume && !std::filesystem::exists(path) && std::filesystem::exists(destination_->path()) &&
        std::filesystem::file_size(destination_->path()) > 0)
      throw UsageError("--resume: " + quote(destination_->path()) + " is there without a journal, so that run is " +
                       "complete; leave --resume away to measure anew, or name another file with --out");
    journal_.emplace(path, identity(options_, measuring(options_), provenance_), options_.resume);
    if (options_.resume && journal_->rows().empty())
      std::cerr << "spinbench: the journal holds no rows yet; starting from the beginning\n";
    std::set<std::string> names;
    for (const auto& c : cases_) names.insert(c.name());
    for (const auto& [name, row] : journal_->rows())
      if (!names.contains(name))
        throw UsageError("the journal " + quote(journal_->path()) + " holds " + quote(name) +
                         ", which this selection has not; repeat the selection it was started with");
  }

  /// A row from the journal, or a new one; null once interrupted.
  const Row* row_of(const Case& c) {
    if (interrupted()) return nullptr;
    const auto name = c.name();
    progress_.begin(name);
    const bool is_kept = take_recorded(name), is_there = is_kept || measure(c, name);
    progress_.end(is_there && !is_kept && rows_.back().measurement);
    if (!is_there) return nullptr;
    const Row& row = rows_.back();
    if (const auto& m = row.measurement; m && is_kept) runner_.know(name, {m->median, m->low, m->high});
    return &row;
  }

  /// Takes a measured row from the journal, as it stands there; false where there is none.
  bool take_recorded(const std::string& name) {
    if (!trouble_.empty() || !journal_) return false;
    const auto found = journal_->rows().find(name);
    if (found == journal_->rows().end() || found->second.row.status != Row::Status::measured) return false;
    rows_.push_back(found->second.row);
    documents_.push_back(found->second.json);
    return true;
  }

  /// False where it was interrupted.
  bool measure(const Case& c, const std::string& name) {
    auto row = runner_.run(c, wanted_.contains(name));
    if (!row) return false;
    rows_.push_back(std::move(*row));
    documents_.push_back(to_json(rows_.back()));
    if (journal_) append(documents_.back());
    return true;
  }

  /// Google Benchmark cannot be left by an exception, so a full disk is remembered and ends the run.
  void append(const ordered_json& row) {
    if (!trouble_.empty()) return;
    try {
      journal_->append(row);
    } catch (const UsageError& error) {
      trouble_ = error.what();
    }
  }

  int finish() {
    if (!trouble_.empty()) throw UsageError(trouble_);
    if (interrupted()) {
      say_how_to_go_on();
      return exit_interrupted;
    }
    bool failed = false;
    for (const auto& row : rows_) failed = failed || row.status == Row::Status::failed;
    if (destination_) {
      destination_->write(dump(results_document(provenance_, documents_)) + "\n");
      if (journal_) journal_->remove();
    }
    return failed ? exit_failed : exit_fine;
  }

  void say_how_to_go_on() const {
    std::cerr << "spinbench: interrupted after " << rows_.size() << " of " << cases_.size() << " cases";
    if (journal_)
      std::cerr << ", which " << journal_->path() << " keeps; the same command with --resume goes on from there";
    else
      std::cerr << "; with --out FILE they would have been kept";
    std::cerr << "\n";
  }

  const Options& options_;
  std::vector<Case> cases_;
  std::set<std::string> wanted_;
  ordered_json provenance_;
  Runner runner_;
  Progress progress_;
  std::optional<Destination> destination_, google_out_;
  std::optional<Journal> journal_;
  std::deque<Row> rows_;                 ///< which the table and Google Benchmark point into
  std::vector<ordered_json> documents_;  ///< the same, as they are written
  std::string trouble_;
};

}  // namespace

int run(const Options& options) {
  auto cases = selected(options);
  if (options.google.list_tests) {
    for (const auto& c : cases) std::cout << c.name() << "\n";
    return exit_fine;
  }
  if (!options.observable.empty()) observe_instead(cases, options.observable);
  refuse_lengths(options, cases);
  std::set<std::string> wanted;
  for (const auto& c : cases) wanted.insert(c.name());
  // A procurement list is a machine's own: the serial references would take longer than all of it.
  if (!is_procurement_list(options.selection.preset)) cases = with_references(std::move(cases), Registry::instance());
  return Session(options, std::move(cases), std::move(wanted)).run();
}

}  // namespace spinbench::cli

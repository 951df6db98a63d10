// spinbench run

#include <algorithm>
#include <iostream>
#include <regex>

#include "bench/cli/commands.hpp"
#include "bench/errors.hpp"
#include "bench/interrupt.hpp"
#include "bench/measure/experiment.hpp"
#include "bench/rows/files.hpp"
#include "bench/rows/journal.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/table.hpp"
#include "bench/runner.hpp"

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

MeasureOptions measuring(const Options& options) {
  MeasureOptions result;
  const auto& selection = options.selection;
  const bool quick = selection.bare() || selection.preset == "quick";
  result.time_limit_s = quick ? 1.5 : selection.preset == "full" ? 10 : 5;
  result.sweeps = options.sweeps;
  result.energy = options.energy;
  result.interrupted = interrupted;
  return result;
}

/// Before anything runs: a case may take minutes to come to its length.
void refuse_lengths(const Options& options, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    if (!options.sweeps || !c.kernel->experiment || !why_skipped(c).empty()) continue;
    const auto why = why_refused(c.kernel->experiment(c.params, c.device_info(), options.sweeps));
    if (!why.empty()) throw UsageError(why + " (" + c.kernel->name + "/" + c.variant->name + ")");
  }
}

/// What the rows of one results file must have in common.
ordered_json identity(const Options& options, const ordered_json& provenance) {
  auto devices = ordered_json::array();
  for (const auto& device : provenance["devices"])
    devices.push_back(device["backend"].get<std::string>() + ": " + device["name"].get<std::string>() + " " +
                      device["pci"].get<std::string>());
  return {{"host", provenance["host"]},
          {"build", provenance["git"]},
          {"device", std::move(devices)},
          {"seed", options.seed},
          {"sweeps", options.sweeps ? ordered_json(*options.sweeps) : ordered_json(nullptr)},
          {"energy", options.energy}};
}

/// A run of the cases, with what it keeps.
class Session {
 public:
  Session(const Options& options, std::vector<Case> cases)
      : options_(options),
        cases_(std::move(cases)),
        provenance_(provenance(options.argv, cases_)),
        runner_({options.seed, true, measuring(options)}),
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
        cases_, [this](const Case& c) { return row_of(c); }, [&](const ordered_json& row) { table.print(row); });
    if (google_out_) google_out_->write(google);
    if (options_.google.json_to_console) std::cout << google;
    return finish();
  }

 private:
  void open_journal() {
    journal_.emplace(destination_->path() + ".journal", identity(options_, provenance_), options_.resume);
    if (options_.resume && journal_->rows().empty())
      std::cerr << "spinbench: the journal holds no rows yet; starting from the beginning\n";
    for (const auto& [name, row] : journal_->rows())
      if (std::none_of(cases_.begin(), cases_.end(), [&, &wanted = name](const Case& c) { return c.name() == wanted; }))
        throw UsageError("the journal " + quote(journal_->path()) + " holds " + quote(name) +
                         ", which this selection has not; repeat the selection it was started with");
  }

  /// A row from the journal, or a new one; nothing once interrupted.
  std::optional<ordered_json> row_of(const Case& c) {
    if (interrupted()) return std::nullopt;
    const auto name = c.name();
    progress_.begin(name);
    auto row = recorded(name);
    const bool is_new = !row;
    if (is_new)
      if (const auto result = runner_.run(c)) row = to_json(*result);
    progress_.end(is_new && row && (*row)["status"] == "measured");
    if (!row) return std::nullopt;
    for (const char* time : {"ns_per_flip", "ns_per_unit"})
      if ((*row).contains(time)) runner_.know(name, (*row)[time].get<double>());
    rows_.push_back(*row);
    if (is_new && journal_) append(*row);
    return row;
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

  std::optional<ordered_json> recorded(const std::string& name) const {
    if (!trouble_.empty()) return std::nullopt;
    if (!journal_) return std::nullopt;
    const auto row = journal_->rows().find(name);
    if (row == journal_->rows().end() || row->second["status"] != "measured") return std::nullopt;
    return row->second;
  }

  int finish() {
    if (!trouble_.empty()) throw UsageError(trouble_);
    if (interrupted()) {
      say_how_to_go_on();
      return exit_interrupted;
    }
    bool failed = false;
    for (const auto& row : rows_) failed = failed || row["status"] == "failed";
    if (destination_) {
      destination_->write(dump(results_document(provenance_, rows_)) + "\n");
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
  ordered_json provenance_;
  Runner runner_;
  Progress progress_;
  std::optional<Destination> destination_, google_out_;
  std::optional<Journal> journal_;
  std::vector<ordered_json> rows_;
  std::string trouble_;
};

}  // namespace

int run(const Options& options) {
  auto cases = selected(options);
  if (options.google.list_tests) {
    for (const auto& c : cases) std::cout << c.name() << "\n";
    return exit_fine;
  }
  refuse_lengths(options, cases);
  return Session(options, with_references(std::move(cases), Registry::instance())).run();
}

}  // namespace spinbench::cli

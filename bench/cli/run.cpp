// spinbench run

#include <unistd.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "bench/cli/against.hpp"
#include "bench/cli/commands.hpp"
#include "bench/cli/doubts.hpp"
#include "bench/cli/dry_run.hpp"
#include "bench/cli/earlier.hpp"
#include "bench/cli/identity.hpp"
#include "bench/cli/in_turns.hpp"
#include "bench/cli/launches.hpp"
#include "bench/cli/run_plan.hpp"
#include "bench/errors.hpp"
#include "bench/host/machine.hpp"
#include "bench/interrupt.hpp"
#include "bench/rows/estimates.hpp"
#include "bench/rows/files.hpp"
#include "bench/rows/journal.hpp"
#include "bench/rows/progress.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/table.hpp"
#include "bench/rows/text.hpp"
#include "bench/runner.hpp"
#include "bench/select/possible.hpp"

namespace spinbench::cli {

namespace {

using nlohmann::ordered_json;

/// A run of the cases, with what it keeps.
class Session {
 public:
  /// `positions`: of the cases in the list of options.turns, by name. `left_out`: names of cases that do not fit into
  /// the time budget.
  Session(const Options& options, std::vector<Case> selected, std::map<std::string, std::size_t> positions,
          std::set<std::string> left_out)
      : options_(options),
        selected_(std::move(selected)),
        left_out_(std::move(left_out)),
        provenance_(origin_of(options, with_references_here(options, selected_))),
        runner_({options.seed, true, measuring_in_turns(), checks_of(options),
                 [this](const char* what) { progress_->doing(what); }}),
        estimates_(checks_of(options), measuring(options), true) {
    if (options.resume && options.out.empty()) throw UsageError("--resume needs --out FILE, whose journal it reads");
    if (!options.out.empty()) destination_.emplace(options.out);
    const bool regular = destination_ && destination_->regular();
    if (in_turns(options)) in_turns_.emplace(options, std::move(positions));
    if (regular) look_for_earlier();
    if (complete_) return;
    if (!options.google.out.empty()) google_out_.emplace(options.google.out, "--benchmark_out");
    refuse_other_files();
    if (regular)
      open_journal();
    else if (options.resume)
      throw UsageError("--resume: " + quote(options.out) + " is no regular file and has no journal");
    if (!options.against.empty() && !regular)
      throw UsageError("--against: " + quote(options.out) + " is no regular file, which could be compared");
  }

  int run() {
    if (complete_) return say_complete();
    const bool to_stderr = options_.google.json_to_console || (destination_ && destination_->is_stdout());
    const bool table_wanted = options_.format == Format::table || options_.format == Format::markdown;
    std::ostream nowhere(nullptr);
    std::ostream& out = !table_wanted ? nowhere : to_stderr ? std::cerr : std::cout;
    catch_interrupts();
    outlive_readers();
    if (journal_) set_last_words(journal_->path() + " keeps what was done, and the same command with --resume goes on");
    const Screen screen = screen_of(to_stderr ? STDERR_FILENO : STDOUT_FILENO);
    if (!choose_launches(out, screen.width)) {
      say_how_to_go_on("while tuning (" + quote(options_.tuning) + " has the searches that were done)");
      return exit_interrupted;
    }
    if (cases_.empty()) return say_complete();
    begin_turns();
    // After everything that may be refused, with one line.
    say_doubts(options_, cases_);
    Table table(out, cases_, {screen, true, !measuring(options_).hold, options_.format == Format::markdown});
    table.print_head();
    const std::string google = run_through_google(
        cases_, [this](const Case& c) { return row_of(c); }, [&](const Row& row) { table.print(row); },
        google_out_ || options_.google.json_to_console);
    table.finish();
    estimates_.keep();
    if (const auto load = Machine().load()) provenance_["machine"]["load_end"] = *load;
    print_for_programs(to_stderr ? std::cerr : std::cout);
    if (google_out_) google_out_->write(google);
    if (options_.google.json_to_console) std::cout << google;
    return finish();
  }

 private:
  void print_for_programs(std::ostream& out) const {
    std::vector<const Row*> rows;
    for (const Row& row : rows_) rows.push_back(&row);
    if (options_.format == Format::csv) out << csv_of(rows);
    if (options_.format == Format::json) out << dump(results_document(provenance_, documents_)) << "\n";
  }

  MeasureOptions measuring_in_turns() {
    MeasureOptions result = measuring(options_);
    if (in_turns(options_))
      result.after_repetition = [this](std::size_t index, std::size_t count) {
        in_turns_->after_repetition(index, count);
      };
    return result;
  }

  void begin_turns() {
    if (!in_turns_) return;
    try {
      in_turns_->start(measuring(options_), cases_, *journal_);
    } catch (...) {
      if (journal_->rows().empty()) journal_->remove();
      throw;
    }
  }

  std::string journal_path() const { return destination_->path() + ".journal"; }

  /// What is there already is replaced or added to only where that was asked for.
  void look_for_earlier() {
    if (!destination_->has_content()) return;
    const bool has_journal = std::filesystem::exists(journal_path());
    if (options_.append) {
      earlier_.emplace(destination_->path());
      earlier_->require_same_build(provenance_);
    } else if (options_.resume && !(has_journal && options_.force)) {
      const Earlier found(destination_->path());
      // The journal is of something else, which was to replace the file, or to be added to it.
      if (has_journal && !found.has_left_out()) refuse_existing_out();
      earlier_ = found;
      earlier_->require_same_run(provenance_);
      complete_ = !earlier_->has_left_out();
    } else {
      refuse_existing_out();
    }
  }

  void refuse_existing_out() const {
    if (options_.force || earlier_ || !destination_->has_content()) return;
    throw UsageError("--out " + quote(options_.out) + " is there already: --force replaces it, --append adds rows to " +
                     "it; or name another file");
  }

  /// The other files that this run writes.
  void refuse_other_files() const {
    const auto refuse_existing = [&](const Destination& file, const std::string& option) {
      if (destination_ && destination_->regular() && file.path() == destination_->path())
        throw UsageError(option + " " + quote(file.path()) + " is the file of --out, too; name another one");
      if (file.has_content() && !options_.force && !options_.resume)
        throw UsageError(option + " " + quote(file.path()) + " is there already: --force replaces it");
    };
    if (google_out_) refuse_existing(*google_out_, "--benchmark_out");
    if (!options_.baseline_binary.empty()) refuse_existing(Destination(baseline_out(options_)), "--baseline-binary:");
  }

  int say_complete() {
    if (journal_) journal_->remove();
    std::cerr << "spinbench: " << quote(destination_->path()) << " is complete: it has " << earlier_->rows()
              << " rows, and all of this selection\n";
    return earlier_->has_failed() ? exit_failed : exit_fine;
  }

  /// Cases whose rows are in the file already are not measured again.
  void leave_out_earlier() {
    const std::size_t before = cases_.size();
    std::erase_if(cases_, [&](const Case& c) { return earlier_->measured().contains(c.name()); });
    if (cases_.size() == before) return;
    earlier_->require_same_settings(provenance_);
    for (const auto& [name, found] : earlier_->measured())
      if (const auto& m = found.row.measurement) runner_.know(name, {m->median, m->low, m->high});
    std::cerr << "spinbench: " << before - cases_.size() << " of " << before << " cases are in "
              << quote(destination_->path()) << " already\n";
  }

  void open_journal() {
    const std::string path = journal_path();
    journal_.emplace(path, identity(options_, measuring(options_), provenance_), options_.resume);
    try {
      // Another process may have finished between the first look and the lock.
      refuse_existing_out();
    } catch (...) {
      if (journal_->rows().empty()) journal_->remove();
      throw;
    }
    if (options_.resume && !earlier_ && journal_->rows().empty())
      std::cerr << "spinbench: the journal holds no rows yet; starting from the beginning\n";
  }

  /// The cases with their launches and the references that they need; false where that was interrupted.
  bool choose_launches(std::ostream& out, std::size_t width) {
    auto launched =
        with_launches(options_, selected_, measuring(options_), journal_ ? &*journal_ : nullptr, out, width);
    if (!launched) return false;
    tuning_ = std::move(launched->tuning);
    for (const auto& c : launched->cases) wanted_.insert(c.name());
    cases_ = with_references_here(options_, std::move(launched->cases));
    if (earlier_) leave_out_earlier();
    if (journal_) check_journal();
    estimates_.read();
    progress_.emplace(estimates_.seconds(kept(cases_, left_out_)), options_.turns.has_value());
    return true;
  }

  void check_journal() const {
    std::set<std::string> names;
    for (const auto& c : cases_) names.insert(c.name());
    for (const auto& [name, row] : journal_->rows())
      if (!names.contains(name) && !(earlier_ && earlier_->measured().contains(name)))
        throw UsageError("the journal " + quote(journal_->path()) + " holds " + quote(name) +
                         ", which this selection has not; repeat the selection it was started with");
  }

  /// A row from the journal, or a new one; null once interrupted.
  const Row* row_of(const Case& c) {
    if (stopped() || in_trouble()) return nullptr;
    const auto name = c.name();
    // What was left out from the beginning is none of the cases that are counted.
    const bool counts = !left_out_.contains(name);
    if (counts) progress_->begin(name);
    const bool is_kept = take_recorded(name), is_there = is_kept || measure(c, name);
    const bool measured = is_there && !is_kept && rows_.back().measurement;
    if (measured) estimates_.note(rows_.back());
    if (counts) progress_->end(measured);
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

  /// By the user, or with the process that this one measures for.
  bool stopped() { return interrupted() || (in_turns_ && in_turns_->deserted()); }

  /// Whether it cannot go on. An interrupt ends the other build, too, and is no trouble.
  bool in_trouble() {
    if (trouble_.empty() && in_turns_ && !interrupted()) trouble_ = in_turns_->trouble();
    return !trouble_.empty();
  }

  /// False where it was interrupted.
  bool measure(const Case& c, const std::string& name) {
    if (in_turns_) in_turns_->begin(name);
    if (stopped()) return false;
    auto row = why_skipped(c).empty() && does_not_fit(name) ? runner_.skipped(c, why_left_out(*options_.budget_s))
                                                            : runner_.run(c, wanted_.contains(name));
    if (!row) return false;
    if (in_trouble()) return false;
    if (const auto tuned = tuning_.find(name); tuned != tuning_.end()) row->tuning = tuned->second;
    rows_.push_back(std::move(*row));
    documents_.push_back(to_json(rows_.back()));
    if (journal_) append(documents_.back());
    return true;
  }

  /// From the beginning, or since estimates were too low.
  bool does_not_fit(const std::string& name) const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began_;
    return left_out_.contains(name) || (options_.budget_s && passed.count() > *options_.budget_s);
  }

  /// Google Benchmark cannot be left by an exception, so a full disk is remembered and ends the run.
  void append(const ordered_json& row) {
    if (!trouble_.empty()) return;
    try {
      journal_->append(row);
      if (!journal_->is_there()) trouble_ = "the journal " + quote(journal_->path()) + " was removed";
    } catch (const UsageError& error) {
      trouble_ = error.what();
    }
  }

  int finish() {
    if (!trouble_.empty()) give_up(trouble_);
    if (in_turns_ && !interrupted()) in_turns_->finish();
    if (stopped()) {
      say_how_to_go_on("after " + std::to_string(rows_.size()) + " of " + std::to_string(cases_.size()) + " cases");
      return exit_interrupted;
    }
    bool failed = false;
    std::size_t without = 0;
    for (const auto& row : rows_) {
      failed = failed || row.status == Row::Status::failed;
      without += row.status == Row::Status::skipped && is_left_out(row.reason);
    }
    if (destination_) {
      try {
        destination_->write(document(), options_.force || earlier_);
      } catch (const UsageError& error) {
        give_up(error.what());
      }
      if (journal_) journal_->remove();
      if (destination_->regular())
        std::cerr << "spinbench: " << quote(destination_->path()) << " has " << documents_.size()
                  << (earlier_                 ? " rows more\n"
                      : documents_.size() == 1 ? " row\n"
                                               : " rows\n");
    }
    if (without > 0) std::cerr << "spinbench: " << words_on_left_out(options_, without) << "\n";
    return failed ? exit_failed : exit_fine;
  }

  std::string document() const {
    return dump(earlier_ ? earlier_->with(provenance_, documents_) : results_document(provenance_, documents_)) + "\n";
  }

  /// Says why, and where what was measured is kept.
  [[noreturn]] void give_up(const std::string& why) const {
    if (journal_ && journal_->is_there())
      throw UsageError(why + "; " + journal_->path() + " keeps what was done: mend it, and the same command with " +
                       "--resume goes on from there");
    const std::string kept = documents_.empty() ? "" : rescue(document());
    throw UsageError(why + (kept.empty()
                                ? ""
                                : "; the " + std::to_string(documents_.size()) + " rows so far are in " + quote(kept)));
  }

  void say_how_to_go_on(const std::string& when) const {
    std::cerr << "spinbench: interrupted " << when;
    if (journal_)
      std::cerr << "; " << journal_->path()
                << (options_.baseline_binary.empty() ? "" : " and " + InTurns::journal_there(options_))
                << (options_.baseline_binary.empty() ? " keeps" : " keep")
                << " what was done, and the same command with --resume goes on from there";
    else
      std::cerr << "; with --out FILE they would have been kept";
    std::cerr << "\n";
  }

  const Options& options_;
  std::vector<Case> selected_;
  std::set<std::string> left_out_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::vector<Case> cases_;       ///< with their launches, and the references that they need
  std::set<std::string> wanted_;  ///< names of those that are no mere references
  std::map<std::string, RowTuning> tuning_;
  ordered_json provenance_;
  Runner runner_;
  Estimates estimates_;
  std::optional<InTurns> in_turns_;
  std::optional<Progress> progress_;
  std::optional<Destination> destination_, google_out_;
  std::optional<Journal> journal_;
  std::optional<Earlier> earlier_;       ///< what --out had, where it is added to or complete
  bool complete_ = false;                ///< there is nothing to do
  std::deque<Row> rows_;                 ///< which the table and Google Benchmark point into
  std::vector<ordered_json> documents_;  ///< the same, as they are written
  std::string trouble_;
};

}  // namespace

int run(const Options& asked) {
  Options options = asked;
  std::map<std::string, std::size_t> positions;
  if (options.against.empty()) refuse_figure_elsewhere(options.selection, Registry::instance());
  auto cases = options.against.empty() ? selected(options) : cases_against(options, positions);
  if (options.google.list_tests) {
    for (const auto& c : cases) std::cout << c.name() << "\n";
    return exit_fine;
  }
  if (!options.observable.empty()) observe_instead(cases, options.observable);
  refuse_machine_name(options);
  refuse_less_proof(options, cases);
  refuse_all_skipped(cases);
  refuse_lengths(options, cases);
  check_launches(options, cases);
  auto left_out = keep_to_budget(options, cases);
  if (options.dry_run) {
    print_dry_run(options, cases, left_out);
    return exit_fine;
  }
  const int code = Session(options, std::move(cases), std::move(positions), std::move(left_out)).run();
  if (options.against.empty() || options.turns || (code != exit_fine && code != exit_failed)) return code;
  const int verdict = judge(options);
  return code == exit_fine ? verdict : code;
}

}  // namespace spinbench::cli

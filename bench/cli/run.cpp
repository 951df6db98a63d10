// spinbench run

#include <unistd.h>

#include <chrono>
#include <deque>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <span>

#include "bench/cli/against.hpp"
#include "bench/cli/commands.hpp"
#include "bench/cli/doubts.hpp"
#include "bench/cli/dry_run.hpp"
#include "bench/cli/identity.hpp"
#include "bench/cli/in_turns.hpp"
#include "bench/cli/launches.hpp"
#include "bench/cli/outcome.hpp"
#include "bench/cli/refuse_checkpoint.hpp"
#include "bench/cli/run_files.hpp"
#include "bench/cli/run_plan.hpp"
#include "bench/cli/say.hpp"
#include "bench/errors.hpp"
#include "bench/host/machine.hpp"
#include "bench/interrupt.hpp"
#include "bench/measure/checkpoint.hpp"
#include "bench/rows/estimates.hpp"
#include "bench/rows/progress.hpp"
#include "bench/rows/results.hpp"
#include "bench/rows/table.hpp"
#include "bench/rows/text.hpp"
#include "bench/runner.hpp"
#include "bench/select/possible.hpp"
#include "interface/ranks.hpp"

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
        files_(options, provenance_, FileUse::write),
        runner_({options.seed, true, measuring_in_turns(), checks_of(options),
                 [this](const char* what) { progress_->doing(what); }, options.checkpoint, options.checkpoint_every_s,
                 options.checkpoint.empty() ? "" : build_of(provenance_)}),
        estimates_(checks_of(options), measuring(options), true) {
    if (in_turns(options)) in_turns_.emplace(options, std::move(positions));
  }

  int run() {
    if (files_.complete()) return files_.say_complete();
    const bool to_stderr = options_.google.json_to_console || (files_.out && files_.out->is_stdout());
    const bool table_wanted = options_.format == Format::table || options_.format == Format::markdown;
    std::ostream nowhere(nullptr);
    std::ostream& out = !table_wanted ? nowhere : to_stderr ? std::cerr : std::cout;
    catch_interrupts();
    outlive_readers();
    if (files_.journal)
      set_last_words(files_.journal->path() + " keeps what was done, and the same command with --resume goes on");
    else if (!options_.checkpoint.empty())
      set_last_words(options_.checkpoint +
                     ", where it is there, keeps the run up to then, and the same command goes on");
    const Screen screen = screen_of(to_stderr ? STDERR_FILENO : STDOUT_FILENO);
    if (!choose_launches(out, screen.width)) {
      say_how_to_go_on("while tuning (" + quote(options_.tuning) + " has the searches that were done)");
      return exit_interrupted;
    }
    if (cases_.empty()) return files_.say_complete();
    begin_turns();
    // After everything that may be refused, with one line.
    if (options_.against.empty()) say_lacking(options_.selection, cases_);
    say_doubts(options_, cases_);
    Table table(out, cases_, {screen, true, !measuring(options_).hold, options_.format == Format::markdown});
    table.print_head();
    const std::string google = run_through_google(
        cases_, [this](const Case& c) { return row_of(c); }, [&](const Row& row) { table.print(row); },
        files_.google_out || options_.google.json_to_console);
    table.finish();
    estimates_.keep();
    if (const auto load = Machine().load()) provenance_["machine"]["load_end"] = *load;
    print_for_programs(to_stderr ? std::cerr : std::cout);
    if (options_.google.json_to_console) std::cout << google;
    return finish(google);
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
      in_turns_->start(measuring(options_), cases_, *files_.journal);
    } catch (...) {
      if (files_.journal->rows().empty()) files_.journal->remove();
      throw;
    }
  }

  /// Their times are those to which speed-ups refer.
  void leave_out_earlier() {
    const std::size_t before = cases_.size();
    files_.leave_out_earlier(cases_);
    if (cases_.size() == before) return;
    for (const auto& [name, found] : files_.earlier->measured())
      if (const auto& m = found.row.measurement) runner_.know(name, {m->median, m->low, m->high});
  }

  /// The cases with their launches and the references that they need; false where that was interrupted.
  bool choose_launches(std::ostream& out, std::size_t width) {
    auto launched = with_launches(options_, selected_, measuring(options_), files_.journal ? &*files_.journal : nullptr,
                                  out, width);
    if (!launched) return false;
    tuning_ = std::move(launched->tuning);
    for (const auto& c : launched->cases) wanted_.insert(c.name());
    cases_ = with_references_here(options_, std::move(launched->cases));
    leave_out_earlier();
    files_.check_journal(cases_);
    estimates_.read();
    progress_.emplace(estimates_.seconds(kept(cases_, left_out_)), options_.turns.has_value());
    return true;
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
    if (measured) estimates_.note(rows_.back(), c);
    if (counts) progress_->end(measured);
    if (!is_there) return nullptr;
    const Row& row = rows_.back();
    if (const auto& m = row.measurement; m && is_kept) runner_.know(name, {m->median, m->low, m->high});
    return &row;
  }

  /// Takes a measured row from the journal, as it stands there; false where there is none.
  bool take_recorded(const std::string& name) {
    const JournalRow* const found = trouble_.empty() ? files_.recorded(name) : nullptr;
    if (found == nullptr) return false;
    rows_.push_back(found->row);
    documents_.push_back(found->json);
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
    std::optional<Row> row;
    const bool is_left_out = does_not_fit(name) && runner_.could_run(c);
    // Two processes in turns verify in turns, too.
    if (!is_left_out && !in_turns_)
      runner_.prepare(std::span(cases_).subspan(static_cast<std::size_t>(&c - cases_.data())),
                      [this](const std::string& other) { return !does_not_fit(other) && !files_.recorded(other); });
    try {
      row = is_left_out ? runner_.skipped(c, why_left_out(*options_.budget_s)) : runner_.run(c, wanted_.contains(name));
    } catch (const RanksLost& error) {
      // Google Benchmark cannot be left by an exception.
      lost_ = true;
      trouble_ = error.what();
    }
    if (!row) return false;
    if (in_trouble()) return false;
    if (const auto tuned = tuning_.find(name); tuned != tuning_.end()) row->tuning = tuned->second;
    rows_.push_back(std::move(*row));
    documents_.push_back(to_json(rows_.back()));
    if (files_.journal) append(documents_.back());
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
      files_.journal->append(row);
      if (!files_.journal->is_there()) trouble_ = "the journal " + quote(files_.journal->path()) + " was removed";
    } catch (const UsageError& error) {
      trouble_ = error.what();
    }
  }

  /// Of Google Benchmark's file, whose failure must not keep the rows from theirs: "", or why it could not be written.
  std::string write_google(const std::string& google) {
    if (!files_.google_out) return "";
    try {
      files_.google_out->write(google);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  /// Where what belongs into that file is to be had.
  std::string kept_of_google(const std::string& google) const {
    if (files_.out && files_.out->regular())
      return "; " + quote(files_.out->path()) +
             " has the rows, of which ./spinbench export google-benchmark makes such a file";
    const std::string kept = rescue(google);
    return kept.empty() ? "" : "; what belongs there is in " + quote(kept);
  }

  int finish(const std::string& google) {
    if (!trouble_.empty()) give_up(trouble_, google);
    if (in_turns_ && !interrupted()) in_turns_->finish();
    if (stopped()) {
      if (const std::string why = write_google(google); !why.empty()) say(why);
      say_how_to_go_on("after " + std::to_string(rows_.size()) + " of " + counted(cases_.size(), "case"));
      return exit_interrupted;
    }
    std::size_t without = 0;
    for (const auto& row : rows_) without += row.status == Row::Status::skipped && is_left_out(row.reason);
    if (files_.out) {
      try {
        files_.out->write(document(), options_.force || files_.earlier);
      } catch (const UsageError& error) {
        give_up(error.what(), google);
      }
      if (files_.journal) files_.journal->remove();
      if (files_.out->regular())
        std::cerr << "spinbench: " << quote(files_.out->path()) << " has " << counted(documents_.size(), "row")
                  << (files_.earlier ? " more\n" : "\n");
    }
    // The row is kept, or was shown: what is still in the stream may not come to its disk.
    if (!options_.checkpoint.empty() && !rows_.empty() && rows_.back().measurement && (files_.out || std::cout.flush()))
      Checkpoint::remove(options_.checkpoint);
    if (without > 0) std::cerr << "spinbench: " << words_on_left_out(options_, without) << "\n";
    if (const std::string why = write_google(google); !why.empty()) throw UsageError(why + kept_of_google(google));
    return exit_code();
  }

  /// A reference that is right saves no selection of which nothing could run; one that failed spoils it.
  int exit_code() const {
    std::vector<const Row*> asked;
    for (const Row& row : rows_)
      if (wanted_.contains(row.name) || row.status == Row::Status::failed) asked.push_back(&row);
    return exit_code_of(asked);
  }

  std::string document() const {
    return dump(files_.earlier ? files_.earlier->with(provenance_, documents_)
                               : results_document(provenance_, documents_)) +
           "\n";
  }

  /// Says why, and where what was measured is kept.
  [[noreturn]] void give_up(std::string why, const std::string& google) {
    if (const std::string more = write_google(google); !more.empty()) why += "; " + more;
    if (files_.journal && files_.journal->is_there()) {
      const std::string all = why + "; " + files_.journal->path() +
                              " keeps what was done: mend it, and the same command with --resume goes on from there";
      if (lost_) throw RanksLost(all);
      throw UsageError(all);
    }
    const std::string kept = documents_.empty() ? "" : rescue(document());
    if (lost_) throw RanksLost(why);
    if (!kept.empty())
      why += "; " + counted(documents_.size(), "row") + (documents_.size() == 1 ? " is in " : " are in ") + quote(kept);
    throw UsageError(why);
  }

  void say_how_to_go_on(const std::string& when) const {
    const std::string& checkpoint = options_.checkpoint;
    std::vector<std::string> kept;
    if (files_.journal) kept.push_back(files_.journal->path());
    if (!options_.baseline_binary.empty()) kept.push_back(InTurns::journal_there(options_));
    if (std::error_code unknown; !checkpoint.empty() && std::filesystem::exists(checkpoint, unknown))
      kept.push_back(checkpoint);
    std::cerr << "spinbench: interrupted " << when << "; ";
    if (!kept.empty())
      std::cerr << joined(kept, " and ") << (kept.size() == 1 ? " keeps" : " keep")
                << " what was done, and the same command" << (files_.journal ? " with --resume" : "")
                << " goes on from there";
    else if (!checkpoint.empty())
      std::cerr << "nothing was begun yet that " << checkpoint << " could keep";
    else
      std::cerr << "with --out FILE they would have been kept";
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
  RunFiles files_;
  Runner runner_;
  Estimates estimates_;
  std::optional<InTurns> in_turns_;
  std::optional<Progress> progress_;
  std::deque<Row> rows_;                 ///< which the table and Google Benchmark point into
  std::vector<ordered_json> documents_;  ///< the same, as they are written
  std::string trouble_;
  bool lost_ = false;  ///< the trouble is that of a rank
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
  refuse_checkpoint(options, cases);
  check_launches(options, cases);
  auto left_out = keep_to_budget(options, cases);
  if (options.dry_run) return dry_run(options, cases, left_out);
  const int code = Session(options, std::move(cases), std::move(positions), std::move(left_out)).run();
  if (options.against.empty() || options.turns || (code != exit_fine && code != exit_failed)) return code;
  const int verdict = judge(options);
  return code == exit_fine ? verdict : code;
}

}  // namespace spinbench::cli

// The files of a run: what is refused of them before anything is timed, and what is in them already.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/cli/earlier.hpp"
#include "bench/cli/options.hpp"
#include "bench/rows/files.hpp"
#include "bench/rows/journal.hpp"
#include "bench/select/case.hpp"

namespace spinbench::cli {

class RunFiles {
 public:
  /// Looks at what there is, and opens the journal; with FileUse::look nothing is written, made or opened for it.
  /// Throws UsageError for what would be lost, or cannot be written, or is of another run than that of `provenance`.
  RunFiles(const Options& options, const nlohmann::ordered_json& provenance, FileUse use);

  /// Of --out and --benchmark_out; nothing where they are not given.
  std::optional<Destination> out, google_out;
  std::optional<Journal> journal;
  std::optional<Earlier> earlier;  ///< what --out had, where it is added to or complete

  /// Whether there is nothing to do. say_complete() says so, ends the journal and returns the exit code.
  bool complete() const { return complete_; }
  int say_complete();

  /// Takes the cases out whose rows are in the file of --out already, and says how many.
  void leave_out_earlier(std::vector<Case>& cases);
  /// Throws UsageError where the journal has a row of none of `cases`.
  void check_journal(const std::vector<Case>& cases) const;
  /// The row of a case that the journal has, measured, or null.
  const JournalRow* recorded(const std::string& name) const;

 private:
  std::string journal_path() const { return out->path() + ".journal"; }
  void look_for_earlier();
  void refuse_existing_out() const;
  void refuse_other_files() const;
  void open_journal();
  /// Calls `step`, which may refuse the run: a journal that nothing is in yet goes then.
  void or_no_journal(const std::function<void()>& step);

  const Options& options_;
  const nlohmann::ordered_json& provenance_;
  FileUse use_;
  bool complete_ = false;
};

}  // namespace spinbench::cli

// A run whose cases two builds measure in turns (`run --baseline-binary`), as either of the two sees it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/against/partner.hpp"
#include "bench/cli/options.hpp"
#include "bench/measure/measure.hpp"
#include "bench/rows/journal.hpp"

namespace spinbench::cli {

/// Whether a run is one of the two.
inline bool in_turns(const Options& options) { return options.turns || !options.baseline_binary.empty(); }

/// The name of the baseline's results file, without its folder: what both files say they were measured with.
std::string name_of_turns(const Options& options);

class InTurns {
 public:
  /// `positions`: of the cases in the list that this side was given with options.turns, by name.
  InTurns(const Options& options, std::map<std::string, std::size_t> positions);
  InTurns(const InTurns&) = delete;
  InTurns& operator=(const InTurns&) = delete;
  ~InTurns();

  /// Before the first of `cases`. The side of --baseline-binary starts the other; to go on with what was interrupted,
  /// it keeps what both have measured: the rest is dropped from `journal` and from the other's. Throws UsageError.
  void start(const MeasureOptions& measuring, const std::vector<Case>& cases, Journal& journal);

  /// Before anything of a case; returns when it is this side's turn.
  void begin(const std::string& name);
  void after_repetition(std::size_t index, std::size_t count);

  /// "" as long as the other build runs, or has ended as it should; else one line that says how it ended.
  std::string trouble();
  /// As the other build: whether the process that started it is gone, so that nobody waits for more.
  bool deserted();

  /// After the last case. The side of --baseline-binary waits until the other has ended, the other until it may.
  /// Throws UsageError where the other did not end as it should.
  void finish();

  /// The other's journal.
  static std::string journal_there(const Options& options);

 private:
  bool resume_with(Journal& journal) const;
  void note_companion();

  const Options& options_;
  std::map<std::string, std::size_t> positions_;
  int parent_;
  std::optional<Turns> own_;          ///< as the other build
  std::unique_ptr<Partner> partner_;  ///< the other build
  Turns* turns_ = nullptr;            ///< of the two
};

}  // namespace spinbench::cli

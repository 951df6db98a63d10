// One case after the other: verify, measure, make the row.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

#include "bench/host/machine.hpp"
#include "bench/measure/limits.hpp"
#include "bench/rows/row.hpp"

namespace spinbench {

struct RunnerOptions {
  std::uint64_t seed = 1;
  bool measure = true;  ///< false: the checks alone
  MeasureOptions measuring;
  VerifyOptions checks;
  /// Called with what is done next with a case: "verifying", "measuring", "measuring limits".
  std::function<void(const char*)> doing = [](const char*) {};
  std::string checkpoint = "";        ///< the file that an experiment is kept in, or ""
  double checkpoint_every_s = 30;     ///< how often
  std::string checkpoint_build = "";  ///< what tells this program: only the same goes on from the file
  /// How many cores there are for checks that are made ahead (Runner::prepare).
  std::function<int()> idle_cores = [] { return Machine().idle_cores(); };
};

/// What came of trying a case out.
struct Attempt {
  std::optional<double> ns_per_unit;           ///< none where it was not timed, or interrupted
  Row::Status status = Row::Status::measured;  ///< skipped or failed where `reason` says why
  std::string reason;
};

/// What must be equal for the experiment of a case to be gone on with from a checkpoint. `sweeps`: that the user asked
/// for; `build`: as RunnerOptions::checkpoint_build. What only times belong to is in the file itself
/// (run_experiment()).
std::string checkpoint_identity(const Case& c, std::uint64_t seed, std::optional<int> sweeps, const std::string& build);

class Runner {
 public:
  explicit Runner(RunnerOptions options)
      : options_(std::move(options)), verifier_(options_.seed, options_.checks), limits_(options_.seed) {}

  /// The row of `c`, or nothing where it was interrupted before it was finished. What goes wrong inside a case is in
  /// its row: skipped for what the user can mend (memory, geometry), failed for the rest. `wanted` false: the case is
  /// only a reference for others, and what the user asked of his cases (sweeps a batch) is not asked of it. A case that
  /// takes the device with it fails those after it there, which say so; those of other devices go on.
  std::optional<Row> run(const Case& c, bool wanted = true);

  /// Before the first of `coming` is run: what the host's idle cores, if there are several, can do of its checks and of
  /// those of the cases after it that will be run, too, is done side by side, two cases for each core. Nothing, where
  /// that was done with a case before it.
  void prepare(
      std::span<const Case> coming,
      const std::function<bool(const std::string& name)>& is_run = [](const std::string&) { return true; });

  /// The row of a case that is not run, and why.
  Row skipped(const Case& c, const std::string& why) const;
  /// Whether run() would begin with it: not on a lost device, nor where it is to be skipped.
  bool could_run(const Case& c) const;

  /// Verifies `c` as run() does, the first time, and times it as `measuring` says: for a search, without a row.
  Attempt attempt(const Case& c, const MeasureOptions& measuring);

  /// Takes a time from an earlier part of this run, so that speed-ups can refer to it.
  void know(const std::string& name, const Interval& ns_per_unit) { times_[name] = ns_per_unit; }

 private:
  bool fill(const Case& c, bool wanted, Row& row);
  Attempt try_out(const Case& c, const MeasureOptions& measuring);
  std::unique_ptr<Simulation> prove(const Case& c, bool with_limits, Row& row);
  std::optional<double> time(const Case& c, const MeasureOptions& measuring, Row& row,
                             std::unique_ptr<Simulation> first);
  MeasureOptions options_for(const Case& c, bool wanted, int threads);
  bool measure_into(const Case& c, bool wanted, std::unique_ptr<Simulation> first, Row& row);
  void hold_to_limit(const Case& c, int threads, Row& row);
  bool experiment_into(const Case& c, std::unique_ptr<Simulation> simulation, Row& row);
  std::unique_ptr<Simulation> make_proved(const Case& c, std::uint64_t seed) const;
  void look(const Case& c, Simulation& simulation, double sweeps, Row& row) const;
  std::optional<double> idle_power_of(const Case& c);
  std::string why_lost(const Case& c) const;
  void note_whether_lost(const Case& c);

  RunnerOptions options_;
  Verifier verifier_;
  Limits limits_;
  std::map<std::string, Interval> times_;                ///< ns per unit by case name
  std::map<std::string, std::optional<double>> idle_w_;  ///< by device
  std::map<std::string, std::string> lost_;              ///< with which case and how, by device
  std::map<std::string, Row> attempted_;                 ///< by case name: verified, without times
  std::map<std::string, double> prepared_s_;             ///< by case name: its part of what was made ahead
};

}  // namespace spinbench

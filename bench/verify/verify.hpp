// Verify, then measure: the checks that a case must pass before it is timed (DESIGN, "Verify, then measure").
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/select/case.hpp"
#include "bench/verify/key_turns.hpp"
#include "bench/verify/oracle_runs.hpp"

namespace spinbench {

/// As the backend for the host says; 0 where there is none.
std::uint64_t free_host_bytes();

struct VerifyOptions {
  double gate_sigmas = 4;  ///< of a statistical check
  /// In which physics is decided on one core. 0: it is left out, and bits are compared over a few sweeps, as under
  /// compute-sanitizer, where a launch takes a hundred times as long.
  double host_seconds = 20;
  double device_seconds = 10;  ///< the same on an accelerator
  /// Units of work of a comparison with an oracle: of the first, long enough that thresholds cut to 20 bits show (a
  /// random word falls between the right one and the cut one every few million attempts), and of the others.
  double first_bit_units = 3e7, bit_units = 5e6;
  /// That an oracle may take for a comparison whose sweeps are one call, as many as a timed batch has: a path of which
  /// no case is small enough goes without.
  double batch_seconds = 0.3;
  /// Units a sweep up to which a comparison looks at observables, too.
  double most_observed_units = 2e7;
  /// That an oracle may take to follow a case at its own size: one that is made for it, and the plain one, where a
  /// comparison of the case itself ran the path; and either where none did.
  double follow_seconds = 5, follow_proved_seconds = 0.5, follow_unproved_seconds = 60;
  /// Whether some values are compared where no oracle has the time for all, and for how many units a sweep at most: all
  /// values must come to the host for that.
  bool samples = true;
  double most_sampled_units = 1e10;
  /// What the host has free: a quarter of it is for checks that are made ahead at a time, a sixteenth, 512 MiB at most,
  /// for what oracles made, which is kept for other cases, and as much again for samples.
  std::function<std::uint64_t()> host_bytes = free_host_bytes;
  /// Whether the physics of the first launch of a case stand for its other launches, which are compared to the bit all
  /// the same, each on its own code path.
  bool launches_share_physics = false;

  /// In which the physics of a case is decided.
  double physics_seconds(const Case& c) const { return c.device_info().pci.empty() ? host_seconds : device_seconds; }
  /// Whether physics is left out, and bits are short.
  bool is_short(const Case& c) const { return physics_seconds(c) == 0; }
};

struct Verification {
  bool passed = false;  ///< false without any check: what nobody checked is not verified
  std::vector<Check> checks;

  /// What held: the kinds of checks that passed and prove something, as "bits+physics"; "" for none.
  std::string proved() const;
  /// Whether a check failed for a declared reason.
  bool has_expected_failure() const;
};

/// Runs and remembers checks: cases that share a check share its outcome.
class Verifier {
 public:
  explicit Verifier(std::uint64_t seed, VerifyOptions options = {});

  /// The known answers of the case's generator, comparisons with the oracle, the simulation's own checks and the
  /// physics, on cases that the variant chooses. A check that throws counts as failed, with the message as its detail;
  /// std::bad_alloc is passed on, and so is Unsupported, where no check failed before: the machine cannot do it, which
  /// says nothing of the code. Throws Interrupted (bench/interrupt.hpp), as follow() does.
  Verification verify(const Case& c);

  /// Makes ahead what the checks of `coming` need of the host's cores alone, on `threads` of them: all checks of serial
  /// code for the host, and what such oracles make of comparisons, samples at the case's own size among it. verify()
  /// and follow() find it; what could not be made here, or came to no value where others kept the machine busy, they
  /// make themselves. No row may be timed meanwhile. `on_error` hears of a case whose simulation could not be made on
  /// its device. Returns the part of the time that went by, in seconds, that is each case's, by name. Throws
  /// Interrupted.
  std::map<std::string, double> prepare(
      const std::vector<Case>& coming, int threads,
      const std::function<void(const Case&)>& on_error = [](const Case&) {});

  /// Compares the first sweeps of `simulation`, which is new and of the case itself, with an oracle that can follow it
  /// in options.follow_seconds, where there is one that was verified; else some of its values with those that its
  /// oracle knows without the others, where it knows any. Adds the check to `verification`.
  void follow(const Case& c, Simulation& simulation, Verification& verification);

  /// Why the case must not be timed though its checks passed, or "": no passed check ran its code path.
  std::string why_unproved(const Case& c, const Simulation& simulation) const;

  const OracleRuns& oracle_runs() const { return oracles_; }

  /// The variant's look at a simulation after `sweeps` sweeps, where it has one, and what that checks of itself; adds
  /// these checks to `verification`, named "look".
  void look(const Case& c, Simulation& simulation, double sweeps, Verification& verification) const;

 private:
  /// A comparison's case for a long batch.
  struct Batch {
    Params params;
    int step = 1;
    double seconds = 0;  ///< that its oracle would take; 0: there is none
    bool had = false;    ///< whether the comparison had one as long
  };

  using Checks = std::vector<Check>;

  struct Task;
  struct CaseFacts;

  /// Who can go a case's way at its own size.
  struct Follower {
    Case other;
    const Oracle& oracle;  ///< that names it
    bool fast = false;     ///< it was made to follow others
  };

  Verification verify_now(const Case& c);
  std::vector<Task> tasks_of(const Case& c);
  std::vector<Task> comparison_tasks_of(const Case& c, bool for_samples, CaseFacts& facts);
  static std::map<std::string, double> shares_of(const std::vector<Task>& tasks, double passed);
  std::vector<Task> collect(const std::vector<Case>& coming, std::uint64_t most_bytes,
                            const std::function<void(const Case&)>& on_error);
  const Checks& once(const std::string& key, const std::function<Checks()>& checks);
  const Checks* known_checks(const std::string& key) const;
  Batch known_batch(const std::string& key) const;
  // What these find is added one by one, so that it is kept where a later part throws.
  void generator_checks(const Case& c, Checks& into);
  void bit_checks(const Case& c, Checks& into);
  void self_checks(const Case& c, Checks& into);
  void physics_checks(const Case& c, Checks& into);
  Checks physics_of(const Case& c);
  Check compare_at(const Case& c, const Params& params, bool is_first);
  Check batch_of(const Case& c, const Batch& batch);
  bool is_proved_by_bits(const Case& c);
  static std::optional<Follower> follower_of(const Case& c);
  double seconds_to_follow(const Case& c, const Follower& follower, double units, double serial_ns) const;
  bool has_room_for_samples(double values) const;
  bool will_ask_for_samples(const Case& c, const CaseFacts& facts) const;
  bool follow_all(const Case& c, Simulation& simulation, Verification& verification);
  void follow_some(const Case& c, Simulation& simulation, Verification& verification);
  std::string why_path_unproved(const Case& c, const std::string& code_path) const;
  void note(const Case& c, const Params& params, const Check& check);
  static bool proves_path(const Case& c, const Checks& checks, const std::string& code_path);
  void tell_who_proved(const Case& c, const Simulation& simulation, Verification& verification) const;

  std::uint64_t seed_;
  VerifyOptions options_;
  OracleRuns oracles_;
  std::map<std::string, Verification> made_ahead_;  ///< by case name
  std::atomic<bool> making_ahead_ = false;
  std::atomic<double> ahead_sample_bytes_ = 0;  ///< of those that one prepare() asked for
  KeyTurns turns_;                              ///< of what is known once it was made
  mutable std::mutex mutex_;                    ///< of the maps that follow
  std::map<std::string, Checks> known_;
  std::vector<std::string> unjudged_ahead_;                     ///< of their keys
  std::map<std::string, std::map<Check::Kind, Check>> proved_;  ///< by path_key(): the first of each kind
  std::map<std::string, double> ns_per_unit_;                   ///< of oracles, by path without sizes

  std::map<std::string, Batch> batches_;  ///< of comparisons, by bits_key()
};

/// Whether one failed that is not excused.
bool fails(const std::vector<Check>& checks);

/// Whether some fail so, and none of these by a value: where there was too little time there is none.
bool came_to_nothing(const std::vector<Check>& checks);

/// Whether all checks passed or were excused, and one that passed proves something.
bool holds(const std::vector<Check>& checks);

}  // namespace spinbench

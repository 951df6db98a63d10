// What oracles made of cases, kept for all that are compared with them: launches of one case, which differ in nothing
// that an oracle knows, and variants that share an oracle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "bench/verify/compare.hpp"
#include "bench/verify/key_turns.hpp"

namespace spinbench {

/// What a new simulation says of itself.
struct OracleFacts {
  int granularity = 1;
  double units_a_sweep = 0;
  std::string code_path;
};

/// An oracle's case: a variant, its params, and where it runs.
struct OracleCase {
  const Variant& variant;
  Params params;
  int device = 0;

  std::string name() const;
};

/// Oracles draw nothing but from the seed, so one run of a case stands for any other. The last ones are kept, as many
/// as fit some memory. Runs throw Interrupted, as all checks do. Several threads may ask at once.
class OracleRuns {
 public:
  explicit OracleRuns(std::uint64_t seed, double most_bytes = 256 << 20) : seed_(seed), most_bytes_(most_bytes) {}

  /// Makes one, where that was not done before.
  const OracleFacts& facts(const OracleCase& oracle);
  bool has_facts(const OracleCase& oracle) const { return known_facts(oracle.name()) != nullptr; }
  std::shared_ptr<const OracleRun> run(const OracleCase& oracle, const Course& course);
  /// The most sweeps in steps of `step`, not observed, of which a run is kept; 0: of none.
  int sweeps_kept(const OracleCase& oracle, int step) const;
  /// Gives back the memory of an oracle that was asked for facts by this thread and did not run.
  void let_go();

  int made() const;      ///< runs until now, of which each went all of its course
  double bytes() const;  ///< of all that is kept
  double most_bytes() const { return most_bytes_; }

 private:
  struct Kept {
    std::string oracle;
    Course course;
    std::shared_ptr<const OracleRun> run;
  };

  /// Made for its facts, and not run yet.
  struct Fresh {
    std::string oracle;
    std::unique_ptr<Simulation> simulation;
  };

  const OracleFacts* known_facts(const std::string& name) const;
  std::shared_ptr<const OracleRun> kept_run(const std::string& name, const Course& course);
  std::unique_ptr<Simulation> take(const OracleCase& oracle);
  void keep(Kept one);
  static double bytes_of(const std::vector<Kept>& kept);

  std::uint64_t seed_;
  double most_bytes_;
  KeyTurns turns_;            ///< of runs
  mutable std::mutex mutex_;  ///< of what follows
  int made_ = 0;
  std::map<std::string, OracleFacts> facts_;
  std::vector<Kept> kept_;  ///< the last used last
  std::map<std::thread::id, Fresh> fresh_;
};

}  // namespace spinbench

// What oracles made of cases, kept for all that are compared with them: launches of one case, which differ in nothing
// that an oracle knows, and variants that share an oracle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "bench/verify/compare.hpp"
#include "bench/verify/key_turns.hpp"
#include "bench/verify/last_used.hpp"

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

/// Oracles draw nothing but from the seed, so one run of a case stands for any other. The last ones are kept, and the
/// last samples, as many of each as fit `most_bytes`. Runs throw Interrupted, as all checks do, samples before they
/// begin. Several threads may ask at once.
class OracleRuns {
 public:
  OracleRuns(std::uint64_t seed, double most_bytes) : seed_(seed), kept_(most_bytes), samples_(most_bytes) {}

  /// Makes one, where that was not done before.
  const OracleFacts& facts(const OracleCase& oracle);
  bool has_facts(const OracleCase& oracle) const { return known_facts(oracle.name()) != nullptr; }
  std::shared_ptr<const OracleRun> run(const OracleCase& oracle, const Course& course);
  /// What the variant's `sample` says of the case, which there must be.
  std::shared_ptr<const std::optional<SampledValues>> sample(const OracleCase& oracle);
  /// The most sweeps in steps of `step`, not observed, of which a run is kept; 0: of none.
  int sweeps_kept(const OracleCase& oracle, int step) const;
  /// Gives back the memory of an oracle that was asked for facts by this thread and did not run.
  void let_go();

  int made() const;          ///< runs until now, of which each went all of its course
  int samples_made() const;  ///< samples until now
  double bytes() const;      ///< of all runs that are kept
  static double bytes_of(const std::optional<SampledValues>& sample);
  double most_bytes() const { return kept_.most_bytes(); }

 private:
  struct Key {
    std::string oracle;
    Course course;

    bool operator==(const Key&) const = default;
  };

  /// Made for its facts, and not run yet.
  struct Fresh {
    std::string oracle;
    std::unique_ptr<Simulation> simulation;
  };

  const OracleFacts* known_facts(const std::string& name) const;
  std::unique_ptr<Simulation> take(const OracleCase& oracle);

  std::uint64_t seed_;
  KeyTurns turns_, sample_turns_;
  mutable std::mutex mutex_;  ///< of what follows
  int made_ = 0, samples_made_ = 0;
  std::map<std::string, OracleFacts> facts_;
  LastUsed<Key, OracleRun> kept_;
  LastUsed<std::string, std::optional<SampledValues>> samples_;
  std::map<std::thread::id, Fresh> fresh_;
};

}  // namespace spinbench

// Verify, then measure: the checks that a case must pass before it is timed (DESIGN, "Verify, then measure").
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/select/case.hpp"

namespace spinbench {

struct VerifyOptions {
  /// Statistical error of the energy, relative, that a physics check must reach: a relative error of 1e-3 is then
  /// five sigma.
  double energy_precision = 2e-4;
  double gate_sigmas = 4;
  double time_limit_s = 60;  ///< a physics check that has not reached its precision by then has failed
  int bit_sweeps = 100;
};

struct Verification {
  bool passed = false;  ///< false without any check: what nobody checked is not verified
  std::vector<Check> checks;
};

/// Runs and remembers checks: two cases that share a code path (the same bit case, the same physics case) are checked
/// once a process.
class Verifier {
 public:
  Verifier(std::uint64_t seed, VerifyOptions options = {}) : seed_(seed), options_(options) {}
  /// Bit-exactness against the oracle, physics against the exact values, and the simulation's own checks.
  /// A check that throws counts as failed, with the message as its detail.
  Verification verify(const Case& c);

 private:
  std::vector<Check> bit_checks(const Case& c);
  std::vector<Check> physics_checks(const Case& c);
  std::vector<Check> self_checks(const Case& c);

  std::uint64_t seed_;
  VerifyOptions options_;
  std::map<std::string, std::vector<Check>> known_;
};

/// The two physics checks ("energy", "specific_heat") on a given simulation; a building block of Verifier.
std::vector<Check> check_physics(Simulation& simulation, double beta, double spins, const Exact& exact,
                                 const VerifyOptions& options);

}  // namespace spinbench

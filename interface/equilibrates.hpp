// Simulations that can be brought near equilibrium by other means than their sweeps.
#pragma once

#include <functional>

namespace spinbench {

/// What a Simulation is, beside, where what a sweep costs depends on the configuration and sweeps are slow to leave the
/// start behind: the harness says so before it times one, and counts neither time nor work of it.
class Equilibrates {
 public:
  virtual ~Equilibrates() = default;
  /// Draws a configuration of about the law at which sweeps leave it, with random words that no sweep takes.
  /// Simulation::units_done() stays, and the mean of work_per_sweep() begins anew. Ends early where `is_over`, if there
  /// is one, says so. May take as much memory as the simulation has meanwhile; need not wait.
  virtual void equilibrate(const std::function<bool()>& is_over) = 0;
};

}  // namespace spinbench

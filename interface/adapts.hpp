// Simulations that adapt something before they are measured.
#pragma once

namespace spinbench {

/// What a Simulation is, beside, where what it adapts, such as weights, must stand while it is measured.
class Adapts {
 public:
  virtual ~Adapts() = default;
  /// An experiment says so when its equilibration is over. Once more, as a run that goes on from a checkpoint says it:
  /// nothing.
  virtual void equilibrated() = 0;
};

}  // namespace spinbench

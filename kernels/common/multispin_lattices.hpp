// The bit-sliced lattices of a host, for kernels that move their temperatures.
#pragma once

#include <cstdint>
#include <vector>

#include "interface/resumable.hpp"
#include "interface/simulation.hpp"

namespace spinbench {

/// Bit-sliced lattices on a host, whose realizations may each have a temperature of its own.
class MultispinLattices : public Simulation, public Resumable {
 public:
  /// By realization; between sweeps.
  virtual void set_betas(const std::vector<double>& betas) = 0;
  /// Unsatisfied bonds by realization, counted by all threads.
  virtual std::vector<std::int64_t> unsatisfied_bonds() = 0;
};

}  // namespace spinbench

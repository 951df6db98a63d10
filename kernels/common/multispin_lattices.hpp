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
  /// Gives realization `to` the spins of `from`.
  virtual void copy(std::uint32_t from, std::uint32_t to) = 0;
  /// The words of a realization, colour by colour, row by row.
  virtual void set_planes(std::uint32_t realization, const std::vector<std::uint32_t>& words) = 0;
};

}  // namespace spinbench

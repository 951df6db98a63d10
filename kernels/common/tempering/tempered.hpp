// Simulations of several temperatures at once, whichever model they are of.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "interface/resumable.hpp"
#include "interface/simulation.hpp"

namespace spinbench::tempering {

/// Replicas at each temperature, by the axis `copies`; 1 where there is no such axis.
std::size_t copies_of(const Params& params);

/// beta_low, ..., beta_high of the axes, at equal distances, for as many replicas as there are: in ascending order,
/// each as often as there are copies.
std::vector<double> equal_betas(const Params& params);

/// Why the axes beta_low, beta_high, replicas and, where there is one, copies name no set of temperatures, or "".
std::string temperatures_unsupported(const Params& params);

/// A simulation whose temperatures can be moved: what the axis `temperatures` asks for, and proofs.
class Tempered : public Simulation, public Resumable {
 public:
  /// By temperature.
  virtual const std::vector<double>& betas() const = 0;
  /// Between sweeps; the replicas keep their places, and exchanges are counted from 0 again.
  virtual void set_betas(const std::vector<double>& betas) = 0;
};

}  // namespace spinbench::tempering

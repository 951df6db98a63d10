// Simulations of several temperatures at once, whichever model they are of.
#pragma once

#include <vector>

#include "interface/params.hpp"
#include "interface/resumable.hpp"
#include "interface/simulation.hpp"

namespace spinbench::tempering {

/// beta_low, ..., beta_high of the axes, at equal distances, for as many replicas as there are.
std::vector<double> equal_betas(const Params& params);

/// A simulation whose temperatures can be moved: what the axis `temperatures` asks for, and proofs.
class Tempered : public Simulation, public Resumable {
 public:
  /// By temperature.
  virtual const std::vector<double>& betas() const = 0;
  /// Between sweeps; the replicas keep their places, and exchanges are counted from 0 again.
  virtual void set_betas(const std::vector<double>& betas) = 0;
};

}  // namespace spinbench::tempering

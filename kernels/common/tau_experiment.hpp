// Experiments that measure integrated autocorrelation times: one for each model, over those of its variants whose
// updates differ (variants that make the same moves in the same order have the same times).
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

struct TauModel {
  std::string name;    ///< of the experiment, "tau_" and the model
  std::string title;   ///< what is measured
  std::string source;  ///< paper and section
  std::string kernel;
  std::vector<std::string> variants;                        ///< globs
  std::string exact;                                        ///< model whose exact energy is known, or ""
  bool (*is_exact)(const Params&) = nullptr;                ///< whether a case is of that model; null: all are
  std::vector<std::pair<std::string, AxisValue>> defaults;  ///< of axes that a variant has
  std::function<double(const Params&)> relaxation;  ///< sweeps in which the start is forgotten; infinite: not known
  int host_sweeps = 20'000, accelerator_sweeps = 200'000;  ///< at least, where the user does not say
};

/// The experiment of a model. A measurement follows each visit: every sweep, or every k of a multi-hit update; near a
/// transition 10 sweeps or more lie between two. Estimates are the mean of the observable and its `tau_sweeps`, of
/// another observable than the energy `tau_NAME`: tau_int of integrated_time() in sweeps, with its error; below half of
/// the spacing nothing can be resolved. Several replicas are averaged over, each about its own mean.
Experiment tau_experiment(const TauModel& model);

/// xi^2.17 sweeps, xi between 1 and L: how long a correlation length takes to relax (M. P. Nightingale, H. W. J.
/// Bloete, Phys. Rev. Lett. 76, 4548 (1996), z = 2.167).
double relaxation_at(double correlation_length, double L);

}  // namespace spinbench

// The experiments tempering_ea2d and tempering_ea3d: energies and overlaps of a spin glass, exchanges, and the walk of
// its copies through the temperatures.
//
// Estimates, temperatures counted from the hottest:
//   energy_00 ...           at each temperature, and the inverse temperature itself, beta_00 ...
//   overlap_squared_00 ...  <q^2> of two copies at each temperature, where copies=2
//   acceptance_00 ...       of the exchanges of temperature i with i + 1; `acceptance` is their mean
//   round_trips             of all copies of the first word's realizations, to the coldest temperature and back
//   tau_walk                the integrated autocorrelation time of such a copy's temperature, in sweeps
// Errors of energies and overlaps are those of independent words, whose scatter holds that of the couplings, too. One
// word alone has the errors of its own realizations, through time: then no disorder average is expected of it.
#pragma once

#include <string>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench::glass_tempering {

/// What differs between them.
struct TemperingExperiment {
  std::string name, title;
  std::vector<std::string> sources;
  std::string kernel;
  const char *model, *exchange;  ///< exact solutions: of energies, and of acceptances of the ferromagnet
  double coldest;                ///< inverse temperature where nobody says: where the listed sample is known
};

/// Of all variants of a kernel of TemperedGlass.
Experiment tempering_experiment(const TemperingExperiment& what);

}  // namespace spinbench::glass_tempering

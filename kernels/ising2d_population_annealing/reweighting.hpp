// Multi-histogram reweighting (A. M. Ferrenberg, R. H. Swendsen, Phys. Rev. Lett. 63, 1195 (1989)) of the histograms of
// an annealing: their free energies come from the annealing itself, so that nothing is iterated.
#pragma once

#include <cstdint>
#include <vector>

namespace spinbench::annealing {

/// One temperature: its histogram by level, and ln Z.
struct WeighedHistogram {
  double beta = 0, log_z = 0;
  std::vector<std::uint32_t> histogram;
};

/// ln g(E) by level, of a lattice of so many spins; -infinity where nobody was.
std::vector<double> log_density(const std::vector<WeighedHistogram>& all, std::uint32_t sites);

struct Reweighted {
  double energy = 0, specific_heat = 0;  ///< per spin
};
Reweighted reweight(const std::vector<double>& log_density, std::uint32_t sites, double beta);

}  // namespace spinbench::annealing

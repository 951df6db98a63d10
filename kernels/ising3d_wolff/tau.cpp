// Autocorrelation times of Wolff updates, counted in clusters, in 3 dimensions, at the critical point.
#include <cmath>
#include <cstdint>
#include <string>

#include "kernels/common/clusters/wolff.hpp"
#include "kernels/common/tau_experiment.hpp"

namespace spinbench::clusters {
namespace {

/// In clusters: as many as have together as many spins as the lattice, times what Swendsen-Wang updates take.
double relaxation(const Params& params) {
  const double L = params.real("L");
  return 4 * std::pow(L, 0.5) * std::pow(L, 3) / expected_cluster(3, params);
}

const Register<Experiment> tau_registered{tau_experiment({
    .name = "tau_ising3d_wolff",
    .title = "3D Ising model, single-cluster updates of Wolff: integrated autocorrelation times",
    .source = "Wolff 1989",
    .kernel = "ising3d_wolff",
    .variants = {"list", "by_labelling"},
    .exact = "ising3d",
    .defaults = {{"L", std::int64_t{32}}},
    .relaxation = relaxation,
    .host_sweeps = 20'000,
    .accelerator_sweeps = 200'000,
})};

}  // namespace
}  // namespace spinbench::clusters

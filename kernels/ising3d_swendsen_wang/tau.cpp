// Autocorrelation times of Swendsen-Wang updates in 3 dimensions, at the critical point.
#include <cmath>
#include <cstdint>
#include <string>

#include "kernels/common/clusters/physics.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
#include "kernels/common/tau_experiment.hpp"

namespace spinbench::clusters {
namespace {

/// Somewhat more than is seen at the critical point, in updates; less away from it.
double relaxation(const Params& params) { return 4 * std::pow(params.real("L"), 0.5); }

const Register<Experiment> tau_registered{tau_experiment({
    .name = "tau_ising3d_swendsen_wang",
    .title = "3D Ising model, updates of Swendsen and Wang: integrated autocorrelation times",
    .source = "Swendsen, Wang 1987",
    .kernel = "ising3d_swendsen_wang",
    .variants = {"union_find", "best"},
    .exact = "ising3d",
    .is_exact = is_ising,
    .defaults = {{"L", std::int64_t{32}}},
    .relaxation = relaxation,
    .host_sweeps = 20'000,
    .accelerator_sweeps = 200'000,
})};

}  // namespace
}  // namespace spinbench::clusters

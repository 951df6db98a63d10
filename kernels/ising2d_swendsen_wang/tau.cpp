// Autocorrelation times of Swendsen-Wang updates in 2 dimensions, at the critical point.
#include <cmath>
#include <cstdint>
#include <string>

#include "kernels/common/clusters/physics.hpp"
#include "kernels/common/clusters/swendsen_wang.hpp"
#include "kernels/common/plan_parts.hpp"
#include "kernels/common/tau_experiment.hpp"

namespace spinbench::clusters {
namespace {

/// Somewhat more than is seen at the critical point, in updates; less away from it.
double relaxation(const Params& params) { return 4 * std::pow(params.real("L"), 0.25); }

const Register<Experiment> tau_registered{tau_experiment({
    .name = "tau_ising2d_swendsen_wang",
    .title = "2D Ising model, updates of Swendsen and Wang: integrated autocorrelation times",
    .source = "Swendsen, Wang 1987",
    .kernel = "ising2d_swendsen_wang",
    .variants = {"union_find", "best"},
    .exact = "ising2d",
    .is_exact = is_ising,
    .defaults = {{"L", std::int64_t{32}}},
    .relaxation = relaxation,
    .host_sweeps = 20'000,
    .accelerator_sweeps = 200'000,
})};

/// At the critical point, beside the other updates of the same figure.
std::vector<Sweep> critical() {
  const plans::Axes::value_type L = {"L", plans::doubling(32, 512)};
  std::vector<Sweep> result = plans::gpu("best", {L});
  result.push_back({"union_find", "cpu", {L}});
  return result;
}

const Register<Plan> tau_critical{{"tau-critical", "tau_ising2d_swendsen_wang",
                                   "2D Ising model at T_c: autocorrelation times of Swendsen and Wang", true,
                                   critical()}};
const Register<Plan> tau_critical_times{{"tau-critical", "ising2d_swendsen_wang",
                                         "2D Ising model at T_c: the time per spin of Swendsen and Wang", true,
                                         critical()}};

}  // namespace
}  // namespace spinbench::clusters

// Autocorrelation times of Wolff updates, counted in clusters, in 2 dimensions, at the critical point.
#include <cmath>
#include <cstdint>
#include <string>

#include "kernels/common/clusters/wolff.hpp"
#include "kernels/common/plan_parts.hpp"
#include "kernels/common/tau_experiment.hpp"

namespace spinbench::clusters {
namespace {

/// In clusters: as many as have together as many spins as the lattice, times what Swendsen-Wang updates take.
double relaxation(const Params& params) {
  const double L = params.real("L");
  return 4 * std::pow(L, 0.25) * std::pow(L, 2) / expected_cluster(2, params);
}

const Register<Experiment> tau_registered{tau_experiment({
    .name = "tau_ising2d_wolff",
    .title = "2D Ising model, single-cluster updates of Wolff: integrated autocorrelation times",
    .source = "Wolff 1989",
    .kernel = "ising2d_wolff",
    .variants = {"list", "by_labelling"},
    .exact = "ising2d",
    .defaults = {{"L", std::int64_t{32}}},
    .relaxation = relaxation,
    .host_sweeps = 20'000,
    .accelerator_sweeps = 200'000,
})};

/// At the critical point, beside the other updates of the same figure.
std::vector<Sweep> critical() {
  const plans::Axes::value_type L = {"L", plans::doubling(32, 512)};
  std::vector<Sweep> result = plans::gpu("by_labelling", {L});
  result.push_back({"list", "cpu", {L}});
  return result;
}

const Register<Plan> tau_critical{
    {"tau-critical", "tau_ising2d_wolff", "2D Ising model at T_c: autocorrelation times of Wolff", true, critical()}};
const Register<Plan> tau_critical_times{{"tau-critical", "ising2d_wolff",
                                         "2D Ising model at T_c: the time per spin of a cluster of Wolff", true,
                                         critical()}};

}  // namespace
}  // namespace spinbench::clusters

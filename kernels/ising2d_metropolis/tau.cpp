// Autocorrelation times of the 2D Ising model (Weigel 2012, section 3.4, Figs. 5 and 6): what the k hits of a visit
// cost in independent configurations, near beta_c = ln(1 + sqrt(2)) / 2, and what they bring in time.
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/common/axes.hpp"
#include "kernels/common/plan_parts.hpp"
#include "kernels/common/tau_experiment.hpp"

namespace spinbench::ising2d {
namespace {

using namespace plans;

double relaxation(const Params& params) {
  const double beta = beta_of(params), inverse_length = std::fabs(std::log(1 / std::tanh(beta)) - 2 * beta);
  return relaxation_at(1 / inverse_length, params.real("L"));
}

const Register<Experiment> tau_registered{tau_experiment({
    .name = "tau_ising2d",
    .title = "2D Ising model: integrated autocorrelation times",
    .source = "Weigel 2012, section 3.4",
    .kernel = "ising2d_metropolis",
    .variants = {"row_order", "checkerboard", "crinkled", "tiled", "multispin", "multispin_tiled"},
    .exact = "ising2d",
    .defaults = {{"rng", std::string("philox4x32")},
                 {"L", std::int64_t{128}},
                 {"k", std::int64_t{10}},
                 {"tile", std::int64_t{16}},
                 {"beta", 0.43}},
    .relaxation = relaxation,
    .host_sweeps = 20'000,
    .accelerator_sweeps = 1'000'000,
})};

const std::pair<std::string, Values> L{"L", numbers({128})}, tile{"tile", numbers({16})},
    lcg{"rng", words({"lcg32_random"})};

Values betas(const std::vector<double>& values) { return {values.begin(), values.end()}; }

/// The paper's curves: k hits a visit and the sequential update. A host has fewer points.
std::vector<Sweep> times() {
  const std::pair<std::string, Values> beta{"beta", betas({0.38, 0.40, 0.42, 0.43, 0.435, 0.44, 0.445, 0.45, 0.46})},
      of_host{"beta", betas({0.40, 0.42, 0.43, 0.44, 0.45})};
  std::vector<Sweep> result = gpu("tiled", {L, tile, lcg, {"k", numbers({1, 2, 5, 10, 20, 50, 100})}, beta});
  result.push_back({"tiled", "cpu", {L, tile, lcg, {"k", numbers({1, 10, 100})}, of_host}});
  // In this order the paper's LCG has a bias (Table 1): the default generator.
  result.push_back({"row_order", "cpu", {L, of_host}});
  return result;
}

/// The same without the sequential update.
std::vector<Sweep> times_of_tiles() {
  std::vector<Sweep> result = times();
  result.pop_back();
  return result;
}

/// The time per flip by which they are rescaled, at each number of hits.
std::vector<Sweep> flip_times() {
  const std::pair<std::string, Values> beta{"beta", betas({0.44})};
  std::vector<Sweep> result = gpu("tiled", {L, tile, lcg, {"k", numbers({1, 2, 5, 10, 20, 50, 100})}, beta});
  result.push_back({"tiled", "cpu", {L, tile, lcg, {"k", numbers({1, 10, 100})}, beta}});
  return result;
}

/// At the critical point, beside the cluster updates of the same figure; a host as far as it goes in minutes. The
/// bit-sliced lattices start at L = 64.
std::vector<Sweep> critical() {
  const std::pair<std::string, Values> beta{"beta", betas({0.4406867935097715})}, philox{"rng", words({"philox4x32"})},
      sliced{"L", doubling(64, 512)};
  std::vector<Sweep> result = gpu("tiled", {{"L", doubling(32, 512)}, {"k", numbers({1})}, tile, philox, beta});
  append(result, gpu("multispin", {sliced, philox, beta}));
  result.push_back({"checkerboard", "cpu", {{"L", doubling(32, 128)}, philox, beta}});
  result.push_back({"multispin", "cpu", {{"L", doubling(64, 256)}, philox, beta}});
  return result;
}

Plan tau_plan(const std::string& id, const std::string& kernel, const std::string& title, std::vector<Sweep> sweeps) {
  return {id, kernel, title, true, std::move(sweeps)};
}

const Register<Plan> fig5{
    tau_plan("weigel2012-fig5", "tau_ising2d", "Weigel 2012, Fig. 5: autocorrelation time of the energy", times())};
const Register<Plan> fig6{tau_plan("weigel2012-fig6", "tau_ising2d",
                                   "Weigel 2012, Fig. 6: the same in units of time, with the times per flip",
                                   times_of_tiles())};
const Register<Plan> fig6_times{tau_plan("weigel2012-fig6", "ising2d_metropolis",
                                         "Weigel 2012, Fig. 6: the time per flip at each number of hits",
                                         flip_times())};
const Register<Plan> tau_critical{
    tau_plan("tau-critical", "tau_ising2d", "2D Ising model at T_c: autocorrelation times of Metropolis", critical())};
const Register<Plan> tau_critical_times{tau_plan("tau-critical", "ising2d_metropolis",
                                                 "2D Ising model at T_c: the time per flip of Metropolis", critical())};

}  // namespace
}  // namespace spinbench::ising2d

// Autocorrelation times of the 3D Ising model.
#include <cmath>
#include <cstdint>
#include <string>

#include "kernels/common/axes.hpp"
#include "kernels/common/tau_experiment.hpp"

namespace spinbench::ising3d {
namespace {

/// xi is about |1 - K / K_c|^-0.63, K_c = 0.2216546; in three dimensions z is smaller than what relaxation_at() takes.
double relaxation(const Params& params) {
  const double distance = std::fabs(1 - beta_of(params) / 0.221654626);
  return relaxation_at(std::pow(distance, -0.63), params.real("L"));
}

const Register<Experiment> tau_registered{tau_experiment({
    .name = "tau_ising3d",
    .title = "3D Ising model: integrated autocorrelation times",
    .source = "after Weigel 2012, section 3.4",
    .kernel = "ising3d_metropolis",
    .variants = {"row_order", "checkerboard", "tiled", "multispin"},
    .exact = "ising3d",
    .defaults = {{"rng", std::string("philox4x32")},
                 {"L", std::int64_t{32}},
                 {"k", std::int64_t{10}},
                 {"tile", std::int64_t{8}},
                 {"beta", 0.215}},
    .relaxation = relaxation,
    .host_sweeps = 10'000,
    .accelerator_sweeps = 500'000,
})};

}  // namespace
}  // namespace spinbench::ising3d

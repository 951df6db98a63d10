// The kernel ising2d_population_annealing: a population of replicas of the two-dimensional ferromagnetic Ising model,
// H = -J sum_<ij> s_i s_j, J = 1, periodic boundaries, led from beta = 0 down in temperature by resampling and
// Metropolis sweeps; rule.hpp states the rule.
#include <algorithm>

#include "interface/registry.hpp"
#include "kernels/ising2d_population_annealing/axes.hpp"

namespace spinbench::annealing {
namespace {

/// Serial code with the same temperatures, on no more replicas and sweeps a step than it does in seconds: a flip's time
/// hangs on neither.
Kernel::Reference in_row_order(const Params& params) {
  Params serial;
  serial.set("replicas", std::min<std::int64_t>(params.integer("replicas"), 100));
  serial.set("theta", std::min<std::int64_t>(params.integer("theta"), 10));
  serial.set("rng", std::string("lcg32_random"));
  for (const char* name : {"L", "steps", "temperatures", "overlap", "beta_high"}) serial.set(name, params.at(name));
  return {"row_order", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "ising2d_population_annealing",
    .title = "2D Ising model, population annealing with Metropolis updates",
    .unit = "flip",
    .sources = {"M. Weigel, Simulating spin models on GPU: a tour (2015)",
                "L. Yu. Barash, M. Weigel, M. Borovsky, W. Janke, L. N. Shchur, Comput. Phys. Commun. 220, 341 (2017)"},
    .reference = in_row_order,
}};

}  // namespace
}  // namespace spinbench::annealing

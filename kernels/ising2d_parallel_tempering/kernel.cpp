// The kernel ising2d_parallel_tempering: replicas of the two-dimensional ferromagnetic Ising model, H = -J sum_<ij> s_i
// s_j, J = 1, periodic boundaries, each at a temperature of its own, which neighbours exchange; exchange.hpp states the
// rule.
#include <algorithm>

#include "interface/registry.hpp"
#include "kernels/ising2d_parallel_tempering/axes.hpp"

namespace spinbench::tempering {
namespace {

/// The paper's serial code with the same exchanges, but at least every hundred sweeps: to a core an exchange is no work
/// then, and the thousand sweeps before the next take a minute.
Kernel::Reference in_row_order(const Params& params) {
  Params serial;
  serial.set("L", std::min<std::int64_t>(params.integer("L"), 512));
  serial.set("rng", std::string("lcg32_random"));
  for (const char* name : {"replicas", "exchange", "temperatures", "beta_low", "beta_high"})
    serial.set(name, params.at(name));
  serial.set("exchange", std::min<std::int64_t>(params.integer("exchange"), 100));
  return {"row_order", "cpu", serial};
}

const Register<Kernel> kernel_registered{{
    .name = "ising2d_parallel_tempering",
    .title = "2D Ising model, parallel tempering with Metropolis updates",
    .unit = "flip",
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 6"},
    .reference = in_row_order,
}};

}  // namespace
}  // namespace spinbench::tempering

// The kernel heisenberg3d_parallel_tempering: replicas of the classical Heisenberg spin glass on the simple cubic
// lattice, H = -sum_<ij> J_ij s_i . s_j, |s_i| = 1, periodic boundaries, J_ij normally distributed with mean 0 and
// variance 1, or all 1; each at a temperature of its own, which neighbours exchange, each realization of the couplings
// by itself. n_hb sweeps of the heat bath take turns with n_or of over-relaxation.
// kernels/common/tempering/exchange.hpp states the rule of exchanges.
#include <algorithm>

#include "interface/registry.hpp"

namespace spinbench::vector_tempering {
namespace {

/// One realization, spin by spin, with the same exchanges.
Kernel::Reference serial(const Params& params) {
  Params result;
  result.set("L", std::min<std::int64_t>(params.integer("L"), 16));
  result.set("realizations", std::int64_t{1});
  result.set("rng", std::string("lcg32_random"));
  for (const char* name :
       {"replicas", "copies", "exchange", "n_hb", "n_or", "couplings", "precision", "beta_low", "beta_high"})
    result.set(name, params.at(name));
  return {"checkerboard", "cpu", result};
}

const Register<Kernel> kernel_registered{{
    .name = "heisenberg3d_parallel_tempering",
    .title = "3D Heisenberg spin glass, parallel tempering with heat bath and over-relaxation",
    .unit = "flip",
    .sources = {"M. Weigel, GPU computing tour (2015), slides \"Heisenberg spin glass\"",
                "M. Weigel, J. Comput. Phys. 231, 3064 (2012), section 6, for the exchanges"},
    .reference = serial,
}};

}  // namespace
}  // namespace spinbench::vector_tempering

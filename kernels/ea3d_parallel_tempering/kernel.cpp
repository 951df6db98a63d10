// The kernel ea3d_parallel_tempering: replicas of the three-dimensional Edwards-Anderson spin glass with bimodal
// couplings, H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, periodic boundaries, each at a temperature of its own,
// which neighbours exchange, each realization of the couplings by itself. kernels/common/tempering/exchange.hpp states
// the rule.
#include <algorithm>

#include "interface/registry.hpp"
#include "kernels/ea3d_parallel_tempering/axes.hpp"

namespace spinbench::glass_tempering {
namespace {

/// One word of realizations, spin by spin, with the same exchanges.
Kernel::Reference serial(const Params& params) {
  Params result;
  result.set("L", std::min<std::int64_t>(params.integer("L"), 16));
  result.set("systems", std::int64_t{1});
  result.set("rng", std::string("philox4x32"));
  for (const char* name : {"replicas", "copies", "exchange", "couplings", "beta_low", "beta_high"})
    result.set(name, params.at(name));
  return {"single_spin", "cpu", result};
}

const Register<Kernel> registered{{
    .name = "ea3d_parallel_tempering",
    .title = "3D Edwards-Anderson spin glass, parallel tempering with Metropolis updates",
    .unit = "flip",
    .sources = {"Y. Fang et al., Comput. Phys. Commun. 185, 2467 (2014)",
                "M. Lulli, M. Bernaschi, G. Parisi, Comput. Phys. Commun. 196, 290 (2015)"},
    .reference = serial,
}};

}  // namespace
}  // namespace spinbench::glass_tempering

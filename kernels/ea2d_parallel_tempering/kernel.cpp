// The kernel ea2d_parallel_tempering: replicas of the two-dimensional Edwards-Anderson spin glass with bimodal
// couplings, H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, periodic boundaries, each at a temperature of its own,
// which neighbours exchange, each realization of the couplings by itself. kernels/common/tempering/exchange.hpp states
// the rule.
#include "interface/registry.hpp"
#include "kernels/common/glass_tempering/axes.hpp"

namespace spinbench::glass_tempering {
namespace {

const Register<Kernel> kernel_registered{{
    .name = "ea2d_parallel_tempering",
    .title = "2D Edwards-Anderson spin glass, parallel tempering with Metropolis updates",
    .unit = "flip",
    .times_in_ps = true,
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012), sections 5 and 6",
                "Y. Fang et al., Comput. Phys. Commun. 185, 2467 (2014)"},
    .reference = serial_reference,
}};

}  // namespace
}  // namespace spinbench::glass_tempering

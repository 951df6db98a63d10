// The kernel ea3d_parallel_tempering: replicas of the three-dimensional Edwards-Anderson spin glass with bimodal
// couplings, H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1, periodic boundaries, each at a temperature of its own,
// which neighbours exchange, each realization of the couplings by itself. kernels/common/tempering/exchange.hpp states
// the rule.
#include "interface/registry.hpp"
#include "kernels/common/glass_tempering/axes.hpp"

namespace spinbench::glass_tempering {
namespace {

const Register<Kernel> kernel_registered{{
    .name = "ea3d_parallel_tempering",
    .title = "3D Edwards-Anderson spin glass, parallel tempering with Metropolis updates",
    .unit = "flip",
    .times_in_ps = true,
    .sources = {"Y. Fang et al., Comput. Phys. Commun. 185, 2467 (2014)",
                "M. Lulli, M. Bernaschi, G. Parisi, Comput. Phys. Commun. 196, 290 (2015)"},
    .reference = serial_reference,
}};

}  // namespace
}  // namespace spinbench::glass_tempering

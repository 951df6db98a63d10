// The kernel ising2d_wang_landau: walks in the space of energies by the inverse of an estimate of the density of states
// g that grows where they are (kernels/common/flat/rule.hpp has the rule), by an increment that falls as 1 / t in the
// end. H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/common/flat/model.hpp"

namespace spinbench::wang_landau {
namespace {

const Register<Kernel> kernel_registered{{
    .name = "ising2d_wang_landau",
    .title = "2D Ising model, Wang-Landau walkers",
    .unit = "flip",
    .sources = {"F. Wang, D. P. Landau, Phys. Rev. Lett. 86, 2050 (2001)",
                "R. E. Belardinelli, V. D. Pereyra, Phys. Rev. E 75, 046701 (2007)",
                "M. Weigel, Simulating spin models on GPU: a tour (2015)"},
    .reference = flat::one_walker,
}};

}  // namespace
}  // namespace spinbench::wang_landau

// The kernel ising3d_metropolis: single-spin-flip Metropolis updates of the three-dimensional ferromagnetic Ising model
// on the simple cubic lattice, H = -J sum_<ij> s_i s_j, J = 1, periodic boundaries. K_c = 0.221654626(5) (A. M.
// Ferrenberg, J. Xu, D. P. Landau, Phys. Rev. E 97, 043301 (2018)).
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"

namespace spinbench::ising3d {
namespace {

const Register<Kernel> kernel_registered{{
    .name = "ising3d_metropolis",
    .title = "3D Ising model, single-spin-flip Metropolis",
    .unit = "flip",
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012)"},
    .reference = [](const Params& params) { return in_row_order(params, 256); },
}};

}  // namespace
}  // namespace spinbench::ising3d

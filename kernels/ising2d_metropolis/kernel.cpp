// The kernel ising2d_metropolis: single-spin-flip Metropolis updates of the two-dimensional ferromagnetic Ising model,
// H = -J sum_<ij> s_i s_j, J = 1, periodic boundaries.
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"

namespace spinbench::ising2d {
namespace {

const Register<Kernel> kernel_registered{{
    .name = "ising2d_metropolis",
    .title = "2D Ising model, single-spin-flip Metropolis",
    .unit = "flip",
    .sources = {"M. Weigel, J. Comput. Phys. 231, 3064 (2012)",
                "M. Weigel, Simulating spin models on GPU: a tour, talk at LSU (2015)"},
    .reference = [](const Params& params) { return in_row_order(params, 4096); },
}};

}  // namespace
}  // namespace spinbench::ising2d

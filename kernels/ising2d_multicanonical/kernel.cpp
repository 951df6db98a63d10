// The kernel ising2d_multicanonical: walks in the space of energies, with weights 1 / g(E) of an estimate of the
// density of states g that is fixed (kernels/common/flat/rule.hpp has the rule, flat::kaufman_weights() the estimate),
// so that all energies are visited about equally often. H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/common/flat/model.hpp"

namespace spinbench::multicanonical {
namespace {

const Register<Kernel> kernel_registered{{
    .name = "ising2d_multicanonical",
    .title = "2D Ising model, multicanonical walkers",
    .unit = "flip",
    .sources = {"B. A. Berg, T. Neuhaus, Phys. Rev. Lett. 68, 9 (1992)",
                "J. Gross, J. Zierenberg, M. Weigel, W. Janke, Comput. Phys. Commun. 224, 387 (2018)",
                "M. Weigel, Simulating spin models on GPU: a tour (2015)"},
    .reference = flat::one_walker,
}};

}  // namespace
}  // namespace spinbench::multicanonical

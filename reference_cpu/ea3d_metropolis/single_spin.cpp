// The three-dimensional Edwards-Anderson model spin by spin; reference_cpu/common/single_spin_glass.hpp.
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
#include "interface/registry.hpp"
#include "kernels/ea3d_metropolis/axes.hpp"
#include "kernels/ea3d_metropolis/physics.hpp"
#include "reference_cpu/common/single_spin_glass.hpp"

namespace spinbench::ea3d {
namespace {

const Register<Variant> registered{{
    .kernel = "ea3d_metropolis",
    .name = "single_spin",
    .backend = "cpu",
    .title = "serial, spin by spin; with word 1 each realization has its own random numbers",
    .source = "Weigel 2012, section 5, CPU",
    .axes = {axis_L(), axis_systems(1), axis_replicas(1), axis_word({"1", "32", "64", "128"}), axis_couplings(),
             axis_spin_glass_rng(), axis_beta()},
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return colours_unsupported(params); },
    .memory_bytes = [](const Params& params) { return single_spin_glass_bytes(3, params); },
    .make = make_single_spin_glass<3>,
    .physics = single_spin_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::ea3d

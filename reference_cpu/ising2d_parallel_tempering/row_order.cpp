// The paper's CPU code (Weigel 2012, section 6): replica after replica, site after site along the memory, a stream for
// each replica, and an exchange of temperatures every 100 sweeps: 11 ns a flip, exchanges included.
// H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/ising2d_parallel_tempering/physics.hpp"
#include "reference_cpu/ising2d_parallel_tempering/tempered.hpp"

namespace spinbench::tempering {
namespace {

const Register<Variant> registered{{
    .kernel = "ising2d_parallel_tempering",
    .name = "row_order",
    .backend = "cpu",
    .title = "serial, replica after replica, loops in row order",
    .source = "Weigel 2012, section 6, CPU",
    .axes = with_tempering({axis_L(256), axis_rng(of_single_spins, "lcg32_random")}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
    .memory_bytes = [](const Params& params) { return sites_of(params, 2) * params.real("replicas"); },
    .make = make_tempered<ising2d::ReplicasInRows>,
    .bit_cases = small_cases,
    .physics = serial_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::tempering

// The plain serial code: replica after replica, site after site along the memory, a stream for each replica, and the
// population resampled behind theta sweeps. H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/ising2d_population_annealing/physics.hpp"
#include "reference_cpu/ising2d_population_annealing/population.hpp"

namespace spinbench::annealing {
namespace {

const Register<Variant> registered{{
    .kernel = "ising2d_population_annealing",
    .name = "row_order",
    .backend = "cpu",
    .title = "serial, replica after replica, loops in row order",
    .source = "after Weigel 2015, population annealing",
    .axes = with_annealing({axis_L(64), axis_replicas(100), axis_rng(of_single_spins, "lcg32_random")}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return annealing_unsupported(params); },
    .memory_bytes =
        [](const Params& params) { return sites_of(params, 2) * params.real("replicas") + tables_bytes(params); },
    .make = make_population<ising2d::ReplicasInRows>,
    .bit_cases = small_cases,
    .physics = serial_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::annealing

// The oracle of single_spin: the double checkerboard of Weigel 2012, section 3.2, on each replica, with the streams of
// kernels/common/square_lattice.hpp, numbered through the replicas. H = -J sum_<ij> s_i s_j, J = 1.
#include "interface/registry.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_population_annealing/physics.hpp"
#include "reference_cpu/ising2d_population_annealing/population.hpp"

namespace spinbench::annealing {
namespace {

const Register<Variant> registered{{
    .kernel = "ising2d_population_annealing",
    .name = "tiled",
    .backend = "cpu",
    .title = "serial, double checkerboard on each replica",
    .source = "after Weigel 2012, section 3.2, and Weigel 2015, population annealing",
    .axes = with_annealing(
        {axis_L(64), axis_replicas(100), axis_k(), ising2d::axis_tile(), axis_rng(of_single_spins, "lcg32_random")}),
    .oracle = "",
    .unsupported = [](const Params& params, const Device&) { return tiled_unsupported(params); },
    .memory_bytes =
        [](const Params& params) {
          return sites_of(params, 2) * params.real("replicas") * (1 + rng::state_bytes(params.word("rng")) / 4) +
                 tables_bytes(params);
        },
    .make = make_population<ising2d::ReplicasInTiles>,
    .bit_cases = small_cases,
    .physics = serial_tiled_physics,
    .look = look,
}};

}  // namespace
}  // namespace spinbench::annealing

// Population annealing with a byte or more a spin: the double checkerboard of Weigel 2012, section 3.2, on all replicas
// at once, tiles of one replica beside those of the next, and the same resampling in place.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// A flip costs what it costs in ising2d_metropolis/tiled: 16 B of shared memory, 14 instructions with lcg32, and with
// int8 (3 + boundary + 2 for the state) / k B of device memory. A resampling reads each spin once and moves the share
// of the population that must move: 1 + 2 m B a spin and step with int8.
#include "interface/registry.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_population_annealing/gpu_tiled.cuh"
#include "kernels/ising2d_population_annealing/physics.hpp"

namespace spinbench::annealing {

namespace {

const Register<Variant> single_spin{{
    .kernel = "ising2d_population_annealing",
    .name = "single_spin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "double checkerboard on all replicas, systematic resampling in place on the device",
    .source = "this suite, after Weigel 2015 and Barash et al. 2017",
    .axes = with_annealing({axis_L(64), axis_replicas(10000), axis_k(), ising2d::axis_tile(),
                            axis_rng(of_single_spins_on_gpus, "lcg32_random"),
                            Axis::word("spin", "int8", {"int8", "int32"}, "storage type of a spin"), axis_launch()}),
    .oracle = "tiled",
    .unsupported = [](const Params& params, const Device&) -> std::string {
      if (params.integer("tile") != PopulationTile::side)
        return "on GPUs population annealing is built for tiles of side " + std::to_string(PopulationTile::side) +
               ": take tile=" + std::to_string(PopulationTile::side);
      if (const std::string launch = launch_unsupported(params); !launch.empty()) return launch;
      return tiled_unsupported(params);
    },
    .memory_bytes =
        [](const Params& params) {
          return sites_of(params, 2) * params.real("replicas") *
                     (bytes_of_spin(params) + rng::state_bytes(params.word("rng")) / 4) +
                 tables_bytes(params);
        },
    .make = make_tiled_population,
    .bit_cases = tiled_population_cases,
    .physics = tiled_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::annealing

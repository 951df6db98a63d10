// Population annealing on bit-sliced lattices: the update of ising2d_metropolis/multispin, one launch a colour for the
// whole population, and a resampling in place that moves no more bits than must move; rule.hpp states the rule,
// gpu_resampling.cuh its launches.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory decides, since a population that is worth it is larger than any cache (L = 64, R = 10^6: 512 MB): 3 bits =
// 0.375 B a flip; a resampling counts the energies, 0.125 B a spin, and moves the share m of the population, 0.25 m B a
// spin. So with theta sweeps a step the sweeps take 3 theta of 3 theta + 1 + 2 m parts of the bytes: 95.8% with theta =
// 10 and m = 0.15, and no faster than 3.35e12 / 0.375 / 1.044 = 8,560 flips/ns on a card of 3.35 TB/s. Operations as in
// ising2d_metropolis/multispin: 1.3 ALU and 0.85 multiply-adds a flip with mwc64x.
#include "interface/registry.hpp"
#include "kernels/ising2d_population_annealing/gpu_multispin.cuh"
#include "kernels/ising2d_population_annealing/physics.hpp"

namespace spinbench::annealing {

namespace {

const Register<Variant> multispin{{
    .kernel = "ising2d_population_annealing",
    .name = "multispin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "one bit a spin, systematic resampling in place on the device",
    .source = "this suite, after Weigel 2015 and Barash et al. 2017",
    .axes =
        with_annealing({axis_L(64), axis_replicas(100000), axis_words(), axis_rng(of_bits, "mwc64x"), axis_launch()}),
    .oracle = "multispin_plain",
    .unsupported = [](const Params& params, const Device&) { return multispin_population_unsupported(params); },
    .memory_bytes =
        [](const Params& params) { return sites_of(params, 2) * params.real("replicas") / 8 + tables_bytes(params); },
    .make = make_multispin_population,
    .bit_cases = multispin_population_cases,
    .physics = multispin_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::annealing

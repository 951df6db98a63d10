// Parallel tempering of spin glasses on a GPU, after Fang et al. 2014: bits of a word by realization, temperatures by
// word. The update is ea3d_metropolis/standard with thresholds by replica; every `exchange` sweeps the bonds of all
// lattices are counted, a block for each system decides, and spins change places under masks: a realization exchanges
// by itself.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// For 32 flips, a word at one temperature, with R replicas: memory 12 + 24 / R B (13.5 B for 16, 0.42 B a flip), 22
// operations for the decision and ten for its share of the places and of the random number. An exchange takes, for each
// word, 12 + 12 / R B and 55 operations, of which 54 count the bonds: by these numbers a sweep or two, a tenth to
// a sixth of the time with ten sweeps between exchanges. Spins that move are 8 B a word and 3 operations for two;
// temperatures that move would cost 48 operations a word and attempt (kernels/common/glass_tempering/exchange.hpp).
#include "interface/registry.hpp"
#include "kernels/ea3d_parallel_tempering/gpu_glass_replicas.cuh"

namespace spinbench::glass_tempering::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> glass_replicas_registered{{
    .kernel = "ea3d_parallel_tempering",
    .name = "standard",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "32 realizations a word, a temperature for each word, spins exchanged by their bits",
    .source = "this suite, after Lulli 2015, section 2, and Fang et al. 2014",
    .axes = with_tempering(3, {Axis::integer("block", 256, 32, most_threads, "threads a block"), axis_launch()}),
    .oracle = "single_spin",
    .follower = "standard",
    .unsupported = [](const Params& params, const Device&) { return glass_replicas_unsupported(params); },
    .memory_bytes = tempering_bytes,
    .make = make_glass_replicas,
    .bit_cases = glass_replicas_cases,
    .physics = physics<3>,
    .look = look<3>,
}};

}  // namespace

}  // namespace spinbench::glass_tempering::SPINBENCH_GPU_NAMESPACE

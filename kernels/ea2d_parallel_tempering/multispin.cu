// Parallel tempering of square spin glasses on a GPU: bits of a word by realization, temperatures by word. The update
// is ea2d_metropolis/multispin with words of 32 and thresholds by lattice; every `exchange` sweeps the bonds of all
// lattices are counted, each realization decides for itself, and spins change places under masks.
//
// H = -J sum_<ij> J_ij s_i s_j, J = 1, J_ij = +-1.
//
// L = 16: a block has a system's temperatures in registers, bond by bond, 16 lanes each, through all sweeps and
// exchanges of a launch. Memory: 16 B a word and launch. Instructions, of 32 flips, a word at one temperature: eight
// logic operations, two words handed over, two comparisons, which are four turns of multiply-adds, and a number of
// philox4x32, 4.75 logic operations and 9 turns of multiply-adds: one random word for 32 flips. So a flip takes 13 / 32
// turns of multiply-adds and 12.75 / 32 of logic: 0.024 ps at 16.7 T/s of either pipe (132 multiprocessors, 64 lanes,
// at 1.98 GHz), 0.020 ps by the instructions started. The machine code for sm_90 has, for two sweeps of a column, 1024
// flips a lane: 793 instructions, 446 of logic (the least is 408), 64 words handed over. An exchange counts 32 bonds a
// lane, hands over their sum, decides one pair of one realization and moves 33 words: 589 instructions with all of
// their ways, where a sweep has 397, so that with ten sweeps between exchanges it is an eighth of the time at most. 128
// registers, 16 warps a multiprocessor, nothing spilled, 40,000 B of shared memory a block.
// Reached on an H100, held (results/recorded/h100-ea2d-tempering.json, 2112 systems, one repetition): 0.0473 ps with an
// exchange every ten sweeps and 0.0424 with one every 100, 53% and 58% of the ALU's bound by the rates of that card: an
// exchange of ten sweeps takes a tenth. What holds the update itself there was not looked into.
// Other L: a block has a lattice in shared memory through the sweeps from one exchange to the next: 40 B of shared
// memory a word and attempt (1.25 B a flip), of device memory 8 + 8 / R B a word and exchange, and 16 B for two words
// that change spins, by a second launch.
#include "interface/registry.hpp"
#include "kernels/ea2d_parallel_tempering/gpu_square_replicas.cuh"

namespace spinbench::glass_tempering::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> square_replicas_registered{{
    .kernel = "ea2d_parallel_tempering",
    .name = "multispin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "32 realizations a word, a temperature for each word, L = 16 in registers through sweeps and exchanges",
    .source = "this suite, after Weigel 2012, sections 5 and 6, and Fang et al. 2014",
    .axes = with_tempering(2, {}),
    .oracle = "single_spin",
    .follower = "multispin_plain",
    .unsupported = [](const Params& params, const Device&) { return tempering_unsupported(params); },
    .memory_bytes = square_tempering_bytes,
    .make = make_square_replicas,
    .bit_cases = square_replicas_cases,
    .physics = physics<2>,
    .look = look<2>,
}};

}  // namespace

}  // namespace spinbench::glass_tempering::SPINBENCH_GPU_NAMESPACE

// Parallel tempering on bit-sliced lattices: the update of ising2d_metropolis/multispin, one launch a colour for all
// replicas, or one for all sweeps between exchanges, each with the thresholds of its temperature;
// kernels/ising2d_metropolis/multispin.hpp states layout and rule. Every `exchange` sweeps the bonds are counted, and
// one block exchanges temperatures.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Memory: 3 bits = 0.375 B a flip, and 0.125 B a spin for each exchange. Operations as in ising2d_metropolis/multispin:
// with mwc64x 42 to 45 on the ALU a word of 32 spins, by launch and temperatures, 1.3 to 1.4 a flip. 20 lattices of
// 1024 x 1024 are 2.6 MB: they stay in an H200's L2, and the ALU is the bound, 11,800 flips/ns with persistent and
// 12,000 with graph (h100-tempering-multispin.json, h100-weigel2012-fig15.json), where launches bound more: a colour
// takes less than 2 us. With launch persistent the replicas stay in shared memory between exchanges, six
// blocks each of these 20 (kernels/ising2d_metropolis/gpu_multispin_strips.cuh), one tile a thread.
// docs/kernels/ising2d_parallel_tempering.md has what was reached: 38% of the ALU's bound on an H100, by 22 warps a
// multiprocessor for its 688 tiles, which meet at a barrier each half-sweep.
#include "interface/registry.hpp"
#include "kernels/ising2d_parallel_tempering/gpu_multispin.cuh"
#include "kernels/ising2d_parallel_tempering/physics.hpp"

namespace spinbench::tempering {

namespace {

const Register<Variant> registered{{
    .kernel = "ising2d_parallel_tempering",
    .name = "multispin",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "one bit a spin, thresholds by replica, exchanges on the device",
    .source = "this suite, after Weigel 2012, section 6",
    .axes = with_tempering({axis_L(1024), axis_words(), axis_rng(of_bits, "mwc64x"), axis_launch()}),
    .oracle = "multispin_plain",
    .unsupported = [](const Params& params, const Device&) { return multispin_replicas_unsupported(params); },
    .memory_bytes = [](const Params& params) { return sites_of(params, 2) * params.real("replicas") / 8 + 1e6; },
    .make = make_multispin_replicas,
    .bit_cases = multispin_replica_cases,
    .physics = multispin_physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::tempering

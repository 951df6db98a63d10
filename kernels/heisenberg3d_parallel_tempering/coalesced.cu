// Parallel tempering of Heisenberg spin glasses on a GPU: heat bath and over-relaxation of heisenberg3d_heatbath, a
// lattice for each number in the grid's second direction, colours apart, a thread `spins` sites one behind the other
// along y. Every `exchange` sweeps the energies are summed, a block for each realization decides, and temperatures
// change hands; spins stay where they are, and no word crosses the bus.
//
// H = -sum_<ij> J_ij s_i . s_j, |s_i| = 1, J_ij Gaussian.
//
// Bytes a flip in float, of R replicas: by the heat bath the new spin 12, the other colour's 12 and couplings 24 / R,
// which both colours read and all replicas of a realization share, where a cache holds them from one replica to the
// next; by over-relaxation the old spin 12 beside. With four of five sweeps by over-relaxation and R = 32 that is 34.4
// (58 where each replica reads its couplings from memory), and an exchange reads spins and couplings once more, 1.2 B a
// flip with ten sweeps between exchanges: 35.6 B, 8.3 ps at the 4.27 TB/s that an H200 copies at. lcg32_random has 8 B
// of state in and out for each heat-bath update beside. Two launches a sweep and two an exchange.
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/heisenberg3d_parallel_tempering/gpu_replicas.cuh"

namespace spinbench::vector_tempering::inline SPINBENCH_GPU_NAMESPACE {

namespace {

const Register<Variant> replicas_registered{{
    .kernel = "heisenberg3d_parallel_tempering",
    .name = "coalesced",
    .backend = SPINBENCH_GPU_BACKEND,
    .title = "one thread some sites of a lattice, temperatures exchanged on the device",
    .source = "this suite, after Weigel 2015",
    .axes = with_tempering({heisenberg::axis_rows_a_thread(4), axis_launch()}),
    .oracle = "checkerboard",
    .follower = "vector",
    .unsupported = [](const Params& params, const Device&) { return replicas_unsupported(params); },
    .memory_bytes = tempering_bytes,
    .make = make_replicas,
    .bit_cases = replicas_cases,
    .physics = physics,
    .look = look,
}};

}  // namespace

}  // namespace spinbench::vector_tempering::SPINBENCH_GPU_NAMESPACE

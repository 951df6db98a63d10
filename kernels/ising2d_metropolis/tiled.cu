// v5 of Weigel's tour and the code of Weigel 2012 (sections 3.2, 3.4, 3.5): the double checkerboard. A launch serves
// the even coarse tiles, the next the odd ones. A block loads its T x T tile and a boundary layer into shared memory,
// T^2/2 threads update two sites each, k times (all even sites of the tile, a barrier, all odd ones, a barrier), and
// write back. gpu_tiled.cuh has the geometry, kernels/common/gpu_tiled.cuh the
// update and the launches.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// Beyond the paper: a thread keeps its two sites, which are neighbours, and its stream in registers, so that an update
// loads three neighbours and stores one spin; the two thresholds are registers, too; rows are spaced so that no two
// lanes meet in a bank; small tiles share a block and need no block barrier, since a warp holds whole tiles. The tile
// is int32 in shared memory for every `spin`, which is the type in device memory.
//
// Per flip: 4 shared-memory accesses of 4 B, 16 B: at 128 B a clock and multiprocessor an H200 (132 x 1.98 GHz) allows
// 2091 flips/ns. 5.25 operations on the ALU, 4 turns of multiply-adds and 14 instructions in all a flip (lcg32; by the
// machine code for sm_90) leave 2430 flips/ns at 128 lanes a clock that the schedulers start. Device memory, int32 and
// lcg32: (12 + boundary) / k B a flip, the bound at k = 1 only.
// Held on an H200 at L = 16384, lcg32_random (results/recorded/h200-paper-ising.json): at k = 100, 91% of the measured
// shared-memory rate with T = 4 and 8, 78% with 16 and 84% with 32, where warps wait for each other at the block's
// barriers; at k = 1, T = 16, 72% of the memory's, at the power limit.
#include <memory>

#include "backends/gpu/delay.hpp"
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/common/slowed.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/gpu_checkerboard.cuh"
#include "kernels/ising2d_metropolis/physics.hpp"
#include "kernels/ising2d_metropolis/tiled_sides.hpp"

namespace spinbench::ising2d {

namespace {

std::unique_ptr<Simulation> make_tiled(const Params& params, std::uint64_t seed) {
  switch (params.integer("tile")) {
    case 4:
      return make_tiled_of_side<4>(params, seed);
    case 8:
      return make_tiled_of_side<8>(params, seed);
    case 16:
      return make_tiled_of_side<16>(params, seed);
    case 32:
      return make_tiled_of_side<32>(params, seed);
    default:
      throw Unsupported("tile " + std::to_string(params.integer("tile")) +
                        " is not built for GPUs: take 4, 8, 16 or 32");
  }
}

Variant tiled_variant() {
  Variant variant;
  variant.kernel = "ising2d_metropolis";
  variant.name = "tiled";
  variant.backend = SPINBENCH_GPU_BACKEND;
  variant.title = "double checkerboard in shared memory, k hits a tile visit";
  variant.source = "Weigel 2012, section 3.2; Weigel 2015, v5";
  variant.axes = {axis_L(),       axis_k(),   axis_tile(),         axis_order(),
                  axis_measure(), axis_rng(), axis_draw("always"), axis_spin(),
                  axis_launch(),  axis_beta()};
  variant.oracle = "tiled";
  variant.physics = tiled_physics;
  variant.look = look;
  variant.bit_cases = tiled_bit_cases<2>;
  variant.unsupported = [](const Params& params, const Device&) -> std::string {
    const auto tile = params.integer("tile");
    if (tile != 4 && tile != 8 && tile != 16 && tile != 32) return "on GPUs tile is 4, 8, 16 or 32";
    const std::string reason = tiled_unsupported(params);
    return reason.empty() ? gpu_unsupported(params) : reason;
  };
  variant.memory_bytes = [](const Params& params) {
    const double state = rng::state_bytes(params.word("rng"), params.real("tile") * params.real("tile") / 2);
    return params.real("L") * params.real("L") * (spin_bytes(params) + state / 4) + 1e6;
  };
#ifdef SPINBENCH_SLOWED_TILED
  variant.make = slowed(make_tiled, [] { return gpu::Delay(SPINBENCH_SLOWED_TILED); });
#else
  variant.make = make_tiled;
#endif
  return variant;
}

const Register<Variant> registered{tiled_variant()};

}  // namespace

}  // namespace spinbench::ising2d

// Parallel tempering as in Weigel 2012, section 6: the double checkerboard of section 3.2 on all replicas at once,
// tiles of one replica beside those of the next, each with the Boltzmann factors of its temperature. Energies are
// tracked flip by flip and reduced over tiles. Every `exchange` sweeps neighbours in temperature try to swap their
// temperatures; spins stay where they are.
//   host_exchange    the paper's: the host reads the energies, decides and writes the factors
//   device_exchange  no word crosses the bus, and updates decide
//
// With device_exchange each block of the update behind an exchange decides it for its own replica while its spins are
// on the way, all to the same end: by a table of the differences of energies up to which each pair is exchanged, which
// a launch makes for all exchanges of a graph from their random words. The last exchange of a graph, of one to 64 steps
// by their launches, has a launch of its own: one block's.
//
// H = -J sum_<ij> s_i s_j, J = 1.
//
// A flip costs what it costs in ising2d_metropolis/tiled, and an addition for the energy: 16 B of shared memory, 14
// instructions with lcg32, (12 + boundary) / k B of device memory with int32. So the bound is that variant's: shared
// memory at k = 100, 2091 flips/ns on an H200, device memory at k = 1. An exchange reads 2 counters of each replica:
// with the host two copies and two waits, some tens of microseconds; on the device a warp of each block reads what the
// exchange stands on, 0.9 KB for 20 replicas beside 2.3 KB of spins and streams, before its spins, and compares when
// they are there: some tens of instructions, which no exponential and no random word waits for.
#include "interface/registry.hpp"
#include "kernels/common/cases.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_parallel_tempering/gpu_tiled.cuh"
#include "kernels/ising2d_parallel_tempering/physics.hpp"

namespace spinbench::tempering {

namespace {

Axis axis_spin() { return Axis::word("spin", "int32", {"int8", "int32"}, "storage type of a spin"); }

Variant tiled_variant(const char* name, const char* title, const char* source) {
  Variant variant;
  variant.kernel = "ising2d_parallel_tempering";
  variant.name = name;
  variant.backend = SPINBENCH_GPU_BACKEND;
  variant.title = title;
  variant.source = source;
  variant.axes = {axis_L(256), axis_k(), ising2d::axis_tile(), axis_rng(of_single_spins_on_gpus, "lcg32_random"),
                  axis_spin()};
  variant.oracle = "tiled";
  variant.unsupported = [](const Params& params, const Device&) -> std::string {
    if (params.integer("tile") != ReplicaTile::side)
      return "on GPUs tempering is built for tiles of side " + std::to_string(ReplicaTile::side) +
             ": take tile=" + std::to_string(ReplicaTile::side);
    if (params.has("launch"))
      if (const std::string launch = launch_unsupported(params); !launch.empty()) return launch;
    return tiled_unsupported(params);
  };
  variant.memory_bytes = [](const Params& params) {
    const double spin = params.word("spin") == "int8" ? 1 : 4;
    return sites_of(params, 2) * params.real("replicas") * (spin + rng::state_bytes(params.word("rng")) / 4) + 1e6;
  };
  variant.bit_cases = tiled_replica_cases;
  variant.physics = tiled_physics;
  variant.look = look;
  return variant;
}

Variant host_variant() {
  Variant variant = tiled_variant("host_exchange", "double checkerboard on all replicas, exchanges on the host",
                                  "Weigel 2012, section 6");
  variant.axes = with_tempering(variant.axes);
  variant.make = make_tiled_replicas<ExchangesByHost>;
  return variant;
}

Variant device_variant() {
  Variant variant = tiled_variant("device_exchange", "double checkerboard on all replicas, exchanges on the device",
                                  "this suite, after Weigel 2012, section 6");
  variant.axes.push_back(axis_launch());
  variant.axes = with_tempering(variant.axes);
  variant.make = make_tiled_replicas<ExchangesOnDevice>;
  return variant;
}

const Register<Variant> by_host{host_variant()}, on_device{device_variant()};

}  // namespace

}  // namespace spinbench::tempering

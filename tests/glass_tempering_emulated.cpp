// What the parallel tempering of spin glasses does on a GPU, on a device that this host plays (tests/emulated): the
// oracle's spins, places and exchanges, to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/ea3d_parallel_tempering/gpu_glass_replicas.cuh"
#include "tests/glass_tempering_on_device.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::glass_tempering;

const GlassTempering cubic("ea3d_parallel_tempering");

/// On a device.
Params on_device(Params params) {
  params.set("block", std::int64_t{64});
  params.set("launch", std::string("graph"));
  return params;
}

}  // namespace

TEST_CASE("Emulated: replicas of spin glasses hold the oracle's spins", "[glass_tempering][emulated]") {
  // Threads beyond the last site, several blocks and systems; bonds counted by several blocks.
  for (const Params& one : {cubic.small_case(6, 3, 5, "philox4x32"), cubic.small_case(4, 2, 4, "minstd"),
                            cubic.small_case(14, 1, 2, "philox4x32")}) {
    Params params = on_device(one);
    if (params.integer("replicas") == 4) params.set("copies", std::int64_t{2});
    check_device_holds_the_oracles_spins(cubic, params, make_glass_replicas);
    for (const Params& proof : glass_replicas_cases(params, Device{}))
      REQUIRE(glass_replicas_unsupported(proof).empty());
  }
}

TEST_CASE("Emulated: a device's spin glasses take other temperatures, and go on from what was kept",
          "[glass_tempering][emulated]") {
  check_device_moves_and_resumes(cubic, on_device(cubic.small_case(4, 1, 3, "philox4x32")), make_glass_replicas);
}

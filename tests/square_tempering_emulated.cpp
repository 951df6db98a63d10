// What the parallel tempering of square spin glasses does on a GPU, on a device that this host plays (tests/emulated):
// the oracle's spins, places and exchanges, to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/ea2d_parallel_tempering/gpu_square_replicas.cuh"
#include "tests/glass_tempering_on_device.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::glass_tempering;

const GlassTempering square("ea2d_parallel_tempering");

Params small_case(std::int64_t L, std::int64_t systems, std::int64_t replicas, std::int64_t exchange) {
  Params params = square.small_case(L, systems, replicas, "philox4x32");
  params.set("exchange", exchange);
  return params;
}

}  // namespace

TEST_CASE("Emulated: replicas of square glasses hold the oracle's spins", "[glass_tempering][emulated]") {
  // In registers with idle lanes and without, and exchanges within a block of numbers; in shared memory with idle
  // threads, of one warp and of several.
  for (Params params :
       {small_case(16, 2, 3, 3), small_case(16, 1, 4, 2), small_case(12, 2, 3, 1), small_case(4, 3, 6, 2)}) {
    if (params.integer("replicas") == 4) params.set("copies", std::int64_t{2});
    check_device_holds_the_oracles_spins(square, params, make_square_replicas);
  }
  // Two pairs a thread.
  const Params large = small_case(48, 1, 2, 1);
  const auto found = make_square_replicas(large, 5), wanted = square.make("multispin_plain", large, 5);
  REQUIRE(holds_the_oracles_spins(*found, *wanted, {1, 2}));
  // Of whatever is timed a comparison has the path.
  for (const std::int64_t L : {6, 16, 46, 48, 64})
    for (const std::int64_t exchange : {10, 7}) {
      const Params timed = small_case(L, 1, 4, exchange);
      bool has_path = false;
      for (const Params& proof : square_replicas_cases(timed, Device{})) {
        REQUIRE(tempering_unsupported(proof).empty());
        has_path = has_path || square_replicas_path(proof) == square_replicas_path(timed);
      }
      CHECK(has_path);
    }
}

TEST_CASE("Emulated: a device's square glasses take other temperatures, and go on from what was kept",
          "[glass_tempering][emulated]") {
  for (const std::int64_t L : {16, 6})
    check_device_moves_and_resumes(square, small_case(L, 1, 3, 2), make_square_replicas);
}

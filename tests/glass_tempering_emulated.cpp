// What the parallel tempering of spin glasses does on a GPU, on a device that this host plays (tests/emulated): the
// oracle's spins, places and exchanges, to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/ea3d_parallel_tempering/gpu_glass_replicas.cuh"
#include "tests/glass_tempering.hpp"
#include "tests/tempered.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::glass_tempering;

}  // namespace

TEST_CASE("Emulated: replicas of spin glasses hold the oracle's spins", "[glass_tempering][emulated]") {
  // Threads beyond the last site, several blocks and systems; bonds counted by several blocks.
  for (const Params& one : {glass_tempering_case(6, 3, 5, "philox4x32"), glass_tempering_case(4, 2, 4, "minstd"),
                            glass_tempering_case(14, 1, 2, "philox4x32")}) {
    Params params = glass_tempering_case_on_device(one);
    if (params.integer("replicas") == 4) params.set("copies", std::int64_t{2});
    INFO(params.name());
    const auto found = make_glass_replicas(params, 21), wanted = make_glass_tempering("single_spin", params, 21);
    const int step = found->sweep_granularity();
    for (const int steps : {1, 10}) {
      found->sweep(steps * step);
      wanted->sweep(steps * step);
      REQUIRE(is_same_glass_tempering(*found, *wanted));
    }
    for (const char* name : {"energy", "tempering"})
      REQUIRE(found->series(name, 2, step).values == wanted->series(name, 2, step).values);
    for (const Params& proof : glass_replicas_cases(params, Device{}))
      REQUIRE(glass_replicas_unsupported(proof).empty());
  }
}

TEST_CASE("Emulated: a device's spin glasses take other temperatures, and go on from what was kept",
          "[glass_tempering][emulated]") {
  const Params params = glass_tempering_case_on_device(glass_tempering_case(4, 1, 3, "philox4x32"));
  const auto first = make_glass_replicas(params, 3), second = make_glass_replicas(params, 3),
             wanted = make_glass_tempering("single_spin", params, 3);
  check_moves_and_resumes(*first, *second, *wanted, {0.2, 0.5, 0.7}, is_same_glass_tempering);
}

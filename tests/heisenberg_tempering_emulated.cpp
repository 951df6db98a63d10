// What the parallel tempering of Heisenberg spin glasses does on a GPU, on a device that this host plays
// (tests/emulated): the oracle's spins, places and exchanges, to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/heisenberg3d_parallel_tempering/gpu_replicas.cuh"
#include "tests/heisenberg_tempering.hpp"
#include "tests/tempered.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::vector_tempering;

}  // namespace

TEST_CASE("Emulated: replicas of vectors hold the oracle's spins", "[vector_tempering][emulated]") {
  // Threads beyond the lattice and a last row that is shorter, several blocks, a site a thread, both precisions, one
  // realization and several, two copies at a temperature.
  Params two = vector_tempering_case_on_device(vector_tempering_case(4, 2, 6, "philox4x32"));
  two.set("copies", std::int64_t{2});
  for (const Params& params :
       {vector_tempering_case_on_device(vector_tempering_case(6, 3, 5, "philox4x32")),
        vector_tempering_case_on_device(vector_tempering_case(10, 1, 2, "philox4x32"), 4),
        vector_tempering_case_on_device(vector_tempering_case(4, 2, 4, "lcg32_random", "double"), 2),
        vector_tempering_case_on_device(vector_tempering_case(10, 1, 2, "philox4x32"), 1),
        vector_tempering_case_on_device(vector_tempering_case(4, 1, 35, "philox4x32")), two}) {
    INFO(params.name());
    const auto found = make_replicas(params, 21), wanted = make_vector_tempering("checkerboard", params, 21);
    const int step = found->sweep_granularity();
    for (const int steps : {1, 11}) {
      found->sweep(steps * step);
      wanted->sweep(steps * step);
      REQUIRE(is_same_vector_tempering(*found, *wanted));
    }
    for (const char* name : {"energy", "tempering"})
      REQUIRE(found->series(name, 2, step).values == wanted->series(name, 2, step).values);
    const std::vector<Params> proofs = replicas_cases(params, Device{});
    bool on_path = false;
    for (const Params& proof : proofs) {
      REQUIRE(replicas_unsupported(proof).empty());
      on_path = on_path || replicas_path(proof) == replicas_path(params);
    }
    CHECK(on_path);
  }
}

TEST_CASE("Replicas of vectors that can run can be proved, on their own path", "[vector_tempering][emulated]") {
  for (const std::int64_t L : {8, 16, 34, 44, 216})
    for (const std::int64_t spins : {1, 3, 4, 16, 64}) {
      Params params = vector_tempering_case_on_device(vector_tempering_case(6, 1, 2, "philox4x32"), spins);
      params.set("L", L);
      INFO(params.name());
      bool any = false;
      for (const Params& proof : replicas_cases(params, Device{})) {
        REQUIRE(replicas_unsupported(proof).empty());
        CHECK(proof.integer("L") <= 32);
        any = any || replicas_path(proof) == replicas_path(params);
      }
      CHECK(any);
    }
}

TEST_CASE("Emulated: a device's vectors take other temperatures, and go on from what was kept",
          "[vector_tempering][emulated]") {
  for (const char* rng : {"philox4x32", "lcg32_random"}) {
    const Params params = vector_tempering_case_on_device(vector_tempering_case(4, 2, 3, rng));
    const auto first = make_replicas(params, 3), second = make_replicas(params, 3),
               wanted = make_vector_tempering("checkerboard", params, 3);
    check_moves_and_resumes(*first, *second, *wanted, {0.2, 0.5, 0.7}, is_same_vector_tempering);
  }
}

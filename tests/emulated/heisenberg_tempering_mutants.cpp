// Each bug that can be planted in the parallel tempering of Heisenberg spin glasses on a GPU is found, on a device that
// this host plays. Built with SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/heisenberg3d_parallel_tempering/gpu_replicas.cuh"
#include "tests/emulated/planted.hpp"
#include "tests/heisenberg_tempering.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::vector_tempering;

/// What verify compares, after some exchanges.
bool holds_the_oracles_spins() {
  const Params params = vector_tempering_case_on_device(vector_tempering_case(10, 2, 5, "philox4x32"));
  const auto found = make_replicas(params, 21), wanted = make_vector_tempering("checkerboard", params, 21);
  const int step = found->sweep_granularity();
  bool same = true;
  for (const int steps : {1, 5, 4}) {
    found->sweep(steps * step), wanted->sweep(steps * step);
    same = same && is_same_vector_tempering(*found, *wanted);
  }
  return same;
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's tempering of vectors is found, and nothing without one", "[mutants]") {
  CHECK(check_found_in("heisenberg3d_parallel_tempering/coalesced/gpu", holds_the_oracles_spins) == 9);
}

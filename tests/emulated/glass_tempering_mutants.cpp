// Each bug that can be planted in the parallel tempering of spin glasses on a GPU is found, on a device that this host
// plays. Built with SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/ea3d_parallel_tempering/gpu_glass_replicas.cuh"
#include "tests/emulated/planted.hpp"
#include "tests/glass_tempering.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::glass_tempering;

/// What verify compares, after some exchanges.
bool holds_the_oracles_spins() {
  const Params params = glass_tempering_case_on_device(glass_tempering_case(4, 2, 5, "philox4x32"));
  const auto found = make_glass_replicas(params, 21), wanted = make_glass_tempering("single_spin", params, 21);
  const int step = found->sweep_granularity();
  bool same = true;
  for (const int steps : {1, 5, 4}) {
    found->sweep(steps * step), wanted->sweep(steps * step);
    same = same && is_same_glass_tempering(*found, *wanted);
  }
  return same;
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's tempering of spin glasses is found, and nothing without one", "[mutants]") {
  CHECK(check_found_in("ea3d_parallel_tempering/standard/gpu", holds_the_oracles_spins) == 7);
}

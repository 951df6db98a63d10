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
bool is_right() {
  const GlassTempering cubic("ea3d_parallel_tempering");
  Params params = cubic.small_case(4, 2, 5, "philox4x32");
  params.set("block", std::int64_t{64});
  params.set("launch", std::string("graph"));
  const auto found = make_glass_replicas(params, 21), wanted = cubic.make("single_spin", params, 21);
  return holds_the_oracles_spins(*found, *wanted, {1, 5, 4});
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's tempering of spin glasses is found, and nothing without one", "[mutants]") {
  CHECK(check_found_in("ea3d_parallel_tempering/standard/gpu", is_right) == 7);
}

// Each bug that can be planted in the parallel tempering of square spin glasses on a GPU is found, on a device that
// this host plays: in registers and in shared memory. Built with SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/ea2d_parallel_tempering/gpu_square_replicas.cuh"
#include "tests/emulated/planted.hpp"
#include "tests/glass_tempering.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::glass_tempering;

/// What verify compares, after some exchanges.
bool is_right(std::int64_t L) {
  const GlassTempering square("ea2d_parallel_tempering");
  const Params params = square.small_case(L, 2, 3, "philox4x32");
  const auto found = make_square_replicas(params, 21), wanted = square.make("single_spin", params, 21);
  return holds_the_oracles_spins(*found, *wanted, {1, 3, 2});
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's tempering of square glasses is found, and nothing without one",
          "[mutants]") {
  CHECK(check_found_in("ea2d_parallel_tempering/multispin/gpu", [] {
          // Warps count in shared memory alone.
          return is_right(planted(Mutant::square_tempering_count_of_warp) ? 12 : 16);
        }) == 11);
  const std::string in_shared_memory = "ea2d_parallel_tempering/multispin/gpu L=12";
  CHECK(check_found_in(in_shared_memory, [] { return is_right(12); }) == 8);
}

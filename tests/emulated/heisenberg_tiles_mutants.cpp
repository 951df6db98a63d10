// Each bug that can be planted in tiles of vectors on a GPU is found, on a device that this host plays. Built with
// SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/emulated/planted.hpp"
#include "tests/heisenberg_tiles_emulated.hpp"

using namespace spinbench;

namespace {

template <int D>
bool holds_the_oracles_spins() {
  return tiles_hold_the_oracles_spins<D, heisenberg::Exactly<float>, rng::Philox<10>>(
      vector_tiles_case(D, D == 2 ? 32 : 16, 3, "philox4x32", "float"));
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's tiles of vectors is found, and nothing without one", "[mutants]") {
  CHECK(check_found_in("heisenberg2d_metropolis/tiled/gpu", holds_the_oracles_spins<2>) == 5);
  // What tiles share with the oracle, such as the sign of a change, is the physics' to find.
  check_all_found({{SPINBENCH_PLANTED(heisenberg_stale_halo), {holds_the_oracles_spins<3>}}});
}

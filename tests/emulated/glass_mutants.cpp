// Each bug that can be planted in the cubic spin glass on a GPU is found, on a device that this host plays. Built with
// SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/emulated/planted.hpp"
#include "tests/glass_emulated.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::ea3d;

/// What verify compares, of a word of `Groups` times 32 realizations.
template <class Launch, int Groups>
bool layout_holds() {
  const std::int64_t L = Launch::name() == "bitwise" ? 4 : 6;
  const Params params = glass_on_device(L, 3, 4, Groups == 2 ? "64" : "128", "philox4x32");
  return holds_the_oracles_glass(*layout_on_device<Launch, rng::Philox4x32, CodedWord<Groups>>(params, 21), params, 21,
                                 130);
}

bool columns_hold() {
  Params whole = glass_on_device(6, 3, 6, "32", "philox4x32"), cut = glass_on_device(20, 1, 2, "32", "philox4x32");
  whole.set("block", std::int64_t{1024});
  cut.set("block", std::int64_t{1024}), cut.set("tile", std::int64_t{64}), cut.set("deep", std::int64_t{2});
  return holds_the_oracles_glass(*columns_on_device(whole, 21), whole, 21, 130) &&
         holds_the_oracles_glass(*columns_on_device(cut, 21), cut, 21, 1);
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's cubic spin glass is found, and nothing without one", "[mutants]") {
  CHECK(check_found_in("ea3d_metropolis/standard/gpu", layout_holds<LinearLaunch<Standard>, 4>) == 5);
  CHECK(check_found_in("ea3d_metropolis/bitwise/gpu", layout_holds<LinearLaunch<Bitwise>, 2>) == 1);
  CHECK(check_found_in("ea3d_metropolis/sliced/gpu", layout_holds<LinearLaunch<Sliced>, 2>) == 4);
  CHECK(check_found_in("ea3d_metropolis/sliced_grid/gpu", layout_holds<GridLaunch<Sliced>, 2>) == 1);
  CHECK(check_found_in("ea3d_metropolis/multispin/gpu", columns_hold) == 7);
}

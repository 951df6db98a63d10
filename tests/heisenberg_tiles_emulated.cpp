// Tiles of vectors on a GPU, on a device that this host plays (tests/emulated): the oracle's spins, to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/heisenberg_tiles_emulated.hpp"

using namespace spinbench;
using heisenberg::Exactly;

TEST_CASE("Emulated: tiles of vectors hold the oracle's spins", "[heisenberg][emulated]") {
  // One block a colour and several, generators with a state and without, a hit and several.
  using Philox = rng::Philox<10>;
  CHECK(tiles_hold_the_oracles_spins<2, Exactly<float>, Philox>(vector_tiles_case(2, 32, 1, "philox4x32", "float")));
  CHECK(tiles_hold_the_oracles_spins<2, Exactly<float>, rng::Lcg32>(
      vector_tiles_case(2, 96, 3, "lcg32_random", "float")));
  CHECK(tiles_hold_the_oracles_spins<2, Exactly<double>, Philox>(vector_tiles_case(2, 64, 4, "philox4x32", "double")));
  Params cubic = vector_tiles_case(3, 16, 3, "philox4x32", "float");
  CHECK(tiles_hold_the_oracles_spins<3, Exactly<float>, Philox>(cubic));
  cubic.set("couplings", std::string("ferromagnet"));
  CHECK(tiles_hold_the_oracles_spins<3, Exactly<float>, Philox, false>(cubic));
}

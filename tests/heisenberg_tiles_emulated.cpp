// Tiles of vectors on a GPU, on a device that this host plays (tests/emulated): the oracle's spins, to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/heisenberg_tiles_emulated.hpp"

#include <cmath>
#include <cstdint>

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

TEST_CASE("Emulated: tiles of vectors with fast functions are close to the oracle", "[heisenberg][emulated]") {
  // The host's functions are exact to a step or two: few decisions hang on that.
  const Params params = vector_tiles_case(2, 64, 2, "lcg32_random", "float");
  heisenberg::GpuTiles<2, heisenberg::Fast, rng::Lcg32, false> found(params, 5, rng::Seeding::random);
  const auto wanted = oracle_of_vector_tiles(2).make(params, 5);
  found.sweep(found.sweep_granularity()), wanted->sweep(found.sweep_granularity());
  const Configuration mine = found.configuration(), theirs = wanted->configuration();
  int far = 0;
  for (std::uint64_t i = 0; i < 3 * 64 * 64; ++i) far += std::fabs(mine.value(i) - theirs.value(i)) > 2e-6 ? 1 : 0;
  CHECK(far < 3 * 64 * 64 / 500);
}

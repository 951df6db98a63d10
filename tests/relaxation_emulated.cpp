// What over-relaxation of a resident lattice does on a GPU, on a device that this host plays (tests/emulated): the
// serial code's spins, to the bit.
#include "tests/relaxation_emulated.hpp"

using namespace spinbench;
using namespace spinbench::overrelaxation::test;

TEST_CASE("Emulated: a resident lattice holds the oracle's spins", "[overrelaxation][emulated]") {
  CHECK(resident_holds_the_oracles_spins<16>());
  CHECK(resident_holds_the_oracles_spins<32>());
  // Rows as long as a warp, and other boxes on all four sides.
  CHECK(resident_holds_the_oracles_spins<64>());
}

TEST_CASE("Emulated: a resident lattice goes on where its messages' numbers wrap around",
          "[overrelaxation][emulated]") {
  CHECK(resident_holds_the_oracles_spins<16>(~std::uint32_t{0} - 4));
}

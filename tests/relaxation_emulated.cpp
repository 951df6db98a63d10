// What over-relaxation of lattices that stay on the multiprocessors or pass through them does on a GPU, on a device
// that this host plays (tests/emulated): the serial code's spins, to the bit.
#include "tests/relaxation_emulated.hpp"

using namespace spinbench;
using namespace spinbench::overrelaxation::test;

TEST_CASE("Emulated: a resident lattice holds the oracle's spins", "[overrelaxation][emulated]") {
  CHECK(resident_holds_the_oracles_spins<16>());
  CHECK(resident_holds_the_oracles_spins<32>());
  // Rows as long as a warp, and other boxes on all four sides.
  CHECK(resident_holds_the_oracles_spins<64>());
}

TEST_CASE("Emulated: no number of a message is given out while a box may hold it", "[overrelaxation][emulated]") {
  constexpr std::uint32_t most = ~std::uint32_t{0};
  gpu::Mail mail(3);
  CHECK(mail.numbers(5) == 1);
  CHECK(mail.numbers(most - 7) == 6);
  mail.boxes()[2].word[0] = 1;
  CHECK(mail.numbers(1) == most - 1);
  CHECK(mail.boxes()[2].word[0] == 1);
  // The last number is most - 1: one more does not wrap to 0.
  CHECK(mail.numbers(1) == 1);
  CHECK(mail.boxes()[2].word[0] == 0);
}

TEST_CASE("Emulated: a resident lattice goes on where its messages' numbers begin anew", "[overrelaxation][emulated]") {
  CHECK(resident_holds_the_oracles_spins<16>(~std::uint32_t{0} - overrelaxation::ResidentBoxes<16>::numbers_of(1) - 1));
}

TEST_CASE("Emulated: a lattice that passes through the multiprocessors holds the oracle's spins",
          "[overrelaxation][emulated]") {
  CHECK(wavefront_holds_the_oracles_spins<64, 15>({15}));
  // Fewer planes under way, which takes less time: launches of two turns, of six and one, of one.
  CHECK(wavefront_holds_the_oracles_spins<64, 3>({3, 10, 1}));
  // Blocks beside along x, too.
  CHECK(wavefront_holds_the_oracles_spins<128, 3>({3}));
}

TEST_CASE("Emulated: a lattice that passes through goes on where its messages' numbers begin anew",
          "[overrelaxation][emulated]") {
  const std::uint32_t first = overrelaxation::WavefrontPlanes<64, 3>::next(6).numbers();
  CHECK(wavefront_holds_the_oracles_spins<64, 3>({3, 3}, ~std::uint32_t{0} - first - 20));
}

TEST_CASE("Emulated: the simulation of a lattice that passes through sweeps as often as it is told",
          "[overrelaxation][emulated]") {
  const auto serial = made("serial", params_of("serial", 64, "float"));
  overrelaxation::Wavefront<64, 3> passes(params_of("serial", 64, "float"), 3);
  CHECK(passes.configuration() == serial->configuration());
  // As its physics does, which sweeps once and eight times.
  for (const int sweeps : {1, 8, 3}) {
    serial->sweep(sweeps), passes.sweep(sweeps);
    CHECK(passes.configuration() == serial->configuration());
  }
  CHECK(energy_of(passes) == Approx(energy_of(*serial)).epsilon(1e-9));
}

// A minute: left and right are told apart where there are more than two blocks along x.
TEST_CASE("Emulated: a lattice of L = 256 that passes through holds the oracle's spins",
          "[.][overrelaxation][emulated][slow]") {
  CHECK(wavefront_holds_the_oracles_spins<256, 3>({3}));
}

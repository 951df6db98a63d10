// Each bug that can be planted in the over-relaxation of lattices on the multiprocessors is found, on a device that
// this host plays. Built with SPINBENCH_MUTANTS.
#include "tests/emulated/planted.hpp"
#include "tests/relaxation_emulated.hpp"

using namespace spinbench;

TEST_CASE("Emulated: every bug in a resident lattice's over-relaxation is found, and nothing without one",
          "[mutants]") {
  CHECK(check_found_in("heisenberg3d_overrelaxation/resident/gpu",
                       [] { return overrelaxation::test::resident_holds_the_oracles_spins<64>(); }) == 6);
}

TEST_CASE("Emulated: every bug in the over-relaxation of a lattice that passes through is found", "[mutants]") {
  // Two bugs show where there are blocks beside along x, in the first sweep; three take ten times as long.
  CHECK(check_found_in("heisenberg3d_overrelaxation/wavefront/gpu", [] {
          return overrelaxation::test::wavefront_holds_the_oracles_spins<64, 3>({3}) &&
                 overrelaxation::test::wavefront_holds_the_oracles_spins<128, 3>({1});
        }) == 8);
}

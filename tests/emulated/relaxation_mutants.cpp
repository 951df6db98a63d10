// Each bug that can be planted in the over-relaxation of a resident lattice is found, on a device that this host plays.
// Built with SPINBENCH_MUTANTS.
#include "tests/emulated/planted.hpp"
#include "tests/relaxation_emulated.hpp"

using namespace spinbench;

TEST_CASE("Emulated: every bug in a resident lattice's over-relaxation is found, and nothing without one",
          "[mutants]") {
  CHECK(check_found_in("heisenberg3d_overrelaxation/resident/gpu",
                       [] { return overrelaxation::test::resident_holds_the_oracles_spins<64>(); }) == 6);
}

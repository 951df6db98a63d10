// Each bug that can be planted in the square spin glass on a GPU is found, on a device that this host plays. Built with
// SPINBENCH_MUTANTS.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/emulated/planted.hpp"
#include "tests/square_glass_emulated.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::ea2d;

bool holds(std::int64_t L, std::int64_t systems, const char* word, const char* numbers) {
  return holds_the_oracles_square_glass<rng::Philox4x32>(square_glass(L, systems, word, numbers, "philox4x32"));
}

/// Lattices of a block and of several, the last one in part; and in shared memory.
bool square_glass_holds() {
  return holds(16, 4, "64", "shared") && holds(16, 5, "64", "shared") && holds(16, 16, "64", "shared") &&
         holds(12, 3, "64", "shared") && holds(12, 1, "32", "own");
}

}  // namespace

TEST_CASE("Emulated: every bug in the GPU's square spin glass is found, and nothing without one", "[mutants]") {
  CHECK(check_found_in("ea2d_metropolis/multispin/gpu", square_glass_holds) == 6);
}

TEST_CASE("Emulated: streams that blocks share are found in several blocks, and in no single one", "[mutants]") {
  const int number = static_cast<int>(Mutant::glass_blocks_share_streams);
  CHECK(is_right_with(number, [] { return holds(16, 4, "64", "shared"); }));
  CHECK(!is_right_with(number, [] { return holds(16, 5, "64", "shared"); }));
  CHECK(!is_right_with(number, [] { return holds(16, 16, "64", "shared"); }));
}

// The mean magnetisation says something only where it turned often; right simulations then pass. That it finds a spin
// that never moves is shown in physics.cpp, where the energy does not.
#include <cstdint>

#include "kernels/common/symmetry_check.hpp"
#include "tests/catch.hpp"
#include "tests/suspect.hpp"

namespace {

using namespace spinbench;
using test::SuspectIsing;

TEST_CASE("a magnetisation that hardly turns is not judged", "[physics]") {
  SuspectIsing cold(8, 0.9, 1);
  const Check check = check_symmetry(cold, 5, 0.05, 4);
  CHECK(check.passed);
  CHECK(check.kind == Check::Kind::support);
}

TEST_CASE("500 right magnetisations bring no false alarm to speak of", "[physics]") {
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    SuspectIsing right(4, 0.3 + 1e-4 * static_cast<double>(seed), seed);
    right.sweep(100);
    const Check check = check_symmetry(right, 2, 2e-3, 3);
    failed += check.kind == Check::Kind::physics && !check.passed;
  }
  // With 3 sigma 1.35 are expected; more than 7 with 2e-4.
  CHECK(failed <= 7);
}

TEST_CASE("turns are counted from one side to the other, not at every crossing", "[physics]") {
  CHECK(turns_of({}, 1) == 0);
  CHECK(turns_of({2, 0.5, -0.5, 0.5, 2}, 1) == 0);
  CHECK(turns_of({2, -2, -0.5, -2, 2, 0, -2}, 1) == 3);
}

}  // namespace

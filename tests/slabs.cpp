// What ranks do with a slab of a lattice on CPUs, down to the thinnest slabs: the bits and sums of the
// serial oracle. Ranks are threads here; tests/cli/test_ranks.py starts processes.
#include "tests/slabs.hpp"

using namespace spinbench;

TEST_CASE("Slabs of bit-sliced lattices hold the oracle's spins for any number of ranks", "[slabs][cpu]") {
  const RankedVariant &square = *ranked_variant("ising2d_metropolis", "multispin_mpi", "cpu"),
                      &cubic = *ranked_variant("ising3d_metropolis", "multispin_mpi", "cpu");
  // The last have a layer each.
  compare_slabs(cubic, 3, slabs_case("mwc64x", 64, 1, "staged"), {1, 2, 3, 4, 7, 64});
  compare_slabs(square, 2, slabs_case("philox4x32", 256, 1, "staged"), {3, 4, 7});
}

TEST_CASE("Transports that are not there are refused with the reason", "[slabs][cpu]") {
  // The tests are one process, which no launcher started.
  const std::string why = ranks_unsupported(slabs_case("mwc64x", 64, 1, "aware"));
  REQUIRE(why == "no MPI was started, which transport=aware wants: take transport=staged or peer");
  for (const char* transport : {"staged", "peer"})
    REQUIRE(ranks_unsupported(slabs_case("mwc64x", 64, 1, transport)).empty());
}

TEST_CASE("Slabs of a spin glass in vectors hold the oracle's spins for any number of ranks", "[slabs][cpu]") {
  const RankedVariant& glass = *ranked_variant("ea3d_metropolis", "multispin_mpi", "cpu");
  for (const int ranks : {1, 2, 3, 4, 7})
    compare_glass_slabs<ea3d::VectorSlab>(glass, glass_slabs_case(16, 2, 4, ranks, "staged"));
  // A plane each; replicas that are no whole fours.
  compare_glass_slabs<ea3d::VectorSlab>(glass, glass_slabs_case(8, 1, 5, 8, "staged"));
}

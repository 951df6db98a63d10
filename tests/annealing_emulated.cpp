// What the variants of population annealing do on a GPU, on a device that this host plays (tests/emulated): the same
// spins, energies, families and weights as the oracles, to the bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "kernels/ising2d_population_annealing/gpu_multispin.cuh"
#include "kernels/ising2d_population_annealing/gpu_tiled.cuh"
#include "kernels/ising2d_population_annealing/physics.hpp"
#include "tests/annealing.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::annealing;

using Make = std::unique_ptr<Simulation> (*)(const Params&, std::uint64_t);

/// Through the first annealing and into the next.
void compare(Make make, const Params& params, const char* oracle, int steps) {
  const auto found = make(params, 21), wanted = make_annealing(oracle, params, 21);
  const int step = found->sweep_granularity();
  INFO(oracle << " " << params.name());
  for (const int part : {1, 2, steps - 3}) {
    found->sweep(part * step);
    wanted->sweep(part * step);
    require_same_annealing(*found, *wanted);
  }
  REQUIRE(found->series("annealing", 2, step).values == wanted->series("annealing", 2, step).values);
  REQUIRE(found->units_done() == wanted->units_done());
}

Params bits(const char* rng, std::int64_t replicas, std::int64_t L = 64) {
  Params params = small_annealing("multispin_plain", rng);
  params.set("L", L);
  params.set("replicas", replicas);
  params.set("launch", std::string("graph"));
  return params;
}
Params tiles(const char* rng, std::int64_t replicas, const char* spin) {
  Params params = small_annealing("tiled", rng);
  params.set("tile", std::int64_t{16});
  params.set("replicas", replicas);
  params.set("spin", std::string(spin));
  params.set("launch", std::string("graph"));
  return params;
}

}  // namespace

TEST_CASE("Emulated: bit-sliced populations are the oracle's", "[annealing][emulated]") {
  compare(make_multispin_population, bits("mwc64x", 12), "multispin_plain", 9);
  compare(make_multispin_population, bits("philox4x32", 5, 128), "multispin_plain", 5);
  compare(make_multispin_population, bits("mwc64x", 2, 256), "multispin_plain", 5);
  // Steps from a graph, and a rest.
  compare(make_multispin_population, bits("mwc64x", 3), "multispin_plain", 22);
  compare(make_multispin_population, bits("mwc64x", 1), "multispin_plain", 5);
}

TEST_CASE("Emulated: several blocks of replicas are resampled as one", "[annealing][emulated]") {
  for (const std::int64_t replicas : {512, 530}) {
    Params params = bits("mwc64x", replicas);
    params.set("theta", std::int64_t{1});
    params.set("steps", std::int64_t{3});
    compare(make_multispin_population, params, "multispin_plain", 4);
  }
  // More blocks than sum at once.
  Params many = bits("mwc64x", 8720);
  many.set("theta", std::int64_t{1});
  many.set("steps", std::int64_t{2});
  compare(make_multispin_population, many, "multispin_plain", 3);
}

TEST_CASE("Emulated: populations of single spins are the oracle's", "[annealing][emulated]") {
  compare(make_tiled_population, tiles("lcg32_random", 12, "int8"), "tiled", 9);
  compare(make_tiled_population, tiles("philox4x32", 5, "int32"), "tiled", 5);
  // More replicas than a layer of the grid has.
  Params many = tiles("lcg32_random", 1030, "int8");
  many.set("theta", std::int64_t{1});
  many.set("steps", std::int64_t{2});
  compare(make_tiled_population, many, "tiled", 3);
}

TEST_CASE("Emulated: temperatures are chosen alike on device and host", "[annealing][emulated]") {
  Params params = bits("mwc64x", 20);
  params.set("temperatures", std::string("adaptive"));
  params.set("overlap", 0.5);
  compare(make_multispin_population, params, "multispin_plain", 5);
}

TEST_CASE("Emulated: what is kept of a population goes on as if nothing had been", "[annealing][emulated]") {
  require_annealing_resumes([] { return make_multispin_population(bits("mwc64x", 12), 3); });
  require_annealing_resumes([] { return make_tiled_population(tiles("lcg32_random", 6, "int8"), 3); });
}

TEST_CASE("A population that can run can be proved, on its own path", "[annealing][emulated]") {
  for (const std::int64_t L : {64, 128, 256})
    for (const std::int64_t replicas : {1, 20, 256, 300, 1024, 10000, 100000, 1000000}) {
      const Params params = bits("mwc64x", replicas, L);
      INFO(params.name());
      REQUIRE(multispin_population_unsupported(params).empty());
      const Params proof = multispin_physics_case({annealing_variant("multispin_plain"), Device{}, params});
      CHECK(multispin_population_unsupported(proof).empty());
      CHECK(proof.integer("words") == 8);
      bool any = false;
      for (const Params& one : multispin_population_cases(params, Device{})) {
        CHECK(multispin_population_unsupported(one).empty());
        CHECK(one.integer("replicas") <= (replicas <= 8448 ? 1024 : 8960));
        any = any || multispin_path(one) == multispin_path(params);
      }
      CHECK(any);
      if (L > 128) continue;
      Params spins = tiles("lcg32_random", replicas, "int8");
      spins.set("L", L);
      any = false;
      for (const Params& one : tiled_population_cases(spins, Device{}))
        any = any || tiled_path(one) == tiled_path(spins);
      CHECK(any);
    }
}

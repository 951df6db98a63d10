// The square spin glass by the GPU's kernels for lattices in shared memory, on a device that this host plays
// (tests/emulated): words of 32, 64 and 128 realizations, numbers shared and own, to the oracle's bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include <cstdint>
#include <string>

#include "kernels/ea2d_metropolis/gpu_multispin.cuh"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace {

using namespace spinbench;

Params glass(std::int64_t L, std::int64_t systems, const char* word, const char* numbers, const char* rng) {
  const Variant* oracle = Registry::instance().variant("ea2d_metropolis", "single_spin", "cpu");
  REQUIRE(oracle != nullptr);
  Params params = defaults(*oracle);
  for (const auto& [name, value] : {std::pair{"L", L}, {"systems", systems}, {"k", std::int64_t{3}}})
    params.set(name, value);
  for (const auto& [name, value] : {std::pair{"word", word}, {"numbers", numbers}, {"rng", rng}})
    params.set(name, std::string(value));
  return params;
}

template <class Rng>
void require_oracle(const Params& params) {
  INFO(params.name());
  REQUIRE_FALSE(ea2d::lies_in_columns(params));
  const Variant* oracle = Registry::instance().variant("ea2d_metropolis", "single_spin", "cpu");
  ea2d::GpuMultispinGlass<Rng> found(params, 21, rng::generator_called(params.word("rng")).seeding);
  const auto wanted = oracle->make(params, 21);
  for (const int visits : {1, 2, 4}) {
    found.sweep(3 * visits), wanted->sweep(3 * visits);
    REQUIRE(compare(found.configuration(), wanted->configuration()).same);
  }
  const Observables seen = found.observe(), expected = wanted->observe();
  for (const Observable& one : expected.all())
    for (std::size_t i = 0; i < one.values.size(); ++i)
      REQUIRE(seen.of(one.name).at(i) == Approx(one.values[i]).margin(1e-9));
}

}  // namespace

TEST_CASE("Square glasses move the states of their generators, one for two sites of a lattice", "[glass][emulated]") {
  for (const char* word : {"32", "64", "128"}) {
    const SpinGlassShape shape = SpinGlassShape::of(2, glass(12, 5, word, "shared", "lcg32_random"));
    const double sites = 5 * 144, words = sites * shape.word / 32;
    const auto work = [&](double k) { return ea2d::multispin_work<rng::Lcg32>(shape, k, false, false); };
    const Work stateless = ea2d::multispin_work<rng::Philox4x32>(shape, 1, false, false);
    INFO(word);
    // A visit moves spins and couplings of each word, and reads and writes 4 B for each stream.
    CHECK(stateless.memory_bytes == Approx(16 * words));
    CHECK(work(1).memory_bytes == Approx(16 * words + sites / 2 * 8));
    CHECK(work(10).memory_bytes == Approx(work(1).memory_bytes / 10));
    CHECK(work(1).footprint_bytes - stateless.footprint_bytes == Approx(sites / 2 * 4));
  }
}

TEST_CASE("Emulated: square glasses in shared memory hold the oracle's spins", "[glass][emulated]") {
  // Threads to spare, one pair a thread, and several.
  for (const std::int64_t L : {4, 12, 36}) {
    for (const char* word : {"32", "64", "128"}) {
      require_oracle<rng::Philox4x32>(glass(L, L == 36 ? 1 : 3, word, "shared", "philox4x32"));
      if (L == 12) require_oracle<rng::Lcg32>(glass(L, 2, word, "shared", "lcg32_random"));
    }
    require_oracle<rng::Philox4x32>(glass(L, 1, "32", "own", "philox4x32"));
  }
  require_oracle<rng::Sfc32>(glass(8, 5, "32", "own", "sfc32"));
}

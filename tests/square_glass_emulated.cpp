// The square spin glass by the GPU's kernels, on a device that this host plays (tests/emulated): words of 32, 64 and
// 128 realizations, numbers shared and own, in shared memory and in registers, to the oracle's bit.
#define SPINBENCH_GPU_BACKEND "emulated"
#define SPINBENCH_GPU_NAMESPACE on_host
#include "tests/square_glass_emulated.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace spinbench;
using ea2d::square_glass;

template <class Rng>
void require_oracle(const Params& params) {
  INFO(params.name());
  REQUIRE(ea2d::holds_the_oracles_square_glass<Rng>(params));
}

}  // namespace

TEST_CASE("Square glasses move the states of their generators, one for two sites of a lattice", "[glass][emulated]") {
  for (const char* word : {"32", "64", "128"}) {
    const SpinGlassShape shape = SpinGlassShape::of(2, square_glass(12, 5, word, "shared", "lcg32_random"));
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
      require_oracle<rng::Philox4x32>(square_glass(L, L == 36 ? 1 : 3, word, "shared", "philox4x32"));
      if (L == 12) require_oracle<rng::Lcg32>(square_glass(L, 2, word, "shared", "lcg32_random"));
    }
    require_oracle<rng::Philox4x32>(square_glass(L, 1, "32", "own", "philox4x32"));
  }
  require_oracle<rng::Sfc32>(square_glass(8, 5, "32", "own", "sfc32"));
}

TEST_CASE("Emulated: square glasses in columns hold the oracle's spins, in one block and in several",
          "[glass][emulated]") {
  for (const std::int64_t systems : {3, 4, 9, 16}) {
    require_oracle<rng::Philox4x32>(square_glass(16, systems, "64", "shared", "philox4x32"));
    require_oracle<rng::Lcg32>(square_glass(16, systems, "32", "shared", "lcg32_random"));
  }
  require_oracle<rng::Mwc64x>(square_glass(16, 5, "128", "shared", "mwc64x"));
}

TEST_CASE("Emulated: square glasses are compared on their own path, no more of them than the case has",
          "[glass][emulated]") {
  std::set<std::string> paths;
  for (const char* numbers : {"shared", "own"})
    for (const std::int64_t L : {4, 16, 32, 64})
      for (const std::int64_t systems : {1, 3, 4, 5, 8, 15, 16, 17, 64, 16384, 16385})
        for (const std::int64_t k : {1, 3, 100}) {
          Params params = square_glass(L, systems, "64", numbers, "philox4x32");
          params.set("k", k);
          INFO(params.name());
          const std::string wanted = ea2d::multispin_path(params);
          paths.insert(wanted);
          const std::vector<Params> cases = ea2d::multispin_cases(params, Device{});
          for (const Params& one : cases) {
            CHECK(ea2d::multispin_path(one) == wanted);
            if (ea2d::lies_in_columns(params)) CHECK(one.integer("systems") <= std::min<std::int64_t>(systems, 17));
          }
          CHECK(cases.back().integer("k") == k);
        }
  CHECK(paths.contains("columns in registers"));
  CHECK(paths.contains("columns in registers, a part of a block"));
  CHECK(paths.contains("columns in registers, several blocks"));
  CHECK(paths.contains("columns in registers, several blocks, a part of a block"));
}

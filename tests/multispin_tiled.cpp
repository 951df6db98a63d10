// The double checkerboard on bit-sliced lattices: how lattices are cut, the oracle's physics, and all shapes, launches
// and generators on a GPU against the oracle.
#include "kernels/ising2d_metropolis/multispin_tiled.hpp"

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "reference_cpu/exact/ising2d.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

constexpr const char* generators[] = {"philox4x32", "philox4x32_7", "sfc32", "xoshiro128pp", "mwc64x"};

const Variant& variant_of(const std::string& name, const std::string& backend) {
  const Variant* variant = Registry::instance().variant("ising2d_metropolis", name, backend);
  REQUIRE(variant != nullptr);
  return *variant;
}

const Variant& oracle() { return variant_of("multispin_tiled", "cpu"); }

AxisValue whole(std::int64_t value) { return value; }
AxisValue word(const std::string& value) { return value; }

Params shape(std::int64_t L, std::int64_t words, std::int64_t rows, std::int64_t realizations = 1) {
  return defaults(
      oracle(),
      {{"L", whole(L)}, {"words", whole(words)}, {"rows", whole(rows)}, {"realizations", whole(realizations)}});
}

std::string refusal(const Params& params) { return ising2d::multispin_tiled_unsupported(params, 64); }

}  // namespace

TEST_CASE("Coarse tiles are two threads wide and come in pairs, or are bands") {
  using ising2d::CoarseTiles;
  const auto is = [](const CoarseTiles& tiles, std::uint32_t width, std::uint32_t columns, std::uint32_t down) {
    return tiles.width == width && tiles.columns == columns && tiles.down == down;
  };
  CHECK(is(CoarseTiles::of(shape(2048, 8, 32)), 8, 4, 64));
  CHECK(is(CoarseTiles::of(shape(256, 8, 32)), 4, 1, 8));
  CHECK(is(CoarseTiles::of(shape(512, 8, 64)), 8, 1, 8));
  CHECK(is(CoarseTiles::of(shape(512, 4, 128)), 4, 2, 4));
  CHECK(is(CoarseTiles::of(shape(64, 2, 8)), 1, 1, 8));
  CHECK(refusal(shape(2048, 8, 32)).empty());
  CHECK(refusal(shape(1536, 8, 32)).find("multiple of 1024") != std::string::npos);
  CHECK(refusal(shape(192, 2, 32)).find("multiple of 256") != std::string::npos);
  CHECK(refusal(shape(128, 2, 128)).find("2 * rows = 256") != std::string::npos);
  CHECK(refusal(shape(1024, 2, 24)).find("power of two") != std::string::npos);
  CHECK(refusal(shape(1024, 1, 32)).find("words is 1") != std::string::npos);
  // As many words as leave enough threads, of those that fit.
  CHECK(ising2d::multispin_tiled_words(shape(16384, 0, 32)) == 8);
  CHECK(ising2d::multispin_tiled_words(shape(1024, 0, 32)) == 2);
  CHECK(ising2d::multispin_tiled_words(shape(64, 0, 32, 1 << 20)) == 2);
  CHECK(ising2d::multispin_tiled_words(shape(128, 0, 32, 1 << 20)) == 4);
}

TEST_CASE("Both coarse colours together visit each tile once, and no two neighbours at a time") {
  using ising2d::CoarsePlace;
  for (const Params& params : {shape(1024, 4, 64, 3), shape(128, 2, 16, 2)}) {
    const auto tiles = ising2d::CoarseTiles::of(params);
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> seen;
    for (const std::uint32_t colour : {0u, 1u})
      for (std::uint32_t item = 0; item < tiles.items(); ++item) {
        const CoarsePlace place(tiles, item, colour);
        REQUIRE((place.lattice < tiles.lattices && place.column < tiles.columns && place.row < tiles.down));
        REQUIRE((place.column + place.row + colour) % 2 == 0);
        seen.insert({place.lattice, place.column, place.row});
      }
    CHECK(seen.size() == tiles.tiles());
  }
}

TEST_CASE("The oracle of multispin_tiled finds the exact energy") {
  // Few hits and many, bands and a lattice of 2 x 4 tiles; a lattice of less than a word a row.
  for (const auto& [L, rows, k, generator] :
       {std::tuple{32, 8, 1, "philox4x32"}, {64, 16, 7, "sfc32"}, {256, 64, 20, "mwc64x"}}) {
    const double beta = 0.36;
    const auto simulation = oracle().make(defaults(oracle(), {{"L", whole(L)},
                                                              {"rows", whole(rows)},
                                                              {"k", whole(k)},
                                                              {"words", whole(2)},
                                                              {"rng", word(generator)},
                                                              {"beta", beta}}),
                                          3);
    // Means of blocks much longer than the autocorrelation time, which is some ten sweeps here.
    const int blocks = 24, measurements = L == 256 ? 2 : 3000 / L / k, spacing = k * (1 + 4 / k);
    simulation->sweep(40 * spacing);
    double sum = 0, squares = 0;
    for (int b = 0; b < blocks; ++b) {
      double mean = 0;
      for (int i = 0; i < measurements; ++i) {
        simulation->sweep(spacing);
        mean += simulation->observe().of("energy").front() / measurements;
      }
      sum += mean, squares += mean * mean;
    }
    const double mean = sum / blocks, sigma = std::sqrt((squares / blocks - mean * mean) / (blocks - 1));
    const double exact = exact::ising2d(L, beta).energy;
    INFO("L " << L << ", k " << k << ": " << mean << " +- " << sigma << ", exactly " << exact);
    CHECK(sigma < 4e-3);
    CHECK(std::fabs(mean - exact) < 4.5 * sigma);
  }
}

TEST_CASE("In the first hit a frozen neighbour is all that multispin_tiled has beyond multispin") {
  // The first visits start from all spins up with the words that multispin has for its first half-sweep, tile by tile:
  // with one hit, the coarse tiles of colour 0 must hold what multispin holds there after its half-sweeps, but for
  // their edges.
  const std::int64_t L = 512, rows = 64;
  const auto tiled = oracle().make(
      defaults(oracle(), {{"L", whole(L)}, {"k", whole(1)}, {"words", whole(4)}, {"rows", whole(rows)}}), 9);
  const Variant& plain = variant_of("multispin_plain", "cpu");
  const auto reference = plain.make(defaults(plain, {{"L", whole(L)}, {"words", whole(4)}}), 9);
  tiled->sweep(1);
  reference->sweep(1);
  const auto found = tiled->configuration().signs(), expected = reference->configuration().signs();
  std::int64_t compared = 0, differing = 0;
  for (std::int64_t y = 0; y < L; ++y)
    for (std::int64_t x = 0; x < L; ++x) {
      if ((x / 256 + y / rows) % 2 != 0 || x % 256 < 1 || x % 256 >= 255 || y % rows < 1 || y % rows >= rows - 1)
        continue;
      const std::size_t site = static_cast<std::size_t>(y * L + x);
      ++compared;
      differing += found[site] != expected[site];
    }
  CHECK(compared == L * L / 2 / (256 * rows) * 254 * (rows - 2));
  CHECK(differing == 0);
  CHECK_FALSE(found == expected);
}

namespace {

/// Compares every shape and launch: those that a block has for itself and, if wanted, the large ones.
void compare_shapes(const std::vector<int>& parts, bool with_large) {
  int compared = 0;
  const bool any =
      for_each_on_gpu("ising2d_metropolis", "multispin_tiled", [&](const Variant& variant, const Device& device) {
        // L, words, rows, realizations: bands of one thread and of two, 2 x 2, 4 x 4 and 2 x 32 tiles; many small
        // lattices.
        const std::tuple<int, int, int, int> shapes[] = {
            {64, 2, 8, 3},    {128, 2, 32, 2}, {256, 2, 128, 1}, {512, 2, 16, 1},  {128, 4, 64, 1}, {256, 4, 4, 1},
            {512, 4, 128, 2}, {256, 8, 16, 2}, {512, 8, 128, 1}, {1024, 8, 32, 1}, {64, 2, 32, 300}};
        for (const char* generator : generators)
          for (const char* launch : {"stream", "graph", "chained", "persistent"})
            for (const auto& [L, words, rows, realizations] : shapes) {
              const bool large = L == 1024 || realizations > 3;
              if (large && !with_large) continue;
              if (large && std::string(generator) != "mwc64x" && std::string(generator) != "philox4x32") continue;
              const int k = large ? 2 : 5;
              const std::vector<std::pair<std::string, AxisValue>> wanted = {
                  {"L", whole(L)},       {"words", whole(words)},
                  {"rows", whole(rows)}, {"realizations", whole(realizations)},
                  {"k", whole(k)},       {"rng", word(generator)},
                  {"beta", 0.42},        {"launch", word(launch)}};
              const Params params = defaults(variant, wanted);
              const std::string reason = variant.unsupported(params, device);
              INFO(params.name() << " " << reason);
              if (std::string(launch) == "chained" && !reason.empty()) continue;
              REQUIRE(reason.empty());
              const auto simulation = variant.make(params, 7), expected = oracle().make(defaults(oracle(), wanted), 7);
              for (const int steps : parts) {
                const int visits = large ? std::min(steps, 3) : steps;
                simulation->sweep(visits * k), expected->sweep(visits * k);
              }
              require_same(*simulation, *expected);
              ++compared;
            }
      });
  if (any) say_compared(compared);
}

}  // namespace

// More steps than a graph holds; then some more.
TEST_CASE("Every shape and launch of multispin_tiled holds the same spins as the oracle", "[gpu]") {
  compare_shapes({17, 2}, true);
}

// For tools that watch every access, as those of tests/gpu_bit_exact.cpp.
TEST_CASE("Every shape and launch of multispin_tiled for a few sweeps", "[.][gpu][sanitizer]") {
  compare_shapes({1}, false);
}

// The bit-sliced update: how often spins of each energy class flip, whether decisions know of each other, and all
// shapes of tiles and ways to launch against the oracle.
#include "kernels/ising2d_metropolis/multispin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "tests/catch.hpp"
#include "tests/multispin_judge.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

constexpr const char* generators[] = {"philox4x32", "philox4x32_7", "sfc32", "xoshiro128pp", "mwc64x"};

const Variant& variant_of(const std::string& backend, const std::string& name = "multispin") {
  const Variant* variant = Registry::instance().variant("ising2d_metropolis", name, backend);
  REQUIRE(variant != nullptr);
  return *variant;
}

/// Two spins of one colour, by their distance.
struct Pair {
  const char* name;
  int dx, dy;
};
constexpr Pair pairs[] = {{"next lanes", 2, 0},
                          {"lanes half a word apart", 32, 0},
                          {"neighbouring words", 64, 0},
                          {"words two apart", 128, 0},
                          {"tiles side by side", 256, 0},
                          {"rows of one tile", 1, 1},
                          {"tiles above each other", 0, 2},
                          {"tiles farther apart", 0, 8},
                          {"far apart", 512, 16}};

/// What a run's attempts say. The outcome of an attempt is read off two configurations one sweep apart: colour 0 saw
/// its neighbours as they were, colour 1 as they became.
class Attempts {
 public:
  Attempts(int L, double beta)
      : L_(L), probability_{std::exp(-8 * beta), std::exp(-4 * beta)}, kept_(size()), last_(size()) {}

  /// `correlate`: products of outcomes are counted too, which takes most of the time.
  void add(const std::vector<std::int8_t>& before, const std::vector<std::int8_t>& after, bool correlate) {
    for (int y = 0; y < L_; ++y) {
      const std::size_t row = at(0, y), above = at(0, y - 1), below = at(0, y + 1);
      for (int x = 0; x < L_; ++x) {
        const std::int8_t* neighbours = (x + y) % 2 == 0 ? before.data() : after.data();
        const std::size_t i = static_cast<std::size_t>(x), right = x + 1 == L_ ? 0 : i + 1;
        const std::size_t left = (x == 0 ? static_cast<std::size_t>(L_) : i) - 1;
        const int sum =
            neighbours[row + right] + neighbours[row + left] + neighbours[above + i] + neighbours[below + i];
        const int unsatisfied = (4 - before[row + i] * sum) / 2;
        const bool flipped = before[row + i] != after[row + i];
        ++tried_[unsatisfied];
        flipped_[unsatisfied] += flipped;
        if (correlate)
          kept_[row + i] = unsatisfied >= 2 ? 0.f : static_cast<float>((flipped ? 1 : 0) - probability_[unsatisfied]);
      }
    }
    if (!correlate) return;
    for (std::size_t p = 0; p < std::size(pairs); ++p)
      for (int y = 0; y < L_; ++y)
        for (int x = 0; x < L_; ++x) count(space_[p], kept_[at(x, y)], kept_[at(x + pairs[p].dx, y + pairs[p].dy)]);
    if (any_)
      for (std::size_t i = 0; i < size(); ++i) count(time_, kept_[i], last_[i]);
    std::swap(kept_, last_);
    any_ = true;
  }

  /// Standard deviations by which the frequency of class n is off; `sigma`: how small an error it would have seen.
  double off(std::size_t n, double& sigma) const {
    const double p = probability_[n], tried = static_cast<double>(tried_[n]);
    sigma = std::sqrt(p * (1 - p) / tried);
    return (static_cast<double>(flipped_[n]) / tried - p) / sigma;
  }
  bool free_always_flip() const {
    return tried_[2] > 0 && std::equal(tried_.begin() + 2, tried_.end(), flipped_.begin() + 2);
  }

  /// Correlations in units of their standard deviation.
  double correlation(std::size_t pair) const { return space_[pair].sum / std::sqrt(space_[pair].squares); }
  double in_time() const { return time_.sum / std::sqrt(time_.squares); }

 private:
  struct Products {
    double sum = 0, squares = 0;
  };
  static void count(Products& products, double a, double b) {
    products.sum += a * b;
    products.squares += a * b * a * b;
  }
  std::size_t size() const { return static_cast<std::size_t>(L_) * static_cast<std::size_t>(L_); }
  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>((y + L_) % L_) * static_cast<std::size_t>(L_) +
           static_cast<std::size_t>((x + L_) % L_);
  }

  int L_;
  std::array<double, 2> probability_;  ///< by the number of unsatisfied bonds
  std::array<std::int64_t, 5> tried_{}, flipped_{};
  std::array<Products, std::size(pairs)> space_;
  Products time_;
  std::vector<float> kept_, last_;  ///< outcome less its expectation, in this sweep and the one before
  bool any_ = false;
};

/// As the other judge(), on one lattice of side L.
void judge(const Variant& variant, Params params, int L, double beta, int sweeps, double resolution) {
  params.set("L", static_cast<std::int64_t>(L));
  params.set("beta", beta);
  Attempts attempts(L, beta);
  judge(variant, params, attempts, pairs, 2, sweeps, 6, resolution);
  INFO("decisions of successive sweeps");
  CHECK(std::fabs(attempts.in_time()) < 4.5);
}

}  // namespace

TEST_CASE("The tile of a row is as wide as fits") {
  using ising2d::multispin_tile;
  const auto is = [](ising2d::MultispinTile tile, std::uint32_t across, std::uint32_t down) {
    return tile.across == across && tile.down == down;
  };
  CHECK(is(multispin_tile(16, 8), 4, 2));
  CHECK(is(multispin_tile(6, 8), 2, 4));
  CHECK(is(multispin_tile(1, 8), 1, 8));
  CHECK(is(multispin_tile(16, 4), 2, 2));
  CHECK(is(multispin_tile(3, 4), 1, 4));
  CHECK(is(multispin_tile(16, 2), 1, 2));
  CHECK(is(multispin_tile(16, 1), 1, 1));
}

TEST_CASE(
    "The oracle of multispin flips each class of spins as often as it must, one decision without regard to another") {
  Params params = defaults(variant_of("cpu", "multispin_plain"));
  params.set("words", std::int64_t{8});
  for (const char* generator : {"sfc32", "mwc64x"}) {
    params.set("rng", std::string(generator));
    judge(variant_of("cpu", "multispin_plain"), params, 1024, 0.3, 12, 4e-4);
  }
}

TEST_CASE("multispin in vectors holds the same spins as the oracle, whatever the tile, vectors and threads") {
  const Variant &vectors = variant_of("cpu"), &plain = variant_of("cpu", "multispin_plain");
  for (const char* generator : generators)
    for (const int words : {1, 2, 4, 8})
      // Rows of 1 to 4 words; fewer lattices than threads, and more.
      for (const auto& [L, realizations] : {std::pair{64, 3}, {128, 1}, {192, 2}, {256, 1}}) {
        Params params = shaped(defaults(vectors), L, realizations, words, generator, 0.42);
        const auto oracle = plain.make(shaped(defaults(plain), L, realizations, words, generator, 0.42), 7);
        for (const int sweeps : {1, 5}) oracle->sweep(sweeps);
        for (const std::string& isa : isas_of_host())
          for (const int threads : {1, 2, 3}) {
            params.set("isa", isa);
            params.set("threads", static_cast<std::int64_t>(threads));
            const auto simulation = vectors.make(params, 7);
            for (const int sweeps : {1, 5}) simulation->sweep(sweeps);
            INFO(params.name());
            require_same(*simulation, *oracle);
          }
      }
}

TEST_CASE("multispin says so where the host lacks the instructions that are asked for") {
  const Variant& vectors = variant_of("cpu");
  Params params = defaults(vectors);
  CHECK(vectors.unsupported(params, {}).empty());
  const std::vector<std::string> here = isas_of_host();
  for (const char* isa : {"baseline", "avx2", "avx512"}) {
    params.set("isa", std::string(isa));
    const std::string reason = vectors.unsupported(params, {});
    CHECK((std::find(here.begin(), here.end(), isa) != here.end()) == reason.empty());
    CHECK((reason.empty() || reason.find("take isa=widest") != std::string::npos));
  }
}

TEST_CASE("So does multispin on a GPU, to 1e-4", "[gpu]") {
  for_each_on_gpu("ising2d_metropolis", "multispin", [](const Variant& variant, const Device& device) {
    Params params = defaults(variant);
    params.set("words", std::int64_t{8});
    for (const char* generator : {"sfc32", "mwc64x"}) {
      params.set("rng", std::string(generator));
      // A host, under Kokkos, cannot see as little in a test's time, and holds the oracle's bits.
      if (!device.pci.empty()) judge(variant, params, 4096, 0.3, 90, 2.1e-5);
    }
  });
}

namespace {

/// Compares every tile and launch after each of `parts` sweeps more, in up to `most` lattices side by side.
void compare_tiles(const std::vector<int>& parts, int most) {
  int compared = 0;
  const bool any =
      for_each_on_gpu("ising2d_metropolis", "multispin", [&](const Variant& variant, const Device& device) {
        for (const char* generator : generators)
          for (const int words : {1, 2, 4, 8})
            for (const char* launch : {"stream", "graph", "chained", "persistent"})
              // Rows of 1, 2, 3 and 4 words; one lattice in strips; as many lattices as make a block hold several.
              for (const auto& [L, realizations] : {std::pair{64, 3}, {128, 1}, {192, 2}, {256, 1}, {64, 600}}) {
                if (realizations > most || (realizations > 3 && std::string(generator) != "sfc32")) continue;
                // A host, under Kokkos, has one way to launch, and takes as long as the oracle.
                if (device.pci.empty() && (realizations > 3 || std::string(launch) != "stream")) continue;
                const Variant& plain = variant_of("cpu", "multispin_plain");
                Params params = shaped(defaults(variant), L, realizations, words, generator, 0.42);
                params.set("launch", std::string(launch));
                if (!variant.unsupported(params, device).empty()) continue;
                const auto simulation = variant.make(params, 7);
                const auto oracle = plain.make(shaped(defaults(plain), L, realizations, words, generator, 0.42), 7);
                for (const int sweeps : parts) simulation->sweep(sweeps), oracle->sweep(sweeps);
                INFO(params.name());
                require_same(*simulation, *oracle);
                ++compared;
              }
      });
  if (any) say_compared(compared);
}

}  // namespace

TEST_CASE("Every tile and launch of multispin holds the same spins as the oracle", "[gpu]") {
  compare_tiles({1, 34, 2}, 600);
}

// For tools that watch every access, as those of tests/gpu_bit_exact.cpp.
TEST_CASE("Every tile and launch of multispin for a few sweeps", "[.][gpu][sanitizer]") { compare_tiles({1, 2}, 3); }

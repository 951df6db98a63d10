// The bit-sliced update in three dimensions: how often spins of each energy class flip, whether decisions know of each
// other, and all shapes of tiles, widths of vectors, threads and ways to launch against the oracle.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/ising3d_metropolis/multispin.hpp"
#include "tests/catch.hpp"
#include "tests/multispin_judge.hpp"
#include "tests/same_spins.hpp"
#include "tests/sanitized.hpp"
#include "tests/variants.hpp"

using namespace spinbench;

namespace {

const Variant& plain() {
  const Variant* variant = Registry::instance().variant("ising3d_metropolis", "multispin_plain", "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

Params with(const Params& params, std::int64_t L, std::int64_t realizations, std::int64_t words,
            const std::string& generator) {
  return shaped(params, L, realizations, words, generator, 0.2);
}

/// Two spins of one colour, by their distance.
struct Pair {
  const char* name;
  int dx, dy, dz;
};
constexpr Pair pairs[] = {{"next lanes", 2, 0, 0},       {"neighbouring words", 64, 0, 0},
                          {"rows of one tile", 1, 1, 0}, {"rows two apart", 0, 2, 0},
                          {"tiles along y", 0, 4, 0},    {"layers", 1, 0, 1},
                          {"layers two apart", 0, 0, 2}, {"far apart", 32, 32, 32}};

/// What a run's attempts say. The outcome of an attempt is read off two configurations one sweep apart: colour 0 saw
/// its neighbours as they were, colour 1 as they became.
class Attempts {
 public:
  Attempts(int L, double beta) : L_(L), kept_(size()) {
    for (int n = 0; n < 3; ++n) probability_[static_cast<std::size_t>(n)] = std::exp(-4 * beta * (3 - n));
  }

  void add(const std::vector<std::int8_t>& before, const std::vector<std::int8_t>& after, bool correlate) {
    std::size_t i = 0;
    for (int z = 0; z < L_; ++z)
      for (int y = 0; y < L_; ++y)
        for (int x = 0; x < L_; ++x, ++i) {
          const std::vector<std::int8_t>& seen = (x + y + z) % 2 == 0 ? before : after;
          const int sum = seen[at(x + 1, y, z)] + seen[at(x - 1, y, z)] + seen[at(x, y + 1, z)] +
                          seen[at(x, y - 1, z)] + seen[at(x, y, z + 1)] + seen[at(x, y, z - 1)];
          const auto unsatisfied = static_cast<std::size_t>((6 - before[i] * sum) / 2);
          const bool flipped = before[i] != after[i];
          ++tried_[unsatisfied];
          flipped_[unsatisfied] += flipped;
          kept_[i] = unsatisfied >= 3 ? 0.f : static_cast<float>((flipped ? 1 : 0) - probability_[unsatisfied]);
        }
    if (!correlate) return;
    for (std::size_t p = 0; p < std::size(pairs); ++p) {
      i = 0;
      for (int z = 0; z < L_; ++z)
        for (int y = 0; y < L_; ++y)
          for (int x = 0; x < L_; ++x, ++i) {
            const double product = kept_[i] * kept_[at(x + pairs[p].dx, y + pairs[p].dy, z + pairs[p].dz)];
            sums_[p] += product;
            squares_[p] += product * product;
          }
    }
  }

  /// Standard deviations by which the frequency of class n is off; `sigma`: how small an error it would have seen.
  double off(std::size_t n, double& sigma) const {
    const double p = probability_[n], tried = static_cast<double>(tried_[n]);
    sigma = std::sqrt(p * (1 - p) / tried);
    return (static_cast<double>(flipped_[n]) / tried - p) / sigma;
  }
  bool free_always_flip() const {
    return tried_[3] > 0 && std::equal(tried_.begin() + 3, tried_.end(), flipped_.begin() + 3);
  }
  /// Correlation in units of its standard deviation.
  double correlation(std::size_t pair) const { return sums_[pair] / std::sqrt(squares_[pair]); }

 private:
  std::size_t size() const {
    return static_cast<std::size_t>(L_) * static_cast<std::size_t>(L_) * static_cast<std::size_t>(L_);
  }
  /// Coordinates from -1 to less than 2 L.
  std::size_t at(int x, int y, int z) const {
    const auto wrapped = [this](int i) { return static_cast<std::size_t>(i < 0 ? i + L_ : i >= L_ ? i - L_ : i); };
    const auto side = static_cast<std::size_t>(L_);
    return (wrapped(z) * side + wrapped(y)) * side + wrapped(x);
  }

  int L_;
  std::array<double, 3> probability_{};  ///< by the number of unsatisfied bonds
  std::array<std::int64_t, 7> tried_{}, flipped_{};
  std::array<double, std::size(pairs)> sums_{}, squares_{};
  std::vector<float> kept_;  ///< outcome less its expectation
};

/// As the other judge(), on the lattice that `params` name.
void judge(const Variant& variant, const Params& params, int sweeps, double resolution) {
  Attempts attempts(static_cast<int>(params.integer("L")), params.real("beta"));
  judge(variant, params, attempts, pairs, 3, sweeps, 3, resolution);
}

}  // namespace

TEST_CASE("In 3D a tile is two words wide where they fit, and thresholds are cut digit by digit") {
  const auto is = [](MultispinTile tile, std::uint32_t across, std::uint32_t down) {
    return tile.across == across && tile.down == down;
  };
  CHECK(is(ising3d::multispin_tile(16, 8), 2, 4));
  CHECK(is(ising3d::multispin_tile(2, 4), 2, 2));
  CHECK(is(ising3d::multispin_tile(1, 8), 1, 8));
  CHECK(is(ising3d::multispin_tile(3, 4), 1, 4));
  // 0xB4 is 10110100: pairs from the last on, in each the two digits swapped.
  CHECK(multispin_digits(0xB4000000u) == 0b01'11'10'00u);
  CHECK(multispin_rest(0xB4000001u) == 0x100u);
}

TEST_CASE("What multispin cannot do in 3D is named with its reason") {
  const auto reason = [](std::int64_t L, std::int64_t realizations, std::int64_t words, const std::string& generator) {
    return ising3d::multispin_unsupported(with(defaults(plain()), L, realizations, words, generator), 64);
  };
  CHECK(reason(128, 1, 8, "sfc32").empty());
  CHECK(reason(128, 1, 0, "lcg32_random").find("lcg32_random") != std::string::npos);
  CHECK(reason(128, 1, 2, "sfc32").find("words is 2") != std::string::npos);
  CHECK(reason(96, 1, 8, "sfc32").find("multiple of 64") != std::string::npos);
  CHECK(reason(64, 65536, 8, "sfc32").find("65535 realizations") != std::string::npos);
}

TEST_CASE("In 3D the oracle of multispin flips each class of spins as often as it must") {
  for (const char* generator : {"sfc32", "mwc64x"})
    judge(plain(), with(defaults(plain()), 96, 1, 8, generator), 8, 8e-4);
  // At K_c verify sees the energy at another temperature only.
  Params critical = with(defaults(plain()), 96, 1, 4, "philox4x32");
  critical.set("beta", 0.221654626);
  judge(plain(), critical, 8, 8e-4);
}

TEST_CASE("In 3D multispin in vectors holds the same spins as the oracle, whatever the tile, vectors and threads") {
  const Variant* vectors = Registry::instance().variant("ising3d_metropolis", "multispin", "cpu");
  REQUIRE(vectors != nullptr);
  std::vector<const char*> generators = {"philox4x32", "sfc32", "mwc64x"};
  if (test::sanitized) generators = {"sfc32"};
  for (const char* generator : generators)
    for (const int words : {4, 8})
      // Rows of 1, 2 and 3 words; fewer lattices than threads, and as many.
      for (const auto& [L, realizations] : {std::pair{64, 3}, {128, 1}, {192, 1}}) {
        if (test::sanitized && L == 192 && words == 4) continue;
        const auto oracle = plain().make(with(defaults(plain()), L, realizations, words, generator), 7);
        oracle->sweep(3);
        Params params = with(defaults(*vectors), L, realizations, words, generator);
        REQUIRE(vectors->unsupported(params, {}).empty());
        for (const std::string& isa : isas_of_host())
          for (const int threads : {1, 2, 3}) {
            params.set("isa", isa);
            params.set("threads", static_cast<std::int64_t>(threads));
            const auto simulation = vectors->make(params, 7);
            for (const int sweeps : {1, 2}) simulation->sweep(sweeps);
            INFO(params.name());
            require_same(*simulation, *oracle);
          }
      }
}

TEST_CASE("In 3D so does multispin on a GPU, to 1e-4", "[gpu]") {
  for_each_on_gpu("ising3d_metropolis", "multispin", [](const Variant& variant, const Device&) {
    for (const char* generator : {"philox4x32", "sfc32", "mwc64x"})
      judge(variant, with(defaults(variant), 256, 1, 8, generator), 40, 1e-4);
  });
}

TEST_CASE("In 3D every tile and launch of multispin holds the same spins as the oracle", "[gpu]") {
  int compared = 0;
  const bool any =
      for_each_on_gpu("ising3d_metropolis", "multispin", [&](const Variant& variant, const Device& device) {
        for (const char* generator : {"philox4x32", "sfc32", "mwc64x"})
          for (const int words : {4, 8})
            // Rows of 1, 2 and 3 words; the large ones for few sweeps, since the oracle follows each spin.
            for (const auto& [L, realizations, sweeps] : {std::array{64, 3, 34}, {128, 1, 2}, {192, 1, 2}}) {
              const auto oracle = plain().make(with(defaults(plain()), L, realizations, words, generator), 7);
              oracle->sweep(3 + sweeps);
              for (const char* launch : {"stream", "graph", "chained"}) {
                Params params = with(defaults(variant), L, realizations, words, generator);
                params.set("launch", std::string(launch));
                if (!variant.unsupported(params, device).empty()) continue;
                const auto simulation = variant.make(params, 7);
                for (const int part : {1, sweeps, 2}) simulation->sweep(part);
                INFO(params.name());
                require_same(*simulation, *oracle);
                ++compared;
              }
            }
      });
  if (any) say_compared(compared);
}

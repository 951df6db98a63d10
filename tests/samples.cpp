// What oracles know of some spins without the rest of the lattice, against the oracles themselves.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bench/verify/compare.hpp"
#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "reference_cpu/common/cells.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"
#include "tests/verification_rig.hpp"

using namespace spinbench;

namespace {

using Wanted = std::vector<std::pair<std::string, AxisValue>>;

AxisValue whole(std::int64_t value) { return value; }
AxisValue word(const char* value) { return std::string(value); }

const Variant& oracle(const std::string& kernel, const std::string& name) {
  const Variant* const variant = Registry::instance().variant(kernel, name, "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

/// Compares the sample with the oracle's own spins, and gives it back.
SampledValues compare_sample(const Variant& variant, const Params& params) {
  INFO(variant.kernel << "/" << variant.name << " " << params.name());
  const Device& device = Registry::instance().backend("cpu")->devices().front();
  REQUIRE(variant.unsupported(params, device).empty());
  const std::optional<SampledValues> sample = variant.sample(params, 7);
  REQUIRE(sample);
  const auto simulation = variant.make(params, 7);
  REQUIRE(sample->sweeps > 0);
  REQUIRE(sample->sweeps % simulation->sweep_granularity() == 0);
  simulation->sweep(sample->sweeps);
  const Configuration held = simulation->configuration();
  REQUIRE(sample->indices.size() == sample->values.size());
  std::size_t wrong = 0;
  double up = 0;
  for (std::size_t i = 0; i < sample->indices.size(); ++i) {
    wrong += sample->indices[i] >= held.spins || held.value(sample->indices[i]) != sample->values[i];
    up += sample->values[i] > 0;
  }
  CHECK(wrong == 0);
  // Both kinds of spins are among them: at least one of each in a hundred.
  const double share = up / static_cast<double>(sample->indices.size());
  CHECK(std::min(share, 1 - share) > 0.01);
  // The first and the last site of a realization are among them.
  CHECK(std::count(sample->indices.begin(), sample->indices.end(), 0) > 0);
  CHECK(std::count(sample->indices.begin(), sample->indices.end(), held.spins - 1) > 0);
  return *sample;
}

}  // namespace

TEST_CASE("Boxes of cells grow around the edges of a lattice", "[sample]") {
  const Cell<2> counts = {8, 4};
  const Box<2> corner{{7, 3}, {2, 2}};
  std::vector<Cell<2>> seen;
  corner.each(counts, [&](const Cell<2>& cell) { seen.push_back(cell); });
  CHECK(seen == std::vector<Cell<2>>{{7, 3}, {0, 3}, {7, 0}, {0, 0}});
  const Box<2> grown = corner.grown(1, counts);
  CHECK(grown.first == Cell<2>{6, 0});
  CHECK(grown.extent == Cell<2>{4, 4});
  CHECK(number_of(Cell<2>{7, 3}, counts) == 31);
  CHECK(pair_of(Cell<2>{7, 3}, counts) == 15);
}

TEST_CASE("Places are where the edges meet, and others, of which every other one lies on an edge", "[sample]") {
  const Cell<2> counts = {100, 1000};
  const auto places = corner_and_others<2>(counts, 20, 3);
  REQUIRE(places.size() == 21);
  CHECK(places.front().first == Cell<2>{99, 999});
  int on_edge = 0;
  for (std::size_t i = 1; i < places.size(); ++i) {
    CHECK(places[i].extent == Cell<2>{2, 2});
    const Cell<2>& at = places[i].first;
    const bool is_on_edge = at[0] == 0 || at[0] == 98 || at[1] == 0 || at[1] == 998;
    CHECK((is_on_edge || i % 2 != 0));
    on_edge += is_on_edge;
  }
  CHECK(on_edge >= 10);
  CHECK(on_edge <= 12);
}

TEST_CASE("Lines of cells lie beside edges and anywhere, whole or in part with both ends", "[sample]") {
  const Cell<2> counts = {10, 100};
  const auto whole_lines = lines<2>(counts, 3, 16), parts = lines<2>(counts, 3, 16, 3);
  // A piece along x, seven along y; twice.
  REQUIRE(whole_lines.size() == 16);
  CHECK(whole_lines.front().first == Cell<2>{0, 99});
  CHECK(whole_lines.front().extent == Cell<2>{10, 2});
  CHECK(whole_lines[8].first == Cell<2>{9, 96});
  CHECK(whole_lines[8].extent == Cell<2>{2, 4});
  REQUIRE(parts.size() == 8);
  CHECK(parts[2].first[1] == 0);
  CHECK(parts[3].first[1] == 48);
  CHECK(parts[4].first[1] == 96);
}

TEST_CASE("Samples of the checkerboard are the oracle's spins, by every generator", "[sample]") {
  for (const char* kernel : {"ising2d_metropolis", "ising3d_metropolis"}) {
    const Variant& variant = oracle(kernel, "checkerboard");
    const bool is_square = kernel[5] == '2';
    for (const GeneratorInfo& generator : Registry::instance().generators()) {
      const Params params =
          defaults(variant, {{"L", whole(is_square ? 32 : 16)}, {"rng", generator.name}, {"beta", 0.2}});
      if (!variant.unsupported(params, Registry::instance().backend("cpu")->devices().front()).empty()) continue;
      compare_sample(variant, params);
    }
    for (const char* draw : {"always", "conditional"})
      for (const int L : is_square ? std::vector<int>{4, 6, 16, 300, 1024} : std::vector<int>{4, 6, 14, 48})
        compare_sample(variant, defaults(variant, {{"L", whole(L)}, {"draw", word(draw)}, {"beta", 0.15}}));
  }
}

TEST_CASE("Samples of tiles are the oracle's spins, in either order", "[sample]") {
  for (const char* kernel : {"ising2d_metropolis", "ising3d_metropolis"}) {
    const Variant& variant = oracle(kernel, "tiled");
    const bool is_square = kernel[5] == '2';
    for (const char* order : {"plain", "symmetric"})
      for (const int tiles : {2, 4, 12})
        for (const int tile : is_square ? std::vector<int>{4, 16} : std::vector<int>{4}) {
          const Wanted wanted = {
              {"L", whole(tiles * tile)}, {"tile", whole(tile)}, {"k", whole(2)},
              {"order", word(order)},     {"beta", 0.15},        {"draw", word(is_square ? "conditional" : "always")}};
          compare_sample(variant, defaults(variant, wanted));
        }
    // Of which no order knows.
    for (const GeneratorInfo& generator : Registry::instance().generators()) {
      const Wanted wanted = {{"L", whole(is_square ? 96 : 32)},
                             {"tile", whole(is_square ? 8 : 4)},
                             {"k", whole(2)},
                             {"order", word("symmetric")},
                             {"rng", generator.name},
                             {"beta", 0.2}};
      const Params params = defaults(variant, wanted);
      if (!variant.unsupported(params, Registry::instance().backend("cpu")->devices().front()).empty()) continue;
      compare_sample(variant, params);
    }
  }
}

TEST_CASE("Samples of bit-sliced lattices are the oracle's spins", "[sample]") {
  for (const char* generator : {"philox4x32", "sfc32", "mwc64x"}) {
    // How tiles lie in large lattices no generator decides.
    const auto largest = std::string(generator) == "mwc64x" ? 1024 : 128;
    const Variant &square = oracle("ising2d_metropolis", "multispin_plain"),
                  &cubic = oracle("ising3d_metropolis", "multispin_plain");
    for (const auto& [L, words, realizations] : {std::tuple{64, 2, 1}, {256, 8, 3}, {512, 4, 1}})
      if (L <= largest)
        compare_sample(square, defaults(square, {{"L", whole(L)},
                                                 {"words", whole(words)},
                                                 {"realizations", whole(realizations)},
                                                 {"rng", word(generator)},
                                                 {"beta", 0.2}}));
    for (const auto& [L, words, realizations] : {std::tuple{64, 4, 2}, {128, 8, 1}})
      if (L <= largest / 2)
        compare_sample(cubic, defaults(cubic, {{"L", whole(L)},
                                               {"words", whole(words)},
                                               {"realizations", whole(realizations)},
                                               {"rng", word(generator)},
                                               {"beta", 0.15}}));
    // Bands of one thread and of two, 2 x 2 and 4 x 16 tiles.
    const Variant& tiled = oracle("ising2d_metropolis", "multispin_tiled");
    for (const auto& [L, words, rows, realizations] :
         {std::tuple{64, 2, 8, 3}, {128, 2, 32, 2}, {256, 2, 128, 1}, {512, 2, 16, 1}, {1024, 4, 32, 1}})
      if (L <= largest)
        compare_sample(tiled, defaults(tiled, {{"L", whole(L)},
                                               {"words", whole(words)},
                                               {"rows", whole(rows)},
                                               {"realizations", whole(realizations)},
                                               {"k", whole(3)},
                                               {"rng", word(generator)},
                                               {"beta", 0.3}}));
  }
}

TEST_CASE("Tiles that would take many seconds are not sampled", "[sample]") {
  const Variant& variant = oracle("ising2d_metropolis", "tiled");
  CHECK(variant.sample(defaults(variant, {{"L", whole(128)}, {"tile", whole(16)}, {"k", whole(100)}}), 1));
  CHECK_FALSE(variant.sample(defaults(variant, {{"L", whole(128)}, {"tile", whole(16)}, {"k", whole(1000000)}}), 1));
  const Variant& sliced = oracle("ising2d_metropolis", "multispin_tiled");
  CHECK_FALSE(sliced.sample(defaults(sliced, {{"L", whole(4096)}, {"k", whole(1000000)}}), 1));
}

namespace {

/// A checkerboard after three sweeps, and what of it is known.
Check compared(const SampledValues& sample, int steps = 3) {
  const Variant& variant = oracle("ising2d_metropolis", "checkerboard");
  const auto simulation = variant.make(defaults(variant, {{"L", whole(16)}}), 7);
  return compare_with_sample(*simulation, sample, {1, steps});
}

}  // namespace

TEST_CASE("Sampled values are compared one by one, and each must exist", "[sample]") {
  const Variant& variant = oracle("ising2d_metropolis", "checkerboard");
  const SampledValues right = *variant.sample(defaults(variant, {{"L", whole(16)}}), 7);
  CHECK(right.sweeps == 3);
  CHECK(compared(right).passed);
  // All of so small a lattice lies beside an edge or a line; no site counts twice.
  CHECK(compared(right).detail.find(" of 256 values") != std::string::npos);
  CHECK(compared(right).detail.find(std::to_string(right.indices.size())) == std::string::npos);
  CHECK_FALSE(compared(right, 2).passed);
  SampledValues wrong = right;
  wrong.values.back() = -wrong.values.back();
  CHECK_FALSE(compared(wrong).passed);
  CHECK(compared(wrong).detail.find("1 differ, the first at index " + std::to_string(wrong.indices.back())) !=
        std::string::npos);
  // A wrong site counts once, however often it is listed.
  wrong.indices = {5, 5, 6, 5}, wrong.values = {2, 2, 3, 2};
  CHECK(compared(wrong).detail.find("2 of 256 values: 2 differ, the first at index 5") != std::string::npos);
  wrong = right;
  wrong.indices.push_back(256), wrong.values.push_back(1);
  CHECK_FALSE(compared(wrong).passed);
  CHECK_FALSE(compared({3, {}, {}}).passed);
}

TEST_CASE("What no oracle has time to follow is compared with some of its spins, which proves no path", "[sample]") {
  using namespace spinbench::verifying;
  VerifyOptions options = options_of_rig();
  options.follow_seconds = options.follow_proved_seconds = options.follow_unproved_seconds = 1e-9;
  const Rig::Followed right = Rig().followed(options);
  const Check* const sampled = named(right.result, "sampled at size");
  REQUIRE(sampled != nullptr);
  CHECK(sampled->passed);
  CHECK(sampled->kind == Check::Kind::sampled);
  CHECK(right.result.passed);
  CHECK(named(right.result, "bits at size") == nullptr);

  Rig other({.path = "several columns"});
  const Rig::Followed unproved = other.followed(options);
  CHECK(named(unproved.result, "sampled at size")->passed);
  CHECK_FALSE(unproved.proved);

  // A border that is wrong at that size alone.
  Rig wrong({.last_row_stands_above = 64});
  const Rig::Followed found = wrong.followed(options);
  CHECK(named(found.result, "bits")->passed);
  REQUIRE(named(found.result, "sampled at size") != nullptr);
  CHECK_FALSE(named(found.result, "sampled at size")->passed);
  CHECK(named(found.result, "sampled at size")->detail.find("differ, the first at index") != std::string::npos);
  CHECK_FALSE(found.result.passed);
}

TEST_CASE("Samples are those of each case, and are left out where they cost too much or prove nothing", "[sample]") {
  using namespace spinbench::verifying;
  VerifyOptions options = options_of_rig();
  options.follow_seconds = options.follow_proved_seconds = options.follow_unproved_seconds = 1e-9;
  Rig rig;
  Verifier verifier(1, options);
  for (const std::int64_t L : {256, 128, 256}) {
    const Case c = rig.test_case(L);
    Verification found = verifier.verify(c);
    const auto simulation = rig.variant.make(c.params, 1);
    verifier.follow(c, *simulation, found);
    REQUIRE(named(found, "sampled at size") != nullptr);
    CHECK(named(found, "sampled at size")->passed);
  }
  const auto is_sampled = [&](const VerifyOptions& wanted) {
    return named(rig.followed(wanted).result, "sampled at size") != nullptr;
  };
  CHECK(is_sampled(options));
  VerifyOptions none = options;
  none.samples = false;
  CHECK_FALSE(is_sampled(none));
  VerifyOptions few = options;
  few.most_sampled_units = 60000;
  CHECK_FALSE(is_sampled(few));
  VerifyOptions brief = options;
  brief.host_seconds = 0;
  CHECK_FALSE(is_sampled(brief));
  rig.variant.oracle.agreement = {Agreement::Kind::distance};
  CHECK_FALSE(is_sampled(options));
}

// The update orders of the cubic lattice: every site as often as promised, never two neighbours at the same time, and
// the streams that the walks name are those of kernels/common/cubic_lattice.hpp.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "kernels/common/cubic_lattice.hpp"
#include "reference_cpu/ising3d_metropolis/orders.hpp"
#include "tests/catch.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::ising3d;

using Site = std::array<std::uint32_t, 3>;
using Sites = std::set<Site>;

std::vector<Site> next_to(const Site& site, std::uint32_t L) {
  std::vector<Site> result;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    result.push_back(site);
    result.back()[axis] = (site[axis] + 1) % L;
  }
  return result;
}

bool has_neighbours(const Sites& sites, std::uint32_t L) {
  for (const Site& site : sites)
    for (const Site& other : next_to(site, L))
      if (sites.contains(other)) return true;
  return false;
}

std::uint32_t colour_of(const Site& site, std::uint32_t unit) {
  return (site[0] / unit + site[1] / unit + site[2] / unit) % 2;
}

// What one phase does: the sites of each sub-step (one colour of one hit) over all tiles, and each site's stream.
struct Phase {
  CubicTiles board;
  std::vector<Sites> steps{};
  std::map<Site, std::uint64_t> streams{};
  Site item{};
  std::uint32_t attempts = 0, tiles = 0;

  void enter(std::uint32_t column, std::uint32_t row, std::uint32_t layer) {
    item = {column, row, layer};
    attempts = 0;
    ++tiles;
  }
  void attempt(std::uint32_t n, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    const std::size_t step = attempts++ / board.items_a_tile();
    if (steps.size() <= step) steps.resize(step + 1);
    CHECK(steps[step].insert({x, y, z}).second);
    const std::uint64_t stream = board.stream(item[0], item[1], item[2], n);
    CHECK(streams.insert({{x, y, z}, stream}).first->second == stream);
    const std::uint32_t T = board.tile;
    CHECK((x % T == n % T && y % T == n / T % T && z % T / 2 == n / (T * T)));
  }
  void leave(std::uint32_t column, std::uint32_t row, std::uint32_t layer) { CHECK(item == Site{column, row, layer}); }
};

Phase record(std::uint32_t L, std::uint32_t tile, const TilePhase& phase) {
  Phase result{{L, tile}};
  walk_tiles(result.board, phase, result);
  return result;
}

// The sub-steps of k sweeps.
std::vector<Sites> steps_of(bool symmetric, int k) {
  std::vector<Sites> result;
  const auto phase = [&](const TilePhase& p) {
    for (Sites& sites : record(8, 2, p).steps) result.push_back(std::move(sites));
  };
  if (symmetric)
    symmetric_step(k, phase, [] {});
  else
    plain_step(k, phase);
  return result;
}

}  // namespace

TEST_CASE("the row order of the cubic lattice goes along the memory", "[orders]") {
  for (const std::uint32_t L : {2u, 5u}) {
    std::size_t next = 0;
    walk_rows(L, [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) { CHECK(cubic_site(x, y, z, L) == next++); });
    CHECK(next == L * L * L);
  }
}

TEST_CASE("a colour of the cubic lattice has half of the sites, no neighbours, and a stream for each site",
          "[orders]") {
  for (const std::uint32_t L : {2u, 4u, 6u}) {
    Sites all;
    for (const std::uint32_t colour : {0u, 1u}) {
      Sites sites;
      std::uint64_t next = 0;
      walk_colour(L, colour, [&](std::uint64_t stream, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
        CHECK(colour_of({x, y, z}, 1) == colour);
        CHECK(stream == cubic_stream(x, y, z, L));
        CHECK(stream == next++);
        CHECK(sites.insert({x, y, z}).second);
      });
      CHECK(sites.size() == L * L * L / 2);
      CHECK_FALSE(has_neighbours(sites, L));
      all.insert(sites.begin(), sites.end());
    }
    CHECK(all.size() == L * L * L);
  }
}

TEST_CASE("a phase of the cubic lattice hits one coarse colour, one fine colour at a time", "[orders]") {
  for (const auto& [L, tile] : {std::pair<std::uint32_t, std::uint32_t>{4, 2}, {8, 2}, {8, 4}, {12, 2}})
    for (const int hits : {1, 2}) {
      Sites all;
      std::set<std::uint64_t> streams;
      for (const std::uint32_t coarse : {0u, 1u})
        for (const std::uint32_t first : {0u, 1u}) {
          const Phase phase = record(L, tile, {coarse, hits, first});
          const std::uint32_t side = L / tile;
          CAPTURE(L, tile, hits, coarse, first);
          CHECK(phase.tiles == side * side * side / 2);
          REQUIRE(phase.steps.size() == static_cast<std::size_t>(2 * hits));
          for (std::size_t step = 0; step < phase.steps.size(); ++step) {
            const Sites& sites = phase.steps[step];
            CHECK(sites.size() == L * L * L / 4);
            CHECK_FALSE(has_neighbours(sites, L));
            CHECK(std::all_of(sites.begin(), sites.end(), [&, t = tile, c = coarse, f = first](const Site& site) {
              return colour_of(site, 1) == (f + step) % 2 && colour_of(site, t) == c;
            }));
            CHECK(sites == phase.steps[step % 2]);
            all.insert(sites.begin(), sites.end());
          }
          for (const auto& [site, stream] : phase.streams) streams.insert(stream);
        }
      CHECK(all.size() == L * L * L);
      CHECK(streams.size() == CubicTiles{L, tile}.streams());
      CHECK(*streams.rbegin() + 1 == streams.size());
    }
}

TEST_CASE("cubic tiles of one coarse colour are not neighbours", "[orders]") {
  const std::uint32_t L = 8, tile = 2;
  const Phase even = record(L, tile, {0, 1, 0});
  const auto tile_of = [](const Site& site) { return Site{site[0] / tile, site[1] / tile, site[2] / tile}; };
  for (const auto& [site, stream] : even.streams)
    for (const Site& other : next_to(site, L))
      if (tile_of(other) != tile_of(site)) CHECK_FALSE(even.streams.contains(other));
}

// Sites of a sub-step are no neighbours, so their updates commute, and each satisfies detailed balance: the compound
// move does, too, if its sub-steps are a palindrome.
TEST_CASE("the symmetric order of the cubic lattice reads the same backwards, the plain order does not",
          "[orders][balance]") {
  for (const int k : {2, 4}) {
    std::vector<Sites> symmetric = steps_of(true, k), plain = steps_of(false, k);
    CHECK(symmetric.size() == static_cast<std::size_t>(4 * k));
    CHECK(std::equal(symmetric.begin(), symmetric.end(), symmetric.rbegin()));
    CHECK_FALSE(std::equal(plain.begin(), plain.end(), plain.rbegin()));
  }
}

TEST_CASE("in 3D kernels and oracles have the same tiles and streams, each by its own arithmetic", "[orders]") {
  for (const auto& [L, tile] : {std::pair<std::uint32_t, std::uint32_t>{16, 4}, {24, 4}, {32, 8}}) {
    const CubicDoubleCheckerboard kernel{L, tile};
    const CubicTiles oracle{L, tile};
    const std::uint32_t side = L / tile;
    REQUIRE(kernel.streams() == oracle.streams());
    for (std::uint32_t layer = 0; layer < side / 2; ++layer)
      for (std::uint32_t row = 0; row < side; ++row)
        for (std::uint32_t column = 0; column < side; ++column) {
          for (const std::uint32_t colour : {0u, 1u})
            CHECK(kernel.tile_layer(column, row, layer, colour) == oracle.tile_layer(column, row, layer, colour));
          for (const std::uint32_t n : {0u, tile * tile * tile / 2 - 1})
            CHECK(kernel.stream(column, row, layer, n) == oracle.stream(column, row, layer, n));
        }
  }
}

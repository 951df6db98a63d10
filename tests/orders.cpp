// The update orders: every site as often as promised, never two neighbours at the same time, and the streams that the
// walks name are those of kernels/common/square_lattice.hpp.
#include "reference_cpu/ising2d_metropolis/orders.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "kernels/common/square_lattice.hpp"
#include "tests/catch.hpp"

namespace {

using namespace spinbench;
using namespace spinbench::ising2d;

using Site = std::pair<std::uint32_t, std::uint32_t>;

bool has_neighbours(const std::set<Site>& sites, std::uint32_t L) {
  for (const auto& [x, y] : sites)
    if (sites.contains({(x + 1) % L, y}) || sites.contains({x, (y + 1) % L})) return true;
  return false;
}

// What one phase does: the sites of each sub-step (one colour of one hit) over all tiles, and each site's stream.
struct PhaseRecord {
  SquareTiles board;
  std::vector<std::set<Site>> steps;
  std::map<Site, std::uint64_t> streams;
  std::uint32_t column = 0, row = 0, attempts = 0, tiles = 0;

  void enter(std::uint32_t c, std::uint32_t r) { column = c, row = r, attempts = 0, ++tiles; }
  void attempt(std::uint32_t n, std::uint32_t x, std::uint32_t y) {
    const std::size_t step = attempts++ / board.items_a_tile();
    if (steps.size() <= step) steps.resize(step + 1);
    CHECK(steps[step].insert({x, y}).second);
    const std::uint64_t stream = board.stream(column, row, n);
    const auto [found, added] = streams.insert({{x, y}, stream});
    CHECK(found->second == stream);
    // Item n serves column n mod T and rows 2 (n div T), + 1 of its tile.
    CHECK(x % board.tile == n % board.tile);
    CHECK(y % board.tile / 2 == n / board.tile);
  }
  void leave(std::uint32_t c, std::uint32_t r) { CHECK((c == column && r == row)); }
};

PhaseRecord record(std::uint32_t L, std::uint32_t tile, const TilePhase& phase) {
  PhaseRecord result{{L, tile}, {}, {}};
  walk_tiles(result.board, phase, result);
  return result;
}

}  // namespace

TEST_CASE("sequential orders visit every site once, in their order", "[orders]") {
  for (const std::uint32_t L : {2u, 5u, 8u}) {
    std::vector<Site> columns, rows;
    walk_columns(L, [&](std::uint32_t x, std::uint32_t y) { columns.push_back({x, y}); });
    walk_rows(L, [&](std::uint32_t x, std::uint32_t y) { rows.push_back({x, y}); });
    REQUIRE(columns.size() == L * L);
    REQUIRE(rows.size() == L * L);
    for (std::uint32_t i = 0; i < L * L; ++i) {
      CHECK(columns[i] == Site{i / L, i % L});
      CHECK(rows[i] == Site{i % L, i / L});
    }
  }
}

TEST_CASE("a colour has half of the sites, no neighbours, and a stream for each site", "[orders]") {
  for (const std::uint32_t L : {4u, 6u, 10u, 16u}) {
    std::set<Site> all;
    for (const std::uint32_t colour : {0u, 1u}) {
      std::set<Site> sites;
      std::uint64_t next = 0;
      walk_colour(L, colour, [&](std::uint32_t x, std::uint32_t y, std::uint64_t stream) {
        CHECK((x + y) % 2 == colour);
        CHECK(stream == checkerboard_stream(x, y, L));
        CHECK(stream == next++);
        CHECK(sites.insert({x, y}).second);
      });
      CHECK(sites.size() == L * L / 2);
      CHECK_FALSE(has_neighbours(sites, L));
      all.insert(sites.begin(), sites.end());
    }
    CHECK(all.size() == L * L);
  }
}

TEST_CASE("a phase hits one coarse colour, one fine colour at a time", "[orders]") {
  for (const auto& [L, tile] : {std::pair<std::uint32_t, std::uint32_t>{4, 2}, {8, 2}, {16, 4}, {24, 4}, {32, 8}})
    for (const int hits : {1, 3}) {
      std::set<Site> all;
      std::set<std::uint64_t> streams;
      for (const std::uint32_t coarse : {0u, 1u})
        for (const std::uint32_t first : {0u, 1u}) {
          const PhaseRecord phase = record(L, tile, {coarse, hits, first});
          CAPTURE(L, tile, hits, coarse, first);
          CHECK(phase.tiles == (L / tile) * (L / tile) / 2);
          REQUIRE(phase.steps.size() == static_cast<std::size_t>(2 * hits));
          for (std::size_t step = 0; step < phase.steps.size(); ++step) {
            CHECK(phase.steps[step].size() == L * L / 4);
            CHECK_FALSE(has_neighbours(phase.steps[step], L));
            for (const auto& [x, y] : phase.steps[step]) {
              CHECK((x + y) % 2 == (first + step) % 2);
              CHECK((x / tile + y / tile) % 2 == coarse);
              all.insert({x, y});
            }
            CHECK(phase.steps[step] == phase.steps[step % 2]);
          }
          for (const auto& [site, stream] : phase.streams) streams.insert(stream);
        }
      CHECK(all.size() == L * L);
      CHECK(streams.size() == SquareTiles{L, tile}.streams());
      CHECK(*streams.rbegin() + 1 == streams.size());
    }
}

TEST_CASE("tiles of one coarse colour are not neighbours", "[orders]") {
  const std::uint32_t L = 16, tile = 4;
  const PhaseRecord even = record(L, tile, {0, 1, 0});
  for (const auto& [site, stream] : even.streams)
    for (const auto& [dx, dy] : {std::pair<std::uint32_t, std::uint32_t>{1, 0}, {0, 1}}) {
      const Site next{(site.first + dx) % L, (site.second + dy) % L};
      const bool same_tile = site.first / tile == next.first / tile && site.second / tile == next.second / tile;
      if (!same_tile) CHECK_FALSE(even.streams.contains(next));
    }
}

TEST_CASE("steps are made of the phases of the paper", "[orders]") {
  std::vector<std::vector<int>> plain, symmetric;
  plain_step(6, [&](const TilePhase& p) {
    plain.push_back({static_cast<int>(p.coarse_colour), p.hits, static_cast<int>(p.first_colour)});
  });
  CHECK(plain == std::vector<std::vector<int>>{{0, 6, 0}, {1, 6, 0}});
  symmetric_step(
      6,
      [&](const TilePhase& p) {
        symmetric.push_back({static_cast<int>(p.coarse_colour), p.hits, static_cast<int>(p.first_colour)});
      },
      [&] { symmetric.push_back({}); });
  CHECK(symmetric == std::vector<std::vector<int>>{{0, 3, 0}, {1, 3, 1}, {}, {1, 3, 0}, {0, 3, 1}, {}});
}

TEST_CASE("kernels and oracles have the same tiles and streams, each by its own arithmetic", "[orders]") {
  for (const auto& [L, tile] : {std::pair<std::uint32_t, std::uint32_t>{16, 4}, {24, 4}, {96, 16}}) {
    const DoubleCheckerboard kernel{L, tile};
    const SquareTiles oracle{L, tile};
    REQUIRE(kernel.streams() == oracle.streams());
    for (std::uint32_t row = 0; row < L / tile / 2; ++row)
      for (std::uint32_t column = 0; column < L / tile; ++column) {
        for (const std::uint32_t colour : {0u, 1u})
          CHECK(kernel.tile_row(column, row, colour) == oracle.tile_row(column, row, colour));
        for (const std::uint32_t n : {0u, tile * tile / 2 - 1})
          CHECK(kernel.stream(column, row, n) == oracle.stream(column, row, n));
      }
  }
}

// The update orders of the simple cubic lattice, as walks that call a visitor. The simulations update spins with them,
// and the tests look at the order itself with them: there is one definition of each for
// whole lattices. Samples of them (reference_cpu/common/*_sample.hpp) have their own, which tests hold to these.
#pragma once

#include <cstdint>

#include "reference_cpu/common/phases.hpp"

namespace spinbench::ising3d {

/// Loops in row order, z outermost, x innermost: visit(x, y, z) for every site, along the memory.
template <class Visit>
void walk_rows(std::uint32_t L, Visit&& visit) {
  for (std::uint32_t z = 0; z < L; ++z)
    for (std::uint32_t y = 0; y < L; ++y)
      for (std::uint32_t x = 0; x < L; ++x) visit(x, y, z);
}

/// The sites of one colour ((x + y + z) mod 2): visit(stream, x, y, z), the streams ascending from 0 to L^3 / 2 - 1.
template <class Visit>
void walk_colour(std::uint32_t L, std::uint32_t colour, Visit&& visit) {
  std::uint64_t stream = 0;
  for (std::uint32_t pair = 0; pair < L; pair += 2)
    for (std::uint32_t y = 0; y < L; ++y)
      for (std::uint32_t x = 0; x < L; ++x, ++stream) visit(stream, x, y, pair + ((x + y + colour) & 1));
}

/// The double checkerboard as the oracle has it. Two tiles above each other are a work item: the one of either coarse
/// colour (column + row + layer of the tile) mod 2. Work items are counted along x, y, z, and so are the threads of a
/// tile, each of which has a stream.
struct CubicTiles {
  std::uint32_t L, tile;

  std::uint32_t tiles_a_side() const { return L / tile; }
  std::uint32_t items_a_tile() const { return tile * tile * tile / 2; }
  std::uint64_t streams() const { return std::uint64_t{L} * L * L / 4; }

  static std::uint32_t tile_layer(std::uint32_t column, std::uint32_t row, std::uint32_t layer, std::uint32_t colour) {
    const std::uint32_t lower = 2 * layer, upper = lower + 1;
    return (column + row + lower) % 2 == colour ? lower : upper;
  }
  std::uint64_t stream(std::uint32_t column, std::uint32_t row, std::uint32_t layer, std::uint32_t n) const {
    std::uint64_t items = layer;
    items = items * tiles_a_side() + row;
    items = items * tiles_a_side() + column;
    return items * items_a_tile() + n;
  }
};

/// One phase. For each tile: visitor.enter(column, row, layer) with the place of its work item, then
/// visitor.attempt(n, x, y, z) for every attempt of item n, then visitor.leave(column, row, layer).
template <class Board, class Visitor>
void walk_tiles(const Board& board, const TilePhase& phase, Visitor&& visitor) {
  const std::uint32_t T = board.tile, side = board.tiles_a_side();
  const auto visit = [&](std::uint32_t column, std::uint32_t row, std::uint32_t layer) {
    const std::uint32_t x0 = column * T, y0 = row * T;
    const std::uint32_t z0 = Board::tile_layer(column, row, layer, phase.coarse_colour) * T;
    visitor.enter(column, row, layer);
    for (int half = 0; half < 2 * phase.hits; ++half) {
      const std::uint32_t colour = (phase.first_colour + static_cast<std::uint32_t>(half)) & 1;
      std::uint32_t n = 0;
      for (std::uint32_t pair = 0; pair < T; pair += 2)
        for (std::uint32_t y = 0; y < T; ++y)
          for (std::uint32_t x = 0; x < T; ++x, ++n)
            visitor.attempt(n, x0 + x, y0 + y, z0 + pair + ((x + y + colour) & 1));
    }
    visitor.leave(column, row, layer);
  };
  for (std::uint32_t layer = 0; layer < side / 2; ++layer)
    for (std::uint32_t row = 0; row < side; ++row)
      for (std::uint32_t column = 0; column < side; ++column) visit(column, row, layer);
}

}  // namespace spinbench::ising3d

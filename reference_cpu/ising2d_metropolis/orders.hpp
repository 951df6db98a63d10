// The update orders of the square lattice, as walks that call a visitor. The simulations update spins with them, and
// the tests look at the order itself with them: there is one definition of each for
// whole lattices. Samples of them (reference_cpu/common/*_sample.hpp) have their own, which tests hold to these.
#pragma once

#include <cstdint>

#include "kernels/common/mutants.hpp"
#include "reference_cpu/common/phases.hpp"

namespace spinbench::ising2d {

/// Loops in column order, x outer: visit(x, y) for every site of a row-major lattice, with a stride of L.
template <class Visit>
void walk_columns(std::uint32_t L, Visit&& visit) {
  for (std::uint32_t x = planted(Mutant::columns_skip_one) ? 1 : 0; x < L; ++x)
    for (std::uint32_t y = 0; y < L; ++y) visit(x, y);
}

/// Loops in row order, y outer: visit(x, y) for every site, along the memory.
template <class Visit>
void walk_rows(std::uint32_t L, Visit&& visit) {
  for (std::uint32_t y = 0; y < L; ++y)
    for (std::uint32_t x = planted(Mutant::rows_skip_site) && y == 0 ? 1 : 0; x < L; ++x) visit(x, y);
}

/// The sites of one colour ((x + y) mod 2): visit(x, y, stream), the streams ascending from 0 to L^2 / 2 - 1.
template <class Visit>
void walk_colour(std::uint32_t L, std::uint32_t colour, Visit&& visit) {
  std::uint64_t stream = 0;
  for (std::uint32_t pair = 0; pair < L; pair += 2) {
    if (planted(Mutant::checkerboard_colour_twice) && pair + 2 == L) colour = 0;
    for (std::uint32_t x = 0; x < L; ++x, ++stream) visit(x, pair + ((x + colour) & 1), stream);
  }
}

/// The double checkerboard as the oracle has it. Two tiles below each other are a work item: the one of either coarse
/// colour (column + row of the tile) mod 2. Work items are counted row by row, and so are the threads of a tile, each
/// of which has a stream.
struct SquareTiles {
  std::uint32_t L, tile;

  std::uint32_t tiles_a_side() const { return L / tile; }
  std::uint32_t items_a_tile() const { return tile * tile / 2; }
  std::uint64_t streams() const { return std::uint64_t{tiles_a_side()} * tiles_a_side() / 2 * items_a_tile(); }

  static std::uint32_t tile_row(std::uint32_t column, std::uint32_t row, std::uint32_t colour) {
    const std::uint32_t upper = 2 * row, lower = upper + 1;
    return (column + upper) % 2 == colour ? upper : lower;
  }
  std::uint64_t stream(std::uint32_t column, std::uint32_t row, std::uint32_t n) const {
    std::uint64_t items = row;
    items *= tiles_a_side();
    items += column;
    return items * items_a_tile() + n;
  }
};

/// One phase. For each tile: visitor.enter(column, row) with the place of its work item, then
/// visitor.attempt(n, x, y) for every attempt of item n, then visitor.leave(column, row).
template <class Board, class Visitor>
void walk_tiles(const Board& board, const TilePhase& phase, Visitor&& visitor) {
  const std::uint32_t T = board.tile, side = board.tiles_a_side();
  for (std::uint32_t row = 0; row < side / 2; ++row) {
    for (std::uint32_t column = 0; column < side; ++column) {
      const std::uint32_t x0 = column * T;
      const std::uint32_t y0 = Board::tile_row(column, row, phase.coarse_colour) * T;
      visitor.enter(column, row);
      for (int half = 0; half < 2 * phase.hits; ++half) {
        const std::uint32_t colour = (phase.first_colour + static_cast<std::uint32_t>(half)) & 1;
        std::uint32_t n = 0;
        for (std::uint32_t pair = 0; pair < T; pair += 2)
          for (std::uint32_t x = 0; x < T; ++x, ++n) visitor.attempt(n, x0 + x, y0 + pair + ((x + colour) & 1));
      }
      visitor.leave(column, row);
    }
  }
}

}  // namespace spinbench::ising2d

// Index maps of the L x L square lattice with periodic boundaries. The canonical index of site (x, y) is y L + x; its
// colour is (x + y) mod 2; L is even.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench {

/// The stream that decides for site (x, y) in the checkerboard order: the two sites (x, 2j) and (x, 2j + 1), one of
/// each colour, share stream j L + x, so L^2 / 2 streams serve the lattice as in Weigel's talk. A sweep takes two
/// draws from a stream, first for the even site, then for the odd one.
SPINBENCH_FN inline std::uint64_t checkerboard_stream(std::uint32_t x, std::uint32_t y, std::uint32_t L) {
  return static_cast<std::uint64_t>(y / 2) * L + x;
}

/// Place of site (x, y) inside its colour's plane in the crinkled layout (Weigel's talk, after Ferrero et al., Comput.
/// Phys. Commun. 183, 1578 (2012)): the planes follow each other, L^2 / 2 sites each. It is the site's stream, too.
SPINBENCH_FN inline std::uint64_t crinkled_place(std::uint32_t x, std::uint32_t y, std::uint32_t L) {
  return checkerboard_stream(x, y, L);
}

/// The double checkerboard of Weigel 2012, section 3.2: T x T tiles, coloured like a checkerboard themselves. Work
/// item (column, row) of a colour is a tile; item n of a tile owns column n mod T, rows 2 (n div T) and the next.
struct DoubleCheckerboard {
  std::uint32_t L, tile;

  SPINBENCH_FN std::uint32_t tiles_a_side() const { return L / tile; }
  SPINBENCH_FN std::uint32_t items_a_tile() const { return tile * tile / 2; }
  SPINBENCH_FN std::uint64_t streams() const { return static_cast<std::uint64_t>(L) * L / 4; }

  /// Tile row of work item (column, row) of `colour`; its tile column is `column`.
  SPINBENCH_FN static std::uint32_t tile_row(std::uint32_t column, std::uint32_t row, std::uint32_t colour) {
    return 2 * row + ((column + colour) & 1);
  }
  /// The stream of item `n` of work item (column, row): shared by the even and the odd tile of that work item.
  SPINBENCH_FN std::uint64_t stream(std::uint32_t column, std::uint32_t row, std::uint32_t n) const {
    return (static_cast<std::uint64_t>(row) * tiles_a_side() + column) * items_a_tile() + n;
  }
};

}  // namespace spinbench

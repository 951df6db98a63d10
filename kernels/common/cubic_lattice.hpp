// Index maps of the L x L x L simple cubic lattice with periodic boundaries. The canonical index of site (x, y, z) is
// (z L + y) L + x; its colour is (x + y + z) mod 2; L is even.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench {

SPINBENCH_FN inline std::size_t cubic_site(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t L) {
  return (static_cast<std::size_t>(z) * L + y) * L + x;
}

/// The stream that decides for site (x, y, z) in the checkerboard order: the two sites (x, y, 2j) and (x, y, 2j + 1),
/// one of each colour, share stream (j L + y) L + x, so L^3 / 2 streams serve the lattice. A sweep takes two draws from
/// a stream, first for the even site, then for the odd one.
SPINBENCH_FN inline std::uint64_t cubic_stream(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t L) {
  return cubic_site(x, y, z / 2, L);
}

/// The double checkerboard of Weigel 2012, section 3.2, in three dimensions (section 3.6): T x T x T tiles, coloured
/// like a checkerboard themselves. Work item (column, row, layer) of a colour is a tile; item n of a tile owns column n
/// mod T, row (n div T) mod T, and of the layers the pair 2 (n div T^2) and the next.
struct CubicDoubleCheckerboard {
  std::uint32_t L, tile;

  SPINBENCH_FN std::uint32_t tiles_a_side() const { return L / tile; }
  SPINBENCH_FN std::uint32_t items_a_tile() const { return tile * tile * tile / 2; }
  SPINBENCH_FN std::uint64_t streams() const { return static_cast<std::uint64_t>(L) * L * L / 4; }

  /// Tile layer of work item (column, row, layer) of `colour`; its tile column and row are `column` and `row`.
  SPINBENCH_FN static std::uint32_t tile_layer(std::uint32_t column, std::uint32_t row, std::uint32_t layer,
                                               std::uint32_t colour) {
    return 2 * layer + ((column + row + colour) & 1);
  }
  /// The stream of item `n` of work item (column, row, layer): shared by the even and the odd tile of that work item.
  SPINBENCH_FN std::uint64_t stream(std::uint32_t column, std::uint32_t row, std::uint32_t layer,
                                    std::uint32_t n) const {
    const std::uint64_t item = cubic_site(column, row, layer, tiles_a_side());
    return item * items_a_tile() + n;
  }
};

}  // namespace spinbench

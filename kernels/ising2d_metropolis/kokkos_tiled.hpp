// How the tiles of the Kokkos variant `tiled` lie in a team; kernels/common/kokkos_tiles.hpp has the simulation.
#pragma once

#include <cstdint>
#include <string>

#include "kernels/common/code_path.hpp"
#include "kernels/common/kokkos_tiles.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"
#include "kernels/ising2d_metropolis/kokkos_lattice.hpp"
#include "kernels/ising2d_metropolis/tiled_builds.hpp"

namespace spinbench::ising2d {

/// How tiles of side T lie in a team and in its scratch memory. On the host a team is one thread with one tile.
template <int T>
struct TeamGeometry {
  static_assert(T == 4 || T == 8 || T == 16 || T == 32);
  static constexpr int items = T * T / 2;  ///< pairs of sites, one stream each
  static constexpr int threads = kokkos::on_host ? 1 : items < 128 ? 128 : items;
  static constexpr int tiles = kokkos::on_host ? 1 : threads / items;
  /// Words from row to row and from tile to tile: on devices such that 32 lanes at sites of one colour, and hence also
  /// at their neighbours in any one direction, meet 32 different banks, as in tiled.cu.
  static constexpr int pitch = T == 4 ? 8 : T == 8 ? 12 : T == 16 ? 24 : 34;
  static constexpr int stride = T == 4 ? 52 : pitch * (T + 2);

  static int teams(std::uint32_t L) {
    const std::uint32_t visited = (L / T) * (L / T) / 2;
    return static_cast<int>((visited + tiles - 1) / tiles);
  }
  static std::string path(std::uint32_t L) {
    return CodePath("tile " + std::to_string(T) + (kokkos::on_host ? ", a thread a tile" : ", a team a tile"))
        .count("tiles a side", L / T)
        .where(!kokkos::on_host && (L / T) * (L / T) / 2 % tiles != 0, "last team in part")
        .text();
  }
  /// Of the boundary layer of a tile, a site: on devices its columns cost a sector of 32 B for each spin, on the host a
  /// line of 64 B.
  static constexpr double boundary_bytes(double spin) {
    return (2.0 * T * spin + 2.0 * T * (kokkos::on_host ? 64 : 32)) / (T * T);
  }
};

/// The tile of work item `item` of a coarse colour.
struct TileCorner {
  std::uint32_t column, row;  ///< of the work item
  std::uint32_t x0, y0;

  KOKKOS_FUNCTION TileCorner(const DoubleCheckerboard& board, std::uint32_t item, std::uint32_t colour)
      : column(item % board.tiles_a_side()),
        row(item / board.tiles_a_side()),
        x0(column * board.tile),
        y0(DoubleCheckerboard::tile_row(column, row, colour) * board.tile) {}
};

}  // namespace spinbench::ising2d

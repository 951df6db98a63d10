// How tiles of the double checkerboard lie in three dimensions in Kokkos: in the scratch memory of a team, and as a
// host thread walks one.
#pragma once

#include <cstdint>
#include <string>

#include "backends/kokkos/space.hpp"
#include "kernels/common/code_path.hpp"
#include "kernels/common/cubic_lattice.hpp"
#include "kernels/common/kokkos_tiles.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::ising3d {

/// How tiles of side T lie in a team and in its scratch memory. On the host a team is one thread with one tile.
template <int T>
struct TeamGeometry {
  static_assert(T == 4 || T == 8);
  static constexpr int items = T * T * T / 2;  ///< pairs of sites, one stream each
  static constexpr int threads = kokkos::on_host ? 1 : items < 128 ? 128 : items;
  static constexpr int tiles = kokkos::on_host ? 1 : threads / items;
  /// Words from row to row and from layer to layer on devices, such that 32 lanes at sites of one colour, and hence
  /// also at their neighbours in any one direction, meet 32 different banks, as in tiled.cu.
  static constexpr int pitch = T == 4 ? 8 : 24, layer = T == 4 ? 52 : 240;
  static constexpr int stride = layer * (T + 2);

  /// A side has an even number of tiles, so a colour has a multiple of four: the last team is full.
  static int teams(std::uint32_t L) { return static_cast<int>((L / T) * (L / T) * (L / T) / 2 / tiles); }
  static std::string path(std::uint32_t L) {
    return CodePath("tile " + std::to_string(T) + (kokkos::on_host ? ", a thread a tile" : ", a team a tile"))
        .count("tiles a side", L / T)
        .text();
  }
};

/// The tile of work item `item` of a coarse colour.
struct TileCorner {
  std::uint32_t column, row, layer;  ///< of the work item
  std::uint32_t x0, y0, z0;

  KOKKOS_FUNCTION TileCorner(const CubicDoubleCheckerboard& board, std::uint32_t item, std::uint32_t colour)
      : column(item % board.tiles_a_side()),
        row(item / board.tiles_a_side() % board.tiles_a_side()),
        layer(item / board.tiles_a_side() / board.tiles_a_side()),
        x0(column * board.tile),
        y0(row * board.tile),
        z0(CubicDoubleCheckerboard::tile_layer(column, row, layer, colour) * board.tile) {}
};

/// Spins of a tile and its boundary layer in planes of one colour, so that the loops over x run along the memory and
/// the compiler can vectorise them. Plane c holds, at column x and row y of the pair of layers p, the site of colour c,
/// which is (x, y, 2p + ((x + y + c) mod 2)); x and y reach from -1 to T, p to T/2.
template <int T>
class HostTile {
 public:
  static constexpr int pitch = T + 2, layer = pitch * (T + 2), plane = layer * (T / 2 + 2), words = 2 * plane;

  explicit HostTile(std::int32_t* spins) : spins_(spins) {}

  template <class Spins>
  void load(const Spins& lattice, std::uint32_t L, const TileCorner& corner) {
    for (int z = -1; z <= T; ++z)
      for (int y = -1; y <= T; ++y) {
        const bool inside_z = z >= 0 && z < T, inside_y = y >= 0 && y < T;
        // Edges and corners of the boundary layer are nobody's neighbours.
        if (!inside_z && !inside_y) continue;
        const std::size_t row = cubic_site(0, wrap(corner.y0, y, L), wrap(corner.z0, z, L), L);
        for (int x = 0; x < T; ++x) at(x, y, z) = lattice(row + corner.x0 + static_cast<std::uint32_t>(x));
        if (!inside_z || !inside_y) continue;
        at(-1, y, z) = lattice(row + wrap(corner.x0, -1, L));
        at(T, y, z) = planted(Mutant::kokkos_stale_halo) ? 1 : lattice(row + wrap(corner.x0, T, L));
      }
  }

  template <class Spins>
  void store(const Spins& lattice, std::uint32_t L, const TileCorner& corner) const {
    using Spin = typename Spins::non_const_value_type;
    for (int z = 0; z < T; ++z)
      for (int y = 0; y < T; ++y) {
        const std::size_t row = cubic_site(corner.x0, corner.y0 + static_cast<std::uint32_t>(y),
                                           corner.z0 + static_cast<std::uint32_t>(z), L);
        for (int x = 0; x < T; ++x)
          lattice(row + static_cast<std::size_t>(x)) = static_cast<Spin>(spins_[place(x, y, z)]);
      }
  }

  /// One attempt at each site of `colour`. Returns the sum of the fields where a spin was flipped.
  template <class Rng, class Thresholds>
  int update(int colour, TileStreams<Rng, T * T * T / 2>& streams, const Thresholds& thresholds) {
    int flipped = 0;
    for (int pair = 0; pair < T / 2; ++pair)
      for (int y = 0; y < T; ++y) {
        const int first = (pair + 1) * layer + (y + 1) * pitch + 1;
        std::int32_t* __restrict__ const own = spins_ + colour * plane + first;
        const std::int32_t* __restrict__ const other = spins_ + (1 - colour) * plane + first;
        for (int x = 0; x < T; ++x) {
          const int above = other[x + layer], below = other[x - layer], spin = own[x];
          const int field = spin * (other[x - 1] + other[x + 1] + other[x - pitch] + other[x + pitch] + other[x] +
                                    (((x + y + colour) & 1) != 0 ? above : below));
          const int item = (pair * T + y) * T + x;
          auto stream = streams.load(item);
          const bool flip = attempt<true, Rng>(field, stream, thresholds);
          streams.store(item, stream);
          own[x] = flip ? -spin : spin;
          flipped += flip ? field : 0;
        }
      }
    return flipped;
  }

 private:
  static std::uint32_t wrap(std::uint32_t start, int step, std::uint32_t L) {
    return (start + L + static_cast<std::uint32_t>(step)) % L;
  }
  static int place(int x, int y, int z) {
    const int pair = (z + 2) / 2 - 1;
    return ((x + y + z) & 1) * plane + (pair + 1) * layer + (y + 1) * pitch + x + 1;
  }
  std::int32_t& at(int x, int y, int z) { return spins_[place(x, y, z)]; }

  std::int32_t* spins_;
};

}  // namespace spinbench::ising3d

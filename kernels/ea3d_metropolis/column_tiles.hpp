// How cubic lattices in columns are cut into the tiles of marches (column_march.hpp). Host and device code.
//
// A tile writes a rectangle of pairs of each plane. What it writes depends after n stages on sites at most n steps
// away, so around the rectangle it reads 2 sites more a sweep, and does there what others do as well, with the same
// random numbers. It does no more of that than is needed: the last stage none, the one before the pairs next to the
// rectangle, and so on. So threads stand in the order of the stages that they do, those of the rectangle first, and
// warps at the border have less to do. What is only seen is copied by those who do least.
#pragma once

#include <cstdint>
#include <vector>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::ea3d {

/// How lattices are cut into tiles.
struct ColumnTiles {
  std::uint32_t L, sweeps;                  ///< L is 0 where nothing fits
  std::uint32_t width, height;              ///< of what a block reads: pairs along x, rows along y
  std::uint32_t out_x, out_y, out_z;        ///< of what it writes: pairs, rows, planes
  std::uint32_t tiles_x, tiles_y, tiles_z;  ///< of a system

  SPINBENCH_FN bool whole_x() const { return width == L / 2; }
  SPINBENCH_FN bool whole_y() const { return height == L; }
  SPINBENCH_FN std::uint32_t pairs() const { return width * height; }
  SPINBENCH_FN std::uint32_t skip_x() const { return whole_x() ? 0 : sweeps; }
  SPINBENCH_FN std::uint32_t skip_y() const { return whole_y() ? 0 : 2 * sweeps; }

  /// Stages that the pair at (x, y) of what is read must do: all within the rectangle, one less for each step from it.
  std::uint32_t needed(std::uint32_t x, std::uint32_t y) const;
  /// Pairs that do a stage at least, and the stages of all.
  struct Load {
    std::uint32_t pairs, stages;
  };
  Load load() const;
  /// Stages done for each that has to be.
  double overlap() const {
    return static_cast<double>(load().stages) * tiles_x * tiles_y / (2.0 * sweeps * L * (L / 2));
  }
};

/// What a device offers the tiles of a pass.
struct MarchDevice {
  std::uint32_t multiprocessors;
  std::uint32_t threads;       ///< of all blocks that a multiprocessor holds
  std::uint32_t shared_bytes;  ///< that a block can share, where it is alone
  std::uint32_t pair_bytes;    ///< that a pair takes of them
};

/// What of a cut is asked for; 0: what takes least time.
struct CutAsked {
  std::uint32_t pairs;  ///< that a block holds of a plane, at most
  std::uint32_t deep;   ///< tiles along z
};

/// Tiles, and how many blocks a multiprocessor shall hold.
struct ColumnCut {
  ColumnTiles tiles;
  std::uint32_t held;
  double time;  ///< of a pass by that model, in its units

  /// The cut that takes least time by a plain model of it, as far as it is not asked for.
  static ColumnCut of(std::uint32_t L, std::uint32_t sweeps, std::uint64_t systems, const CutAsked& asked,
                      const MarchDevice& device);
};

/// Who does what in a tile: a word for each thread of a block, and then one for each pair that is only seen.
struct MarchPlaces {
  std::vector<std::uint32_t> words;
  std::uint32_t threads, seen;

  /// Threads in whole warps of 32.
  static MarchPlaces of(const ColumnTiles& tiles);

  /// A word: pair, row, stages; `nobody` where a thread has no pair.
  static constexpr std::uint32_t nobody = 1u << 31;
  SPINBENCH_FN static std::uint32_t x(std::uint32_t word) { return word & 0xFFF; }
  SPINBENCH_FN static std::uint32_t y(std::uint32_t word) { return word >> 12 & 0xFFF; }
  SPINBENCH_FN static std::uint32_t stages(std::uint32_t word) { return word >> 24 & 0xF; }
};

/// A block's place: first pair, row and plane of what it reads.
struct ColumnTile {
  std::uint32_t j0, y0, z0;
  std::uint32_t skip_x, skip_y;  ///< pairs and rows read before those that are written
  std::uint32_t end_x, end_y, planes;

  /// Number `x`, `y`, `z` of the tiles of a system.
  SPINBENCH_FN static ColumnTile at(const ColumnTiles& tiles, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    ColumnTile result;
    result.skip_x = tiles.skip_x();
    result.skip_y = tiles.skip_y() - (planted(Mutant::columns_halo_short) && !tiles.whole_y() ? 1 : 0);
    const std::uint32_t row = tiles.L / 2, first_x = x * tiles.out_x, first_y = y * tiles.out_y;
    result.j0 = first_x + (first_x < result.skip_x ? row : 0) - result.skip_x;
    result.y0 = first_y + (first_y < result.skip_y ? tiles.L : 0) - result.skip_y;
    result.z0 = z * tiles.out_z;
    const auto least = [](std::uint32_t a, std::uint32_t b) { return a < b ? a : b; };
    result.end_x = result.skip_x + least(tiles.out_x, row - first_x);
    result.end_y = result.skip_y + least(tiles.out_y, tiles.L - first_y);
    result.planes = least(tiles.out_z, tiles.L - result.z0);
    return result;
  }
};

}  // namespace spinbench::ea3d

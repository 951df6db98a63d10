// How the lattice is cut into bands of rows, and what lies where in the memory that the block of one shares. Host and
// device code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "backends/attributes.hpp"
#include "interface/params.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"

namespace spinbench::overrelaxation {

/// What a case is built for: pairs a thread, threads of a block at most, blocks that a multiprocessor holds.
struct BandBuild {
  int pairs, threads, held;

  /// Of a case that has one: where fewer pairs than are asked for part a row, it has those.
  static BandBuild of(const Params& params);
};

/// Why no kernel is built for the axes pairs, block, held and precision, or "".
std::string bands_not_built(const Params& params);

/// What a device offers, and what of it is asked for.
struct BandLimits {
  std::uint32_t threads;       ///< of a block
  std::size_t bytes;           ///< that a block can share
  std::uint32_t held;          ///< blocks that a multiprocessor holds at a time
  std::uint32_t at_a_time;     ///< clusters that the device does
  std::uint32_t across, deep;  ///< pairs along x that a tile writes, tiles along z; 0: what takes least time
};

/// How the lattice is cut into tiles, and those into bands.
struct BandTiles {
  std::uint32_t L, sweeps, blocks;    ///< blocks of a cluster; L is 0 where nothing fits
  std::uint32_t width, rows;          ///< of a band: pairs along x, rows along y
  std::uint32_t skip_x, skip_y;       ///< pairs and rows of a tile before those that are written
  std::uint32_t out_x, out_y, out_z;  ///< of what a tile writes: pairs, rows, planes
  std::uint32_t tiles_x, tiles_y, tiles_z;

  /// The cut that takes least time by a plain model of it.
  static BandTiles of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t blocks, std::uint32_t pairs,
                      std::uint32_t real_bytes, const BandLimits& limits);

  SPINBENCH_FN bool whole_x() const { return width == L / 2; }
  SPINBENCH_FN bool whole_y() const { return skip_y == 0; }
  std::uint32_t clusters() const { return tiles_x * tiles_y * tiles_z; }
  std::uint32_t steps() const { return out_z + 2 * (2 * sweeps - 1); }
};

/// Where things lie in the memory that a block shares, in bytes but for `vectors`. Each thread has a place for what its
/// columns leave, so that it lies at distances that the compiler knows; a vector more than is used keeps neighbours in
/// different banks. What copies bring lies row by row, as in memory: where each thread's went to a place of its own,
/// copies of 16 bytes took a pass half as long again.
struct BandRoom {
  static constexpr std::uint32_t spins = 16;  ///< where the places of spins begin, behind two signals of 8 bytes
  std::uint32_t vectors, row;                 ///< of a row
  std::uint32_t of_array;                     ///< a component or a coupling in one plane
  std::uint32_t landing, along_z, along_xy;   ///< where what steps take in begins, and couplings
  std::uint32_t of_xy;                        ///< those of a plane
  std::uint32_t all;

  /// `vector`: bytes of one, with so many pairs.
  SPINBENCH_FN static BandRoom of(const BandTiles& tiles, std::uint32_t pairs, std::uint32_t vector) {
    const std::uint32_t stages = 2 * tiles.sweeps;
    BandRoom room{};
    room.vectors = tiles.width / pairs;
    room.row = room.vectors * vector, room.of_array = tiles.rows * room.row;
    // Spins have the rows beside the band, couplings along y the one before it.
    room.landing = spins + (tiles.rows + 2) * room.vectors * of_spins(stages) * vector;
    room.along_z = room.landing + ahead(stages) * 6 * room.of_array;
    room.along_xy = room.along_z + planes_z(stages) * 2 * room.of_array;
    room.of_xy = 4 * room.of_array + 2 * room.row;
    room.all = room.along_xy + planes_xy(stages) * room.of_xy;
    return room;
  }
  /// Planes of which couplings are at hand: those of all stages, along z the one below, and those on their way.
  SPINBENCH_FN static constexpr std::uint32_t planes_xy(std::uint32_t stages) { return stages + ahead(stages); }
  SPINBENCH_FN static constexpr std::uint32_t planes_z(std::uint32_t stages) { return stages + 1 + ahead(stages); }
  /// Steps for which things are on their way at a time. With one sweep a pass memory is busy nearly all of the time and
  /// must not wait for a barrier; with two, tiles are larger without.
  SPINBENCH_FN static constexpr std::uint32_t ahead(std::uint32_t stages) { return stages == 2 ? 2 : 1; }
  /// Vectors of a place.
  SPINBENCH_FN static constexpr std::uint32_t of_spins(std::uint32_t stages) { return 2 * stages * 3 + 1; }
};

/// Which plane of couplings is where: the first one that a march copies lies first.
template <int Stages>
struct CouplingRing {
  std::uint32_t of_z, of_xy;  ///< bytes of a plane
  std::uint32_t z, xy;        ///< of plane w at step w, from where they begin

  SPINBENCH_FN static CouplingRing of(const BandRoom& room) {
    const std::uint32_t of_z = 2 * room.of_array;
    return {of_z, room.of_xy, 2 * of_z, 2 % planes_xy * room.of_xy};
  }
  SPINBENCH_FN void advance() { z = later(z, 1, of_z, planes_z), xy = later(xy, 1, of_xy, planes_xy); }
  /// Of the plane `back` behind it.
  SPINBENCH_FN std::uint32_t z_behind(std::uint32_t back) const { return later(z, planes_z - back, of_z, planes_z); }
  SPINBENCH_FN std::uint32_t xy_behind(std::uint32_t back) const {
    return later(xy, planes_xy - back, of_xy, planes_xy);
  }
  /// The same for the last one that is on its way.
  SPINBENCH_FN std::uint32_t z_coming() const { return later(z, ahead - 1, of_z, planes_z); }
  SPINBENCH_FN std::uint32_t xy_coming() const { return later(xy, ahead - 1, of_xy, planes_xy); }

 private:
  static constexpr std::uint32_t planes_z = BandRoom::planes_z(Stages), planes_xy = BandRoom::planes_xy(Stages),
                                 ahead = BandRoom::ahead(Stages);

  SPINBENCH_FN static std::uint32_t later(std::uint32_t at, std::uint32_t planes, std::uint32_t bytes,
                                          std::uint32_t all) {
    return wrapped(at + planes * bytes, all * bytes);
  }
};

}  // namespace spinbench::overrelaxation

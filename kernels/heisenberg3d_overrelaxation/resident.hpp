// How a lattice that stays on the multiprocessors is cut into boxes, and where a box lies in the memory that its block
// shares. Host and device code.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"

namespace spinbench::overrelaxation {

/// Boxes of whole rows, `rows` of them along y and `deep` planes, a block each: so a pair along x has all of its row at
/// hand, and what is of other boxes lies in whole rows. Lengths are powers of two, so that threads find places by
/// constants.
template <std::uint32_t L>
struct ResidentBoxes {
  static constexpr std::uint32_t pairs = L / 2, rows = 8, deep = 16;
  static constexpr std::uint32_t along_y = L / rows, along_z = L / deep, boxes = along_y * along_z;
  static constexpr std::uint32_t of_thread = 4;  ///< planes, with a pair in all their rows
  static constexpr std::uint32_t threads = pairs * deep / of_thread;
  static constexpr std::uint32_t plane = L * pairs;        ///< sites of a colour in a plane of the lattice
  static constexpr std::uint32_t of_plane = rows * pairs;  ///< in one of the box
  static constexpr std::uint32_t of_box = deep * of_plane;
  /// From a component of a colour's spins to the next in the lattice: Arrays::words.
  static constexpr std::uint32_t words = L * plane;
  static_assert(L % deep == 0 && words % 128 == 0);

  /// In shared memory: spins by colour and component, then the couplings along x between pairs, by the pair before.
  static constexpr std::uint32_t couplings = 6 * of_box;
  static constexpr std::size_t shared_bytes = std::size_t{7} * of_box * sizeof(float);

  /// Messages of a colour's spins at a box's faces: its first row in all planes, its last row, its first plane and its
  /// last one.
  static constexpr std::uint32_t mail_of_last_row = deep * pairs, mail_of_first_plane = 2 * deep * pairs,
                                 mail_of_last_plane = mail_of_first_plane + of_plane,
                                 mail = mail_of_last_plane + of_plane;

  /// How many numbers the messages of so many sweeps take, by which those of the next launch begin later: one for each
  /// half sweep, and one more, since what was sent last must not be taken for what the next launch begins with.
  SPINBENCH_FN static std::uint32_t numbers_of(std::uint32_t sweeps) { return 2 * sweeps + 1; }

  /// Numbers of a box along y and z, and of the box there.
  SPINBENCH_FN static std::uint32_t y_of(std::uint32_t box) { return box % along_y; }
  SPINBENCH_FN static std::uint32_t z_of(std::uint32_t box) { return box / along_y; }
  SPINBENCH_FN static std::uint32_t box(std::uint32_t y, std::uint32_t z) {
    return z % along_z * along_y + y % along_y;
  }

  /// The box beside, `side` from 0 to 3.
  SPINBENCH_FN static std::uint32_t beside(std::uint32_t own, std::uint32_t side) {
    const std::uint32_t y = y_of(own), z = z_of(own);
    switch (side) {
      case 0:
        return box(y + 1, z);
      case 1:
        return box(y + along_y - 1, z);
      case 2:
        return box(y, z + 1);
      default:
        return box(y, z + along_z - 1);
    }
  }
};

}  // namespace spinbench::overrelaxation

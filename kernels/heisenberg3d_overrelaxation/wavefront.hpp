// How a lattice passes through the multiprocessors plane by plane, each plane for some sweeps: which plane does what
// when, and where a block has it. Host and device code.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"

namespace spinbench::overrelaxation {

/// Planes in the order in which they enter, from -1 on: plane p of that order is layer p mod L of the lattice, and
/// makes half sweeps in phases p + 1, p + 3, ..., so that the one before it is half a half sweep ahead. A half sweep
/// needs both planes beside as far as the own one, or one half sweep further; so neighbours do theirs in turns.
///
/// Turns about the ring of planes follow each other without a gap. For that the first planes of each are ahead of the
/// others, plane p of the lattice by p + 1 half sweeps up to `halves`: so the last plane of a turn finds the first as
/// far as it needs it. Plane -1 stands still, and the first ones pass once more at the end.
template <std::uint32_t L, std::int32_t Halves>
struct WavefrontPlanes {
  static constexpr auto length = static_cast<std::int32_t>(L);
  static constexpr std::int32_t most_turns = 1 << 10;  ///< of a launch: at L = 256 two thirds of a second

  std::int32_t halves;  ///< half sweeps that a plane makes in a turn, Halves at most
  std::int32_t turns;   ///< where `halves` is odd an even number, for whole sweeps

  /// The next launch where so many half sweeps, an even number, are left; it makes all of them, or some.
  static WavefrontPlanes next(std::int64_t left) {
    constexpr std::int64_t two_turns = 2 * Halves;
    if (left >= two_turns)
      return {Halves, static_cast<std::int32_t>(std::min<std::int64_t>(left / two_turns * 2, most_turns))};
    if (left <= Halves) return {static_cast<std::int32_t>(left), 1};
    return {static_cast<std::int32_t>(left / 2), 2};
  }
  /// Half sweeps of a launch.
  std::int64_t all() const { return std::int64_t{halves} * turns; }

  /// Half sweeps that a plane makes.
  SPINBENCH_FN std::int32_t half_sweeps(std::int32_t plane) const {
    if (plane < 0) return 0;
    const std::int32_t again = plane - turns * length;
    if (again >= 0) return again + 1 < halves ? halves - 1 - again : 0;
    return plane + 1 < halves ? plane + 1 : halves;
  }
  /// Those that its layer has made before.
  SPINBENCH_FN std::int32_t before(std::int32_t plane) const {
    if (plane < length) return 0;
    const std::int32_t turn = plane / length, layer = plane % length;
    const bool ahead = layer < halves && !planted(Mutant::relaxed_turns_alike);
    return (turn - 1) * halves + (ahead ? layer + 1 : halves);
  }
  /// The last plane that somebody sees, and the last phase.
  SPINBENCH_FN std::int32_t last_plane() const { return turns * length + halves - 1; }
  SPINBENCH_FN std::int32_t last_phase() const { return turns * length + 2 * halves - 2; }
  /// How many numbers the messages of a launch take.
  SPINBENCH_FN std::uint32_t numbers() const { return static_cast<std::uint32_t>(last_phase() + 2); }
};

/// Blocks of 32 pairs of each of eight rows, with all planes that are under way: so only what is beside along x and y
/// is of other blocks. Lengths are powers of two, so that threads find places by constants.
template <std::uint32_t L, std::int32_t Halves>
struct WavefrontBlocks {
  using Planes = WavefrontPlanes<L, Halves>;
  static constexpr std::uint32_t pairs = 32, rows = 8;
  /// Planes that a block holds: one is seen for 2 Halves + 1 phases, and is loaded in the one before.
  static constexpr std::uint32_t slots = std::bit_ceil(static_cast<std::uint32_t>(2 * Halves + 2));
  static constexpr std::uint32_t of_warp = 2;  ///< planes, of which one is at work in a phase
  static constexpr std::uint32_t warps = slots / of_warp, threads = warps * pairs;
  static constexpr std::uint32_t row = L / 2;  ///< pairs in a row of the lattice
  static constexpr std::uint32_t along_x = row / pairs, along_y = L / rows, blocks = along_x * along_y;
  static constexpr std::uint32_t plane = L * row;  ///< sites of a colour in a plane of the lattice
  /// From a component of a colour's spins to the next in the lattice: Arrays::words.
  static constexpr std::uint32_t words = L * plane;
  static constexpr std::uint32_t of_plane = rows * pairs, of_box = slots * of_plane;  ///< of a block
  static_assert(row % pairs == 0 && words % 128 == 0 && L >= 2 * slots);

  /// In shared memory: spins by colour and component, the couplings along x between pairs, by the pair before, and for
  /// each warp what comes from beside its rows: `beside` has its parts.
  static constexpr std::uint32_t couplings = 6 * of_box, beside = 7 * of_box, beside_of_warp = 32;
  static constexpr std::uint32_t barrier = beside + warps * beside_of_warp;
  static constexpr std::size_t shared_bytes = std::size_t{barrier + 4} * sizeof(float);

  /// Messages of a plane: of its first row, of its last one, and of the first and last site of each row, of which one
  /// is of the colour. A slot has three of these: two in turns, and one for a plane that enters, since the block beside
  /// may be reading what the plane before it sent last.
  static constexpr std::uint32_t mail_of_last_row = pairs, mail_of_left = 2 * pairs,
                                 mail_of_right = mail_of_left + rows, mail_of_plane = mail_of_right + rows,
                                 mail_of_slot = 3 * mail_of_plane, mail = slots * mail_of_slot;

  SPINBENCH_FN static std::uint32_t block(std::uint32_t x, std::uint32_t y) {
    return y % along_y * along_x + x % along_x;
  }
};

}  // namespace spinbench::overrelaxation

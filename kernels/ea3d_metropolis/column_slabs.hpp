// Marches (columns.hpp) over a part of the planes, for ranks that share a lattice: host and device code.
//
// A march of one sweep reads two planes of colour 1 beyond those that it writes, and one of colour 0. So a rank keeps
// copies of its neighbours' planes beside its own, does what lies there as they do, and gets new ones once a sweep, not
// once a colour: three planes of one colour from each.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/ea3d_metropolis/columns.hpp"
#include "kernels/ea3d_metropolis/slabs.hpp"

namespace spinbench::ea3d {

/// Planes of pairs. A sweep's copies come from the one neighbour on each side, so that none has fewer.
struct MarchSlab {
  static constexpr const char* name = "multispin_mpi";
  static constexpr std::uint32_t least = 2, beside = 2;  ///< planes of a slab; and kept on either side

  std::uint32_t L, planes, first;

  static std::uint32_t all_planes(std::uint32_t L) { return L; }
  SPINBENCH_FN std::uint32_t depth() const { return planes + 2 * beside; }
  SPINBENCH_FN std::uint32_t pairs() const { return L * (L / 2); }
  /// Where plane z lies: behind the slab's own planes those above, and then those below, as if around a ring.
  SPINBENCH_FN std::uint32_t slot(std::int32_t z) const {
    return static_cast<std::uint32_t>(z < 0 ? z + static_cast<std::int32_t>(depth()) : z);
  }
  /// The number in the lattice of the plane in a slot.
  SPINBENCH_FN std::uint32_t number_of(std::uint32_t slot) const {
    return wrapped(slot >= planes + beside ? first + L + slot - depth() : first + slot, L);
  }
};

/// Of what a neighbour needs: planes of a colour, from `plane` on, and the plane as which it keeps the first of them.
struct SentPlanes {
  std::uint32_t colour, plane, count;
  std::int32_t kept_as;  ///< in a slab of `planes` planes of the neighbour's
};
/// Number `piece` of message 0, to the rank before, and of message 1, to the one behind. `neighbours`: planes of the
/// slab of the one to which it goes.
SPINBENCH_FN inline SentPlanes sent_planes(int message, int piece, std::uint32_t planes, std::uint32_t neighbours) {
  const std::uint32_t count = piece == 0 ? 2 : 1;
  if (message == 0) return {piece == 0 ? 1u : 0u, 0, count, static_cast<std::int32_t>(neighbours)};
  return {piece == 0 ? 1u : 0u, planes - count, count, -static_cast<std::int32_t>(count)};
}

/// Tiles of some planes of a slab, those of a system from `begin` on, each `step` behind the one before, none beyond
/// `end`.
struct SlabTiles : ColumnTiles {
  MarchSlab slab;
  std::uint32_t begin, step, end;

  SPINBENCH_FN std::uint32_t first_of(std::uint32_t z) const { return begin + z * step; }
  SPINBENCH_FN std::uint32_t planes_from(std::uint32_t z0) const { return out_z < end - z0 ? out_z : end - z0; }
  SPINBENCH_FN std::uint32_t depth() const { return slab.depth(); }
  SPINBENCH_FN std::uint32_t slot(std::int32_t z) const { return slab.slot(z); }
  SPINBENCH_FN std::uint32_t number(std::int32_t z) const { return slab.number_of(slab.slot(z)); }
  SPINBENCH_FN std::uint32_t before() const { return slab.first; }
};

}  // namespace spinbench::ea3d

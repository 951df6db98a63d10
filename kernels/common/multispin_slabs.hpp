// Slabs: how ranks share a bit-sliced lattice out among themselves. Of a square lattice a slab is some of its rows, of
// a cubic one some of its layers; a sweep over it reads a row or a layer of each neighbour's, and no more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "kernels/common/multispin.hpp"

namespace spinbench {

/// The rows or layers of one rank.
struct Slab {
  std::uint32_t first, count;
};

/// In whole units, as many to each rank as to the others, or one more.
inline Slab slab_of(std::uint32_t L, std::uint32_t unit, int rank, int ranks) {
  const std::uint64_t units = L / unit, n = static_cast<std::uint64_t>(ranks), r = static_cast<std::uint64_t>(rank);
  const auto first = static_cast<std::uint32_t>(units * r / n), last = static_cast<std::uint32_t>(units * (r + 1) / n);
  return {first * unit, (last - first) * unit};
}

/// What a slab is cut from and what it is counted in: `Dimensions` of the lattice, `band` rows that its rows of tiles
/// come in.
template <int Dimensions>
struct SlabUnits {
  /// Rows of the thinnest slab, or layers.
  static std::uint32_t unit(std::uint32_t band) { return Dimensions == 2 ? band : 1; }

  /// Why a lattice has no slabs for the ranks, or "".
  static std::string unsupported(std::uint32_t L, std::uint32_t band, std::int64_t ranks) {
    if (L % band != 0)
      return "L must be a multiple of " +
             (Dimensions == 2 ? "the " + std::to_string(band) + " rows of the thinnest slab"
                              : std::to_string(band) + " rows, which hold whole tiles") +
             ", but L is " + std::to_string(L);
    if (L / unit(band) >= ranks) return "";
    const std::string many = "not one for each of " + std::to_string(ranks) + " ranks";
    if (Dimensions == 3) return "L=" + std::to_string(L) + " has " + std::to_string(L) + " layers: " + many;
    return "a slab has " + std::to_string(band) + " rows at least, of which L=" + std::to_string(L) + " has " +
           std::to_string(L / band) + ": " + many;
  }

  static Slab of(std::uint32_t L, std::uint32_t band, int rank, int ranks) {
    return slab_of(L, unit(band), rank, ranks);
  }
};

/// The number of the first of a slab's streams: tiles are numbered through the whole lattice.
template <int Dimensions>
std::uint64_t first_stream_of(const Slab& slab, std::uint32_t L, const MultispinTile& tile) {
  const std::uint64_t rows_before = Dimensions == 2 ? slab.first : std::uint64_t{slab.first} * L;
  return rows_before / tile.down * (L / 64 / tile.across);
}

/// Work that is done in parts: rows of tiles or layers, the first, from one to the next, how many.
struct SlabParts {
  std::uint32_t first, step, count;

  /// Of `all` those that neighbours wait for, and the rest.
  static SlabParts boundary(std::uint32_t all) { return {0, std::max(all - 1, 1u), std::min(all, 2u)}; }
  static SlabParts bulk(std::uint32_t all) { return {1, 1, all > 2 ? all - 2 : 0}; }
};

}  // namespace spinbench

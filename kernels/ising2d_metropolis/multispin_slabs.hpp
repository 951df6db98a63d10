// Slabs of rows: how ranks share the bit-sliced square lattice out among themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "interface/params.hpp"
#include "kernels/common/multispin.hpp"

namespace spinbench::ising2d {

/// The rows of one rank.
struct Slab {
  std::uint32_t first_row, rows;
};

/// In whole units of `unit` rows, as many to each rank as to the others, or one more.
inline Slab slab_of(std::uint32_t L, std::uint32_t unit, int rank, int ranks) {
  const std::uint64_t units = L / unit, n = static_cast<std::uint64_t>(ranks), r = static_cast<std::uint64_t>(rank);
  const auto first = static_cast<std::uint32_t>(units * r / n), last = static_cast<std::uint32_t>(units * (r + 1) / n);
  return {first * unit, (last - first) * unit};
}

/// Why a lattice has no slabs for the ranks, or "".
inline std::string slabs_unsupported(std::uint32_t L, std::uint32_t unit, std::int64_t ranks) {
  if (L % unit != 0)
    return "L must be a multiple of the " + std::to_string(unit) + " rows of the thinnest slab, but L is " +
           std::to_string(L);
  if (L / unit >= ranks) return "";
  return "a slab has " + std::to_string(unit) + " rows at least, of which L=" + std::to_string(L) + " has " +
         std::to_string(L / unit) + ": not one for each of " + std::to_string(ranks) + " ranks";
}

}  // namespace spinbench::ising2d

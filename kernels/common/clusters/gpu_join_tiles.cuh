// Joins the clusters of tiles that were labelled one by one: by the bonds that lead from one tile to the next, or
// around the lattice.
#pragma once

#include <cstdint>

#include "kernels/common/clusters/gpu_union_find.cuh"
#include "kernels/common/mutants.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr std::uint32_t seam_threads = 256;

/// The bonds between tiles, one thread each, in whole blocks of threads for each direction.
template <class Tile>
struct TileSeams {
  static constexpr int dimensions = Tile::dimensions;

  std::uint32_t first_block[dimensions + 1];

  SPINBENCH_FN static std::uint32_t tiles(std::uint32_t side, std::uint32_t length) {
    return (side + length - 1) / length;
  }
  SPINBENCH_FN static std::uint32_t bonds(const Extents& n, int d) {
    if (d == 0) return tiles(n.nx, Tile::x) * n.ny * n.nz;
    return d == 1 ? tiles(n.ny, Tile::y) * n.nx * n.nz : tiles(n.nz, Tile::z) * n.nx * n.ny;
  }

  explicit TileSeams(const Extents& n) {
    first_block[0] = 0;
    for (int d = 0; d < dimensions; ++d)
      first_block[d + 1] = first_block[d] + (bonds(n, d) + seam_threads - 1) / seam_threads;
  }
  std::uint32_t blocks() const { return first_block[dimensions]; }
  SPINBENCH_FN int direction(std::uint32_t block) const {
    int d = 0;
    for (int next = 1; next < dimensions; ++next) d += block >= first_block[next];
    return d;
  }

  /// The site from which bond `number` in direction `d` leads.
  SPINBENCH_FN static Site site(const Extents& n, int d, std::uint32_t number) {
    // The last place of tile number `tile` on a side of `side` sites.
    const auto end_of = [](std::uint32_t tile, std::uint32_t length, std::uint32_t side) {
      const std::uint32_t end = (tile + 1) * length;
      return (end < side ? end : side) - 1;
    };
    Site at{};
    if (d == 0) {
      // Neighbouring threads go down a column.
      const std::uint32_t column = number / n.ny, across = tiles(n.nx, Tile::x);
      at.y = number % n.ny;
      at.x = end_of(column % across, Tile::x, n.nx);
      at.z = column / across;
    } else {
      const std::uint32_t row = number / n.nx, down = tiles(n.ny, Tile::y);
      at.x = number % n.nx;
      at.y = d == 1 ? end_of(row % down, Tile::y, n.ny) : row % n.ny;
      at.z = d == 1 ? row / down : end_of(row / n.ny, Tile::z, n.nz);
    }
    at.number = (at.z * n.ny + at.y) * n.nx + at.x;
    return at;
  }
};

template <class Tile, class Bonds>
__global__ void __launch_bounds__(seam_threads) join_seams(Bonds bonds, TileSeams<Tile> seams, std::uint32_t* keys) {
  const Extents n = bonds.n;
  const BlockPlace<decltype(bonds.n)> block(bonds.n);
  if constexpr (are_many<decltype(bonds.n)>) {
    bonds.enter(block.lattice);
    keys += bonds.n.first(block.lattice);
  }
  const int d = seams.direction(block.x());
  const std::uint32_t number = (block.x() - seams.first_block[d]) * seam_threads + threadIdx.x;
  bool joins = number < seams.bonds(n, d);
  std::uint32_t a = 0, b = 0;
  if (joins) {
    const Site at = seams.site(n, d, number);
    const std::uint32_t next = next_site(n, at, d);
    a = seen(keys + at.number), b = seen(keys + next);
    joins = bonds.is_active(at, d) || (planted(Mutant::tiles_bond_twice) && bonds.is_active(site_at(n, next), d));
    if (planted(Mutant::tiles_border_lost) && d == 0 && at.x + 1 < n.nx) joins = false;
    if (planted(Mutant::tiles_wrap_lost) && d + 1 == Bonds::dimensions && next < at.number) joins = false;
  }
  // What the lane before joins need not be joined again.
  const int lane = static_cast<int>(threadIdx.x) % gpu::warp_lanes(), before = lane > 0 ? lane - 1 : 0;
  const std::uint32_t other_a = gpu::shuffle(a, before), other_b = gpu::shuffle(b, before);
  const bool other_joins = gpu::shuffle(static_cast<int>(joins), before) != 0;
  if (!joins || (lane > 0 && other_joins && other_a == a && (planted(Mutant::tiles_seam_once) || other_b == b))) return;
  unite_from_both_sides(Keys{keys}, a, b);
}

/// The root of them all, to which the root of a tile's cluster is led. Others may do so meanwhile: what they write is
/// that root as well.
template <class Links>
__device__ __forceinline__ std::uint32_t settled_root(const Links& links, std::uint32_t tile_root) {
  const std::uint32_t link = links.next(tile_root), root = root_of(links, link);
  if (root != link) gpu::store_past_l1(links.of(tile_root), root);
  return root;
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

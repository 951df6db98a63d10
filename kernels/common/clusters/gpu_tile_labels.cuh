// Labels tile by tile: the clusters inside a tile by union-find in shared memory, four sites of a row a thread, then
// the bonds between tiles by atomics in global memory. Bonds are not stored but drawn again where tiles meet. On
// lattices whose rows are multiples of four.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/common/clusters/gpu_union_find.cuh"
#include "kernels/common/code_path.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int tile_threads = 512;

template <int Dimensions>
struct LabelTile {
  static constexpr std::uint32_t x = Dimensions == 2 ? 64 : 16, y = Dimensions == 2 ? 64 : 16,
                                 z = Dimensions == 2 ? 1 : 16;
  static constexpr std::uint32_t sites = x * y * z, fours = sites / 4, turns = fours / tile_threads;

  /// From a site of the tile to the next in direction d.
  SPINBENCH_FN static constexpr std::uint32_t step(int d) { return d == 0 ? 1 : d == 1 ? x : x * y; }
  SPINBENCH_FN static std::uint32_t across(const Extents& n) { return (n.nx + x - 1) / x; }
  SPINBENCH_FN static std::uint32_t down(const Extents& n) { return (n.ny + y - 1) / y; }
  SPINBENCH_FN static std::uint32_t deep(const Extents& n) { return (n.nz + z - 1) / z; }
  /// Bonds in direction d that leave a tile or lead around the lattice.
  SPINBENCH_FN static std::uint32_t seams(const Extents& n, int d) {
    return d == 0 ? across(n) * n.ny * n.nz : d == 1 ? down(n) * n.nx * n.nz : deep(n) * n.nx * n.ny;
  }
};

/// Marks labels in shared memory that say a key and not a place.
inline constexpr std::uint32_t is_key = 0x80000000u;

/// The bonds of four sites of a tile to the sites before them, one by one along each direction.
struct FourBefore {
  std::uint32_t along[3];    ///< bit k: whether the bond of site k to the site before it is active
  std::uint32_t implied[3];  ///< bit k: whether that of a direction across is implied by its neighbours in the row
};

/// Links of four sites to smaller places of the tile, by one bond for each run of the row.
struct FourLinks {
  uint4 labels;
  std::uint32_t left[3];  ///< as FourBefore::along: bonds that still have something to join
};

template <int Dimensions>
__device__ __forceinline__ FourLinks link_four(std::uint32_t local, const FourBefore& before) {
  using Tile = LabelTile<Dimensions>;
  FourLinks result{};
  std::uint32_t label[4], taken[3] = {};
#pragma unroll
  for (std::uint32_t k = 0; k < 4; ++k) {
    if (k > 0 && before.along[0] >> k & 1) {
      label[k] = label[k - 1];
      continue;
    }
    label[k] = local + k;
    if (k == 0 && before.along[0] & 1) {
      label[k] = local - 1;
      continue;
    }
    // The run's sites: k, and those after it as far as bonds reach.
    const std::uint32_t ends = ~before.along[0] >> (k + 1) | 1u << (3 - k);
    const std::uint32_t run = ((1u << __ffs(static_cast<int>(ends))) - 1) << k;
    bool linked = false;
#pragma unroll
    for (int d = 1; d < Dimensions; ++d) {
      const std::uint32_t bonds = before.along[d] & run;
      if (linked || bonds == 0) continue;
      const std::uint32_t first = bonds & (0 - bonds);
      label[k] = local + static_cast<std::uint32_t>(__ffs(static_cast<int>(first))) - 1 - Tile::step(d);
      taken[d] |= first;
      linked = true;
    }
  }
  result.labels = make_uint4(label[0], label[1], label[2], label[3]);
#pragma unroll
  for (int d = 1; d < Dimensions; ++d) result.left[d] = before.along[d] & ~taken[d] & ~before.implied[d];
  return result;
}

/// How often each label becomes the one that it leads to, which halves what is left of the way to the root. At
/// L = 4096 an H200 took 17.8 ps a site with 5, 18.6 with 2.
inline constexpr int shortenings = 5;

template <class Bonds>
__global__ void __launch_bounds__(tile_threads) label_tiles(Bonds bonds, std::uint32_t* keys) {
  constexpr int dimensions = Bonds::dimensions;
  using Tile = LabelTile<dimensions>;
  alignas(16) __shared__ std::uint32_t labels[Tile::sites];
  __shared__ std::uint8_t active[dimensions][Tile::fours];
  const Extents n = bonds.n;
  FourBonds own[Tile::turns];
  std::uint32_t first[Tile::turns];
  bool inside[Tile::turns];

#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::turns; ++turn) {
    const std::uint32_t four = threadIdx.x + turn * tile_threads, local = 4 * four;
    const std::uint32_t in_x = local % Tile::x, in_y = local / Tile::x % Tile::y, in_z = local / (Tile::x * Tile::y);
    const std::uint32_t x = blockIdx.x * Tile::x + in_x, y = blockIdx.y * Tile::y + in_y,
                        z = blockIdx.z * Tile::z + in_z;
    inside[turn] = x < n.nx && y < n.ny && z < n.nz;
    first[turn] = (z * n.ny + y) * n.nx + x;
    own[turn] = {};
    if (inside[turn]) {
      own[turn] = bonds.of_four({first[turn], x, y, z});
      // What leaves the tile is joined by the next kernel.
      if (in_x + 4 == Tile::x || x + 4 == n.nx) own[turn].along[0] &= 7;
      if (in_y + 1 == Tile::y || y + 1 == n.ny) own[turn].along[1] = 0;
      if (in_z + 1 == Tile::z || z + 1 == n.nz) own[turn].along[2] = 0;
    }
#pragma unroll
    for (int d = 0; d < dimensions; ++d) active[d][four] = static_cast<std::uint8_t>(own[turn].along[d]);
  }
  __syncthreads();

  std::uint32_t to_join[Tile::turns][3];
#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::turns; ++turn) {
    const std::uint32_t four = threadIdx.x + turn * tile_threads, local = 4 * four;
    // What ends a row, or a plane, has no bond beyond it.
    const auto row_of = [&](std::uint32_t at) { return (at > 0 ? active[0][at - 1] >> 3 : 0) | active[0][at] << 1; };
    FourBefore before{};
    before.along[0] = row_of(four) & 15;
#pragma unroll
    for (int d = 1; d < dimensions; ++d) {
      const std::uint32_t apart = Tile::step(d) / 4;
      if (four < apart) continue;
      before.along[d] = active[d][four - apart];
      const std::uint32_t with_left = before.along[d] << 1 | (four > apart ? active[d][four - apart - 1] >> 3 : 0);
      // Where the site before has this bond, too, and both ends are bonded to it, nothing is left to join.
      before.implied[d] =
          with_left & (planted(Mutant::tiles_implied_once_more) ? 15 : before.along[0] & row_of(four - apart));
    }
    const FourLinks links = link_four<dimensions>(local, before);
    *reinterpret_cast<uint4*>(labels + local) = links.labels;
#pragma unroll
    for (int d = 1; d < dimensions; ++d) to_join[turn][d] = links.left[d];
  }
  __syncthreads();

#pragma unroll 1
  for (int i = 0; i < shortenings; ++i) {
#pragma unroll
    for (std::uint32_t turn = 0; turn < Tile::turns; ++turn) {
      const std::uint32_t local = 4 * (threadIdx.x + turn * tile_threads);
      const uint4 now = *reinterpret_cast<const uint4*>(labels + local);
      const uint4 next =
          make_uint4(seen(labels + now.x), seen(labels + now.y), seen(labels + now.z), seen(labels + now.w));
      *reinterpret_cast<uint4*>(labels + local) = next;
    }
    __syncthreads();
  }

#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::turns; ++turn) {
    const std::uint32_t local = 4 * (threadIdx.x + turn * tile_threads);
#pragma unroll
    for (int d = 1; d < dimensions; ++d)
      for (std::uint32_t bits = to_join[turn][d]; bits != 0; bits &= bits - 1) {
        const std::uint32_t at = local + static_cast<std::uint32_t>(__ffs(static_cast<int>(bits))) - 1;
        unite(Places{labels}, at, at - Tile::step(d));
      }
  }
  __syncthreads();

  std::uint32_t roots[Tile::turns];
#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::turns; ++turn) {
    const std::uint32_t local = 4 * (threadIdx.x + turn * tile_threads);
    const uint4 found = *reinterpret_cast<const uint4*>(labels + local);
    roots[turn] =
        (found.x == local) | (found.y == local + 1) << 1 | (found.z == local + 2) << 2 | (found.w == local + 3) << 3;
  }
  __syncthreads();
#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::turns; ++turn) {
    const std::uint32_t local = 4 * (threadIdx.x + turn * tile_threads);
#pragma unroll
    for (std::uint32_t k = 0; k < 4; ++k)
      if (roots[turn] >> k & 1)
        labels[local + k] = is_key | (first[turn] + k) << state_bits | (own[turn].states >> (8 * k) & state_mask);
  }
  __syncthreads();
#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::turns; ++turn) {
    if (!inside[turn]) continue;
    const std::uint32_t local = 4 * (threadIdx.x + turn * tile_threads);
    const uint4 found = *reinterpret_cast<const uint4*>(labels + local);
    std::uint32_t key[4] = {found.x, found.y, found.z, found.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      if (k > 0 && own[turn].along[0] >> (k - 1) & 1)
        key[k] = key[k - 1];
      else
        while (!(key[k] & is_key)) key[k] = labels[key[k]];
    }
    *reinterpret_cast<uint4*>(keys + first[turn]) =
        make_uint4(key[0] & ~is_key, key[1] & ~is_key, key[2] & ~is_key, key[3] & ~is_key);
  }
}

inline constexpr int seam_threads = 256;

/// Joins what bonds between tiles, and around the lattice, join: one thread for each in direction `D`.
template <int D, class Bonds>
__global__ void __launch_bounds__(seam_threads) join_tiles(Bonds bonds, std::uint32_t* keys) {
  using Tile = LabelTile<Bonds::dimensions>;
  const Extents n = bonds.n;
  const std::uint32_t i = blockIdx.x * seam_threads + threadIdx.x;
  if (i >= Tile::seams(n, D)) return;
  Site at{};
  // The last place of tile number `tile` on a side of `side` sites.
  const auto end_of = [](std::uint32_t tile, std::uint32_t length, std::uint32_t side) {
    const std::uint32_t end = (tile + 1) * length;
    return (end < side ? end : side) - 1;
  };
  if constexpr (D == 0) {
    // Neighbouring threads go down a column.
    at.y = i % n.ny;
    at.x = end_of(i / n.ny % Tile::across(n), Tile::x, n.nx);
    at.z = i / n.ny / Tile::across(n);
  } else {
    at.x = i % n.nx;
    const std::uint32_t row = i / n.nx;
    if constexpr (D == 1) {
      at.y = end_of(row % Tile::down(n), Tile::y, n.ny);
      at.z = row / Tile::down(n);
    } else {
      at.y = row % n.ny;
      at.z = end_of(row / n.ny, Tile::z, n.nz);
    }
  }
  at.number = (at.z * n.ny + at.y) * n.nx + at.x;
  if (planted(Mutant::tiles_border_lost) && D == 0 && at.x + 1 < n.nx) return;
  const std::uint32_t next = next_site(n, at, D);
  if (planted(Mutant::tiles_wrap_lost) && D + 1 == Bonds::dimensions && next < at.number) return;
  if (bonds.is_active(at, D)) unite(Keys{keys}, seen(keys + at.number), seen(keys + next));
}

/// The memory of a labelling, and its launches.
template <int Dimensions>
class TileLabels {
 public:
  static constexpr const char* name = "best";

  explicit TileLabels(const Extents& n) : n_(n), keys_(n.sites()) {}

  static bool admits(const Extents& n) { return n.nx % 4 == 0; }
  static CodePath path(const Extents& n) {
    using Tile = LabelTile<Dimensions>;
    return CodePath().count("tiles across", Tile::across(n)).where(n.nx % Tile::x != 0, "the last a part");
  }
  static double bytes_a_site() { return sizeof(std::uint32_t); }
  const std::uint32_t* keys() const { return keys_.data(); }

  template <class Bonds>
  void label(const Bonds& bonds) {
    using Tile = LabelTile<Dimensions>;
    gpu::launch(label_tiles<Bonds>, dim3(Tile::across(n_), Tile::down(n_), Tile::deep(n_)), dim3(tile_threads), bonds,
                keys_.data());
    gpu::launch(join_tiles<0, Bonds>, seam_grid(0), dim3(seam_threads), bonds, keys_.data());
    gpu::launch(join_tiles<1, Bonds>, seam_grid(1), dim3(seam_threads), bonds, keys_.data());
    if constexpr (Dimensions == 3)
      gpu::launch(join_tiles<2, Bonds>, seam_grid(2), dim3(seam_threads), bonds, keys_.data());
  }

 private:
  dim3 seam_grid(int d) const {
    return {(LabelTile<Dimensions>::seams(n_, d) + seam_threads - 1) / seam_threads, 1, 1};
  }

  Extents n_;
  gpu::Buffer<std::uint32_t> keys_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

// Labels of clusters inside square tiles, each tile by itself in shared memory, as M. Weigel compares them (Phys. Rev.
// E 84, 036709 (2011)): by breadth-first search and by union-find, which are serial and have one thread a tile, and by
// self-labelling, where labels spread from site to site until nothing changes and each thread has 2 x 2 sites. On a
// lattice of any side; what leaves a tile or leads around the lattice is left out.
#pragma once

#include <cstdint>

#include "kernels/common/clusters/gpu_union_find.cuh"
#include "kernels/common/mutants.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Tiles of Side sites along each direction. A block has some of them side by side along x.
template <int Dimensions, int Side>
struct Tiling {
  static constexpr int dimensions = Dimensions;
  static constexpr std::uint32_t side = Side, depth = Dimensions == 2 ? 1 : Side, sites = side * side * depth;
  static constexpr std::uint32_t of_block = Dimensions == 2 ? 1024 : 4096;  ///< sites
  static constexpr std::uint32_t tiles = of_block / sites, width = tiles * side;
  static constexpr std::uint32_t patch = 1u << Dimensions;  ///< sites of a thread: 2 along each direction
  static constexpr std::uint32_t threads = of_block / patch;
  static_assert(sites <= of_block);

  /// From a site of a tile to the next in direction d.
  SPINBENCH_FN static constexpr std::uint32_t step(int d) { return d == 0 ? 1 : d == 1 ? side : side * side; }
  SPINBENCH_FN static std::uint32_t along(std::uint32_t length) { return (length + side - 1) / side; }

  static dim3 grid(const Extents& n) {
    return {(n.nx + width - 1) / width, along(n.ny), Dimensions == 2 ? 1 : along(n.nz)};
  }

  /// A site of the block. The sites of a tile follow each other, in the order of the lattice.
  struct Place {
    Site site;
    std::uint32_t local, tile;
    bool is_inside;  ///< of the lattice
  };
  /// Neighbouring sites of the lattice for neighbouring i.
  __device__ static Place place(const Extents& n, std::uint32_t i) {
    const std::uint32_t in_x = i % width, in_y = i / width % side, in_z = i / (width * side);
    Place result{};
    result.site.x = blockIdx.x * width + in_x;
    result.site.y = blockIdx.y * side + in_y;
    result.site.z = blockIdx.z * depth + in_z;
    result.site.number = (result.site.z * n.ny + result.site.y) * n.nx + result.site.x;
    result.tile = in_x / side;
    result.local = result.tile * sites + (in_z * side + in_y) * side + in_x % side;
    result.is_inside = result.site.x < n.nx && result.site.y < n.ny && result.site.z < n.nz;
    return result;
  }
  /// The bonds from there that stay inside the tile.
  __device__ static std::uint32_t inner(const Extents& n, const Site& at) {
    return static_cast<std::uint32_t>(at.x % side + 1 < side && at.x + 1 < n.nx) |
           static_cast<std::uint32_t>(at.y % side + 1 < side && at.y + 1 < n.ny) << 1 |
           static_cast<std::uint32_t>(at.z % depth + 1 < depth && at.z + 1 < n.nz) << 2;
  }
  /// The number of place `inside` of that tile of the block.
  __device__ static std::uint32_t number(const Extents& n, std::uint32_t tile, std::uint32_t inside) {
    const std::uint32_t x = blockIdx.x * width + tile * side + inside % side;
    const std::uint32_t y = blockIdx.y * side + inside / side % side;
    const std::uint32_t z = blockIdx.z * depth + inside / (side * side);
    return (z * n.ny + y) * n.nx + x;
  }
};

// What labels the tiles of a block: `active` has bit d for the bond of a site in direction d, and each label is to be
// the smallest place inside its tile of the cluster. Bonds to the site before need no look at borders: the last site of
// each row, and of each plane, has none that leads on. `queues`: room for a place of each site, where one is wanted.

/// One thread a tile floods each cluster from its smallest site.
struct BreadthFirst {
  static constexpr const char* name = "bfs";
  static constexpr bool queues = true;

  template <class Tile>
  __device__ static void label(const std::uint8_t* active, std::uint16_t* labels, std::uint16_t* queues) {
    constexpr std::uint16_t none = 0xFFFF;
    if (threadIdx.x >= Tile::tiles) return;
    const std::uint8_t* bonds = active + threadIdx.x * Tile::sites;
    std::uint16_t *label = labels + threadIdx.x * Tile::sites, *queue = queues + threadIdx.x * Tile::sites;
    for (std::uint32_t i = 0; i < Tile::sites; ++i) label[i] = none;
    for (std::uint32_t first = 0; first < Tile::sites; ++first) {
      if (label[first] != none) continue;
      std::uint32_t known = 0;
      const auto reach = [&](std::uint32_t site) {
        if (label[site] != none) return;
        label[site] = static_cast<std::uint16_t>(first);
        queue[known++] = static_cast<std::uint16_t>(site);
      };
      reach(first);
      for (std::uint32_t looked = 0; looked < known; ++looked) {
        const std::uint32_t at = queue[looked];
#pragma unroll
        for (int d = 0; d < Tile::dimensions; ++d) {
          const std::uint32_t step = Tile::step(d);
          if (bonds[at] >> d & 1) reach(at + step);
          if (planted(Mutant::search_forwards) && d == 0) continue;
          if (at >= step && bonds[at - step] >> d & 1) reach(at - step);
        }
      }
    }
  }
};

/// One thread a tile joins what each bond joins. The smaller site is the root, whatever the sizes of the trees: the
/// cluster's coin is its.
struct TileUnionFind {
  static constexpr const char* name = "union_find";
  static constexpr bool queues = false;

  /// Halves the way as it goes.
  __device__ static std::uint32_t find(std::uint16_t* label, std::uint32_t site) {
    while (label[site] != site) {
      label[site] = label[label[site]];
      site = label[site];
    }
    return site;
  }

  template <class Tile>
  __device__ static void label(const std::uint8_t* active, std::uint16_t* labels, std::uint16_t*) {
    if (threadIdx.x >= Tile::tiles) return;
    const std::uint8_t* bonds = active + threadIdx.x * Tile::sites;
    std::uint16_t* label = labels + threadIdx.x * Tile::sites;
    for (std::uint32_t i = 0; i < Tile::sites; ++i) label[i] = static_cast<std::uint16_t>(i);
    for (std::uint32_t i = 0; i < Tile::sites; ++i) {
#pragma unroll
      for (int d = 0; d < Tile::dimensions; ++d) {
        if (!(bonds[i] >> d & 1)) continue;
        std::uint32_t a = i, b = i + Tile::step(d);
        if (!planted(Mutant::tile_union_of_sites)) a = find(label, a), b = find(label, b);
        label[a < b ? b : a] = static_cast<std::uint16_t>(a < b ? a : b);
      }
    }
    for (std::uint32_t i = 0; i < Tile::sites; ++i) label[i] = label[label[i]];
  }
};

/// Each site takes the smallest label of those that it is bonded to, until nothing changes.
struct SelfLabel {
  static constexpr const char* name = "self_label";
  static constexpr bool queues = false;

  template <class Tile>
  __device__ static void label(const std::uint8_t* active, std::uint16_t* labels, std::uint16_t*) {
    constexpr std::uint32_t half = Tile::side / 2, patch = Tile::patch, patches = Tile::sites / patch;
    const std::uint32_t in_tile = threadIdx.x % patches;
    const std::uint32_t corner = 2 * (in_tile % half + Tile::side * (in_tile / half % half) +
                                      Tile::side * Tile::side * (in_tile / (half * half)));
    const std::uint32_t first = threadIdx.x / patches * Tile::sites + corner;
    std::uint32_t own[patch], ahead[patch], behind[patch], at[patch];
#pragma unroll
    for (std::uint32_t k = 0; k < patch; ++k) {
      const std::uint32_t beside = (k & 1) + (k >> 1 & 1) * Tile::step(1) + (k >> 2) * Tile::step(2);
      at[k] = first + beside;
      own[k] = corner + beside;
      labels[at[k]] = static_cast<std::uint16_t>(own[k]);
      ahead[k] = active[at[k]];
      behind[k] = 0;
#pragma unroll
      for (int d = 0; d < Tile::dimensions; ++d)
        if (at[k] >= Tile::step(d)) behind[k] |= active[at[k] - Tile::step(d)] & 1u << d;
    }
    __syncthreads();
    for (std::uint32_t round = 0;; ++round) {
      std::uint32_t label[patch];
#pragma unroll
      for (std::uint32_t k = 0; k < patch; ++k) {
        label[k] = own[k];
#pragma unroll
        for (int d = 0; d < Tile::dimensions; ++d) {
          const bool is_far = k >> d & 1;
          if ((is_far ? ahead[k] : behind[k]) >> d & 1)
            label[k] = min(label[k], std::uint32_t{labels[is_far ? at[k] + Tile::step(d) : at[k] - Tile::step(d)]});
        }
      }
#pragma unroll
      for (int d = 0; d < Tile::dimensions; ++d)
#pragma unroll
        for (std::uint32_t k = 0; k < patch; ++k)
          if (!(k >> d & 1) && ahead[k] >> d & 1) label[k] = label[k | 1u << d] = min(label[k], label[k | 1u << d]);
      bool is_same = true;
#pragma unroll
      for (std::uint32_t k = 0; k < patch; ++k) is_same = is_same && label[k] == own[k];
      // All have read when the vote is counted.
      if (gpu::all_of_block(is_same) || (planted(Mutant::self_label_few_rounds) && round == Tile::side)) return;
#pragma unroll
      for (std::uint32_t k = 0; k < patch; ++k)
        if (label[k] != own[k]) labels[at[k]] = static_cast<std::uint16_t>(own[k] = label[k]);
      __syncthreads();
    }
  }
};

/// Writes to each site the key of its cluster's smallest site inside the tile.
template <class Inside, class Tile, class Bonds>
__global__ void __launch_bounds__(Tile::threads) label_inside_tiles(Bonds bonds, std::uint32_t* keys) {
  __shared__ std::uint16_t labels[Tile::of_block];
  // Bonds, and then the states that roots give.
  __shared__ std::uint8_t notes[Tile::of_block];
  // Here and not where it is used: without optimisation ROCm gives each kernel of a file what its functions share.
  __shared__ std::uint16_t queues[Inside::queues ? Tile::of_block : 1];
  const Extents n = bonds.n;
#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::patch; ++turn) {
    const auto at = Tile::place(n, threadIdx.x + turn * Tile::threads);
    std::uint32_t active = 0;
    if (at.is_inside) active = bonds.of_site(at.site) & Tile::inner(n, at.site);
    notes[at.local] = static_cast<std::uint8_t>(active);
  }
  __syncthreads();
  Inside::template label<Tile>(notes, labels, queues);
  __syncthreads();
#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::patch; ++turn) {
    const auto at = Tile::place(n, threadIdx.x + turn * Tile::threads);
    if (at.is_inside && labels[at.local] == at.local % Tile::sites)
      notes[at.local] = static_cast<std::uint8_t>(bonds.state(at.site.number));
  }
  __syncthreads();
#pragma unroll
  for (std::uint32_t turn = 0; turn < Tile::patch; ++turn) {
    const auto at = Tile::place(n, threadIdx.x + turn * Tile::threads);
    if (!at.is_inside) continue;
    const std::uint32_t root = labels[at.local];
    keys[at.site.number] = Tile::number(n, at.tile, root) << state_bits | notes[at.tile * Tile::sites + root];
  }
}

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

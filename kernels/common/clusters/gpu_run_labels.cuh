// Labels tile by tile: the clusters inside a tile by union-find of runs in shared memory (gpu_tile_runs.cuh), then the
// bonds between tiles by atomics in global memory (gpu_join_tiles.cuh). Bonds are not stored but drawn again where
// tiles meet.
#pragma once

#include <cstdint>

#include "kernels/common/clusters/gpu_join_tiles.cuh"
#include "kernels/common/clusters/gpu_tile_runs.cuh"
#include "kernels/common/code_path.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

template <int Dimensions>
struct RunTile {
  static constexpr int dimensions = Dimensions;
  static constexpr std::uint32_t x = Dimensions == 2 ? 64 : 32, y = Dimensions == 2 ? 64 : 16,
                                 z = Dimensions == 2 ? 1 : 16;
  static constexpr int threads = 256;
  /// Blocks that a multiprocessor should hold at once, which limits their registers; of 256 threads it is as many
  /// wavefronts a unit to HIP, which counts those.
  static constexpr int blocks = Dimensions == 2 ? 8 : 5;
  /// How often each run's link becomes the one that it leads to before what is left is joined.
  static constexpr int shortenings = 2;
  /// The same after that, before runs are led to their roots.
  static constexpr int shortenings_after = 2;
};

/// The roots of a tile get their keys: in three dimensions, where a site's coin is drawn with its bonds. The coins are
/// kept from then on.
template <class Tile>
struct KeptCoins {
  using Runs = TileRuns<Tile>;
  std::uint16_t coins[Runs::eights];  ///< as EightBonds::states

  __device__ void clear() {}
  __device__ void put(std::uint32_t eight, std::uint32_t states) { coins[eight] = static_cast<std::uint16_t>(states); }
  __device__ void begin(std::uint32_t, std::uint32_t) {}
  /// Leads each run to its root, whose link becomes first(its eight sites) + its place among them, shifted by the bits
  /// of a state, + coin(its state): marked as named.
  template <class First, class Coin>
  __device__ void name(Runs& runs, First&& first, Coin&& coin) {
    runs.flatten([](std::uint32_t) {});
    __syncthreads();
#pragma unroll 1
    for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads) {
      const auto own = runs.runs_of(eight);
      const std::uint32_t states = coins[eight], lowest = first(eight);
      std::uint32_t run = own.before;
#pragma unroll
      for (std::uint32_t k = 0; k < 8; ++k) {
        // Without branches, which eight of them would take longer than what they pass by.
        const bool begins = own.starts >> k & 1;
        std::uint32_t link = is_named;
        if (begins) link = runs.links[run];
        if (link == run) runs.links[run] = lowest + (k << state_bits) + coin(states >> (2 * k) & state_mask);
        if (begins) ++run;
      }
    }
  }
  template <class Number>
  __device__ void name_roots(Runs& runs, Number&& number) {
    name(
        runs, [&](std::uint32_t eight) { return is_named | number(8 * eight) << state_bits; },
        [](std::uint32_t state) { return state; });
  }
};

/// The same in two dimensions, where coins have blocks of their own, which are drawn for roots alone. These are listed,
/// so that all threads draw.
template <class Tile>
struct LateCoins {
  using Runs = TileRuns<Tile>;
  std::uint16_t places[Runs::sites];  ///< the first sites of runs
  std::uint32_t found;

  __device__ void clear() {
    if (threadIdx.x == 0) found = 0;
  }
  __device__ void put(std::uint32_t, std::uint32_t) {}
  __device__ void begin(std::uint32_t run, std::uint32_t place) { places[run] = static_cast<std::uint16_t>(place); }
  /// Leads runs to their roots, whose links become name(its first site): marked as named.
  template <class Name>
  __device__ void name(Runs& runs, Name&& name) {
    const std::uint32_t room = runs.room();
    runs.flatten([&](std::uint32_t root) {
      const std::uint32_t number = atomicAdd(&found, 1u);
      if (number < room) runs.in_room(number) = static_cast<std::uint16_t>(root);
    });
    __syncthreads();
    const bool listed = found <= room;
    const std::uint32_t all = listed ? found : runs.count;
#pragma unroll 1
    for (std::uint32_t i = threadIdx.x; i < all; i += Tile::threads) {
      const std::uint32_t run = listed ? runs.in_room(i) : i;
      if (listed || runs.links[run] == run) runs.links[run] = name(std::uint32_t{places[run]});
    }
  }
};

/// What a kernel knows of its tile's place in its lattice.
template <class Tile, class Lattices = Extents>
struct TilePlace {
  Lattices n;
  BlockPlace<Lattices> block;

  __device__ explicit TilePlace(const Lattices& all) : n(all), block(all) {}
  __device__ Site site(std::uint32_t place) const {
    const std::uint32_t row = place / Tile::x;
    const std::uint32_t x = block.x() * Tile::x + place % Tile::x, y = blockIdx.y * Tile::y + row % Tile::y,
                        z = blockIdx.z * Tile::z + row / Tile::y;
    return Site{(z * n.ny + y) * n.nx + x, x, y, z};
  }
  __device__ bool is_inside(const Site& at) const { return at.x < n.nx && at.y < n.ny && at.z < n.nz; }
};

/// What leaves the tile, for who draws it again.
struct DrawnAgain {
  template <class Bonds>
  __device__ void leaves(const Bonds&, std::uint32_t, const Site&, const EightBonds&) {}
};

/// Draws a tile's bonds, and joins its runs by them. `leaving` is told of each eight sites' bonds before those that
/// leave the tile are dropped.
template <class Tile, class Bonds, class Lattices, class Coins, class Leaving>
__device__ __forceinline__ void join_runs(const Bonds& bonds, const TilePlace<Tile, Lattices>& tile,
                                          TileRuns<Tile>& runs, Coins& coins, Leaving& leaving) {
  using Runs = TileRuns<Tile>;
  const Extents n = tile.n;
  const bool whole = n.nx % 8 == 0;
  runs.clear();
  coins.clear();
#pragma unroll 1
  for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads) {
    const Site at = tile.site(8 * eight);
    EightBonds found;
    if (tile.is_inside(at)) {
      found = whole ? bonds.of_eight(at) : bonds.of_some(at, n.nx - at.x < 8 ? n.nx - at.x : 8);
      leaving.leaves(bonds, eight, at, found);
      // What leaves the tile is joined by the next kernel.
      if (at.y % Tile::y + 1 == Tile::y || at.y + 1 == n.ny) found.along[1] = 0;
      if (at.z % Tile::z + 1 == Tile::z || at.z + 1 == n.nz) found.along[2] = 0;
    }
    // Places beyond the lattice go with the row's last run.
    if (at.x + 8 >= n.nx) found.along[0] |= 255u << (at.x < n.nx ? n.nx - 1 - at.x : 0);
    if (at.x % Tile::x + 8 == Tile::x) found.along[0] &= 127;
    runs.put(eight, found.along);
    coins.put(eight, found.states);
  }
  __syncthreads();

  runs.find_joins();
  __syncthreads();
  if (threadIdx.x < static_cast<unsigned>(gpu::warp_lanes())) runs.number_runs();
  __syncthreads();

#pragma unroll 1
  for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads)
    runs.link(eight, [to = &coins](std::uint32_t run, std::uint32_t place) { to->begin(run, place); });
  __syncthreads();
  for (int i = 0; i < Tile::shortenings; ++i) runs.shorten();
  if (Tile::shortenings > 0) __syncthreads();
  runs.join_pairs();
  __syncthreads();
  for (int i = 0; i < Tile::shortenings_after; ++i) runs.shorten();
}

template <class Tile, class Bonds>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks) label_runs(Bonds bonds, std::uint32_t* keys) {
  static_assert(Tile::dimensions == 3, "on the plane codes take less time");
  using Runs = TileRuns<Tile>;
  using Coins = KeptCoins<Tile>;
  // One object, so that one address serves for all.
  __shared__ struct {
    Runs runs;
    Coins coins;
  } shared;
  // Functions in here must not name them: without optimisation ROCm gives each kernel of a file what its functions
  // share.
  Runs& runs = shared.runs;
  Coins& coins = shared.coins;
  const TilePlace<Tile, decltype(bonds.n)> tile(bonds.n);
  if constexpr (are_many<decltype(bonds.n)>) {
    bonds.enter(tile.block.lattice);
    keys += bonds.n.first(tile.block.lattice);
  }
  DrawnAgain leaving;
  join_runs<Tile>(bonds, tile, runs, coins, leaving);
  coins.name_roots(runs, [&](std::uint32_t place) { return tile.site(place).number; });
  __syncthreads();
  runs.spread_names();
  __syncthreads();

  const Extents n = bonds.n;
  const bool whole = n.nx % 8 == 0;
#pragma unroll 1
  for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads) {
    const Site at = tile.site(8 * eight);
    if (!tile.is_inside(at)) continue;
    std::uint32_t key[8];
    runs.names_of(eight, key);
    if (whole) {
      uint4* const to = reinterpret_cast<uint4*>(keys + at.number);
      to[0] = make_uint4(key[0], key[1], key[2], key[3]);
      to[1] = make_uint4(key[4], key[5], key[6], key[7]);
    } else {
#pragma unroll
      for (std::uint32_t k = 0; k < 8; ++k)
        if (at.x + k < n.nx) keys[at.number + k] = key[k];
    }
  }
}

/// How tiles lie in a lattice, whose sides are of one length. Tiles in space are longer than they are high and deep.
template <class Tile>
CodePath path_of_tiles(const Extents& n) {
  static_assert(Tile::dimensions == 2 ? Tile::x == Tile::y : Tile::y == Tile::z);
  CodePath path;
  path.count("tiles across", TileSeams<Tile>::tiles(n.nx, Tile::x)).where(n.nx % Tile::x != 0, "the last a part");
  if constexpr (Tile::x != Tile::y)
    path.count("tiles down", TileSeams<Tile>::tiles(n.ny, Tile::y)).where(n.ny % Tile::y != 0, "the last a part");
  return path;
}

/// The memory of a labelling, and its launches.
template <int Dimensions, class Tile = RunTile<Dimensions>, class Lattices = Extents>
class RunLabels {
 public:
  static constexpr const char* name = "best";

  explicit RunLabels(const Lattices& n) : n_(n), keys_((entries_of(n) + 3) / 4 * 4) {}

  static CodePath path(const Extents& n) { return path_of_tiles<Tile>(n).where(n.nx % 8 != 0, "eights not whole"); }
  static double bytes_a_site() { return sizeof(std::uint32_t); }
  /// Of the launch that has most, for a lattice.
  static double blocks(const Extents& n) { return TileSeams<Tile>(n).blocks(); }
  /// Each leads to its root.
  const std::uint32_t* keys() const { return keys_.data(); }

  template <class Bonds>
  void label(const Bonds& bonds) {
    const auto tiles = [](std::uint32_t side, std::uint32_t length) { return TileSeams<Tile>::tiles(side, length); };
    gpu::launch(label_runs<Tile, Bonds>,
                dim3(tiles(n_.nx, Tile::x) * lattices_of(n_), tiles(n_.ny, Tile::y), tiles(n_.nz, Tile::z)),
                dim3(Tile::threads), bonds, keys_.data());
    const TileSeams<Tile> seams(n_);
    gpu::launch(join_seams<Tile, Bonds>, dim3(seams.blocks() * lattices_of(n_)), dim3(seam_threads), bonds, seams,
                keys_.data());
  }

 private:
  Lattices n_;
  gpu::Buffer<std::uint32_t> keys_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

// Swendsen-Wang updates by tiles whose clusters are said in a code a site, of one byte on the plane and two in space
// (gpu_run_labels.cuh has labels of four): the state, of a cluster that no other tile can be joined to, or else a place
// on the tile's faces that the cluster has. The faces have a table of keys, and the union-find between tiles is of
// these alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_states.cuh"
#include "kernels/common/clusters/gpu_tile_faces.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// No key of a site.
inline constexpr std::uint32_t no_key = 0xFFFFFFFFu;

/// The bonds of an update that asks for one cluster. No coins are drawn: codes say state 1 of that cluster, where no
/// other tile can be joined to it, and 0 of others.
template <class Bonds>
struct OneCluster : Bonds {
  std::uint32_t tile, place;  ///< of a site that it has
  std::uint32_t* key;         ///< written: a key that leads to its root; no_key where no other tile can be joined to it

  __device__ std::uint32_t state(std::uint32_t) const { return 0; }
};

template <class Tile, class Bonds>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks)
    code_tiles(Bonds bonds, typename TileCodes<Tile>::Code* codes, std::uint32_t* faces, std::uint32_t* keys) {
  using Runs = TileRuns<Tile>;
  using Faces = TileFaces<Tile>;
  using Codes = TileCodes<Tile>;
  using Word = RootWord<Tile>;
  __shared__ struct {
    Runs runs;
    std::conditional_t<Tile::dimensions == 2, LateCoins<Tile>, KeptCoins<Tile>> coins;
    LeavingBonds<Tile> leaving;
  } shared;
  Runs& runs = shared.runs;
  auto& coins = shared.coins;
  LeavingBonds<Tile>& leaving = shared.leaving;
  const TilePlace<Tile, decltype(bonds.n)> tile(bonds.n);
  if constexpr (are_many<decltype(bonds.n)>) {
    bonds.enter(tile.block.lattice);
    keys += bonds.n.first(tile.block.lattice);
  }
  join_runs<Tile>(bonds, tile, runs, coins, leaving);
  if constexpr (Tile::dimensions == 2)
    coins.name(runs, [&](std::uint32_t place) {
      const std::uint32_t state = bonds.state(tile.site(place).number);
      return Word::of(Codes::of_state(state), place, state);
    });
  else
    coins.name(
        runs, [](std::uint32_t eight) { return Word::of(0, 8 * eight, 0); },
        [](std::uint32_t state) { return Word::of(Codes::of_state(state), 0, state) & ~is_named; });
  __syncthreads();

  // Clusters get the smallest numbers of their places on faces.
  const TileSides sides = TileSides::of<Tile>(bonds.n, tile.block.x(), blockIdx.y, blockIdx.z);
  // By a pointer: a function that names what is shared makes it every kernel's without optimisation
  // (gpu_run_labels.cuh).
  const auto root_at = [in = &runs](std::uint32_t place) {
    const std::uint32_t run = in->run_at(place / Tile::x, place % Tile::x), word = gpu::load_relaxed(in->links + run);
    return word & is_named ? run : word;
  };
  const std::uint32_t number = tile.block.number_of_all();
  constexpr bool asks_for_one = requires { bonds.key; };
  if constexpr (asks_for_one) {
    static_assert(Tile::dimensions == 2, "in space coins come with the bonds");
    if (tile.block.number() == bonds.tile && !planted(Mutant::codes_seed_unmarked)) {
      if (threadIdx.x == 0) {
        std::uint32_t& root = runs.links[root_at(bonds.place)];
        root = Word::with_code(root, Codes::of_state(1));
      }
      __syncthreads();
    }
  }
#pragma unroll 1
  for (std::uint32_t i = threadIdx.x; i < Faces::all; i += Tile::threads) {
    const std::uint32_t place = Faces::in_tile(Faces::place(i), sides), code = Codes::of_face(i);
    if (place == Faces::none || code == Codes::numbers) continue;
    std::uint32_t* const root = runs.links + root_at(place);
    const std::uint32_t word = gpu::load_relaxed(root);
    if (code < Word::code(word)) atomicMin(root, Word::with_code(word, code));
  }
  __syncthreads();

  if constexpr (asks_for_one)
    if (tile.block.number() == bonds.tile && threadIdx.x == 0) {
      const std::uint32_t word = runs.links[root_at(bonds.place)];
      *bonds.key = Word::code(word) < Codes::first_state ? tile.site(Word::place(word)).number << state_bits : no_key;
    }
#pragma unroll 1
  for (std::uint32_t i = threadIdx.x; i < Faces::all; i += Tile::threads) {
    const auto on_face = Faces::place(i);
    const std::uint32_t place = Faces::in_tile(on_face, sides);
    if (place == Faces::none) continue;
    const std::uint32_t word = runs.links[root_at(place)], site = tile.site(Word::place(word)).number,
                        key = site << state_bits | Word::state(word);
    if (Word::code(word) == Codes::of_face(i)) keys[site] = key;
    faces[std::size_t{number} * Faces::all + i] = leaving.leads_on(on_face) ? key | leads_on : key;
  }
#pragma unroll 1
  for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads) {
    gpu::Pack<std::uint32_t, 2 * sizeof(typename Codes::Code)> packed;
    runs.template codes_of<8 * sizeof(typename Codes::Code)>(eight, packed.item,
                                                             [](std::uint32_t word) { return Word::code(word); });
    gpu::store_pack(reinterpret_cast<std::uint32_t*>(codes + std::size_t{number} * Runs::sites + 8 * eight), packed);
  }
}

/// Joins clusters of neighbouring tiles: a thread for each bond that leaves one at the end of a direction.
template <class Tile, class Lattices = Extents>
__global__ void __launch_bounds__(seam_threads)
    join_faces(Lattices n, const std::uint32_t* faces, std::uint32_t* keys) {
  using Faces = TileFaces<Tile>;
  const std::uint32_t across = TileSeams<Tile>::tiles(n.nx, Tile::x), down = TileSeams<Tile>::tiles(n.ny, Tile::y),
                      deep = TileSeams<Tile>::tiles(n.nz, Tile::z);
  const std::uint32_t thread = blockIdx.x * seam_threads + threadIdx.x;
  std::uint32_t tile = thread / Faces::bonds;
  // Threads of a warp have bonds of one tile, and so of one lattice.
  static_assert(Faces::bonds % 64 == 0);
  bool is_inside = true;
  if constexpr (are_many<Lattices>) {
    const std::uint32_t lattice = tile / (across * down * deep);
    tile -= lattice * (across * down * deep);
    is_inside = lattice < n.lattices;
    faces += std::size_t{lattice} * (across * down * deep) * Faces::all;
    keys += n.first(lattice);
  }
  auto place = Faces::bond(thread % Faces::bonds);
  const std::uint32_t x = tile % across, y = tile / across % down, z = tile / across / down;
  std::uint32_t a = 0, b = 0;
  if (is_inside && z < deep && Faces::in_tile(place, TileSides::of<Tile>(n, x, y, z)) != Faces::none) {
    const auto after = [](std::uint32_t at, std::uint32_t all) { return at + 1 == all ? 0 : at + 1; };
    const int d = place.d;
    const std::uint32_t next_x = d == 0 ? after(x, across) : x, next_y = d == 1 ? after(y, down) : y,
                        next_z = d == 2 ? after(z, deep) : z;
    a = faces[std::size_t{tile} * Faces::all + place.number()];
    if (planted(Mutant::tiles_border_lost) && d == 0 && next_x > x) a = 0;
    if (planted(Mutant::tiles_wrap_lost) && d + 1 == Tile::dimensions && (d == 1 ? next_y <= y : next_z <= z)) a = 0;
    place.is_last = false;
    b = faces[std::size_t{(next_z * down + next_y) * across + next_x} * Faces::all + place.number()] & ~leads_on;
  }
  // What the lane before joins need not be joined again.
  const int lane = static_cast<int>(threadIdx.x) % gpu::warp_lanes(), before = lane > 0 ? lane - 1 : 0;
  const std::uint32_t other_a = gpu::shuffle(a, before), other_b = gpu::shuffle(b, before);
  if (!(a & leads_on) || (lane > 0 && other_a == a && (planted(Mutant::tiles_seam_once) || other_b == b))) return;
  unite_from_both_sides(Keys{keys}, a & ~leads_on, b);
}

inline constexpr int colour_tile_threads = 256;

/// What the codes of a block's tile say, a byte each. `of_root(root)`: of a code on a face, whose key is led to that
/// root; `of_state(state)`: of the others. By all threads; a barrier of theirs must follow.
template <class Tile, class Lattices, class OfRoot, class OfState>
__device__ __forceinline__ void read_codes(const TilePlace<Tile, Lattices>& tile, std::uint32_t number,
                                           const std::uint32_t* faces, std::uint32_t* keys, std::uint8_t* said,
                                           OfRoot&& of_root, OfState&& of_state) {
  using Faces = TileFaces<Tile>;
  using Codes = TileCodes<Tile>;
  const TileSides sides = TileSides::of<Tile>(tile.n, tile.block.x(), blockIdx.y, blockIdx.z);
  if (threadIdx.x < 4) said[Codes::of_state(threadIdx.x)] = of_state(threadIdx.x);
#pragma unroll 1
  for (std::uint32_t i = threadIdx.x; i < Faces::all; i += colour_tile_threads) {
    const std::uint32_t code = Codes::of_face(i);
    if (code == Codes::numbers || Faces::in_tile(Faces::place(i), sides) == Faces::none) continue;
    const std::uint32_t of = planted(Mutant::codes_top_row) ? blockIdx.x : number;
    const std::uint32_t key = faces[std::size_t{of} * Faces::all + i] & ~leads_on;
    said[code] = of_root(planted(Mutant::tiles_coin_by_label) ? key : settled_root(Keys{keys}, key));
  }
}

/// Calls `use(site, bytes)` for each sixteen bytes of codes of a block's tile that lie in the lattice: what they say,
/// byte by byte, from the site's on.
template <class Tile, class Lattices, class Use>
__device__ __forceinline__ void each_coded(const TilePlace<Tile, Lattices>& tile, std::uint32_t number,
                                           const typename TileCodes<Tile>::Code* codes, const std::uint8_t* said,
                                           Use&& use) {
  using Code = typename TileCodes<Tile>::Code;
  constexpr std::uint32_t sites = TileFaces<Tile>::none, together = 16 / sizeof(Code), code_bits = 8 * sizeof(Code),
                          turns = sites / together / colour_tile_threads;
  static_assert(turns * together * colour_tile_threads == sites);
#pragma unroll
  for (std::uint32_t turn = 0; turn < turns; ++turn) {
    const std::uint32_t first = together * (turn * colour_tile_threads + threadIdx.x);
    const Site at = tile.site(first);
    if (!tile.is_inside(at)) continue;
    const uint4 packed = *reinterpret_cast<const uint4*>(codes + std::size_t{number} * sites + first);
    const std::uint32_t code[4] = {packed.x, packed.y, packed.z, packed.w};
    gpu::Pack<std::uint32_t, together / 4> found = {};
#pragma unroll
    for (std::uint32_t k = 0; k < together; ++k) {
      const std::uint32_t own = code[k * code_bits / 32] >> (k * code_bits % 32) & ((1u << code_bits) - 1);
      found.item[k / 4] |= static_cast<std::uint32_t>(said[own]) << (8 * (k % 4));
    }
    use(at, found);
  }
}

/// Gives each site the state of its cluster: first to those on the tile's faces, whose keys are led to their roots.
template <class Tile, class Lattices = Extents>
__global__ void __launch_bounds__(colour_tile_threads)
    colour_tiles(Lattices n, const typename TileCodes<Tile>::Code* codes, const std::uint32_t* faces,
                 std::uint32_t* keys, std::uint8_t* states) {
  __shared__ std::uint8_t state_of[TileCodes<Tile>::numbers];
  const TilePlace<Tile, Lattices> tile(n);
  if constexpr (are_many<Lattices>) keys += n.first(tile.block.lattice), states += n.first(tile.block.lattice);
  const std::uint32_t number = tile.block.number_of_all();
  read_codes(
      tile, number, faces, keys, state_of,
      [](std::uint32_t root) { return static_cast<std::uint8_t>(root & state_mask); },
      [](std::uint32_t state) { return static_cast<std::uint8_t>(state); });
  __syncthreads();
  each_coded(tile, number, codes, state_of, [&](const Site& at, const auto& found) {
    constexpr std::uint32_t together = sizeof(found);
    if (n.nx % together == 0) {
      gpu::store_pack(reinterpret_cast<std::uint32_t*>(states + at.number), found);
    } else {
#pragma unroll
      for (std::uint32_t k = 0; k < together; ++k)
        if (at.x + k < n.nx) states[at.number + k] = static_cast<std::uint8_t>(found.item[k / 4] >> (8 * (k % 4)));
    }
  });
}

/// The memory of an update, and its launches.
template <int Dimensions, class Tile = RunTile<Dimensions>, class Lattices = Extents>
class CodedTiles {
 public:
  static constexpr const char* name = "best";
  using Faces = TileFaces<Tile>;
  using Code = typename TileCodes<Tile>::Code;
  explicit CodedTiles(const Lattices& n)
      : n_(n),
        across_(TileSeams<Tile>::tiles(n.nx, Tile::x)),
        down_(TileSeams<Tile>::tiles(n.ny, Tile::y)),
        deep_(TileSeams<Tile>::tiles(n.nz, Tile::z)),
        codes_(std::size_t{tiles()} * Faces::none),
        faces_(std::size_t{tiles()} * Faces::all),
        keys_(entries_of(n)) {}

  static CodePath path(const Extents& n) {
    return path_of_tiles<Tile>(n)
        .where(n.nx % 8 != 0, "eights not whole")
        .where(Dimensions == 2 && n.nx % 16 != 0, "sixteens not whole");
  }
  static double bytes_a_site() {
    return sizeof(Code) + sizeof(std::uint32_t) * (1.0 + static_cast<double>(Faces::all) / Faces::none);
  }

  /// Of the launch that has most, for a lattice; and the bytes of one, whose last tiles may be parts.
  static double blocks(const Extents& n) { return tiles(n) * std::max(1.0, double{Faces::bonds} / seam_threads); }
  static double bytes(const Extents& n) {
    return tiles(n) * (sizeof(Code) * Faces::none + sizeof(std::uint32_t) * Faces::all) +
           sizeof(std::uint32_t) * (n.sites() + 3.0);
  }

  /// A state in and out, a code out and in, the table of the faces out and twice in.
  static double bytes_moved_a_site() {
    return 2 + 2 * sizeof(Code) + 3 * sizeof(std::uint32_t) * static_cast<double>(Faces::all) / Faces::none;
  }

  /// Gives each site the state that its cluster by `bonds` gets.
  template <class Bonds>
  void colour(const Bonds& bonds, std::uint8_t* states) {
    code(bonds);
    gpu::launch(colour_tiles<Tile, Lattices>, grid(), dim3(colour_tile_threads), n_, codes(), faces(), tile_keys(),
                states);
  }

  /// Finds the clusters by `bonds`: the codes, and where the keys at the tiles' faces lead.
  template <class Bonds>
  void code(const Bonds& bonds) {
    gpu::launch(code_tiles<Tile, Bonds>, grid(), dim3(Tile::threads), bonds, codes_.data(), faces_.data(), tile_keys());
    const dim3 blocks((tiles() * Faces::bonds + seam_threads - 1) / seam_threads), block(seam_threads);
    gpu::launch(join_faces<Tile, Lattices>, blocks, block, n_, faces(), tile_keys());
  }
  /// A block a tile.
  dim3 grid() const { return dim3(across_ * lattices_of(n_), down_, deep_); }
  const Code* codes() const { return codes_.data(); }
  const std::uint32_t* faces() const { return faces_.data(); }
  std::uint32_t* tile_keys() const { return keys_.data(); }

 private:
  std::uint32_t tiles() const { return across_ * down_ * deep_ * lattices_of(n_); }
  static double tiles(const Extents& n) {
    return 1.0 * TileSeams<Tile>::tiles(n.nx, Tile::x) * TileSeams<Tile>::tiles(n.ny, Tile::y) *
           TileSeams<Tile>::tiles(n.nz, Tile::z);
  }

  Lattices n_;
  std::uint32_t across_, down_, deep_;
  gpu::Buffer<Code> codes_;
  gpu::Buffer<std::uint32_t> faces_, keys_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

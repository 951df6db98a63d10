// A Wolff update that labels all clusters of the lattice, as Swendsen-Wang updates do, and flips the one of a random
// site: the same law, in a few launches whatever the cluster's size.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/common/clusters/gpu_run_labels.cuh"
#include "kernels/common/clusters/gpu_tile_codes.cuh"
#include "kernels/common/clusters/gpu_wolff.cuh"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

inline constexpr int flip_threads = 256, fours_a_thread = 4;
/// Blocks of flip_cluster().
inline std::uint32_t flip_blocks(const Extents& n) {
  constexpr std::uint32_t a_block = 4 * fours_a_thread * flip_threads;
  return (n.sites() + a_block - 1) / a_block;
}

/// Flips the sites whose root is that of the update's seed. Memory holds whole fours.
template <class Bonds>
__global__ void __launch_bounds__(flip_threads)
    flip_cluster(Bonds bonds, const std::uint32_t* keys, std::uint8_t* states, FlipCount* count) {
  __shared__ std::uint32_t wanted;
  const BlockPlace<decltype(bonds.n)> block(bonds.n);
  if constexpr (are_many<decltype(bonds.n)>) {
    bonds.enter(block.lattice);
    keys += bonds.n.first(block.lattice), states += bonds.n.first(block.lattice), count += block.lattice;
  }
  const SettledKeys links{keys};
  if (threadIdx.x == 0) wanted = root_of(links, keys[bonds.numbers.seed_site()]);
  __syncthreads();
  const std::uint32_t cluster = wanted, sites = bonds.n.sites();
  int flipped = 0;
#pragma unroll
  for (std::uint32_t turn = 0; turn < fours_a_thread; ++turn) {
    const std::uint32_t first = 4 * ((block.x() * fours_a_thread + turn) * flip_threads + threadIdx.x);
    if (first >= sites) break;
    const uint4 found = *reinterpret_cast<const uint4*>(keys + first);
    const std::uint32_t key[4] = {found.x, found.y, found.z, found.w}, left = sites - first;
    std::uint32_t flips = 0, before = ~key[0];
    bool is_member = false;
#pragma unroll
    for (std::uint32_t k = 0; k < 4; ++k) {
      if (k >= left) break;
      // No root is larger than a label that leads to it.
      if (key[k] != before) is_member = key[k] >= cluster && root_of(links, key[k]) == cluster;
      before = key[k];
      flips |= static_cast<std::uint32_t>(is_member) << (8 * k);
    }
    if (flips == 0) continue;
    *reinterpret_cast<std::uint32_t*>(states + first) ^= flips;
    flipped += __popc(flips);
  }
  add_over_block<flip_threads>(flipped, &count->all);
}

/// The same by codes (gpu_tile_codes.cuh). `start`: what OneCluster::key was given.
template <class Tile, class Lattices = Extents>
__global__ void __launch_bounds__(colour_tile_threads)
    flip_tiles(Lattices n, const typename TileCodes<Tile>::Code* codes, const std::uint32_t* faces, std::uint32_t* keys,
               const std::uint32_t* start, std::uint8_t* states, FlipCount* count) {
  __shared__ std::uint8_t flips_of[TileCodes<Tile>::numbers];
  __shared__ std::uint32_t wanted, any;
  const TilePlace<Tile, Lattices> tile(n);
  const std::uint32_t number = tile.block.number_of_all();
  if constexpr (are_many<Lattices>) {
    const std::uint32_t lattice = tile.block.lattice;
    keys += n.first(lattice), states += n.first(lattice), start += lattice, count += lattice;
  }
  if (threadIdx.x == 0) {
    wanted = *start == no_key ? no_key : settled_root(Keys{keys}, *start);
    // A cluster inside its tile has no key at a face, and only codes tell which tile that is.
    any = wanted == no_key;
  }
  __syncthreads();
  const std::uint32_t cluster = wanted;
  bool flips_here = false;
  read_codes(
      tile, number, faces, keys, flips_of,
      [&](std::uint32_t root) {
        flips_here = flips_here || root == cluster;
        return static_cast<std::uint8_t>(root == cluster);
      },
      [](std::uint32_t state) { return static_cast<std::uint8_t>(state == 1); });
  if (flips_here) atomicOr(&any, 1u);
  __syncthreads();
  if (any == 0) return;
  int flipped = 0;
  each_coded(tile, number, codes, flips_of, [&](const Site& at, auto flips) {
    constexpr std::uint32_t together = sizeof(flips), words = together / sizeof(std::uint32_t);
    if (at.x + together > n.nx) {
      // Beyond a row's end codes say nothing.
#pragma unroll
      for (std::uint32_t k = 0; k < together; ++k)
        if (at.x + k >= n.nx) flips.item[k / 4] &= ~(255u << (8 * (k % 4)));
    }
    int here = 0;
#pragma unroll
    for (std::uint32_t word = 0; word < words; ++word) here += __popc(flips.item[word]);
    if (here == 0) return;
    flipped += here;
    if (n.nx % together == 0) {
      auto* const at_once = reinterpret_cast<std::uint32_t*>(states + at.number);
      auto own = gpu::load_pack<words>(at_once);
#pragma unroll
      for (std::uint32_t word = 0; word < words; ++word) own.item[word] ^= flips.item[word];
      gpu::store_pack(at_once, own);
    } else {
#pragma unroll
      for (std::uint32_t k = 0; k < together; ++k)
        if (at.x + k < n.nx) states[at.number + k] ^= static_cast<std::uint8_t>(flips.item[k / 4] >> (8 * (k % 4)));
    }
  });
  add_over_block<colour_tile_threads>(flipped, &count->all);
}

/// The tile that a site lies in, on the plane, and its place there.
struct SiteInTiles {
  std::uint32_t tile, place;

  template <class Tile>
  SPINBENCH_FN static SiteInTiles of(const Extents& n, std::uint32_t site) {
    const Site at = site_at(n, site);
    return {at.y / Tile::y * TileSeams<Tile>::tiles(n.nx, Tile::x) + at.x / Tile::x,
            at.y % Tile::y * Tile::x + at.x % Tile::x};
  }
};

/// By codes on the plane.
class ByCodes {
 public:
  static constexpr const char* name = "by_labelling";

  explicit ByCodes(const Extents& n) : tiles_(n), key_(1) {}

  static std::string unsupported(const Extents&) { return ""; }
  static double bytes_a_site() { return Tiles::bytes_a_site(); }
  static CodePath path(const Extents& n) { return Tiles::path(n); }
  template <int>
  static std::vector<Check> self_check() {
    return {once_a_device<ByCodes>([] { return check_flips_of(1u << 20); })};
  }

  template <class Bonds>
  void enqueue(GpuStates<2>& states, const Bonds& bonds, FlipCount* count) {
    flip(states.data(), bonds, bonds.numbers.seed_site(), count);
  }

  /// Flips the cluster of a site.
  template <class Bonds>
  void flip(std::uint8_t* states, const Bonds& bonds, std::uint32_t site, FlipCount* count) {
    const SiteInTiles seed = SiteInTiles::of<Tile>(bonds.n, site);
    tiles_.code(OneCluster<Bonds>{bonds, seed.tile, seed.place, key_.data()});
    gpu::launch(flip_tiles<Tile>, tiles_.grid(), dim3(colour_tile_threads), bonds.n, tiles_.codes(), tiles_.faces(),
                tiles_.tile_keys(), key_.data(), states, count);
  }

  /// The check "labels" of label_patterns.hpp, of whose sets of bonds a few clusters each are flipped, on lattices of
  /// at most so many sites.
  static Check check_flips_of(std::uint32_t most) {
    return check_labels(2, labels_by_flips, [most](const Extents& n) { return n.sites() <= most; });
  }

 private:
  using Tile = RunTile<2>;
  using Tiles = CodedTiles<2, Tile>;

  /// The smallest site of each one's cluster by a walk; no site where a flip has another cluster.
  static std::vector<std::uint32_t> labels_by_flips(const Extents& n, const BondSet& bonds) {
    const std::vector<std::uint32_t> walked = flooded(n, 2, bonds);
    std::vector<std::uint32_t> result = walked;
    gpu::Buffer<std::uint8_t> given(bonds.size()), states((n.sites() + 15) / 16 * 16);
    given.copy_from(bonds.data(), bonds.size());
    gpu::Buffer<FlipCount> count(1);
    ByCodes flips(n);
    std::vector<std::uint8_t> flipped(n.sites());
    const std::uint32_t last = n.sites() - 1;
    for (const std::uint32_t seed : {0u, last / 3, last / 2, last - last / 5, last}) {
      states.fill_zero();
      count.fill_zero();
      flips.flip(states.data(), GivenBonds<2>{n, given.data()}, seed, count.data());
      states.copy_to(flipped.data(), flipped.size());
      FlipCount found;
      count.copy_to(&found, 1);
      for (std::uint32_t site = 0; site <= last; ++site) {
        if ((flipped[site] != 0) != (walked[site] == walked[seed])) result[site] = n.sites();
        found.all -= flipped[site];
      }
      if (found.all != 0) result[seed] = n.sites();
    }
    return result;
  }

  Tiles tiles_;
  gpu::Buffer<std::uint32_t> key_;
};

/// By labels.
template <int Dimensions>
class ByLabels {
 public:
  static constexpr const char* name = "by_labelling";

  explicit ByLabels(const Extents& n) : labels_(n) {}

  static std::string unsupported(const Extents&) { return ""; }
  static double bytes_a_site() { return RunLabels<Dimensions>::bytes_a_site(); }
  static CodePath path(const Extents& n) { return RunLabels<Dimensions>::path(n); }
  template <int>
  static std::vector<Check> self_check() {
    return {once_a_device<ByLabels>([] { return check_labels_of<Dimensions, RunLabels<Dimensions>>(); })};
  }

  template <class Bonds>
  void enqueue(GpuStates<Dimensions>& states, const Bonds& bonds, FlipCount* count) {
    labels_.label(bonds);
    gpu::launch(flip_cluster<Bonds>, dim3(flip_blocks(bonds.n)), dim3(flip_threads), bonds, labels_.keys(),
                states.data(), count);
  }

 private:
  RunLabels<Dimensions> labels_;
};

/// Codes where they take less time.
template <int Dimensions>
using ByLabelling = std::conditional_t<Dimensions == 2, ByCodes, ByLabels<Dimensions>>;

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

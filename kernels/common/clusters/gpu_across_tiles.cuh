// What makes clusters of the lattice out of clusters of tiles (gpu_inside_tiles.cuh), in the two ways of M. Weigel,
// Phys. Rev. E 84, 036709 (2011): label relaxation, where labels spread over the bonds between tiles until nothing
// changes, and hierarchical sewing, which joins two tiles along each direction to one of twice the side, those to one
// of four times the side, and so on. Beyond the paper: all rounds of the relaxation are one cooperative launch; each
// bond has a thread, which joins roots by atomics; and bonds between tiles are drawn again, not stored.
#pragma once

#include <cstdint>

#include "backends/gpu/grid_barrier.cuh"
#include "kernels/common/clusters/gpu_union_find.cuh"
#include "kernels/common/mutants.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Bonds between tiles, and around the lattice: those that lead on from the tiles first[d], first[d] + step[d], ... of
/// each direction, counted from 0. On the plane there is no third.
struct Seams {
  Extents n;
  std::uint32_t side;
  std::uint32_t first[3] = {}, step[3] = {}, lines[3] = {};

  struct Bond {
    Site from;
    int direction;
  };

  SPINBENCH_FN std::uint32_t length(int d) const { return d == 0 ? n.nx : d == 1 ? n.ny : n.nz; }
  SPINBENCH_FN std::uint32_t tiles(int d) const { return (length(d) + side - 1) / side; }
  SPINBENCH_FN std::uint32_t bonds_of_line(int d) const { return d == 0 ? n.ny * n.nz : n.nx * (d == 1 ? n.nz : n.ny); }
  SPINBENCH_FN std::uint32_t bonds(int d) const { return lines[d] * bonds_of_line(d); }
  SPINBENCH_FN std::uint32_t bonds() const { return bonds(0) + bonds(1) + bonds(2); }

  /// Number i of bonds(). Neighbouring i follow a line.
  SPINBENCH_FN Bond bond(std::uint32_t i) const {
    Bond result{};
    int& d = result.direction;
    while (d < 2 && i >= bonds(d)) i -= bonds(d++);
    const std::uint32_t line = i / bonds_of_line(d), place = i % bonds_of_line(d);
    const std::uint32_t end = (first[d] + line * step[d] + 1) * side, last = (end < length(d) ? end : length(d)) - 1;
    const std::uint32_t along = d == 0 ? n.ny : n.nx;
    Site& at = result.from;
    at.x = d == 0 ? last : place % along;
    at.y = d == 1 ? last : d == 0 ? place % along : place / along;
    at.z = d == 2 ? last : place / along;
    at.number = (at.z * n.ny + at.y) * n.nx + at.x;
    return result;
  }

  /// Every bond that leaves a tile.
  static Seams all(const Extents& n, std::uint32_t side, int dimensions) {
    Seams result{n, side};
    for (int d = 0; d < dimensions; ++d) result.step[d] = 1, result.lines[d] = result.tiles(d);
    return result;
  }
  /// Those around the lattice.
  static Seams around(const Extents& n, std::uint32_t side, int dimensions) {
    Seams result{n, side};
    for (int d = 0; d < dimensions; ++d) result.first[d] = result.tiles(d) - 1, result.lines[d] = 1;
    return result;
  }
  /// Those between two of the tiles that have been doubled `level` times.
  static Seams between(const Extents& n, std::uint32_t side, int dimensions, int level) {
    Seams result{n, side};
    for (int d = 0; d < dimensions; ++d) {
      const std::uint32_t borders = result.tiles(d) - 1;
      result.first[d] = (1u << level) - 1;
      result.step[d] = 2u << level;
      result.lines[d] = (borders >> level) - (borders >> (level + 1));
    }
    return result;
  }
};

/// Bugs to plant.
template <int Dimensions>
__device__ __forceinline__ bool is_lost(const Seams::Bond& bond, std::uint32_t next) {
  if (next > bond.from.number) return planted(Mutant::seam_line_lost) && bond.direction == 1;
  return planted(Mutant::seam_wrap_lost) && bond.direction + 1 == Dimensions;
}

inline constexpr int sewing_threads = 256;

/// Joins the clusters that the active ones of these bonds join.
template <class Bonds>
__global__ void __launch_bounds__(sewing_threads) sew_seams(Bonds bonds, Seams seams, std::uint32_t* keys) {
  const std::uint32_t i = blockIdx.x * sewing_threads + threadIdx.x;
  if (i >= seams.bonds()) return;
  const auto bond = seams.bond(i);
  const std::uint32_t next = next_site(seams.n, bond.from, bond.direction);
  if (is_lost<Bonds::dimensions>(bond, next) || !bonds.is_active(bond.from, bond.direction)) return;
  unite(Keys{keys}, seen(keys + bond.from.number), seen(keys + next));
}

template <int Dimensions>
class Sewing {
 public:
  static constexpr int dimensions = Dimensions;
  static constexpr const char* name = "hierarchical_sewing";

  Sewing(const Extents& n, int side) : n_(n), side_(static_cast<std::uint32_t>(side)) {
    const Seams all = Seams::all(n, side_, Dimensions);
    for (int d = 0; d < Dimensions; ++d)
      while (1u << levels_ < all.tiles(d)) ++levels_;
  }

  static double bytes_a_site(int) { return 0; }
  /// Each bond has a thread.
  static bool takes_turns(const Extents&, int) { return false; }

  template <class Bonds>
  void join(const Bonds& bonds, std::uint32_t* keys) {
    const int levels = levels_ > 0 && planted(Mutant::sewing_level_lost) ? levels_ - 1 : levels_;
    for (int level = 0; level < levels; ++level) sew(bonds, Seams::between(n_, side_, Dimensions, level), keys);
    sew(bonds, Seams::around(n_, side_, Dimensions), keys);
  }

 private:
  template <class Bonds>
  void sew(const Bonds& bonds, const Seams& seams, std::uint32_t* keys) {
    const dim3 grid((seams.bonds() + sewing_threads - 1) / sewing_threads);
    gpu::launch(sew_seams<Bonds>, grid, dim3(sewing_threads), bonds, seams, keys);
  }

  Extents n_;
  std::uint32_t side_;
  int levels_ = 0;
};

/// Clusters of two tiles that a bond joins, by the keys of their smallest sites; twice the same where there is no bond.
struct alignas(8) KeyPair {
  std::uint32_t a, b;
};

inline constexpr int listing_threads = 256;

/// Also clears the three words at `changed`.
template <class Bonds>
__global__ void __launch_bounds__(listing_threads)
    list_seams(Bonds bonds, Seams seams, const std::uint32_t* keys, KeyPair* pairs, std::uint32_t* changed) {
  const std::uint32_t i = blockIdx.x * listing_threads + threadIdx.x;
  if (i < 3) changed[i] = 0;
  if (i >= seams.bonds()) return;
  const auto bond = seams.bond(i);
  const std::uint32_t next = next_site(seams.n, bond.from, bond.direction);
  KeyPair pair{};
  if (!is_lost<Bonds::dimensions>(bond, next) && bonds.is_active(bond.from, bond.direction))
    pair = {keys[bond.from.number], keys[next]};
  pairs[i] = pair;
}

/// Both clusters of a pair take the smaller one's label, round by round until nothing changes. The label of a tile's
/// cluster is its smallest site's; the other sites' keep saying which that is.
template <int Threads>
__global__ void __launch_bounds__(Threads)
    relax_labels(const KeyPair* pairs, std::uint32_t count, std::uint32_t* keys, std::uint32_t* changed) {
  const std::uint32_t index = blockIdx.x * Threads + threadIdx.x, threads = gridDim.x * Threads;
  for (std::uint32_t round = 0;; ++round) {
    // Words in turns: the next round's is cleared while this one's is written and the last one's may still be read.
    std::uint32_t* const now = changed + round % 3;
    if (index == 0) gpu::store_past_l1(changed + (round + 1) % 3, 0u);
    bool is_same = true;
    for (std::uint32_t i = index; i < count; i += threads) {
      const KeyPair pair = pairs[i];
      if (pair.a == pair.b) continue;
      std::uint32_t *const label_a = keys + (pair.a >> state_bits), *const label_b = keys + (pair.b >> state_bits);
      const std::uint32_t a = gpu::load_past_l1(label_a), b = gpu::load_past_l1(label_b);
      if (a == b) continue;
      atomicMin(a < b ? label_b : label_a, min(a, b));
      is_same = false;
    }
    if (!gpu::all_of_block(is_same) && threadIdx.x == 0) gpu::store_past_l1(now, 1u);
    gpu::sync_grid();
    if (gpu::load_past_l1(now) == 0 || (planted(Mutant::relaxation_few_rounds) && round == 7)) return;
  }
}

/// By one block a multiprocessor, or `Blocks`.
template <int Dimensions, int Threads = 1024, int Blocks = 0>
class Relaxation {
 public:
  static constexpr int dimensions = Dimensions;
  static constexpr const char* name = "label_relaxation";

  Relaxation(const Extents& n, int side)
      : seams_(Seams::all(n, static_cast<std::uint32_t>(side), Dimensions)), pairs_(seams_.bonds()), changed_(3) {}

  static double bytes_a_site(int side) { return static_cast<double>(sizeof(KeyPair)) * Dimensions / side; }
  /// Whether there are more bonds than threads, some of which come to several.
  static bool takes_turns(const Extents& n, int side) {
    return Seams::all(n, static_cast<std::uint32_t>(side), Dimensions).bonds() > blocks() * Threads;
  }

  template <class Bonds>
  void join(const Bonds& bonds, std::uint32_t* keys) {
    const dim3 grid((seams_.bonds() + listing_threads - 1) / listing_threads);
    gpu::launch(list_seams<Bonds>, grid, dim3(listing_threads), bonds, seams_, keys, pairs_.data(), changed_.data());
    gpu::launch_cooperative(relax_labels<Threads>, dim3(blocks()), dim3(Threads), pairs_.data(), seams_.bonds(), keys,
                            changed_.data());
  }

 private:
  static unsigned blocks() { return static_cast<unsigned>(Blocks > 0 ? Blocks : gpu::multiprocessors()); }

  Seams seams_;
  gpu::Buffer<KeyPair> pairs_;
  gpu::Buffer<std::uint32_t> changed_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

// Labels tile by tile: the clusters inside a tile by union-find in shared memory, whose elements are runs, the
// stretches of a row that bonds along it join. A row is a word of bits, so that runs, and which bonds between rows join
// two of them anew, are found for all of its sites at once. Then the bonds between tiles by atomics in global memory.
// Bonds are not stored but drawn again where tiles meet.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/common/clusters/gpu_join_tiles.cuh"
#include "kernels/common/code_path.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

template <int Dimensions>
struct RunTile {
  static constexpr int dimensions = Dimensions;
  static constexpr std::uint32_t x = Dimensions == 2 ? 64 : 32, y = Dimensions == 2 ? 64 : 16,
                                 z = Dimensions == 2 ? 1 : 16;
  static constexpr int threads = 256;
  /// How often each run's link becomes the one that it leads to before what is left is joined.
  static constexpr int shortenings = 2;
};

/// A tile's rows and links in shared memory. Runs are numbered in the order of their first sites, so that the smallest
/// run of a cluster has its smallest site.
template <class Tile>
struct TileRuns {
  static constexpr int dimensions = Tile::dimensions;
  static constexpr std::uint32_t rows = Tile::y * Tile::z, sites = Tile::x * rows, eights_a_row = Tile::x / 8,
                                 eights = sites / 8;
  using Row = std::conditional_t<(Tile::x > 32), std::uint64_t, std::uint32_t>;
  static_assert(Tile::x == 8 * sizeof(Row) && rows % gpu::least_warp_lanes == 0 && eights % Tile::threads == 0);

  /// Runs' links from the front, pairs of runs to join from the back.
  alignas(16) std::uint32_t links[sites];
  Row bonds[dimensions][rows];  ///< bit i: whether the bond of site i in that direction is active, inside the tile
  /// Bit i: whether the bond of site i to the row before in direction 1 + d joins two runs, and the first to do so.
  Row joins[dimensions - 1][rows];
  Row linking[rows];             ///< the first of these in each run
  std::uint32_t before[rows];    ///< runs of the rows before, and from bit 16 on pairs of theirs
  std::uint32_t all;             ///< the same of all rows
  std::uint16_t states[eights];  ///< as EightBonds

  static constexpr std::uint32_t step(int d) { return d == 1 ? 1 : Tile::y; }
  __device__ static bool has_before(std::uint32_t row, int d) { return d == 1 ? row % Tile::y > 0 : row >= Tile::y; }
  __device__ static std::uint32_t count(std::uint32_t bits) { return static_cast<std::uint32_t>(__popc(bits)); }
  __device__ static std::uint32_t count(std::uint64_t bits) {
    return count(static_cast<std::uint32_t>(bits)) + count(static_cast<std::uint32_t>(bits >> 32));
  }
  /// First sites of runs.
  __device__ Row starts(std::uint32_t row) const { return static_cast<Row>(~(bonds[0][row] << 1)); }

  __device__ void put(std::uint32_t eight, const EightBonds& found) {
#pragma unroll
    for (int d = 0; d < dimensions; ++d)
      reinterpret_cast<std::uint8_t*>(bonds[d])[eight] = static_cast<std::uint8_t>(found.along[d]);
    states[eight] = static_cast<std::uint16_t>(found.states);
  }

  /// The lowest of `bits` in each stretch of sites that `goes_on` joins: bit i says that site i + 1 is in that of i.
  __device__ static Row lowest(Row bits, Row goes_on) {
    // Each stretch holds a bit, its last if no other, so that one taken from its first is not borrowed from the next.
    const Row ends = static_cast<Row>(~goes_on) | static_cast<Row>(1) << (Tile::x - 1), filled = bits | ends;
    return bits & ~(filled - (ends << 1 | 1));
  }

  /// What joins a row's runs to those before; returns how many runs, and pairs from bit 16 on, the row has.
  __device__ std::uint32_t find_joins(std::uint32_t row) {
    const Row own = bonds[0][row];
    Row any = 0;
    std::uint32_t found = 0;
#pragma unroll
    for (int d = 1; d < dimensions; ++d) {
      Row first = 0;
      if (has_before(row, d)) {
        const std::uint32_t other = row - step(d);
        const Row theirs = bonds[0][other];
        first = lowest(bonds[d][other], planted(Mutant::runs_one_join_a_run) ? own : own & theirs);
      }
      joins[d - 1][row] = first;
      any |= first;
      found += count(first);
    }
    const Row links_ = lowest(any, own);
    linking[row] = links_;
    return count(starts(row)) | (found - count(links_)) << 16;
  }

  /// Numbers runs and pairs, by the first warp.
  __device__ void find_all_joins() {
    constexpr std::uint32_t lanes = gpu::least_warp_lanes, rows_a_lane = rows / lanes;
    const std::uint32_t lane = threadIdx.x;
    const bool has_rows = lane < lanes;
    std::uint32_t found[rows_a_lane], sum = 0;
#pragma unroll
    for (std::uint32_t i = 0; i < rows_a_lane; ++i) {
      found[i] = has_rows ? find_joins(lane * rows_a_lane + i) : 0;
      sum += found[i];
    }
    std::uint32_t until = sum;
#pragma unroll
    for (std::uint32_t step_ = 1; step_ < lanes; step_ *= 2) {
      const std::uint32_t earlier = gpu::shuffle(until, static_cast<int>(lane < step_ ? lane : lane - step_));
      if (lane >= step_) until += earlier;
    }
    if (!has_rows) return;
    if (lane + 1 == lanes) all = until;
    until -= sum;
#pragma unroll
    for (std::uint32_t i = 0; i < rows_a_lane; ++i) {
      before[lane * rows_a_lane + i] = until;
      until += found[i];
    }
  }

  /// The runs of eight sites of a row: bit k says that one begins with site k, `before` how many begin before them all.
  struct Runs {
    std::uint32_t starts, before;
    /// The run of the highest of the sites `upto`, which are the first ones.
    __device__ std::uint32_t last(std::uint32_t upto) const { return before + count(starts & upto) - 1; }
  };
  __device__ Runs runs_of(std::uint32_t row, std::uint32_t shift) const {
    const Row bits = starts(row);
    return {static_cast<std::uint32_t>(bits >> shift) & 255,
            (before[row] & 0xFFFF) + count(static_cast<Row>(bits & ((static_cast<Row>(1) << shift) - 1)))};
  }

  /// Links runs to ones before them by the first bond of each. What else joins two of them goes to `pair(number, a,
  /// b)`.
  template <class Pair>
  __device__ void each_join(std::uint32_t eight, bool link, Pair&& pair) {
    const std::uint32_t row = eight / eights_a_row, shift = 8 * (eight % eights_a_row);
    const Runs own = runs_of(row, shift);
    std::uint32_t number = before[row] >> 16, left = static_cast<std::uint32_t>(linking[row] >> shift) & 255;
    const Row earlier = (static_cast<Row>(1) << shift) - 1;
    number -= count(static_cast<Row>(linking[row] & earlier));
#pragma unroll
    for (int d = 1; d < dimensions; ++d) {
      number += count(static_cast<Row>(joins[d - 1][row] & earlier));
    }
#pragma unroll
    for (int d = 1; d < dimensions; ++d) {
      std::uint32_t bits = static_cast<std::uint32_t>(joins[d - 1][row] >> shift) & 255;
      if (bits == 0) continue;
      const Runs others = runs_of(row - step(d), shift);
      if (link)
        for (std::uint32_t linked = bits & left; linked != 0; linked &= linked - 1) {
          const std::uint32_t upto = linked ^ (linked - 1);
          links[own.last(upto)] = others.last(upto);
        }
      const std::uint32_t rest = bits & ~left;
      left &= ~bits;
      for (bits = rest; bits != 0; bits &= bits - 1) {
        const std::uint32_t upto = bits ^ (bits - 1);
        pair(number++, own.last(upto), others.last(upto));
      }
    }
  }
};

template <class Tile, class Bonds>
__global__ void __launch_bounds__(Tile::threads) label_runs(Bonds bonds, std::uint32_t* keys) {
  using Runs = TileRuns<Tile>;
  __shared__ Runs runs;
  const Extents n = bonds.n;
  const auto place = [&](std::uint32_t eight) {
    const std::uint32_t row = eight / Runs::eights_a_row;
    const std::uint32_t x = blockIdx.x * Tile::x + 8 * (eight % Runs::eights_a_row),
                        y = blockIdx.y * Tile::y + row % Tile::y, z = blockIdx.z * Tile::z + row / Tile::y;
    return Site{(z * n.ny + y) * n.nx + x, x, y, z};
  };
  const auto is_inside = [&](const Site& at) { return at.x < n.nx && at.y < n.ny && at.z < n.nz; };
  const bool whole = n.nx % 8 == 0;

  for (std::uint32_t i = threadIdx.x; i < Runs::sites / 4; i += Tile::threads)
    reinterpret_cast<uint4*>(runs.links)[i] = make_uint4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
#pragma unroll 1
  for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads) {
    const Site at = place(eight);
    EightBonds found;
    if (is_inside(at)) {
      found = whole ? bonds.of_eight(at) : bonds.of_some(at, n.nx - at.x < 8 ? n.nx - at.x : 8);
      // What leaves the tile is joined by the next kernel.
      if (at.y % Tile::y + 1 == Tile::y || at.y + 1 == n.ny) found.along[1] = 0;
      if (at.z % Tile::z + 1 == Tile::z || at.z + 1 == n.nz) found.along[2] = 0;
    }
    // Places beyond the lattice go with the row's last run.
    if (at.x + 8 >= n.nx) found.along[0] |= 255u << (at.x < n.nx ? n.nx - 1 - at.x : 0);
    if (at.x % Tile::x + 8 == Tile::x) found.along[0] &= 127;
    runs.put(eight, found);
  }
  __syncthreads();

  if (threadIdx.x < static_cast<unsigned>(gpu::warp_lanes())) runs.find_all_joins();
  __syncthreads();

  const std::uint32_t count = runs.all & 0xFFFF, room = Runs::sites - count, pairs = runs.all >> 16;
  std::uint32_t* const links = runs.links;
#pragma unroll 1
  for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads)
    runs.each_join(eight, true, [&](std::uint32_t number, std::uint32_t a, std::uint32_t b) {
      // In two dimensions a row has no more runs and pairs than sites.
      if (Tile::dimensions == 2 || number < room) links[Runs::sites - 1 - number] = a | b << 16;
    });
  __syncthreads();

  for (int i = 0; i < Tile::shortenings; ++i) {
#pragma unroll 4
    for (std::uint32_t run = threadIdx.x; run < count; run += Tile::threads)
      links[run] = seen(links + seen(links + run));
  }
  if (Tile::shortenings > 0) __syncthreads();

  const std::uint32_t kept = planted(Mutant::runs_pairs_lost) && pairs > 32 ? pairs & ~31u : pairs;
#pragma unroll 1
  for (std::uint32_t i = threadIdx.x; i < kept && (Tile::dimensions == 2 || i < room); i += Tile::threads) {
    const std::uint32_t pair = links[Runs::sites - 1 - i];
    splice(Places{links}, pair & 0xFFFF, pair >> 16);
  }
  if (Tile::dimensions == 3 && pairs > room)
#pragma unroll 1
    for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads)
      runs.each_join(eight, false, [&](std::uint32_t number, std::uint32_t a, std::uint32_t b) {
        if (number >= room) splice(Places{links}, a, b);
      });
  __syncthreads();

#pragma unroll 1
  for (std::uint32_t run = threadIdx.x; run < count; run += Tile::threads)
    links[run] = root_of(Places{links}, seen(links + run));
  __syncthreads();

#pragma unroll 1
  for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads) {
    const Site at = place(eight);
    const auto own = runs.runs_of(eight / Runs::eights_a_row, 8 * (eight % Runs::eights_a_row));
    const std::uint32_t states = runs.states[eight];
    std::uint32_t run = own.before;
#pragma unroll
    for (std::uint32_t k = 0; k < 8; ++k) {
      if (!(own.starts >> k & 1)) continue;
      if (links[run] == run) links[run] = is_key | (at.number + k) << state_bits | (states >> (2 * k) & state_mask);
      ++run;
    }
  }
  __syncthreads();

#pragma unroll 1
  for (std::uint32_t eight = threadIdx.x; eight < Runs::eights; eight += Tile::threads) {
    const Site at = place(eight);
    if (!is_inside(at)) continue;
    const auto own = runs.runs_of(eight / Runs::eights_a_row, 8 * (eight % Runs::eights_a_row));
    std::uint32_t run = own.before - 1 + (own.starts & 1), key[8];
#pragma unroll
    for (std::uint32_t k = 0; k < 8; ++k) {
      if (k > 0 && !(own.starts >> k & 1)) {
        key[k] = key[k - 1];
        continue;
      }
      if (k > 0) ++run;
      key[k] = links[run];
      if (!(key[k] & is_key)) key[k] = links[key[k]];
    }
    if (whole) {
      uint4* const to = reinterpret_cast<uint4*>(keys + at.number);
      to[0] = make_uint4(key[0] & ~is_key, key[1] & ~is_key, key[2] & ~is_key, key[3] & ~is_key);
      to[1] = make_uint4(key[4] & ~is_key, key[5] & ~is_key, key[6] & ~is_key, key[7] & ~is_key);
    } else {
#pragma unroll
      for (std::uint32_t k = 0; k < 8; ++k)
        if (at.x + k < n.nx) keys[at.number + k] = key[k] & ~is_key;
    }
  }
}

/// The memory of a labelling, and its launches.
template <int Dimensions, class Tile = RunTile<Dimensions>>
class RunLabels {
 public:
  static constexpr const char* name = "best";

  explicit RunLabels(const Extents& n) : n_(n), keys_((n.sites() + 3) / 4 * 4) {}

  static CodePath path(const Extents& n) {
    return CodePath()
        .count("tiles across", TileSeams<Tile>::tiles(n.nx, Tile::x))
        .where(n.nx % Tile::x != 0, "the last a part")
        .where(n.nx % 8 != 0, "eights not whole");
  }
  static double bytes_a_site() { return sizeof(std::uint32_t); }
  const std::uint32_t* keys() const { return keys_.data(); }

  template <class Bonds>
  void label(const Bonds& bonds) {
    const auto tiles = [](std::uint32_t side, std::uint32_t length) { return TileSeams<Tile>::tiles(side, length); };
    gpu::launch(label_runs<Tile, Bonds>, dim3(tiles(n_.nx, Tile::x), tiles(n_.ny, Tile::y), tiles(n_.nz, Tile::z)),
                dim3(Tile::threads), bonds, keys_.data());
    const TileSeams<Tile> seams(n_);
    gpu::launch(join_seams<Tile, Bonds>, dim3(seams.blocks()), dim3(seam_threads), bonds, seams, keys_.data());
  }

 private:
  Extents n_;
  gpu::Buffer<std::uint32_t> keys_;
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

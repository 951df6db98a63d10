// A tile's rows and clusters in shared memory. The elements of the union-find are runs, the stretches of a row that
// bonds along it join. A row is a word of bits, so that its runs, and which bonds to the row before join two of them
// anew, are found for all of its sites at once.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/common/clusters/gpu_union_find.cuh"
#include "kernels/common/mutants.hpp"

namespace spinbench::clusters::inline SPINBENCH_GPU_NAMESPACE {

/// Marks labels in shared memory that say a cluster's first site, or its key, and not a run.
inline constexpr std::uint32_t is_named = 0x80000000u;
// Keys of the largest lattice, which no test is large enough to have, end below it.
static_assert(most_sites * (state_mask + 1) <= is_named);

/// Runs are numbered in the order of their first sites, so that a cluster's smallest run has its smallest site. Sites
/// are taken eight at a time.
template <class Tile>
struct TileRuns {
  static constexpr int dimensions = Tile::dimensions;
  static constexpr std::uint32_t rows = Tile::y * Tile::z, sites = Tile::x * rows, eights_a_row = Tile::x / 8,
                                 eights = sites / 8, lanes = gpu::least_warp_lanes;
  using Row = std::conditional_t<(Tile::x > 32), std::uint64_t, std::uint32_t>;
  static_assert(Tile::x == 8 * sizeof(Row) && rows % lanes == 0 && eights % Tile::threads == 0);
  /// In two dimensions a row has no more runs and pairs than sites.
  static constexpr bool pairs_fit = dimensions == 2;

  /// Links of runs from the front, pairs of runs to join from the back.
  alignas(16) std::uint32_t links[sites];
  /// Bit i: whether the bond of site i in that direction is active, inside the tile; after find_joins(), of those
  /// across rows, whether it joins two runs, and as the first to do so.
  Row bonds[dimensions][rows];
  Row linking[rows];                   ///< the first bonds of runs to rows before
  std::uint16_t before[rows];          ///< runs of the rows before
  std::uint16_t before_eight[eights];  ///< runs before the eight sites
  std::uint8_t starts_of[eights];      ///< which of them begin one
  std::uint32_t count, pairs;

  static constexpr std::uint32_t step(int d) { return d == 1 ? 1 : Tile::y; }
  __device__ static bool has_before(std::uint32_t row, int d) { return d == 1 ? row % Tile::y > 0 : row >= Tile::y; }
  __device__ static std::uint32_t ones(std::uint32_t bits) { return static_cast<std::uint32_t>(__popc(bits)); }
  __device__ static std::uint32_t ones(std::uint64_t bits) {
    return ones(static_cast<std::uint32_t>(bits)) + ones(static_cast<std::uint32_t>(bits >> 32));
  }
  /// First sites of runs.
  __device__ Row starts(std::uint32_t row) const { return static_cast<Row>(~(bonds[0][row] << 1)); }

  /// Each run its own root, no pairs.
  __device__ void clear() {
    for (std::uint32_t i = threadIdx.x; i < sites / 4; i += Tile::threads)
      reinterpret_cast<uint4*>(links)[i] = make_uint4(4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
    if (threadIdx.x == 0) pairs = 0;
  }
  __device__ void put(std::uint32_t eight, const std::uint32_t (&along)[3]) {
#pragma unroll
    for (int d = 0; d < dimensions; ++d)
      reinterpret_cast<std::uint8_t*>(bonds[d])[eight] = static_cast<std::uint8_t>(along[d]);
  }

  /// The lowest of `bits` in each stretch of sites that `goes_on` joins: bit i says that site i + 1 is in that of i.
  __device__ static Row lowest(Row bits, Row goes_on) {
    // Each stretch holds a bit, its last if no other, so that one taken from its first is not borrowed from the next.
    const Row ends = static_cast<Row>(~goes_on) | static_cast<Row>(1) << (Tile::x - 1), filled = bits | ends;
    return bits & ~(filled - (ends << 1 | 1));
  }

  /// What joins a row's runs to those before, whose bonds to this row nobody else looks at.
  __device__ void find_joins(std::uint32_t row) {
    const Row own = bonds[0][row];
    Row any = 0;
#pragma unroll
    for (int d = 1; d < dimensions; ++d)
      if (has_before(row, d)) {
        const std::uint32_t other = row - step(d);
        const Row both = planted(Mutant::runs_one_join_a_run) ? own : own & bonds[0][other];
        const Row first = lowest(bonds[d][other], both);
        bonds[d][other] = first;
        any |= first;
      }
    linking[row] = lowest(any, own);
  }
  __device__ void find_joins() {
    for (std::uint32_t row = threadIdx.x; row < rows; row += Tile::threads) {
      find_joins(row);
      before[row] = static_cast<std::uint16_t>(ones(starts(row)));
    }
  }
  /// Makes of the rows' numbers of runs those of the rows before. By the first warp.
  __device__ void number_runs() {
    constexpr std::uint32_t rows_a_lane = rows / lanes;
    const std::uint32_t lane = threadIdx.x;
    std::uint32_t sum = 0;
    if (lane < lanes)
      for (std::uint32_t i = 0; i < rows_a_lane; ++i) sum += before[lane * rows_a_lane + i];
    std::uint32_t until = sum;
#pragma unroll
    for (std::uint32_t back = 1; back < lanes; back *= 2) {
      const std::uint32_t earlier = gpu::shuffle(until, static_cast<int>(lane < back ? lane : lane - back));
      if (lane >= back) until += earlier;
    }
    if (lane >= lanes) return;
    if (lane + 1 == lanes) count = until;
    until -= sum;
    for (std::uint32_t i = 0; i < rows_a_lane; ++i) {
      std::uint16_t& own = before[lane * rows_a_lane + i];
      const std::uint32_t after = until + own;
      own = static_cast<std::uint16_t>(until);
      until = after;
    }
  }

  /// The runs of eight sites: bit k says that one begins with site k, `before` how many begin before them all.
  struct Runs {
    std::uint32_t starts, before;
    /// The run of the highest of the sites `upto`, which are the first ones.
    __device__ std::uint32_t last(std::uint32_t upto) const { return before + ones(starts & upto) - 1; }
  };
  __device__ Runs find_runs(std::uint32_t row, std::uint32_t shift) const {
    const Row bits = starts(row), earlier = (static_cast<Row>(1) << shift) - 1;
    return {static_cast<std::uint32_t>(bits >> shift) & 255, before[row] + ones(static_cast<Row>(bits & earlier))};
  }
  /// The run of site x of a row.
  __device__ std::uint32_t run_at(std::uint32_t row, std::uint32_t x) const {
    return before[row] + ones(static_cast<Row>(starts(row) << (Tile::x - 1 - x))) - 1;
  }
  __device__ Runs runs_of(std::uint32_t eight) const { return {starts_of[eight], before_eight[eight]}; }

  /// The first bond of each run to runs before goes to `link(a, b)`, those that join two others to `pair(a, b)`.
  template <class Link, class Pair>
  __device__ void each_join(std::uint32_t eight, const Runs& own, Link&& link, Pair&& pair) const {
    const std::uint32_t row = eight / eights_a_row, shift = 8 * (eight % eights_a_row);
    std::uint32_t left = static_cast<std::uint32_t>(linking[row] >> shift) & 255;
#pragma unroll
    for (int d = 1; d < dimensions; ++d) {
      if (!has_before(row, d)) continue;
      const std::uint32_t other = row - step(d), bits = static_cast<std::uint32_t>(bonds[d][other] >> shift) & 255;
      if (bits == 0) continue;
      const Runs others = find_runs(other, shift);
      const auto give = [&](std::uint32_t some, auto&& to) {
        for (; some != 0; some &= some - 1) {
          const std::uint32_t upto = some ^ (some - 1);
          to(own.last(upto), others.last(upto));
        }
      };
      give(bits & left, link);
      give(bits & ~left, pair);
      left &= ~bits;
    }
  }
  /// Links runs to ones before them, notes which pairs are left to join, and tells a run's first site to `begin(run,
  /// site)`.
  template <class Begin>
  __device__ void link(std::uint32_t eight, Begin&& begin) {
    const Runs own = find_runs(eight / eights_a_row, 8 * (eight % eights_a_row));
    before_eight[eight] = static_cast<std::uint16_t>(own.before);
    starts_of[eight] = static_cast<std::uint8_t>(own.starts);
    std::uint32_t run = own.before;
#pragma unroll
    for (std::uint32_t k = 0; k < 8; ++k) {
      if (own.starts >> k & 1) begin(run++, 8 * eight + k);
    }
    const std::uint32_t room = sites - count;
    each_join(
        eight, own, [&](std::uint32_t a, std::uint32_t b) { links[a] = b; },
        [&](std::uint32_t a, std::uint32_t b) {
          const std::uint32_t number = atomicAdd(&pairs, 1u);
          if (pairs_fit || number < room) links[sites - 1 - number] = a | b << 16;
        });
  }

  /// Gives links to runs: `change(link)` changes one that is seen, and tells whether it has. Four at a time, which wait
  /// for memory together.
  template <class Change>
  __device__ void change_links(Change&& change) {
    constexpr std::uint32_t together = 4, threads = Tile::threads;
    const std::uint32_t runs = count;
#pragma unroll 1
    for (std::uint32_t first = threadIdx.x; first < runs; first += together * threads) {
      std::uint32_t link[together];
#pragma unroll
      for (std::uint32_t i = 0; i < together; ++i)
        link[i] = first + i * threads < runs ? links[first + i * threads] : 0;
      bool is_new[together];
#pragma unroll
      for (std::uint32_t i = 0; i < together; ++i) is_new[i] = change(link[i]);
#pragma unroll
      for (std::uint32_t i = 0; i < together; ++i)
        if (is_new[i] && first + i * threads < runs) gpu::store_relaxed(links + first + i * threads, link[i]);
    }
  }
  /// Others may shorten the link that is looked at meanwhile, which then leads further on the same way.
  __device__ void shorten() {
    change_links([this](std::uint32_t& link) {
      link = gpu::load_relaxed(links + link);
      return true;
    });
  }
  __device__ void join_pairs() {
    if constexpr (!pairs_fit)
      if (pairs > sites - count && !planted(Mutant::runs_pairs_beyond)) {
#pragma unroll 1
        for (std::uint32_t eight = threadIdx.x; eight < eights; eight += Tile::threads)
          each_join(
              eight, runs_of(eight), [](std::uint32_t, std::uint32_t) {},
              [&](std::uint32_t a, std::uint32_t b) { unite_from_both_sides(Places{links}, a, b); });
        return;
      }
    const std::uint32_t room = sites - count, noted = pairs_fit || pairs <= room ? pairs : room;
    const std::uint32_t lost = planted(Mutant::runs_pairs_lost) && noted > lanes ? noted % lanes : 0;
#pragma unroll 1
    for (std::uint32_t i = threadIdx.x; i < noted - lost; i += Tile::threads) {
      const std::uint32_t pair = links[sites - 1 - i];
      unite_from_both_sides(Places{links}, pair & 0xFFFF, pair >> 16);
    }
  }
  /// Leads each run to its root; tells each root to on_root(run). Others do so meanwhile, whose links lead further on
  /// the same way. Four at a time, until all have come: without branches of their own.
  template <class OnRoot>
  __device__ void flatten(OnRoot&& on_root) {
    constexpr std::uint32_t together = 4, threads = Tile::threads;
    const std::uint32_t runs = count;
#pragma unroll 1
    for (std::uint32_t first = threadIdx.x; first < runs; first += together * threads) {
      std::uint32_t link[together];
#pragma unroll
      for (std::uint32_t i = 0; i < together; ++i)
        link[i] = gpu::load_relaxed(links + (first + i * threads < runs ? first + i * threads : first));
      for (bool goes_on = true; goes_on;) {
        goes_on = false;
#pragma unroll
        for (std::uint32_t i = 0; i < together; ++i) {
          const std::uint32_t next = gpu::load_relaxed(links + link[i]);
          goes_on = goes_on || next != link[i];
          link[i] = next;
        }
      }
#pragma unroll
      for (std::uint32_t i = 0; i < together; ++i) {
        const std::uint32_t run = first + i * threads;
        if (run >= runs) continue;
        if (link[i] == run)
          on_root(run);
        else
          gpu::store_relaxed(links + run, link[i]);
      }
    }
  }
  /// What lies behind the runs' links and the pairs, once these are joined: room for so many numbers.
  __device__ std::uint32_t room() const { return 2 * (sites - count); }
  __device__ std::uint16_t& in_room(std::uint32_t number) {
    return reinterpret_cast<std::uint16_t*>(links)[2 * sites - 1 - number];
  }
  /// Gives each run what its root, which has been named, says.
  __device__ void spread_names() {
    change_links([this](std::uint32_t& link) {
      if (link & is_named) return false;
      link = links[link];
      return true;
    });
  }
  /// What code(word) says of the roots of eight sites, each in so many bits. Roots' words are marked; other runs lead
  /// there at once.
  template <int Bits, class CodeOf>
  __device__ void codes_of(std::uint32_t eight, std::uint32_t (&codes)[Bits / 4], CodeOf&& code) const {
    const Runs own = runs_of(eight);
    std::uint32_t run = own.before - 1, found = 0;
#pragma unroll
    for (std::uint32_t& part : codes) part = 0;
#pragma unroll
    for (std::uint32_t k = 0; k < 8; ++k) {
      if (own.starts >> k & 1) ++run;
      if (k == 0 || own.starts >> k & 1) {
        std::uint32_t word = links[run];
        if (!(word & is_named)) word = links[word];
        found = code(word);
      }
      codes[k * Bits / 32] |= found << (k * Bits % 32);
    }
  }
  /// The names of eight sites, when all runs have theirs.
  __device__ void names_of(std::uint32_t eight, std::uint32_t (&names)[8]) const {
    const Runs own = runs_of(eight);
    std::uint32_t run = own.before - 1, found = 0;
#pragma unroll
    for (std::uint32_t k = 0; k < 8; ++k) {
      if (own.starts >> k & 1) ++run;
      if (k == 0 || own.starts >> k & 1) found = links[run] & ~is_named;
      names[k] = found;
    }
  }
};

}  // namespace spinbench::clusters::SPINBENCH_GPU_NAMESPACE

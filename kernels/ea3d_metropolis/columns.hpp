// The suite's own update of cubic spin glasses: whole sweeps in one pass over memory. Host and device code.
//
// A block marches along z with a tile of columns. When it comes to plane z it reads colour 1 of plane z + 1 and colour
// 0 of plane z, and does stage 0: colour 0 of plane z; stage 1: colour 1 of plane z - 1, around which colour 0 is new
// by now; stage 2: colour 0 of plane z - 2 once more; and so on, two stages a sweep, each a plane behind the one
// before. What a stage sees lies in shared memory, a ring of three planes a stage. So spins cross memory once in and
// once out, and couplings once, whatever the number of sweeps: with four replicas (32 + 12) B for 128 flips and sweep,
// against 72 with a launch a colour.
//
// A value after n stages depends on sites at most n steps away. So tiles overlap: one that is not as wide as the
// lattice reads 2 sites more a sweep on each side, and what it does there others do as well, with the same random
// numbers, since streams are keyed by site and half-sweep. Blocks share nothing but what they read, and write to
// another array.
//
// Layout. Pair (j, y, z) is number (z L + y) L / 2 + j and has a site of each colour: that of colour c is x = 2 j +
// ((y + z + c) mod 2). An array holds all replicas of a site side by side, of each colour and system; couplings are
// those of a site to its next one along x, y, z.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/couplings.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/plus_minus_j.hpp"
#include "kernels/common/rng/philox4x32.hpp"
#include "kernels/common/rng/streams.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea3d_metropolis/layouts.hpp"

namespace spinbench::ea3d {

/// A site's words of 32 realizations: replica by replica.
template <int Replicas>
struct alignas(4 * Replicas) SiteWords {
  std::uint32_t word[Replicas];
};

/// Plain values; the memory belongs to somebody else. Arrays of a colour hold (system * L + z) L^2 / 2 + y L / 2 + j. A
/// march takes those of its system, of_system(), in which 32 bits count.
template <int Replicas>
struct ColumnArrays {
  const SiteWords<Replicas>* from[2];  ///< the spins by colour
  SiteWords<Replicas>* to[2];
  const std::uint32_t* couplings[2][3];  ///< by colour and direction
  CubicThresholds thresholds;

  SPINBENCH_FN ColumnArrays of_system(std::uint32_t system, std::uint32_t L) const {
    const std::size_t offset = static_cast<std::size_t>(system) * L * (L * (L / 2));
    ColumnArrays result = *this;
    SPINBENCH_UNROLL(2)
    for (int colour = 0; colour < 2; ++colour) {
      result.from[colour] += offset, result.to[colour] += offset;
      SPINBENCH_UNROLL(3)
      for (int direction = 0; direction < 3; ++direction) result.couplings[colour][direction] += offset;
    }
    return result;
  }
};

/// How lattices are cut into tiles.
struct ColumnTiles {
  std::uint32_t L, sweeps;
  std::uint32_t width, height;              ///< of what a block reads: pairs along x, rows along y
  std::uint32_t out_x, out_y, out_z;        ///< of what it writes: pairs, rows, planes
  std::uint32_t tiles_x, tiles_y, tiles_z;  ///< of a system

  /// Tiles of at most `most` pairs for `sweeps` sweeps a pass. Planes as a whole where they fit, else whole rows or
  /// both cut, whichever reads less; `deep` tiles along z.
  static ColumnTiles of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t most, std::uint32_t deep,
                        std::uint32_t widest = 1024);

  SPINBENCH_FN bool whole_x() const { return width == L / 2; }
  SPINBENCH_FN bool whole_y() const { return height == L; }
  SPINBENCH_FN std::uint32_t pairs() const { return width * height; }
  /// Pairs read for each that is written, in a plane.
  double overlap() const {
    return static_cast<double>(tiles_x * tiles_y) * width * height / (static_cast<double>(L) * L / 2);
  }
};

/// A block's place: first pair, row and plane of what it reads.
struct ColumnTile {
  std::uint32_t j0, y0, z0;
  std::uint32_t skip_x, skip_y;  ///< pairs and rows read before those that are written
  std::uint32_t end_x, end_y, planes;

  /// Number `x`, `y`, `z` of the tiles of a system.
  SPINBENCH_FN static ColumnTile at(const ColumnTiles& tiles, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    ColumnTile result;
    result.skip_x = tiles.whole_x() ? 0 : tiles.sweeps;
    result.skip_y = tiles.whole_y() ? 0 : 2 * tiles.sweeps - (planted(Mutant::columns_halo_short) ? 1 : 0);
    const std::uint32_t row = tiles.L / 2, first_x = x * tiles.out_x, first_y = y * tiles.out_y;
    result.j0 = first_x + (first_x < result.skip_x ? row : 0) - result.skip_x;
    result.y0 = first_y + (first_y < result.skip_y ? tiles.L : 0) - result.skip_y;
    result.z0 = z * tiles.out_z;
    const auto least = [](std::uint32_t a, std::uint32_t b) { return a < b ? a : b; };
    result.end_x = result.skip_x + least(tiles.out_x, row - first_x);
    result.end_y = result.skip_y + least(tiles.out_y, tiles.L - first_y);
    result.planes = least(tiles.out_z, tiles.L - result.z0);
    return result;
  }
};

/// The march of one block. `Rng` is a Philox; `Logic` as kernels/common/plus_minus_j.hpp has it.
template <class Rng, int Replicas, int Sweeps, class Logic>
struct ColumnMarch {
  using Words = SiteWords<Replicas>;
  static constexpr int stages = 2 * Sweeps, planes_kept = 3;

  ColumnArrays<Replicas> arrays;  ///< of its system
  ColumnTiles tiles;
  ColumnTile tile;
  typename Rng::Setup setup;
  std::uint64_t first_stream, position;  ///< of the system; words that its streams have behind them
  std::uint32_t replicas;                ///< words that a stream gives for a half-sweep
  Words* kept;                           ///< planes_kept * stages * tiles.pairs() words, which the block shares

  /// Steps from begin() to end(), each for all pairs of the tile; between two of them all must be done.
  SPINBENCH_FN std::int32_t begin() const { return static_cast<std::int32_t>(tile.z0) - (stages - 1); }
  SPINBENCH_FN std::int32_t end() const { return static_cast<std::int32_t>(tile.z0 + tile.planes) + (stages - 1); }

  /// A pair of the tile.
  struct Pair {
    std::uint32_t x, y;        ///< in the tile
    std::uint32_t at;          ///< its number there
    std::uint32_t in_plane;    ///< its number in a plane of the lattice, and those of
    std::uint32_t left, back;  ///< the pair before it in its row, and of the row before
    std::uint32_t row;         ///< of the lattice
  };
  SPINBENCH_FN Pair pair(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t L = tiles.L, side = L / 2;
    const std::uint32_t j = wrapped(tile.j0 + x, side), row = wrapped(tile.y0 + y, L);
    return {x, y, y * tiles.width + x, row * side + j, row * side + before(j, side), before(row, L) * side + j, row};
  }

  /// Before the first step: reads the planes of colour 1 that it finds.
  SPINBENCH_FN void prepare(const Pair& p) const {
    const Rings rings(*this, begin());
    rings.template of<-1>(0)[p.at] = arrays.from[1][plane(begin() - 1) + p.in_plane];
    rings.template of<0>(0)[p.at] = arrays.from[1][plane(begin()) + p.in_plane];
  }

  /// What the march comes to at plane z, for one pair.
  SPINBENCH_FN void step(std::int32_t z, const Pair& p) const {
    const Rings rings(*this, z);
    // A stage's last result is what the next one has above it.
    Words above = arrays.from[1][plane(z + 1) + p.in_plane];
    Words own = arrays.from[0][plane(z) + p.in_plane];
    rings.template of<1>(0)[p.at] = above;
    stage<0>(z, p, rings, own, above);
  }

 private:
  /// Where the rings have the planes around z: stage k sees them in ring k.
  struct Rings {
    Words* place[3];  ///< of planes z, z + 1 and z + 2 (or z - 1) in ring 0
    std::uint32_t ring;

    SPINBENCH_FN Rings(const ColumnMarch& march, std::int32_t z) : ring(planes_kept * march.tiles.pairs()) {
      const std::uint32_t pairs = march.tiles.pairs();
      const std::uint32_t first = static_cast<std::uint32_t>(z + 3 * static_cast<std::int32_t>(march.tiles.L)) % 3;
      place[0] = march.kept + first * pairs;
      place[1] = march.kept + (first == 2 ? 0 : first + 1) * pairs;
      place[2] = march.kept + (first == 0 ? 2 : first - 1) * pairs;
    }
    /// Plane z + Offset in ring k.
    template <int Offset>
    SPINBENCH_FN Words* of(int k) const {
      return place[(Offset % 3 + 3) % 3] + static_cast<std::uint32_t>(k) * ring;
    }
  };

  /// The first pair of plane z, which may lie as far outside as a march goes.
  SPINBENCH_FN std::uint32_t plane(std::int32_t z) const {
    const auto L = static_cast<std::int32_t>(tiles.L);
    const std::int32_t inside = z < 0 ? z + L : z >= L ? z - L : z;
    return static_cast<std::uint32_t>(inside) * (tiles.L * (tiles.L / 2));
  }

  /// Stage k and those after it. `above`: what stage k sees in plane z - k + 1.
  template <int k>
  SPINBENCH_FN void stage(std::int32_t z, const Pair& p, const Rings& rings, Words own, const Words& above) const {
    const std::int32_t u = z - k;
    if constexpr (k > 0) own = rings.template of<-k>(k - 1)[p.at];
    // The planes that later stages and the output need of this one; the same for all threads.
    constexpr std::int32_t reach = stages - 1 - k;
    const auto z0 = static_cast<std::int32_t>(tile.z0), z1 = z0 + static_cast<std::int32_t>(tile.planes);
    if (u >= z0 - reach && u < z1 + reach) {
      update<k>(u, p, rings, own, above);
      const bool inside = p.x >= tile.skip_x && p.x < tile.end_x && p.y >= tile.skip_y && p.y < tile.end_y;
      if (k >= stages - 2 && inside && u >= z0 && u < z1) arrays.to[k & 1][plane(u) + p.in_plane] = own;
    }
    if constexpr (k + 1 < stages) {
      rings.template of<-k>(k + 1)[p.at] = own;
      stage<k + 1>(z, p, rings, own, own);
    }
  }

  /// A word for each replica.
  SPINBENCH_FN void draw(std::uint64_t stream, std::uint64_t at, std::uint32_t (&words)[Replicas]) const {
    if constexpr (Replicas == 4) {
      // A whole block, since half-sweeps then begin at multiples of four.
      const rng::Block4x32 block = Rng::block(setup, stream, at / 4);
      for (int r = 0; r < 4; ++r) words[r] = block.word[r];
    } else {
      typename Rng::Stream random(setup, stream, at);
      draw_for_replicas(random, words);
    }
  }

  /// One attempt of stage k for the site of the pair in plane u, whose spins are `own`.
  template <int k>
  SPINBENCH_FN void update(std::int32_t u, const Pair& p, const Rings& rings, Words& own, const Words& above) const {
    constexpr int colour = k & 1, other = 1 - colour;
    // Whether x is odd: then the pair's other site comes before it.
    const bool odd = ((p.row + static_cast<std::uint32_t>(u) + static_cast<std::uint32_t>(colour)) & 1) != 0;
    const Words* const around =
        planted(Mutant::columns_stale_plane) && k > 0 ? rings.template of<-k + 1>(k) : rings.template of<-k>(k);
    const std::uint32_t width = tiles.width, height = tiles.height;
    // At the edges of a tile that is not whole anything will do.
    const std::uint32_t side_at =
        odd ? (p.x + 1 == width ? p.at + 1 - width : p.at + 1) : (p.x == 0 ? p.at + width - 1 : p.at - 1);
    const std::uint32_t back = p.y == 0 ? p.at + (height - 1) * width : p.at - width,
                        front = p.y + 1 == height ? p.at - (height - 1) * width : p.at + width;
    const Words same = around[p.at], side = around[side_at], behind = around[back], ahead = around[front];
    const Words below = rings.template of<-k - 1>(k)[p.at];

    const std::uint32_t here = plane(u), i = here + p.in_plane, under = plane(u - 1) + p.in_plane;
    const std::uint32_t px = arrays.couplings[colour][0][i], py = arrays.couplings[colour][1][i],
                        pz = arrays.couplings[colour][2][i];
    const std::uint32_t mx = arrays.couplings[other][0][odd ? i : here + p.left],
                        my = arrays.couplings[other][1][here + p.back], mz = arrays.couplings[other][2][under];
    // Which of the two in the row comes first.
    const std::uint32_t with_same = odd ? mx : px, with_side = odd ? px : mx;

    std::uint32_t drawn[Replicas];
    draw(first_stream + (colour == 0 ? i : under), position + static_cast<std::uint32_t>(k) * replicas, drawn);
    SPINBENCH_UNROLL(Replicas)
    for (int r = 0; r < Replicas; ++r) {
      const std::uint32_t number = drawn[planted(Mutant::columns_replicas_share) && r == 1 ? 0 : r];
      own.word[r] ^=
          cubic_flips<Logic>(own.word[r], same.word[r] ^ with_same, side.word[r] ^ with_side, behind.word[r] ^ my,
                             ahead.word[r] ^ py, below.word[r] ^ mz, above.word[r] ^ pz, number, arrays.thresholds);
    }
  }
};

/// Sets pair `p` of a system, in plane z, to its start: the spins of `Replicas` replicas from
/// `first` on, and the couplings.
template <int Replicas>
SPINBENCH_FN inline void start_pair(const RandomBonds& bonds, std::uint32_t L, std::uint32_t system, std::uint32_t z,
                                    std::uint32_t p, SiteWords<Replicas>* const (&spins)[2],
                                    std::uint32_t* const (&couplings)[2][3], std::uint32_t first) {
  const std::uint32_t y = p / (L / 2), j = p - y * (L / 2);
  const std::size_t i = (static_cast<std::size_t>(system) * L + z) * (L * (L / 2)) + p;
  for (std::uint32_t colour = 0; colour < 2; ++colour) {
    const Site s{2 * j + ((y + z + colour) & 1), y, z};
    for (std::uint32_t r = 0; r < Replicas; ++r) spins[colour][i].word[r] = bonds.start(s.number(L), system, first + r);
    const Site next[3] = {{wrapped(s.x + 1, L), y, z}, {s.x, wrapped(y + 1, L), z}, {s.x, y, wrapped(z + 1, L)}};
    for (std::uint32_t d = 0; d < 3; ++d)
      couplings[colour][d][i] = bonds.couplings(s.number(L) * 3 + d, s.number(L), next[d].number(L), system);
  }
}

/// The spins in canonical order, from `words` with those of a site's `replicas` that a march does side by side: march
/// by march, colour by colour, system by system, pair by pair. By all threads of the host where they are many.
SpinGlassBits columns_in_order(const SpinGlassShape& shape, std::uint32_t replicas, const std::uint32_t* words);

}  // namespace spinbench::ea3d

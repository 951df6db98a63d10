// The suite's own update of cubic spin glasses: whole sweeps in one pass over memory. Host and device code.
//
// A block marches along z with a tile of columns. When it comes to plane z it has colour 1 of plane z + 1 and colour 0
// of plane z, and does stage 0: colour 0 of plane z; stage 1: colour 1 of plane z - 1, around which colour 0 is new by
// now; stage 2: colour 0 of plane z - 2 once more; and so on, two stages a sweep, each a plane behind the one before.
// What a stage sees lies in shared memory, a ring of planes a stage and one of couplings, into which the hardware
// copies what the next step comes to while this one is done: no thread waits for memory. So spins cross memory once in
// and once out, and couplings once, whatever the number of sweeps: with four replicas (32 + 12) B for 128 flips and
// sweep, against 72 with a launch a colour.
//
// A value after n stages depends on sites at most n steps away. So tiles overlap: one that is not as wide as the
// lattice reads 2 sites more a sweep on each side, and what it does there others do as well, with the same random
// numbers, since streams are keyed by site and half-sweep. Blocks share nothing but what they read, and write to
// another array.
//
// Layout. Pair (j, y, z) is number (z L + y) L / 2 + j and has a site of each colour: that of colour c is x = 2 j +
// ((y + z + c) mod 2). An array holds all replicas of a site side by side, of each colour and system; couplings are
// those of a site to its next one along x, y, z, of both sites of a pair side by side.
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

/// Couplings of the sites of a pair within their plane, and to the plane above; by colour.
struct alignas(16) BondsInPlane {
  std::uint32_t x[2], y[2];
};
struct alignas(8) BondsUpwards {
  std::uint32_t z[2];
};

/// Plain values; the memory belongs to somebody else. Arrays hold (system * planes + z) L^2 / 2 + y L / 2 + j, where
/// a lattice has L planes. A march takes those of its system, of_system(), in which 32 bits count.
template <int Replicas>
struct ColumnArrays {
  const SiteWords<Replicas>* from[2];  ///< the spins by colour
  SiteWords<Replicas>* to[2];
  const BondsInPlane* in_plane;
  const BondsUpwards* upwards;
  CubicThresholds thresholds;

  /// That of the site of `colour` in pair n to its next one along direction 0, 1, 2: x, y, z.
  SPINBENCH_FN std::uint32_t coupling(std::uint32_t colour, std::uint32_t direction, std::uint32_t n) const {
    return direction == 0 ? in_plane[n].x[colour] : direction == 1 ? in_plane[n].y[colour] : upwards[n].z[colour];
  }

  SPINBENCH_FN ColumnArrays of_system(std::uint32_t system, std::uint32_t L) const { return of_system(system, L, L); }
  SPINBENCH_FN ColumnArrays of_system(std::uint32_t system, std::uint32_t L, std::uint32_t planes) const {
    const std::size_t offset = static_cast<std::size_t>(system) * planes * (L * (L / 2));
    ColumnArrays result = *this;
    SPINBENCH_UNROLL(2)
    for (int colour = 0; colour < 2; ++colour) result.from[colour] += offset, result.to[colour] += offset;
    result.in_plane += offset, result.upwards += offset;
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
  /// both cut, whichever reads less; `deep` tiles along z, of a whole lattice.
  static ColumnTiles of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t most, std::uint32_t deep,
                        std::uint32_t widest = 1024);

  SPINBENCH_FN bool whole_x() const { return width == L / 2; }
  SPINBENCH_FN bool whole_y() const { return height == L; }
  SPINBENCH_FN std::uint32_t pairs() const { return width * height; }
  /// Pairs read for each that is written, in a plane.
  double overlap() const {
    return static_cast<double>(tiles_x * tiles_y) * width * height / (static_cast<double>(L) * L / 2);
  }

  /// The first plane of the tiles number `z`, and how many those have.
  SPINBENCH_FN std::uint32_t first_of(std::uint32_t z) const { return z * out_z; }
  SPINBENCH_FN std::uint32_t planes_from(std::uint32_t z0) const { return out_z < L - z0 ? out_z : L - z0; }
  /// Planes in memory; where plane z lies, which may be as far outside as a march goes; and its number in the lattice,
  /// for streams.
  SPINBENCH_FN std::uint32_t depth() const { return L; }
  SPINBENCH_FN std::uint32_t slot(std::int32_t z) const {
    const auto side = static_cast<std::int32_t>(L);
    return static_cast<std::uint32_t>(z < 0 ? z + side : z >= side ? z - side : z);
  }
  SPINBENCH_FN std::uint32_t number(std::int32_t z) const { return slot(z); }
  /// As many as planes lie before the first in the lattice, for what goes by even and odd.
  SPINBENCH_FN std::uint32_t before() const { return 0; }
};

/// A block's place: first pair, row and plane of what it reads.
struct ColumnTile {
  std::uint32_t j0, y0, z0;
  std::uint32_t skip_x, skip_y;  ///< pairs and rows read before those that are written
  std::uint32_t end_x, end_y, planes;

  /// Number `x`, `y`, `z` of the tiles of a system.
  template <class Tiles>
  SPINBENCH_FN static ColumnTile at(const Tiles& tiles, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    ColumnTile result;
    result.skip_x = tiles.whole_x() ? 0 : tiles.sweeps;
    result.skip_y = tiles.whole_y() ? 0 : 2 * tiles.sweeps - (planted(Mutant::columns_halo_short) ? 1 : 0);
    const std::uint32_t row = tiles.L / 2, first_x = x * tiles.out_x, first_y = y * tiles.out_y;
    result.j0 = first_x + (first_x < result.skip_x ? row : 0) - result.skip_x;
    result.y0 = first_y + (first_y < result.skip_y ? tiles.L : 0) - result.skip_y;
    result.z0 = tiles.first_of(z);
    const auto least = [](std::uint32_t a, std::uint32_t b) { return a < b ? a : b; };
    result.end_x = result.skip_x + least(tiles.out_x, row - first_x);
    result.end_y = result.skip_y + least(tiles.out_y, tiles.L - first_y);
    result.planes = tiles.planes_from(result.z0);
    return result;
  }
};

/// Replicas that a march does of so many: the most that one block of random numbers has and that divide them. Every
/// half-sweep takes a word for each replica, and a march's words must begin at a multiple of their number
/// (ColumnMarch::draw()).
SPINBENCH_FN constexpr std::uint32_t replicas_a_march(std::uint32_t replicas) {
  return replicas % 4 == 0 ? 4 : replicas % 2 == 0 ? 2 : 1;
}
inline std::uint32_t replicas_a_march(const Params& params) {
  return replicas_a_march(static_cast<std::uint32_t>(params.integer("replicas")));
}

/// Planes that a ring of a march holds, powers of two: of spins those around a stage and the next; of couplings from
/// the next plane to the one below the last stage.
inline constexpr std::uint32_t march_planes_kept = 4;
SPINBENCH_FN constexpr std::uint32_t march_couplings_kept(std::uint32_t sweeps) { return sweeps == 1 ? 4 : 8; }

/// Of the memory that the block of a march shares.
SPINBENCH_FN constexpr std::uint32_t march_bytes_a_pair(std::uint32_t sweeps, std::uint32_t replicas) {
  return march_planes_kept * 2 * sweeps * 4 * replicas +
         march_couplings_kept(sweeps) * static_cast<std::uint32_t>(sizeof(BondsInPlane) + sizeof(BondsUpwards));
}

/// How a thread of a host copies to what its block shares: at once.
struct PlainCopies {
  template <class T>
  SPINBENCH_FN static void copy(T* to, const T* from) {
    *to = *from;
  }
};

/// The march of one block. `Rng` is a Philox; `Logic` as kernels/common/plus_minus_j.hpp has it; `Copies` as
/// PlainCopies, or so that copies are done by the time of the next step.
template <class Rng, int Replicas, int Sweeps, class Logic, class Copies, class Tiles = ColumnTiles>
struct ColumnMarch {
  using Words = SiteWords<Replicas>;
  static constexpr int stages = 2 * Sweeps;
  static constexpr std::uint32_t planes_kept = march_planes_kept, couplings_kept = march_couplings_kept(Sweeps);
  static constexpr std::uint32_t bytes_a_pair = march_bytes_a_pair(Sweeps, Replicas);

  ColumnArrays<Replicas> arrays;  ///< of its system
  Tiles tiles;
  ColumnTile tile;
  const typename Rng::Keys& keys;
  std::uint64_t first_stream, position;  ///< of the system; words that its streams have behind them
  std::uint32_t replicas;                ///< words that a stream gives for a half-sweep
  BondsInPlane* kept;                    ///< bytes_a_pair * tiles.pairs() bytes, which the block shares

  /// Steps from begin() to end(), each for all pairs of the tile; between two of them, and before the first, all must
  /// be done and all copies made.
  SPINBENCH_FN std::int32_t begin() const { return static_cast<std::int32_t>(tile.z0) - (stages - 1); }
  SPINBENCH_FN std::int32_t end() const { return static_cast<std::int32_t>(tile.z0 + tile.planes) + (stages - 1); }

  /// A pair of the tile.
  struct Pair {
    std::uint32_t at;           ///< its number in the tile, and those of
    std::uint32_t left, right;  ///< the pairs beside it; at the edges of a tile that is not whole anything will do
    std::uint32_t back, front;
    std::uint32_t in_plane;  ///< its number in a plane of the lattice
    std::uint32_t row;       ///< of the lattice
    bool inside;             ///< whether this tile writes it
  };
  SPINBENCH_FN Pair pair(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t L = tiles.L, side = L / 2, width = tiles.width, height = tiles.height;
    const std::uint32_t j = wrapped(tile.j0 + x, side), row = wrapped(tile.y0 + y, L), at = y * width + x;
    constexpr std::uint32_t bytes = sizeof(BondsInPlane);
    return {bytes * at,
            bytes * (x == 0 ? at + width - 1 : at - 1),
            bytes * (x + 1 == width ? at + 1 - width : at + 1),
            bytes * (y == 0 ? at + (height - 1) * width : at - width),
            bytes * (y + 1 == height ? at - (height - 1) * width : at + width),
            row * side + j,
            row,
            x >= tile.skip_x && x < tile.end_x && y >= tile.skip_y && y < tile.end_y};
  }

  /// Before the first step: has copied what it comes to, and colour 1 and the couplings below.
  SPINBENCH_FN void prepare(const Pair& p) const {
    const std::uint32_t below = plane(begin() - 1) + p.in_plane, here = plane(begin()) + p.in_plane;
    Copies::copy(&word(spins(0, begin() - 1), p.at), &arrays.from[1][below]);
    Copies::copy(&word(spins(0, begin()), p.at), &arrays.from[1][here]);
    Copies::copy(&bond(upwards(begin() - 1), p.at), &arrays.upwards[below]);
    fetch(begin(), p);
  }

  /// What the march comes to at plane z, for one pair.
  SPINBENCH_FN void step(std::int32_t z, const Pair& p) const {
    if (z + 1 < end()) fetch(z + 1, p);
    // A stage's last result is what the next one has above it.
    stage<0>(z, p, word(spins(0, z + 1), p.at));
  }

 private:
  /// Copies what step z comes to.
  SPINBENCH_FN void fetch(std::int32_t z, const Pair& p) const {
    const std::uint32_t here = plane(z) + p.in_plane, above = plane(z + 1) + p.in_plane;
    Copies::copy(&word(spins(0, z + 1), p.at), &arrays.from[1][above]);
    Copies::copy(&word(spins(1, z), p.at), &arrays.from[0][here]);
    Copies::copy(&bond(in_plane(z), p.at), &arrays.in_plane[here]);
    Copies::copy(&bond(upwards(z), p.at), &arrays.upwards[here]);
  }

  // Elements of the rings, of which a pair's numbers are those of their bytes in a ring of couplings.
  SPINBENCH_FN static Words& word(Words* ring, std::uint32_t at) {
    return *reinterpret_cast<Words*>(reinterpret_cast<char*>(ring) + at / (4 / Replicas));
  }
  SPINBENCH_FN static BondsInPlane& bond(BondsInPlane* ring, std::uint32_t at) {
    return *reinterpret_cast<BondsInPlane*>(reinterpret_cast<char*>(ring) + at);
  }
  SPINBENCH_FN static BondsUpwards& bond(BondsUpwards* ring, std::uint32_t at) {
    return *reinterpret_cast<BondsUpwards*>(reinterpret_cast<char*>(ring) + at / 2);
  }

  // Where the rings have plane z: stage k sees the spins around it in ring k. Two's complement goes on below zero.
  SPINBENCH_FN std::uint32_t slot(std::int32_t z, std::uint32_t kept_planes) const {
    return (static_cast<std::uint32_t>(z) & (kept_planes - 1)) * tiles.pairs();
  }
  SPINBENCH_FN BondsInPlane* in_plane(std::int32_t z) const { return kept + slot(z, couplings_kept); }
  SPINBENCH_FN Words* spins(int k, std::int32_t z) const {
    Words* const all = reinterpret_cast<Words*>(kept + couplings_kept * tiles.pairs());
    return all + static_cast<std::uint32_t>(k) * planes_kept * tiles.pairs() + slot(z, planes_kept);
  }
  SPINBENCH_FN BondsUpwards* upwards(std::int32_t z) const {
    Words* const before = reinterpret_cast<Words*>(kept + couplings_kept * tiles.pairs());
    return reinterpret_cast<BondsUpwards*>(before + planes_kept * stages * tiles.pairs()) + slot(z, couplings_kept);
  }

  /// The first pair of plane z, which may lie as far outside as a march goes.
  SPINBENCH_FN std::uint32_t plane(std::int32_t z) const { return tiles.slot(z) * (tiles.L * (tiles.L / 2)); }

  /// Stage k and those after it. `above`: what stage k sees in plane z - k + 1.
  template <int k>
  SPINBENCH_FN void stage(std::int32_t z, const Pair& p, const Words above) const {
    const std::int32_t u = z - k;
    // Colour 0 was copied to where stage 1 sees it.
    Words own = word(spins(k == 0 ? 1 : k - 1, u), p.at);
    // The planes that later stages and the output need of this one; the same for all threads.
    constexpr std::int32_t reach = stages - 1 - k;
    const auto z0 = static_cast<std::int32_t>(tile.z0), z1 = z0 + static_cast<std::int32_t>(tile.planes);
    if (u >= z0 - reach && u < z1 + reach) {
      update<k>(u, p, own, above);
      if (k >= stages - 2 && p.inside && u >= z0 && u < z1) arrays.to[k & 1][plane(u) + p.in_plane] = own;
    }
    if constexpr (k + 1 < stages) {
      word(spins(k + 1, u), p.at) = own;
      stage<k + 1>(z, p, own);
    }
  }

  /// A word for each replica. Half-sweeps begin at multiples of `Replicas`, so that these lie in one block.
  SPINBENCH_FN void draw(std::uint64_t stream, std::uint64_t at, std::uint32_t (&words)[Replicas]) const {
    static_assert(Replicas == 1 || Replicas == 2 || Replicas == 4);
    const rng::Block4x32 block = Rng::block_under(keys, stream, at / 4);
    const auto from = static_cast<std::uint32_t>(at) & (4 - Replicas);
    // Selects, so that the block stays in registers.
    SPINBENCH_UNROLL(Replicas)
    for (int r = 0; r < Replicas; ++r) {
      const std::uint32_t low = Replicas == 1 && (from & 1) != 0 ? block.word[1] : block.word[r],
                          high = Replicas == 1 && (from & 1) != 0 ? block.word[3] : block.word[(r + 2) % 4];
      words[r] = Replicas < 4 && (from & 2) != 0 ? high : low;
    }
  }

  /// One attempt of stage k for the site of the pair in plane u, whose spins are `own`.
  template <int k>
  SPINBENCH_FN void update(std::int32_t u, const Pair& p, Words& own, const Words& above) const {
    constexpr int colour = k & 1, other = 1 - colour;
    // Whether x is odd: then the pair's other site comes before it.
    const bool odd =
        ((p.row + tiles.before() + static_cast<std::uint32_t>(u) + static_cast<std::uint32_t>(colour)) & 1) != 0;
    Words* const around = spins(k, planted(Mutant::columns_stale_plane) && k > 0 ? u + 1 : u);
    const Words same = word(around, p.at), side = word(around, odd ? p.right : p.left), behind = word(around, p.back),
                ahead = word(around, p.front), below = word(spins(k, u - 1), p.at);

    BondsInPlane* const bonds = in_plane(u);
    const BondsInPlane here = bond(bonds, p.at);
    const std::uint32_t px = here.x[colour], py = here.y[colour], pz = bond(upwards(u), p.at).z[colour];
    const std::uint32_t mx = odd ? here.x[other] : bond(bonds, p.left).x[other], my = bond(bonds, p.back).y[other],
                        mz = bond(upwards(u - 1), p.at).z[other];
    // Which of the two in the row comes first.
    const std::uint32_t with_same = odd ? mx : px, with_side = odd ? px : mx;

    // Streams of colour 1 are keyed by the plane below: as sites are numbered by the checkerboard's layouts.
    const std::uint32_t number_plane = tiles.number(colour == 0 ? u : u - 1) * (tiles.L * (tiles.L / 2)) + p.in_plane;
    std::uint32_t drawn[Replicas];
    draw(first_stream + number_plane, position + static_cast<std::uint32_t>(k) * replicas, drawn);
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
/// `first` on, and the couplings; at place i of the arrays.
template <int Replicas>
SPINBENCH_FN inline void start_pair_at(std::size_t i, const RandomBonds& bonds, std::uint32_t L, std::uint32_t system,
                                       std::uint32_t z, std::uint32_t p, SiteWords<Replicas>* const (&spins)[2],
                                       BondsInPlane* in_plane, BondsUpwards* upwards, std::uint32_t first) {
  const std::uint32_t y = p / (L / 2), j = p - y * (L / 2);
  for (std::uint32_t colour = 0; colour < 2; ++colour) {
    const Site s{2 * j + ((y + z + colour) & 1), y, z};
    for (std::uint32_t r = 0; r < Replicas; ++r) spins[colour][i].word[r] = bonds.start(s.number(L), system, first + r);
    const auto to = [&](std::uint32_t direction, const Site& next) {
      return bonds.couplings(s.number(L) * 3 + direction, s.number(L), next.number(L), system);
    };
    in_plane[i].x[colour] = to(0, {wrapped(s.x + 1, L), y, z});
    in_plane[i].y[colour] = to(1, {s.x, wrapped(y + 1, L), z});
    upwards[i].z[colour] = to(2, {s.x, y, wrapped(z + 1, L)});
  }
}

/// The same of a whole lattice.
template <int Replicas>
SPINBENCH_FN inline void start_pair(const RandomBonds& bonds, std::uint32_t L, std::uint32_t system, std::uint32_t z,
                                    std::uint32_t p, SiteWords<Replicas>* const (&spins)[2], BondsInPlane* in_plane,
                                    BondsUpwards* upwards, std::uint32_t first) {
  const std::size_t i = (static_cast<std::size_t>(system) * L + z) * (L * (L / 2)) + p;
  start_pair_at<Replicas>(i, bonds, L, system, z, p, spins, in_plane, upwards, first);
}

/// The spins in canonical order, from `words` with those of a site's `replicas` that a march does side by side: march
/// by march, colour by colour, system by system, pair by pair. By all threads of the host where they are many.
SpinGlassBits columns_in_order(const SpinGlassShape& shape, std::uint32_t replicas, const std::uint32_t* words);

}  // namespace spinbench::ea3d

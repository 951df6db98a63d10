// Whole sweeps in one pass over memory, in bands of rows that several blocks hold side by side. Host and device code.
//
// As in march.hpp a tile of columns marches along z: at step w stage k, of colour k mod 2, updates plane w - 1 - k, all
// stages of a step in every second column, and what rests is what they see beside them. What differs:
// - A thread has `Pairs` neighbouring pairs of a row, so that vectors of them travel in one access, and it has as many
//   updates under way at a time. What columns leave lies in shared memory alone: registers are for what is under way.
// - Couplings of the planes under way wait in shared memory, where copies bring them that take no registers.
// - The blocks of a cluster have one tile together, a band of rows each. What a column at the edge of a band leaves its
//   thread hands to the block beside, too, so that only the edges of the cluster's tile are done twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "backends/attributes.hpp"
#include "interface/params.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"
#include "kernels/heisenberg3d_overrelaxation/march.hpp"

namespace spinbench::overrelaxation {

/// What a case is built for: pairs a thread, threads of a block at most, blocks that a multiprocessor holds.
struct BandBuild {
  int pairs, threads, held;

  /// Of a case that has one: where fewer pairs than are asked for part a row, it has those.
  static BandBuild of(const Params& params);
};

/// Why no kernel is built for the axes pairs, block, held and precision, or "".
std::string bands_not_built(const Params& params);

/// What a device offers, and what of it is asked for.
struct BandLimits {
  std::uint32_t threads;       ///< of a block
  std::size_t bytes;           ///< that a block can share
  std::uint32_t held;          ///< blocks that a multiprocessor holds at a time
  std::uint32_t at_a_time;     ///< clusters that the device does
  std::uint32_t across, deep;  ///< pairs along x that a tile writes, tiles along z; 0: what takes least time
};

/// How the lattice is cut into tiles, and those into bands.
struct BandTiles {
  std::uint32_t L, sweeps, blocks;    ///< blocks of a cluster; L is 0 where nothing fits
  std::uint32_t width, rows;          ///< of a band: pairs along x, rows along y
  std::uint32_t skip_x, skip_y;       ///< pairs and rows of a tile before those that are written
  std::uint32_t out_x, out_y, out_z;  ///< of what a tile writes: pairs, rows, planes
  std::uint32_t tiles_x, tiles_y, tiles_z;

  /// The cut that takes least time by a plain model of it.
  static BandTiles of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t blocks, std::uint32_t pairs,
                      std::uint32_t real_bytes, const BandLimits& limits);

  SPINBENCH_FN bool whole_x() const { return width == L / 2; }
  SPINBENCH_FN bool whole_y() const { return skip_y == 0; }
  std::uint32_t clusters() const { return tiles_x * tiles_y * tiles_z; }
  std::uint32_t steps() const { return out_z + 2 * (2 * sweeps - 1); }
};

/// Where things lie in the memory that a block shares, in bytes but for `row`.
struct BandRoom {
  std::uint32_t row;       ///< vectors in a row
  std::uint32_t of_spins;  ///< in a thread's place; a vector more than is used keeps neighbours in different banks
  std::uint32_t of_row, of_x, of_y;   ///< couplings of a row, of a colour along x or z, along y
  std::uint32_t couplings, of_plane;  ///< where they begin, those of a plane
  std::uint32_t all;

  /// `vector`: bytes of one, with so many pairs.
  SPINBENCH_FN static BandRoom of(const BandTiles& tiles, std::uint32_t pairs, std::uint32_t vector) {
    const std::uint32_t stages = 2 * tiles.sweeps;
    BandRoom room{};
    room.row = tiles.width / pairs;
    room.of_spins = (2 * stages * 3 + 1) * vector;
    // Spins have the rows beside the band, couplings along y the one before it.
    room.of_row = room.row * vector, room.of_x = tiles.rows * room.of_row, room.of_y = room.of_x + room.of_row;
    room.couplings = (tiles.rows + 2) * room.row * room.of_spins;
    room.of_plane = 4 * room.of_x + 2 * room.of_y;
    room.all = room.couplings + planes(stages) * room.of_plane;
    return room;
  }
  /// Planes of which couplings are at hand: those of all stages, the one below, and the next one on its way.
  SPINBENCH_FN static constexpr std::uint32_t planes(std::uint32_t stages) { return stages + 2; }
};

/// The march of one block. `Memory` loads and copies vectors of reals, and divides several numbers by others at a time.
template <class Real, int Sweeps, int Pairs, class Memory>
struct Band {
  static constexpr int stages = 2 * Sweeps;
  static constexpr std::uint32_t ring = BandRoom::planes(stages);

  /// A component, or a coupling, of a thread's pairs.
  struct alignas(Pairs * sizeof(Real)) Several {
    Real item[Pairs];
  };
  struct Spins {
    Vector3<Real> item[Pairs];
  };

  MarchArrays<Real> arrays;
  BandTiles tiles;
  BandRoom room;
  std::uint32_t j0, y0, z0;     ///< first pair and row that the block has, first plane that the tile writes
  std::uint32_t number;         ///< of the band in its tile
  std::uint32_t skip_y, end_y;  ///< rows of the tile before those that are written, and those with them
  std::uint32_t end_x, planes;
  char* kept;    ///< what the block shares
  char* before;  ///< that of the block with the rows before; null where there is none
  char* after;

  /// Band `number` of the tile with that place.
  SPINBENCH_FN static Band at(const MarchArrays<Real>& arrays, const BandTiles& tiles, std::uint32_t x, std::uint32_t y,
                              std::uint32_t z, std::uint32_t number, char* kept) {
    const auto least = [](std::uint32_t a, std::uint32_t b) { return a < b ? a : b; };
    const std::uint32_t half = tiles.L / 2, first_x = x * tiles.out_x, first_y = y * tiles.out_y,
                        first_z = z * tiles.out_z;
    Band band{};
    band.arrays = arrays, band.tiles = tiles, band.room = BandRoom::of(tiles, Pairs, sizeof(Several));
    band.j0 = (first_x + half - tiles.skip_x) % half;
    band.skip_y = tiles.skip_y - (planted(Mutant::relaxed_halo_short) && tiles.skip_y > 0 ? 1 : 0);
    band.y0 = (first_y + number * tiles.rows + 4 * tiles.L - band.skip_y) % tiles.L;
    band.z0 = first_z;
    band.number = number;
    band.end_x = tiles.skip_x + least(tiles.out_x, half - first_x);
    band.end_y = band.skip_y + least(tiles.out_y, tiles.L - first_y);
    band.planes = least(tiles.out_z, tiles.L - first_z);
    band.kept = kept;
    return band;
  }
  /// Numbers of the bands beside, from which and to which spins go; the band's own where there is none.
  SPINBENCH_FN static std::uint32_t band_before(const BandTiles& tiles, std::uint32_t number) {
    return number > 0 ? number - 1 : tiles.whole_y() ? tiles.blocks - 1 : number;
  }
  SPINBENCH_FN static std::uint32_t band_after(const BandTiles& tiles, std::uint32_t number) {
    return number + 1 < tiles.blocks ? number + 1 : tiles.whole_y() ? 0 : number;
  }
  SPINBENCH_FN bool has_before() const { return number > 0 || tiles.whole_y(); }
  SPINBENCH_FN bool has_after() const { return number + 1 < tiles.blocks || tiles.whole_y(); }

  /// Steps from begin() to end(), each for all threads; between two of them all must be done in all blocks of the
  /// cluster, copies among it.
  SPINBENCH_FN std::int32_t begin() const { return static_cast<std::int32_t>(z0) - stages + 2; }
  SPINBENCH_FN std::int32_t end() const { return static_cast<std::int32_t>(z0 + planes) + stages; }

  /// Where the couplings of plane w are at step w.
  struct Ring {
    std::uint32_t now = 2;
    SPINBENCH_FN void advance() { now = now + 1 == ring ? 0 : now + 1; }
    /// Of the plane `back` behind it.
    SPINBENCH_FN std::uint32_t behind(std::uint32_t back) const { return now - back + (now < back ? ring : 0); }
  };

  /// A thread's pairs, and where it finds what it needs. Bytes in `kept`; of couplings in a plane.
  struct Thread {
    std::uint32_t in_plane, back;     ///< the first pair's number in a plane of the lattice, that in the row before
    std::uint32_t own, south, north;  ///< spins of the pairs, and of those in the rows beside
    std::uint32_t side[2];            ///< the spin beside them that is of another pair; at steps of either parity
    std::uint32_t bonds;              ///< couplings of the pairs, among those of a colour and direction
    std::uint32_t even, odd;          ///< those along x of even and odd sites at even stages of even steps
    std::uint32_t west;               ///< from the pairs' couplings to those of the pair before
    char* handed;                     ///< where a block beside has the pairs' spins; null where none has
    std::int32_t needed;              ///< stages on which what is written depends
    bool first_row;                   ///< of the band
    bool first_odd;                   ///< whether the first columns at work have odd x
    bool inside;                      ///< whether the pairs are written
  };
  SPINBENCH_FN Thread thread(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t L = tiles.L, half = L / 2, vectors = room.row, last = vectors - 1;
    const std::uint32_t row = wrapped(y0 + y % L, L), j = wrapped(j0 + x * Pairs % half, half);
    const std::uint32_t west = x == 0 ? last : x - 1, east = x == last ? 0 : x + 1;
    const std::uint32_t in_tile = number * tiles.rows + y, pair = x * Pairs, last_real = (Pairs - 1) * sizeof(Real);
    const auto spins = [&](std::uint32_t at, std::uint32_t of_row) { return (of_row * vectors + at) * room.of_spins; };
    const bool odd = ((row + static_cast<std::uint32_t>(begin() + static_cast<std::int32_t>(L)) + 1) & 1) != 0;
    const std::uint32_t of_east = spins(east, y + 1), of_west = spins(west, y + 1) + last_real;
    Thread t{};
    t.in_plane = row * half + j, t.back = overrelaxation::before(row, L) * half + j;
    t.own = spins(x, y + 1), t.south = spins(x, y), t.north = spins(x, y + 2);
    t.side[0] = odd ? of_east : of_west, t.side[1] = odd ? of_west : of_east;
    t.bonds = room.couplings + y * room.of_row + x * static_cast<std::uint32_t>(sizeof(Several));
    t.handed = y == 0 && has_before()               ? before + spins(x, tiles.rows + 1)
               : y + 1 == tiles.rows && has_after() ? after + spins(x, 0)
                                                    : nullptr;
    t.needed = needed(in_tile);
    t.first_row = y == 0;
    t.first_odd = odd;
    t.inside = pair >= tiles.skip_x && pair < end_x && in_tile >= skip_y && in_tile < end_y;
    t.even = t.bonds + (odd ? room.of_x : 0), t.odd = t.bonds + (odd ? 0 : room.of_x);
    // From the first pair's real; in a row that begins with it, to the last one.
    t.west = (x == 0 ? room.of_row : 0) - static_cast<std::uint32_t>(sizeof(Real));
    return t;
  }

  /// What columns take in at step w: colour 1 of plane w and colour 0 of plane w - 1.
  struct Taken {
    Spins above, own;
  };
  SPINBENCH_FN Taken take(std::int32_t w, const Thread& t) const {
    return {spins(1, plane(w) + t.in_plane), spins(0, plane(w - 1) + t.in_plane)};
  }

  /// Copies the couplings of plane u to place `at` of the ring.
  SPINBENCH_FN void copy(std::int32_t u, std::uint32_t at, const Thread& t) const {
    const std::uint32_t here = plane(u), to = at * room.of_plane + t.bonds;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      copy(to + along_x(colour), arrays.couplings[colour][0] + here + t.in_plane);
      copy(to + along_y(colour) + room.of_row, arrays.couplings[colour][1] + here + t.in_plane);
      copy(to + along_z(colour), arrays.couplings[colour][2] + here + t.in_plane);
    }
    if (!t.first_row) return;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      copy(to + along_y(colour), arrays.couplings[colour][1] + here + t.back);
  }
  /// Before the first step: couplings, and what columns would have left, as far as it will be seen.
  SPINBENCH_FN void prepare(const Thread& t) const {
    copy(begin() - 2, 0, t);
    copy(begin() - 1, 1, t);
    leave(t, 0, 0, spins(1, plane(begin() - 2) + t.in_plane));
    leave(t, 1, 0, spins(1, plane(begin() - 1) + t.in_plane));
  }

  /// Step w of a thread's pairs. `Parity`: of the steps since begin().
  template <int Parity>
  SPINBENCH_FN void step(std::int32_t w, const Ring& ring, const Thread& t, const Taken& taken) const {
    copy(w, ring.now, t);
    stage<Parity, 0>(w, ring, t, taken.own, taken.above,
                     kept_couplings(ring.behind(1) * room.of_plane + t.bonds + along_z(0)), ask<Parity, 0>(ring, t));
  }

 private:
  /// The first pair of plane z, which may lie as far outside as a march goes.
  SPINBENCH_FN std::uint32_t plane(std::int32_t z) const {
    const auto L = static_cast<std::int32_t>(tiles.L);
    const std::int32_t inside = z < 0 ? z + L : z >= L ? z - L : z;
    return static_cast<std::uint32_t>(inside) * (tiles.L * (tiles.L / 2));
  }
  SPINBENCH_FN Spins spins(int colour, std::uint32_t i) const {
    Several component[3];
    SPINBENCH_UNROLL(3)
    for (int c = 0; c < 3; ++c) component[c] = Memory::template load<Several>(arrays.from[colour][c] + i);
    return spins_of(component);
  }
  SPINBENCH_FN static Spins spins_of(const Several (&component)[3]) {
    Spins result;
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p) result.item[p] = {component[0].item[p], component[1].item[p], component[2].item[p]};
    return result;
  }
  SPINBENCH_FN void copy(std::uint32_t to, const Real* from) const {
    Memory::copy(reinterpret_cast<Several*>(kept + to), reinterpret_cast<const Several*>(from));
  }

  /// In a plane of couplings: those of a colour, the row before first along y.
  SPINBENCH_FN std::uint32_t along_x(std::uint32_t colour) const { return colour * room.of_x; }
  SPINBENCH_FN std::uint32_t along_z(std::uint32_t colour) const { return (2 + colour) * room.of_x; }
  SPINBENCH_FN std::uint32_t along_y(std::uint32_t colour) const { return 4 * room.of_x + colour * room.of_y; }
  SPINBENCH_FN Several kept_couplings(std::uint32_t at) const { return *reinterpret_cast<const Several*>(kept + at); }

  /// In a place of spins: what columns at work in steps of that parity leave at entry k, the spins k planes behind.
  SPINBENCH_FN static constexpr std::uint32_t entry(int parity, int k) {
    return static_cast<std::uint32_t>((parity * stages + k) * 3) * static_cast<std::uint32_t>(sizeof(Several));
  }
  SPINBENCH_FN void leave(const Thread& t, int parity, int k, const Spins& spins) const {
    leave_at(kept + t.own + entry(parity, k), spins);
    if (planted(Mutant::relaxed_edge_kept) && k == 1) return;
    if (t.handed != nullptr) leave_at(t.handed + entry(parity, k), spins);
  }
  SPINBENCH_FN static void leave_at(char* place, const Spins& spins) {
    SPINBENCH_UNROLL(3)
    for (int c = 0; c < 3; ++c) reinterpret_cast<Several*>(place)[c] = component(spins, c);
  }
  SPINBENCH_FN static Several component(const Spins& spins, int c) {
    Several result;
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p) {
      const Vector3<Real>& s = spins.item[p];
      result.item[p] = c == 0 ? s.x : c == 1 ? s.y : s.z;
    }
    return result;
  }
  SPINBENCH_FN Spins left(std::uint32_t place, int parity, int k) const {
    Several component[3];
    SPINBENCH_UNROLL(3)
    for (int c = 0; c < 3; ++c) component[c] = reinterpret_cast<const Several*>(kept + place + entry(parity, k))[c];
    return spins_of(component);
  }

  /// What a stage finds in shared memory, asked for before the stage before it computes: its own spins and those above
  /// come from there.
  struct Found {
    Spins below, same, py, my;
    Vector3<Real> beside;  ///< the neighbour in the row that is of another thread
    Several same_J, odd_J, py_J, my_J, mz_J;
    Real beside_J;  ///< of the odd site before the pairs
  };
  template <int Parity, int k>
  SPINBENCH_FN Found ask(const Ring& ring, const Thread& t) const {
    constexpr std::uint32_t colour = k & 1, other = 1 - colour;
    const int seen = planted(Mutant::relaxed_stale_plane) && k > 0 ? k - 1 : k;
    Found found;
    // Nobody else looks at what these columns left two steps before.
    found.below = left(t.own, Parity, k);
    found.same = left(t.own, 1 - Parity, k);
    found.py = left(t.north, 1 - Parity, seen), found.my = left(t.south, 1 - Parity, seen);
    const Real* const beside = reinterpret_cast<const Real*>(kept + t.side[Parity] + entry(1 - Parity, seen));
    found.beside = {beside[0], beside[Pairs], beside[2 * Pairs]};
    // The bond within a pair is that of its even site; the other one of an odd site is its own.
    const std::uint32_t at = ring.behind(1 + k) * room.of_plane;
    const std::uint32_t even = at + (Parity == (k & 1) ? t.even : t.odd),
                        odd = at + (Parity == (k & 1) ? t.odd : t.even);
    found.same_J = kept_couplings(even), found.odd_J = kept_couplings(odd);
    found.beside_J = *reinterpret_cast<const Real*>(kept + (odd + t.west));
    found.py_J = kept_couplings(at + t.bonds + along_y(colour) + room.of_row);
    found.my_J = kept_couplings(at + t.bonds + along_y(other));
    found.mz_J = kept_couplings(ring.behind(2 + k) * room.of_plane + t.bonds + along_z(other));
    return found;
  }

  /// Stages on which what is written depends, of pairs in that row of the tile: all but the last ones, since one sees
  /// as many rows around it as there are stages after it.
  SPINBENCH_FN std::int32_t needed(std::uint32_t row) const {
    if (tiles.whole_y()) return stages;
    const auto y = static_cast<std::int32_t>(row), first = static_cast<std::int32_t>(skip_y),
               last = static_cast<std::int32_t>(end_y) - 1;
    return stages - (y < first ? first - y : y > last ? y - last : 0);
  }

  /// Stage k and those after it, in plane w - 1 - k. `pz`: couplings to the spins above.
  template <int Parity, int k>
  SPINBENCH_FN void stage(std::int32_t w, const Ring& ring, const Thread& t, const Spins& own, const Spins& above,
                          const Several& pz, const Found& found) const {
    constexpr int next = k + 1 < stages ? k + 1 : k;
    Found for_next;
    if constexpr (k + 1 < stages) for_next = ask<Parity, next>(ring, t);
    leave(t, Parity, k, above);
    // A march begins with the first stages alone.
    if (k >= t.needed || w - begin() < 2 * k) return;
    const bool odd = t.first_odd == (Parity == 0);
    Spins result;
    Real along[Pairs], square[Pairs];
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p) {
      const Vector3<Real>& after = p + 1 < Pairs ? found.same.item[p + 1 < Pairs ? p + 1 : 0] : found.beside;
      const Vector3<Real>& last = p > 0 ? found.same.item[p > 0 ? p - 1 : 0] : found.beside;
      const Vector3<Real> side{odd ? after.x : last.x, odd ? after.y : last.y, odd ? after.z : last.z};
      const Real last_J = p > 0 ? found.odd_J.item[p > 0 ? p - 1 : 0] : found.beside_J;
      const SiteCouplings<Real> J{found.same_J.item[p], odd ? found.odd_J.item[p] : last_J,
                                  found.py_J.item[p],   found.my_J.item[p],
                                  pz.item[p],           found.mz_J.item[p]};
      const Vector3<Real> h =
          field(J, found.same.item[p], side, found.py.item[p], found.my.item[p], above.item[p], found.below.item[p]);
      result.item[p] = h, along[p] = dot(own.item[p], h), square[p] = dot(h, h);
    }
    Memory::divide(along, square);
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p) result.item[p] = turned(own.item[p], result.item[p], along[p]);
    if constexpr (k >= stages - 2) write(w - 1 - k, k & 1, t, result);
    // The spin below is the next stage's own, and the coupling to it the next one's to the spin above.
    if constexpr (k + 1 < stages) stage<Parity, next>(w, ring, t, found.below, result, found.mz_J, for_next);
  }

  SPINBENCH_FN void write(std::int32_t u, int colour, const Thread& t, const Spins& result) const {
    const auto first = static_cast<std::int32_t>(z0);
    if (!t.inside || u < first || u >= first + static_cast<std::int32_t>(planes)) return;
    SPINBENCH_UNROLL(3)
    for (int c = 0; c < 3; ++c)
      *reinterpret_cast<Several*>(arrays.to[colour][c] + plane(u) + t.in_plane) = component(result, c);
  }
};

}  // namespace spinbench::overrelaxation

// Whole sweeps in one pass over memory, in bands of rows that several blocks hold side by side. Host and device code.
//
// As in march.hpp a tile of columns marches along z: at step w stage k, of colour k mod 2, updates plane w - 1 - k, all
// stages of a step in every second column, and what rests is what they see beside them. What differs:
// - A thread has `Pairs` neighbouring pairs of a row, so that vectors of them travel in one access, and it has as many
//   updates under way at a time. What the columns of a pair leave stays in registers, and for the rows beside it lies
//   in shared memory, too.
// - What a step takes in, and the couplings of the planes under way, wait in shared memory, where copies bring them
//   that take no registers and are asked for one step or two ahead.
// - The blocks of a cluster have one tile together, a band of rows each. What a column at the edge of a band leaves its
//   thread hands to the block beside, too, so that only the edges of the cluster's tile are done twice. Blocks count
//   what they are handed: a barrier of the cluster would wait for all that is under way in memory, at every step.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/band_tiles.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"
#include "kernels/heisenberg3d_overrelaxation/march.hpp"

namespace spinbench::overrelaxation {

/// The march of one block. `Memory` loads and copies vectors of reals, lays them in what another block shares or hands
/// them to it, and divides several numbers by others at a time.
template <class Real, int Sweeps, int Pairs, class Memory>
struct Band {
  static constexpr int stages = 2 * Sweeps;
  static constexpr std::int32_t ahead = BandRoom::ahead(stages);

  /// A component, or a coupling, of a thread's pairs.
  struct alignas(Pairs * sizeof(Real)) Several {
    Real item[Pairs];
  };
  struct Spins {
    Vector3<Real> item[Pairs];
  };
  static constexpr std::uint32_t vector = sizeof(Several);
  static constexpr std::uint32_t of_spins = BandRoom::of_spins(stages) * vector;

  MarchArrays<Real> arrays;
  BandTiles tiles;
  BandRoom room;
  std::uint32_t j0, y0, z0;     ///< first pair and row that the block has, first plane that the tile writes
  std::uint32_t number;         ///< of the band in its tile
  std::uint32_t skip_y, end_y;  ///< rows of the tile before those that are written, and those with them
  std::uint32_t end_x, planes;
  char* kept;                            ///< what the block shares
  typename Memory::Block before, after;  ///< the blocks with the rows beside, which may be this one

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
  /// Whether the block is its tile's only one, which may close around the lattice: its own rows are beside it, and what
  /// it leaves there needs no more than the block's barrier. Outside of a cluster nothing can be handed over: an H100
  /// then says that the instruction is illegal.
  SPINBENCH_FN bool alone() const { return tiles.blocks == 1; }
  SPINBENCH_FN bool has_before() const { return number > 0 || tiles.whole_y(); }
  SPINBENCH_FN bool has_after() const { return number + 1 < tiles.blocks || tiles.whole_y(); }

  /// Steps from begin() to end(), each for all threads; between two of them all must be done in the block, the copies
  /// that the next one needs and what is handed to it among that.
  SPINBENCH_FN std::int32_t begin() const { return static_cast<std::int32_t>(z0) - stages + 2; }
  SPINBENCH_FN std::int32_t end() const { return static_cast<std::int32_t>(z0 + planes) + stages; }

  using Ring = CouplingRing<stages>;
  SPINBENCH_FN Ring ring() const { return Ring::of(room); }

  /// A thread's pairs, and where it finds what it needs. Bytes in `kept`.
  struct Thread {
    std::uint32_t in_plane, back;     ///< the first pair's number in a plane of the lattice, that in the row before
    std::uint32_t own, south, north;  ///< spins of the pairs, and of those in the rows beside
    std::uint32_t side[2];            ///< the spin beside them that is of another pair; at steps of either parity
    std::uint32_t at;                 ///< the pairs, among those of the band
    std::uint32_t even, odd;          ///< the same with the colour of even and odd sites at even stages of even steps
    std::uint32_t west;               ///< from the pairs to the pair before
    std::uint32_t handed;             ///< where the block `beside` has the pairs' spins; 0 where none has
    typename Memory::Block beside;
    std::int32_t needed;  ///< stages on which what is written depends
    bool first_row;       ///< of the band
    bool first_odd;       ///< whether the first columns at work have odd x
    bool inside;          ///< whether the pairs are written
  };
  SPINBENCH_FN Thread thread(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t L = tiles.L, half = L / 2, vectors = room.vectors, last = vectors - 1;
    const std::uint32_t row = wrapped(y0 + y % L, L), j = wrapped(j0 + x * Pairs % half, half);
    const std::uint32_t west = x == 0 ? last : x - 1, east = x == last ? 0 : x + 1;
    const std::uint32_t in_tile = number * tiles.rows + y, pair = x * Pairs, last_real = (Pairs - 1) * sizeof(Real);
    const auto spins = [&](std::uint32_t at, std::uint32_t of_row) {
      return BandRoom::spins + (of_row * vectors + at) * of_spins;
    };
    const bool odd = ((row + static_cast<std::uint32_t>(begin() + static_cast<std::int32_t>(L)) + 1) & 1) != 0;
    const std::uint32_t of_east = spins(east, y + 1), of_west = spins(west, y + 1) + last_real;
    Thread t{};
    t.in_plane = row * half + j, t.back = overrelaxation::before(row, L) * half + j;
    t.own = spins(x, y + 1), t.south = spins(x, y), t.north = spins(x, y + 2);
    t.side[0] = odd ? of_east : of_west, t.side[1] = odd ? of_west : of_east;
    t.at = (y * vectors + x) * vector;
    const bool to_before = y == 0 && has_before(), to_after = y + 1 == tiles.rows && has_after();
    t.handed = to_before ? spins(x, tiles.rows + 1) : to_after ? spins(x, 0) : 0;
    t.beside = to_before ? before : after;
    t.needed = needed(in_tile);
    t.first_row = y == 0;
    t.first_odd = odd;
    t.inside = pair >= tiles.skip_x && pair < end_x && in_tile >= skip_y && in_tile < end_y;
    t.even = t.at + (odd ? room.of_array : 0), t.odd = t.at + (odd ? 0 : room.of_array);
    t.west = (y * vectors + west) * vector + last_real - t.at;
    return t;
  }

  /// What a thread's columns last left, by the parity of the steps at which they are at work: entry k is the spins k
  /// planes behind.
  struct Columns {
    Spins behind[2][stages];
  };

  /// What columns take in at step w: colour 1 of plane w and colour 0 of plane w - 1.
  struct Taken {
    Spins above, own;
  };
  /// By the parity of the step: where that lies, since copies bring it, too.
  SPINBENCH_FN std::uint32_t landing(int parity, std::uint32_t c, const Thread& t) const {
    return room.landing + ((ahead == 1 ? 0 : static_cast<std::uint32_t>(parity)) * 6 + c) * room.of_array + t.at;
  }
  SPINBENCH_FN Taken take(int parity, const Thread& t) const {
    Several above[3], own[3];
    SPINBENCH_UNROLL(3)
    for (std::uint32_t c = 0; c < 3; ++c) {
      above[c] = kept_vector(landing(parity, c, t));
      own[c] = kept_vector(landing(parity, 3 + c, t));
    }
    return {spins_of(above), spins_of(own)};
  }
  /// Copies what step w, of that parity, takes in.
  SPINBENCH_FN void copy_spins(std::int32_t w, int parity, const Thread& t) const {
    if (t.needed < 0) return;
    const std::uint32_t above = plane(w) + t.in_plane;
    SPINBENCH_UNROLL(3)
    for (std::uint32_t c = 0; c < 3; ++c) copy(landing(parity, c, t), arrays.from[1][c] + above);
    if (t.needed == 0) return;
    const std::uint32_t own = plane(w - 1) + t.in_plane;
    SPINBENCH_UNROLL(3)
    for (std::uint32_t c = 0; c < 3; ++c) copy(landing(parity, 3 + c, t), arrays.from[0][c] + own);
  }

  /// Copies the couplings of plane u to those places of the ring.
  SPINBENCH_FN void copy(std::int32_t u, std::uint32_t z, std::uint32_t xy, const Thread& t) const {
    // Rows that stand still beside others give them spins and couplings along y; those behind them nobody sees.
    if (t.needed < 0) return;
    const std::uint32_t here = plane(u);
    SPINBENCH_UNROLL(2)
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      copy(xy + along_y(colour) + room.row + t.at, arrays.couplings[colour][1] + here + t.in_plane);
    if (t.needed == 0) return;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      copy(xy + room.along_xy + colour * room.of_array + t.at, arrays.couplings[colour][0] + here + t.in_plane);
      copy(z + along_z(colour) + t.at, arrays.couplings[colour][2] + here + t.in_plane);
    }
    if (!t.first_row) return;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      copy(xy + along_y(colour) + t.at, arrays.couplings[colour][1] + here + t.back);
  }
  /// Before the first step: what columns would have left, as far as it will be seen, and couplings.
  SPINBENCH_FN void prepare(const Thread& t, Columns& columns) const {
    columns = Columns{};
    columns.behind[0][0] = spins(1, plane(begin() - 2) + t.in_plane);
    columns.behind[1][0] = spins(1, plane(begin() - 1) + t.in_plane);
    SPINBENCH_UNROLL(2)
    for (int parity = 0; parity < 2; ++parity) {
      keep(t.own + entry(parity, 0), columns.behind[parity][0]);
      if (t.handed == 0) continue;
      if (alone()) {
        keep(t.handed + entry(parity, 0), columns.behind[parity][0]);
        continue;
      }
      SPINBENCH_UNROLL(3)
      for (std::uint32_t c = 0; c < 3; ++c)
        Memory::lay(t.beside, t.handed + entry(parity, 0) + c * vector, component(columns.behind[parity][0], c));
    }
  }
  /// Bytes that the blocks beside hand to this one in step w.
  SPINBENCH_FN std::uint32_t handed_in(std::int32_t w) const {
    if (alone()) return 0;
    const std::uint32_t of_stage = 3 * room.row, first = tiles.rows * band_before(tiles, number),
                        after_it = tiles.rows * band_after(tiles, number);
    return of_stage *
           ((has_before() ? left_in(w, first + tiles.rows - 1) : 0) + (has_after() ? left_in(w, after_it) : 0));
  }
  /// Copies what the first steps need: number `at` of first_groups.
  static constexpr std::int32_t first_groups = 1 + ahead;
  SPINBENCH_FN void copy_first(std::int32_t at, const Thread& t) const {
    const auto place = static_cast<std::uint32_t>(at);
    copy(begin() - 2 + at, place * 2 * room.of_array, place * room.of_xy, t);
    if (at > 0) copy_spins(begin() - 1 + at, at - 1, t);
  }
  /// At step w, which has taken what was there, copies what is needed `ahead` steps later.
  SPINBENCH_FN void copy_ahead(std::int32_t w, int parity, const Ring& ring, const Thread& t) const {
    copy(w + ahead - 1, ring.z_coming(), ring.xy_coming(), t);
    copy_spins(w + ahead, ahead == 1 ? 1 - parity : parity, t);
  }

  /// Step w of a thread's pairs. `Parity`: of the steps since begin().
  template <int Parity>
  SPINBENCH_FN void step(std::int32_t w, const Ring& ring, const Thread& t, const Taken& taken,
                         Columns& columns) const {
    stage<Parity, 0>(w, ring, t, taken.own, taken.above, kept_vector(ring.z_behind(1) + along_z(0) + t.at), columns);
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

  /// Those of a colour in the first plane; along y of the row before the band first.
  SPINBENCH_FN std::uint32_t along_z(std::uint32_t colour) const { return room.along_z + colour * room.of_array; }
  SPINBENCH_FN std::uint32_t along_y(std::uint32_t colour) const {
    return room.along_xy + 2 * room.of_array + colour * (room.of_array + room.row);
  }
  SPINBENCH_FN Several kept_vector(std::uint32_t at) const { return *reinterpret_cast<const Several*>(kept + at); }

  /// In a place of spins: what columns at work in steps of that parity leave at entry k, the spins k planes behind.
  SPINBENCH_FN static constexpr std::uint32_t entry(int parity, int k) {
    return static_cast<std::uint32_t>((parity * stages + k) * 3) * static_cast<std::uint32_t>(sizeof(Several));
  }
  SPINBENCH_FN void keep(std::uint32_t place, const Spins& spins) const {
    SPINBENCH_UNROLL(3)
    for (std::uint32_t c = 0; c < 3; ++c) *reinterpret_cast<Several*>(kept + place + c * vector) = component(spins, c);
  }
  SPINBENCH_FN void leave(const Thread& t, int parity, int k, const Spins& spins) const {
    keep(t.own + entry(parity, k), spins);
    if (t.handed == 0) return;
    const std::uint32_t place = entry(parity, planted(Mutant::relaxed_edge_kept) && k == 1 ? 0 : k);
    if (alone()) {
      keep(t.handed + place, spins);
      return;
    }
    SPINBENCH_UNROLL(3)
    for (std::uint32_t c = 0; c < 3; ++c)
      Memory::hand(t.beside, t.handed + place + c * vector, component(spins, c),
                   8u * static_cast<std::uint32_t>(parity));
  }
  SPINBENCH_FN static Several component(const Spins& spins, std::uint32_t c) {
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

  /// What a stage finds in shared memory: its own spins, and those above and below, are in registers.
  struct Found {
    Spins py, my;
    Vector3<Real> beside;  ///< the neighbour in the row that is of another thread
    Several same_J, odd_J, py_J, my_J, mz_J;
    Real beside_J;  ///< of the odd site before the pairs
  };
  template <int Parity, int k>
  SPINBENCH_FN Found ask(const Ring& ring, const Thread& t) const {
    constexpr std::uint32_t colour = k & 1, other = 1 - colour;
    const int seen = planted(Mutant::relaxed_stale_plane) && k > 0 ? k - 1 : k;
    Found found;
    found.py = left(t.north, 1 - Parity, seen), found.my = left(t.south, 1 - Parity, seen);
    const Real* const beside = reinterpret_cast<const Real*>(kept + t.side[Parity] + entry(1 - Parity, seen));
    found.beside = {beside[0], beside[Pairs], beside[2 * Pairs]};
    // The bond within a pair is that of its even site; the other one of an odd site is its own.
    const std::uint32_t xy = ring.xy_behind(1 + k), x = xy + room.along_xy;
    const std::uint32_t even = Parity == (k & 1) ? t.even : t.odd, odd = Parity == (k & 1) ? t.odd : t.even;
    found.same_J = kept_vector(x + even), found.odd_J = kept_vector(x + odd);
    found.beside_J = *reinterpret_cast<const Real*>(kept + (x + odd + t.west));
    found.py_J = kept_vector(xy + along_y(colour) + room.row + t.at);
    found.my_J = kept_vector(xy + along_y(other) + t.at);
    found.mz_J = kept_vector(ring.z_behind(2 + k) + along_z(other) + t.at);
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

  /// Stages of which those pairs leave spins in step w.
  SPINBENCH_FN std::uint32_t left_in(std::int32_t w, std::uint32_t row) const {
    std::uint32_t result = 1;
    for (int k = 0; k + 1 < stages && k < needed(row) && begun(w, k); ++k) ++result;
    return result;
  }
  /// A march begins with the first stages alone.
  SPINBENCH_FN bool begun(std::int32_t w, int k) const { return w - begin() >= 2 * k; }

  /// Stage k and those after it, in plane w - 1 - k. `pz`: couplings to the spins above.
  template <int Parity, int k>
  SPINBENCH_FN void stage(std::int32_t w, const Ring& ring, const Thread& t, const Spins& own, const Spins& above,
                          const Several& pz, Columns& columns) const {
    constexpr int next = k + 1 < stages ? k + 1 : k;
    const Found found = ask<Parity, k>(ring, t);
    const Spins below = columns.behind[Parity][k], &same = columns.behind[1 - Parity][k];
    columns.behind[Parity][k] = above;
    leave(t, Parity, k, above);
    if (k >= t.needed || !begun(w, k)) return;
    const bool odd = t.first_odd == (Parity == 0);
    Spins result;
    Real along[Pairs], square[Pairs];
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p) {
      const Vector3<Real>& east = p + 1 < Pairs ? same.item[p + 1 < Pairs ? p + 1 : 0] : found.beside;
      const Vector3<Real>& west = p > 0 ? same.item[p > 0 ? p - 1 : 0] : found.beside;
      const Vector3<Real> side{odd ? east.x : west.x, odd ? east.y : west.y, odd ? east.z : west.z};
      const Real west_J = p > 0 ? found.odd_J.item[p > 0 ? p - 1 : 0] : found.beside_J;
      const SiteCouplings<Real> J{found.same_J.item[p], odd ? found.odd_J.item[p] : west_J,
                                  found.py_J.item[p],   found.my_J.item[p],
                                  pz.item[p],           found.mz_J.item[p]};
      const Vector3<Real> h =
          field(J, same.item[p], side, found.py.item[p], found.my.item[p], above.item[p], below.item[p]);
      result.item[p] = h, along[p] = dot(own.item[p], h), square[p] = dot(h, h);
    }
    Memory::divide(along, square);
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p) result.item[p] = turned(own.item[p], result.item[p], along[p]);
    if constexpr (k >= stages - 2) write(w - 1 - k, k & 1, t, result);
    // The spin below is the next stage's own, and the coupling to it the next one's to the spin above.
    if constexpr (k + 1 < stages) stage<Parity, next>(w, ring, t, below, result, found.mz_J, columns);
  }

  SPINBENCH_FN void write(std::int32_t u, int colour, const Thread& t, const Spins& result) const {
    const auto first = static_cast<std::int32_t>(z0);
    if (!t.inside || u < first || u >= first + static_cast<std::int32_t>(planes)) return;
    SPINBENCH_UNROLL(3)
    for (std::uint32_t c = 0; c < 3; ++c)
      *reinterpret_cast<Several*>(arrays.to[colour][c] + plane(u) + t.in_plane) = component(result, c);
  }
};

}  // namespace spinbench::overrelaxation

// Whole sweeps in one pass over memory, in bands of rows that several blocks hold side by side. Host and device code.
//
// As in march.hpp a tile of columns marches along z: at step w stage k, of colour k mod 2, updates plane w - 1 - k, all
// stages of a step in every second column, and what rests is what they see beside them. What differs:
// - A thread has `Pairs` neighbouring pairs of a row, so that vectors of them travel in one access, what lies between
//   them stays in its registers, and it has as many updates under way at a time.
// - Couplings of the planes under way wait in shared memory, where copies bring them that take no registers.
// - The blocks of a cluster have one tile together, a band of rows each. What a column at the edge of a band leaves its
//   thread hands to the block beside, too, so that only the edges of the cluster's tile are done twice.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"
#include "kernels/heisenberg3d_overrelaxation/march.hpp"

namespace spinbench::overrelaxation {

/// What a device offers, and what of it is asked for.
struct BandLimits {
  std::uint32_t threads;         ///< of a block
  std::size_t reals;             ///< that a block can keep
  std::uint32_t held;            ///< blocks that a multiprocessor holds at a time
  std::uint32_t at_a_time;       ///< clusters that the device does
  std::uint32_t across, deep;    ///< pairs along x that a tile writes, tiles along z; 0: what takes least time
};

/// How the lattice is cut into tiles, and those into bands.
struct BandTiles {
  std::uint32_t L, sweeps, blocks;     ///< blocks of a cluster; L is 0 where nothing fits
  std::uint32_t width, rows;           ///< of a band: pairs along x, rows along y
  std::uint32_t skip_x, skip_y;        ///< pairs and rows of a tile before those that are written
  std::uint32_t out_x, out_y, out_z;   ///< of what a tile writes: pairs, rows, planes
  std::uint32_t tiles_x, tiles_y, tiles_z;

  /// The cut that takes least time by a plain model of it.
  static BandTiles of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t blocks, std::uint32_t pairs,
                      const BandLimits& limits);

  SPINBENCH_FN bool whole_x() const { return width == L / 2; }
  SPINBENCH_FN bool whole_y() const { return skip_y == 0; }
  std::uint32_t clusters() const { return tiles_x * tiles_y * tiles_z; }
  std::uint32_t steps() const { return out_z + 2 * (2 * sweeps - 1); }
};

/// Where things lie in the memory that a block shares, in reals.
struct BandRoom {
  std::uint32_t spins_a_vector;  ///< both parities of steps, all stages, three components, and one against conflicts
  std::uint32_t x, y, z;         ///< where couplings along those begin; those along y have a row more, the one before
  std::uint32_t row, of_x, of_y; ///< in a row; in a plane of one colour
  std::uint32_t all;

  SPINBENCH_FN static BandRoom of(const BandTiles& tiles, std::uint32_t pairs) {
    const std::uint32_t stages = 2 * tiles.sweeps;
    BandRoom room{};
    room.spins_a_vector = (2 * stages * 3 + 1) * pairs;
    room.row = tiles.width, room.of_x = tiles.rows * tiles.width, room.of_y = room.of_x + tiles.width;
    room.x = (tiles.rows + 2) * (tiles.width / pairs) * room.spins_a_vector;
    room.y = room.x + planes(stages) * 2 * room.of_x;
    room.z = room.y + planes(stages) * 2 * room.of_y;
    room.all = room.z + (planes(stages) + 1) * 2 * room.of_x;
    return room;
  }
  /// Planes of which couplings along x and y are at hand: those of all stages, and the next one on its way. Of those
  /// along z there is one more, below the last stage.
  SPINBENCH_FN static constexpr std::uint32_t planes(std::uint32_t stages) { return stages + 1; }
};

/// The march of one block. `Memory` loads and copies vectors of reals.
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
  std::uint32_t j0, y0, z0;      ///< first pair and row that the block has, first plane that the tile writes
  std::uint32_t number;          ///< of the band in its tile
  std::uint32_t skip_y, end_y;   ///< rows of the tile before those that are written, and those with them
  std::uint32_t end_x, planes;
  Real* kept;                    ///< what the block shares
  Real* before;                  ///< that of the block with the rows before; null where there is none
  Real* after;

  /// Band `number` of the tile with that place.
  SPINBENCH_FN static Band at(const MarchArrays<Real>& arrays, const BandTiles& tiles, std::uint32_t x, std::uint32_t y,
                              std::uint32_t z, std::uint32_t number, Real* kept) {
    const auto least = [](std::uint32_t a, std::uint32_t b) { return a < b ? a : b; };
    const std::uint32_t half = tiles.L / 2, first_x = x * tiles.out_x, first_y = y * tiles.out_y,
                        first_z = z * tiles.out_z;
    Band band{};
    band.arrays = arrays, band.tiles = tiles, band.room = BandRoom::of(tiles, Pairs);
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

  /// What columns last left: entry k are the spins k planes behind the step at which they were at work.
  struct Columns {
    Spins behind[stages];
  };

  /// Where the couplings of plane w are at step w: number of the plane in either ring.
  struct Rings {
    std::uint32_t xy = 2, z = 2;
    SPINBENCH_FN void advance() {
      xy = xy + 1 == ring ? 0 : xy + 1;
      z = z == ring ? 0 : z + 1;
    }
    /// Of the plane `back` behind it.
    SPINBENCH_FN std::uint32_t xy_behind(std::uint32_t back) const { return xy - back + (xy < back ? ring : 0); }
    SPINBENCH_FN std::uint32_t z_behind(std::uint32_t back) const { return z - back + (z < back ? ring + 1 : 0); }
  };

  /// A thread's pairs, and where their neighbours are.
  struct Thread {
    std::uint32_t in_plane, back;  ///< the first pair's number in a plane of the lattice, that in the row before
    std::uint32_t own, south, north, west, east;  ///< vectors in `kept`: their first real
    std::uint32_t coupling, coupling_before;      ///< the first pair's in a band, and the number of the pair before it
    std::int32_t y;                               ///< row of the tile
    std::uint32_t row, x;                         ///< row of the band, vector of the row
    bool odd;                                     ///< whether the first columns at work have odd x
    bool inside;                                  ///< whether the pairs are written
  };
  SPINBENCH_FN Thread thread(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t L = tiles.L, half = L / 2, vectors = tiles.width / Pairs, size = room.spins_a_vector;
    const std::uint32_t row = wrapped(y0 + y % L, L), j = wrapped(j0 + x * Pairs % half, half);
    const std::uint32_t west = x == 0 ? vectors - 1 : x - 1, east = x + 1 == vectors ? 0 : x + 1;
    const std::uint32_t here = (y + 1) * vectors, in_tile = number * tiles.rows + y, pair = x * Pairs;
    return {row * half + j,
            overrelaxation::before(row, L) * half + j,
            (here + x) * size,
            (here - vectors + x) * size,
            (here + vectors + x) * size,
            (here + west) * size,
            (here + east) * size,
            y * tiles.width + pair,
            y * tiles.width + (pair == 0 ? tiles.width : pair) - 1,
            static_cast<std::int32_t>(in_tile),
            y,
            x,
            ((row + static_cast<std::uint32_t>(begin() + static_cast<std::int32_t>(L)) + 1) & 1) != 0,
            pair >= tiles.skip_x && pair < end_x && in_tile >= skip_y && in_tile < end_y};
  }

  /// What columns take in at step w: colour 1 of plane w and colour 0 of plane w - 1.
  struct Taken {
    Spins above, own;
  };
  SPINBENCH_FN Taken take(std::int32_t w, const Thread& t) const {
    return {spins(1, plane(w) + t.in_plane), spins(0, plane(w - 1) + t.in_plane)};
  }

  /// Copies the couplings of plane u to where `rings` says.
  SPINBENCH_FN void copy(std::int32_t u, std::uint32_t xy, std::uint32_t z, const Thread& t) const {
    const std::uint32_t here = plane(u), i = here + t.in_plane;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      copy(room.x + (xy * 2 + colour) * room.of_x + t.coupling, arrays.couplings[colour][0] + i);
      copy(room.y + (xy * 2 + colour) * room.of_y + t.coupling + room.row, arrays.couplings[colour][1] + i);
      copy(room.z + (z * 2 + colour) * room.of_x + t.coupling, arrays.couplings[colour][2] + i);
    }
    if (t.row != 0) return;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      copy(room.y + (xy * 2 + colour) * room.of_y + t.coupling, arrays.couplings[colour][1] + here + t.back);
  }
  /// Before the first step: couplings, and what columns would have left, as far as it will be seen.
  SPINBENCH_FN void prepare(const Thread& t, Columns& first, Columns& second) const {
    copy(begin() - 2, 0, 0, t);
    copy(begin() - 1, 1, 1, t);
    first.behind[0] = spins(1, plane(begin() - 2) + t.in_plane);
    second.behind[0] = spins(1, plane(begin() - 1) + t.in_plane);
    SPINBENCH_UNROLL(8)
    for (int k = 1; k < stages; ++k) first.behind[k] = second.behind[k] = second.behind[0];
    leave<1>(t, second);
  }

  /// Step w of the columns `active`. `Parity`: of the steps since begin().
  template <int Parity>
  SPINBENCH_FN void step(std::int32_t w, const Rings& rings, const Thread& t, const Taken& taken, Columns& active,
                         const Columns& resting) const {
    copy(w, rings.xy, rings.z, t);
    Columns now = active;
    now.behind[0] = taken.above;
    const Several pz = kept_couplings(room.z + rings.z_behind(1) * 2 * room.of_x + t.coupling);
    stage<Parity, 0>(w, rings, t, taken.own, taken.above, pz, active, resting, now);
    active = now;
    leave<Parity>(t, active);
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
    for (int p = 0; p < Pairs; ++p)
      result.item[p] = {component[0].item[p], component[1].item[p], component[2].item[p]};
    return result;
  }
  SPINBENCH_FN void copy(std::uint32_t to, const Real* from) const {
    Memory::copy(reinterpret_cast<Several*>(kept + to), reinterpret_cast<const Several*>(from));
  }
  SPINBENCH_FN Several kept_couplings(std::uint32_t at) const {
    return *reinterpret_cast<const Several*>(kept + at);
  }

  /// In a vector's place: what steps of that parity leave at entry k.
  SPINBENCH_FN static constexpr std::uint32_t entry(int parity, int k) {
    return static_cast<std::uint32_t>((parity * stages + k) * 3 * Pairs);
  }
  template <int Parity>
  SPINBENCH_FN void leave(const Thread& t, const Columns& columns) const {
    leave_at<Parity>(kept + t.own, columns);
    const std::uint32_t vectors = tiles.width / Pairs;
    if (t.row == 0 && has_before())
      leave_at<Parity>(before + ((tiles.rows + 1) * vectors + t.x) * room.spins_a_vector, columns);
    if (t.row + 1 == tiles.rows && has_after()) leave_at<Parity>(after + t.x * room.spins_a_vector, columns);
  }
  template <int Parity>
  SPINBENCH_FN static void leave_at(Real* place, const Columns& columns) {
    SPINBENCH_UNROLL(8)
    for (int k = 0; k < stages; ++k) {
      Several component[3];
      SPINBENCH_UNROLL(4)
      for (int p = 0; p < Pairs; ++p) {
        const Vector3<Real>& s = columns.behind[k].item[p];
        component[0].item[p] = s.x, component[1].item[p] = s.y, component[2].item[p] = s.z;
      }
      SPINBENCH_UNROLL(3)
      for (int c = 0; c < 3; ++c)
        *reinterpret_cast<Several*>(place + entry(Parity, k) + c * Pairs) = component[c];
    }
  }
  SPINBENCH_FN Spins left(std::uint32_t vector, int parity, int k) const {
    Several component[3];
    SPINBENCH_UNROLL(3)
    for (int c = 0; c < 3; ++c)
      component[c] = *reinterpret_cast<const Several*>(kept + vector + entry(parity, k) + c * Pairs);
    return spins_of(component);
  }

  /// The neighbours in the row that are not of a site's own pair: one of another thread, else the thread's own.
  SPINBENCH_FN Spins beside(const Thread& t, bool odd, int parity, int k, const Spins& resting) const {
    const Real* const other = kept + (odd ? t.east : t.west + (Pairs - 1)) + entry(parity, k);
    const Vector3<Real> outer{other[0], other[Pairs], other[2 * Pairs]};
    Spins result;
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p) {
      const Vector3<Real>&next = p + 1 < Pairs ? resting.item[p + 1 < Pairs ? p + 1 : 0] : outer,
      &last = p > 0 ? resting.item[p > 0 ? p - 1 : 0] : outer;
      result.item[p] = {odd ? next.x : last.x, odd ? next.y : last.y, odd ? next.z : last.z};
    }
    return result;
  }

  /// Of stage k, whose sites have the couplings `pz` to those above.
  template <int k>
  SPINBENCH_FN void couplings(const Rings& rings, const Thread& t, bool odd, const Several& pz,
                              SiteCouplings<Real> (&J)[Pairs], Several& mz) const {
    constexpr std::uint32_t colour = k & 1, other = 1 - colour;
    const std::uint32_t xy = 2 * rings.xy_behind(1 + k), of_even = odd ? other : colour;
    // The bond within a pair is that of its even site; the other one of an odd site is its own.
    const Several same = kept_couplings(room.x + (xy + of_even) * room.of_x + t.coupling);
    const std::uint32_t of_odd = room.x + (xy + 1 - of_even) * room.of_x;
    const Several side = kept_couplings(of_odd + t.coupling);
    const Real outer = kept[of_odd + t.coupling_before];
    const Several py = kept_couplings(room.y + (xy + colour) * room.of_y + t.coupling + room.row),
                  my = kept_couplings(room.y + (xy + other) * room.of_y + t.coupling);
    mz = kept_couplings(room.z + (2 * rings.z_behind(2 + k) + other) * room.of_x + t.coupling);
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p)
      J[p] = {same.item[p], odd ? side.item[p] : p > 0 ? side.item[p > 0 ? p - 1 : 0] : outer,
              py.item[p],   my.item[p],
              pz.item[p],   mz.item[p]};
  }

  /// Whether what is written depends on stage k of the thread's pairs; where it does not, it does not on those after it.
  template <int k>
  SPINBENCH_FN bool is_needed(std::int32_t w, const Thread& t) const {
    constexpr std::int32_t reach = stages - 1 - k;
    return w - 1 - k >= static_cast<std::int32_t>(z0) - reach &&
           (tiles.whole_y() || (t.y >= static_cast<std::int32_t>(skip_y) - reach &&
                                t.y < static_cast<std::int32_t>(end_y) + reach));
  }

  /// Stage k and those after it, in plane w - 1 - k.
  template <int Parity, int k>
  SPINBENCH_FN void stage(std::int32_t w, const Rings& rings, const Thread& t, const Spins& own, const Spins& above,
                          const Several& pz, const Columns& before_step, const Columns& resting, Columns& now) const {
    if (!is_needed<k>(w, t)) return;
    const bool odd = t.odd == (Parity == 0);
    const int seen = planted(Mutant::relaxed_stale_plane) && k > 0 ? k - 1 : k;
    SiteCouplings<Real> J[Pairs];
    Several mz;
    couplings<k>(rings, t, odd, pz, J, mz);
    const Spins side = beside(t, odd, 1 - Parity, seen, resting.behind[k]), py = left(t.north, 1 - Parity, seen),
                my = left(t.south, 1 - Parity, seen);
    Spins result;
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p)
      result.item[p] =
          turned(own.item[p], field(J[p], resting.behind[k].item[p], side.item[p], py.item[p], my.item[p],
                                    above.item[p], before_step.behind[k].item[p]));
    if constexpr (k >= stages - 2) write(w - 1 - k, k & 1, t, result);
    if constexpr (k + 1 < stages) {
      now.behind[k + 1] = result;
      // The coupling to the spin below is that of the next stage to the one above.
      stage<Parity, k + 1>(w, rings, t, before_step.behind[k], result, mz, before_step, resting, now);
    }
  }

  SPINBENCH_FN void write(std::int32_t u, int colour, const Thread& t, const Spins& result) const {
    const auto first = static_cast<std::int32_t>(z0);
    if (!t.inside || u < first || u >= first + static_cast<std::int32_t>(planes)) return;
    Several component[3];
    SPINBENCH_UNROLL(4)
    for (int p = 0; p < Pairs; ++p) {
      const Vector3<Real>& s = result.item[p];
      component[0].item[p] = s.x, component[1].item[p] = s.y, component[2].item[p] = s.z;
    }
    SPINBENCH_UNROLL(3)
    for (int c = 0; c < 3; ++c)
      *reinterpret_cast<Several*>(arrays.to[colour][c] + plane(u) + t.in_plane) = component[c];
  }
};

}  // namespace spinbench::overrelaxation

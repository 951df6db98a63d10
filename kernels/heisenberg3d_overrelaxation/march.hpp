// The suite's own over-relaxation: whole sweeps in one pass over memory. Host and device code.
//
// A block marches along z with a tile of columns; a thread has the two columns of a pair, x = 2j and 2j + 1. Step w
// does stage 0, colour 0 of plane w - 1; stage 1, colour 1 of plane w - 2, around which colour 0 is new by now; stage
// 2, colour 0 of plane w - 3 once more; and so on, two stages a sweep, each a plane behind the one before. The sites of
// all these stages lie in every second column, like the fields of one colour of a checkerboard: at each step one column
// of a pair does all of its stages, and the other one, which rests, is what they see beside them. So
// - the spins above and below lie in the column itself: in registers, the one above just updated by the stage before;
// - of the four beside it one is in the pair's resting column, in registers, too;
// - three come from columns of other threads, which were at work a step before and left their spins in shared memory.
// Spins cross memory once in and once out, and couplings once: (24 + 12) B for a flip in float with one sweep a pass,
// 18 B with two.
//
// A value after n stages depends on sites at most n steps away. So tiles overlap: one that is not as wide as the
// lattice reads 2 sites more a sweep on each side, and what it does there others do as well. Blocks share nothing but
// what they read, and write to another array.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"

namespace spinbench::overrelaxation {

/// How the lattice is cut into tiles.
struct MarchTiles {
  std::uint32_t L, sweeps;
  std::uint32_t width, height;        ///< of what a block reads: pairs along x, rows along y
  std::uint32_t out_x, out_y, out_z;  ///< of what it writes: pairs, rows, planes
  std::uint32_t tiles_x, tiles_y, tiles_z;

  /// Tiles with at most `threads` pairs that write `across` along x, of 0 those that take least time; `deep` of them
  /// along z. Nothing fits where pairs() is 0.
  static MarchTiles of(std::uint32_t L, std::uint32_t sweeps, std::uint32_t threads, std::uint32_t deep,
                       std::uint32_t across = 0);

  SPINBENCH_FN bool whole_x() const { return width == L / 2; }
  SPINBENCH_FN bool whole_y() const { return height == L; }
  SPINBENCH_FN std::uint32_t pairs() const { return width * height; }
  std::uint32_t tiles() const { return tiles_x * tiles_y * tiles_z; }
  /// Sites that a block updates in a step, where warps of 32 leave out rows.
  double updates() const {
    double rows = 0;
    for (std::uint32_t reach = 0; reach < 2 * sweeps; ++reach)
      rows += width % 32 == 0 && out_y + 2 * reach < height ? out_y + 2 * reach : height;
    return width * rows;
  }
  /// How long a step takes, in updates. Long whole rows begin where lines of memory do; others read more of them: seen
  /// on an H200 at L = 256, one sweep a pass and 1,024 threads, 1.9 us for whole rows and 2.6 to 3.1 for others.
  double of_step() const { return (whole_x() && width >= 128 && sweeps == 1 ? 0.7 : 1.0) * updates(); }
  /// Steps of a march.
  std::uint32_t steps() const { return out_z + 2 * (2 * sweeps - 1); }
};

/// A block's place: the first pair, row and plane of what it reads and writes.
struct MarchTile {
  std::uint32_t j0, y0, z0;
  std::uint32_t skip_x, skip_y;  ///< pairs and rows read before those that are written
  std::uint32_t end_x, end_y, planes;

  /// Number `x`, `y`, `z` of the tiles.
  SPINBENCH_FN static MarchTile at(const MarchTiles& tiles, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    MarchTile result;
    result.skip_x = tiles.whole_x() ? 0 : tiles.sweeps;
    result.skip_y = tiles.whole_y() ? 0 : 2 * tiles.sweeps - (planted(Mutant::relaxed_halo_short) ? 1 : 0);
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

/// Plain values; the memory belongs to somebody else. By colour, and by component or direction.
template <class Real>
struct MarchArrays {
  const Real* from[2][3];
  Real* to[2][3];
  const Real* couplings[2][3];

  static MarchArrays of(const Arrays<Real>& now, Real* next) {
    MarchArrays result;
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (std::uint32_t c = 0; c < 3; ++c) {
        result.from[colour][c] = now.spins_of(colour) + c * now.words;
        result.to[colour][c] = next + (colour * 3 + c) * now.words;
        result.couplings[colour][c] = now.couplings_of(colour, c);
      }
    return result;
  }
};

/// The march of one block. `Pairs`: of a tile at most, so that what a thread leaves lies at distances that the compiler
/// knows. `Memory` loads what is read once, and what other threads read, too.
template <class Real, int Sweeps, int Pairs, class Memory>
struct March {
  static constexpr int stages = 2 * Sweeps;

  MarchArrays<Real> arrays;
  MarchTiles tiles;
  MarchTile tile;
  Real* kept;  ///< reals_kept numbers, which the block shares

  /// Two buffers, of every stage's last spins: component by component, pair by pair.
  static constexpr std::uint32_t reals_kept = 2 * stages * 3 * Pairs;

  /// Steps from begin() to end(), each for all pairs of the tile; between two of them all must be done.
  SPINBENCH_FN std::int32_t begin() const { return static_cast<std::int32_t>(tile.z0) - stages + 2; }
  SPINBENCH_FN std::int32_t end() const { return static_cast<std::int32_t>(tile.z0 + tile.planes) + stages; }

  /// What a column last left: entry k is the spin k planes behind the step at which it was at work.
  struct Column {
    Vector3<Real> behind[stages];
  };

  /// A pair of the tile, and where its neighbours are. Arrays: at steps of either parity since begin().
  struct Pair {
    std::uint32_t in_plane, back;    ///< its number in a plane of the lattice, and that in the row before
    std::uint32_t last[2];           ///< number of the pair that has the bond from the site before along x
    std::uint32_t at, south, north;  ///< its number in the tile, and those in the rows beside
    std::uint32_t side[2];           ///< the number there of the neighbour that is of another pair
    std::int32_t y;                  ///< row of the tile
    bool odd;                        ///< whether the first column at work has odd x: then the second comes before it
    bool inside;                     ///< whether it is written
  };
  SPINBENCH_FN Pair pair(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t L = tiles.L, half = L / 2, width = tiles.width, height = tiles.height;
    const std::uint32_t j = wrapped(tile.j0 + x, half), row = wrapped(tile.y0 + y, L), at = y * width + x;
    const std::uint32_t own = row * half + j, before_it = row * half + before(j, half);
    // At the edges of a tile that is not whole anything will do.
    const std::uint32_t west = x == 0 ? at + width - 1 : at - 1, east = x + 1 == width ? at + 1 - width : at + 1;
    const bool odd = ((row + static_cast<std::uint32_t>(begin() + static_cast<std::int32_t>(L)) + 1) & 1) != 0;
    return {own,
            before(row, L) * half + j,
            {odd ? own : before_it, odd ? before_it : own},
            at,
            y == 0 ? at + (height - 1) * width : at - width,
            y + 1 == height ? at - (height - 1) * width : at + width,
            {odd ? east : west, odd ? west : east},
            static_cast<std::int32_t>(y),
            odd,
            x >= tile.skip_x && x < tile.end_x && y >= tile.skip_y && y < tile.end_y};
  }

  /// What a column takes in at step w: colour 1 of plane w and colour 0 of plane w - 1, with its couplings.
  struct Taken {
    Vector3<Real> above, own;
    SiteCouplings<Real> J;
  };
  template <int Parity>
  SPINBENCH_FN Taken take(std::int32_t w, const Pair& p) const {
    const std::uint32_t i = plane(w - 1) + p.in_plane;
    return {spin(1, plane(w) + p.in_plane), spin(0, i), couplings<Parity, 0>(w, p, coupling(0, 2, i))};
  }

  /// Before the first step: what the two columns would have left, as far as it will be seen.
  SPINBENCH_FN void prepare(const Pair& p, Column& first, Column& second) const {
    first.behind[0] = spin(1, plane(begin() - 2) + p.in_plane);
    second.behind[0] = spin(1, plane(begin() - 1) + p.in_plane);
    SPINBENCH_UNROLL(8)
    for (int k = 1; k < stages; ++k) first.behind[k] = second.behind[k] = second.behind[0];
    leave<1>(p, second);
  }

  /// Step w of a pair, whose column `active` is at work. `Parity`: of the steps since begin().
  template <int Parity>
  SPINBENCH_FN void step(std::int32_t w, const Pair& p, const Taken& taken, Column& active,
                         const Column& resting) const {
    Column now = active;
    now.behind[0] = taken.above;
    stage<Parity, 0>(w, p, taken.own, taken.above, taken.J, active, resting, now);
    active = now;
    leave<Parity>(p, active);
  }

 private:
  /// The first pair of plane z, which may lie as far outside as a march goes.
  SPINBENCH_FN std::uint32_t plane(std::int32_t z) const {
    const auto L = static_cast<std::int32_t>(tiles.L);
    const std::int32_t inside = z < 0 ? z + L : z >= L ? z - L : z;
    return static_cast<std::uint32_t>(inside) * (tiles.L * (tiles.L / 2));
  }
  SPINBENCH_FN Vector3<Real> spin(int colour, std::uint32_t i) const {
    return {Memory::once(arrays.from[colour][0] + i), Memory::once(arrays.from[colour][1] + i),
            Memory::once(arrays.from[colour][2] + i)};
  }
  SPINBENCH_FN Real coupling(int colour, int direction, std::uint32_t i) const {
    return Memory::again(arrays.couplings[colour][direction] + i);
  }

  /// What the columns at work in steps of that parity leave at entry k: a component after the other.
  SPINBENCH_FN Real* left(int parity, int k) const { return kept + (parity * stages + k) * 3 * Pairs; }
  template <int Parity>
  SPINBENCH_FN void leave(const Pair& p, const Column& column) const {
    SPINBENCH_UNROLL(8)
    for (int k = 0; k < stages; ++k) {
      Real* const to = left(Parity, k) + p.at;
      to[0] = column.behind[k].x, to[Pairs] = column.behind[k].y, to[2 * Pairs] = column.behind[k].z;
    }
  }
  SPINBENCH_FN static Vector3<Real> left_by(const Real* from, std::uint32_t at) {
    return {from[at], from[at + Pairs], from[at + 2 * Pairs]};
  }

  /// Of stage k, whose site has the coupling `pz` to the one above.
  template <int Parity, int k>
  SPINBENCH_FN SiteCouplings<Real> couplings(std::int32_t w, const Pair& p, Real pz) const {
    constexpr int colour = k & 1, other = 1 - colour;
    const std::int32_t u = w - 1 - k;
    const bool odd = p.odd == (Parity == 0);
    const std::uint32_t here = plane(u), i = here + p.in_plane;
    const Real next = coupling(colour, 0, i), last = coupling(other, 0, here + p.last[Parity]);
    return {odd ? last : next,
            odd ? next : last,
            coupling(colour, 1, i),
            coupling(other, 1, here + p.back),
            pz,
            coupling(other, 2, plane(u - 1) + p.in_plane)};
  }

  /// Whether what is written depends on stage k of the pair. Where it does not, it does not on those after it, either:
  /// a warp whose lanes are one row leaves out what lies outside. (After the last plane the first stages go on, whose
  /// couplings the later ones take over.)
  template <int k>
  SPINBENCH_FN bool is_needed(std::int32_t w, const Pair& p) const {
    constexpr std::int32_t reach = stages - 1 - k;
    return w - 1 - k >= static_cast<std::int32_t>(tile.z0) - reach &&
           p.y >= static_cast<std::int32_t>(tile.skip_y) - reach && p.y < static_cast<std::int32_t>(tile.end_y) + reach;
  }

  /// Stage k and those after it, in plane w - 1 - k.
  template <int Parity, int k>
  SPINBENCH_FN void stage(std::int32_t w, const Pair& p, const Vector3<Real>& own, const Vector3<Real>& above,
                          const SiteCouplings<Real>& J, const Column& before_step, const Column& resting,
                          Column& now) const {
    if (!is_needed<k>(w, p)) return;
    const Real* const beside = left(1 - Parity, planted(Mutant::relaxed_stale_plane) && k > 0 ? k - 1 : k);
    const Vector3<Real> h = field(J, resting.behind[k], left_by(beside, p.side[Parity]), left_by(beside, p.north),
                                  left_by(beside, p.south), above, before_step.behind[k]);
    const Vector3<Real> result = turned(own, h);
    if constexpr (k >= stages - 2) {
      const std::int32_t u = w - 1 - k, z0 = static_cast<std::int32_t>(tile.z0);
      if (p.inside && u >= z0 && u < z0 + static_cast<std::int32_t>(tile.planes)) {
        const std::uint32_t i = plane(u) + p.in_plane;
        arrays.to[k & 1][0][i] = result.x, arrays.to[k & 1][1][i] = result.y, arrays.to[k & 1][2][i] = result.z;
      }
    }
    if constexpr (k + 1 < stages) {
      now.behind[k + 1] = result;
      // The coupling to the spin below is that of the next stage to the one above.
      stage<Parity, k + 1>(w, p, before_step.behind[k], result, couplings<Parity, k + 1>(w, p, J.mz), before_step,
                           resting, now);
    }
  }
};

}  // namespace spinbench::overrelaxation

// What a block of `shared3` and `shared4` does (SM and SM4P of Bernaschi 2011): it marches along z through a box of the
// lattice and keeps the planes around the ones that it updates in shared memory, a ring of three or four. Host and
// device code: tests do it thread by thread on a host.
//
// What keeps blocks apart. The paper leaves open how two blocks that work side by side do not change spins that see
// each other. Here boxes make a checkerboard of their own, as the tiles of Weigel 2012 do: a launch updates those of
// one colour, around which the others stand still, a second one the others. So each update sees the spins as they are,
// and the energy is conserved. A box is `tile` x `rows` sites and `deep` planes, a thread for each column of it.
//
// One plane at a time (three in the ring): half of the threads update colour 0 and then the other half colour 1, as in
// the paper. Two planes at a time (four in the ring): every thread has a site of each colour, one in each plane.
// Several hits repeat the two steps before the march goes on: spins come from shared memory and couplings from
// registers then.
//
// Bytes for a flip in float: the spin in and out 24, couplings 12, and what surrounds the box once more: 12 for each
// spin of its six faces. On an H200 at L = 256 boxes of 32 x 8 x 8 sites took 18.6 ps for four planes (bound 10.0) with
// the second-level cache at 81% of its rate: the faces across x are one spin in a sector of eight.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/colours.hpp"

namespace spinbench::overrelaxation {

struct BoxSides {
  std::uint32_t tile, rows, deep, hits;

  SPINBENCH_FN std::uint32_t places() const { return (tile + 2) * (rows + 2); }
  SPINBENCH_FN std::uint32_t threads() const { return tile * rows; }
};

/// A box, and the ring of planes of its block: (tile + 2) x (rows + 2) places each, a spin after the other. Planes are
/// counted from the box's first, one outside of it on.
template <class Real, int Planes>
struct BoxMarch {
  static constexpr int ring = Planes + 2;

  Arrays<Real> arrays;
  BoxSides sides;
  std::uint32_t x0, y0, z0;
  Real* kept;  ///< 3 * ring * sides.places() numbers, which the block shares

  /// A column of sites: its place in a plane of the ring, its number in one of the lattice, x + y mod 2.
  struct Column {
    std::uint32_t place, in_plane, parity;
  };
  /// A thread: its column of the box, the pair's number beside it and in the row before, and one of the columns around.
  struct Thread {
    Column own, around;
    std::uint32_t side, back, number;
    bool odd;  ///< of x
  };
  SPINBENCH_FN Thread thread(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t L = arrays.L, row = L / 2, j = (x0 + x) / 2;
    Thread t;
    t.number = y * sides.tile + x;
    t.own = column(x + 1, y + 1);
    t.around = t.number < columns_around() ? column_around(t.number) : t.own;
    t.odd = (x & 1) != 0;  // x0 is even
    t.side = (y0 + y) * row + (t.odd ? wrapped(j + 1, row) : before(j, row));
    t.back = before(y0 + y, L) * row + j;
    return t;
  }

  /// Box number `x`, `y` of `colour` and of the layers `layer` and its like; none where a single layer has the other
  /// colour there.
  struct Number {
    std::uint32_t x, y, z;
    bool is_there;

    SPINBENCH_FN static Number of(std::uint32_t x, std::uint32_t y, std::uint32_t layer, std::uint32_t colour,
                                  bool one_layer) {
      const std::uint32_t parity = (x + y + colour) & 1;
      return {x, y, one_layer ? 0 : 2 * layer + parity, !one_layer || parity == 0};
    }
  };
  SPINBENCH_FN static BoxMarch at(const Arrays<Real>& arrays, const BoxSides& sides, const Number& box, Real* kept) {
    return {arrays, sides, box.x * sides.tile, box.y * sides.rows, box.z * sides.deep, kept};
  }

  /// What a thread brings of a plane: the spins of its own column and of one around the box.
  struct Spins {
    Vector3<Real> own, around;
  };
  SPINBENCH_FN Spins spins(int u, const Thread& t) const {
    const std::uint32_t z = plane(u);
    return {spin(t.own, z), spin(t.around, z)};
  }
  SPINBENCH_FN void keep(int u, const Thread& t, const Spins& spins) const {
    put(u, t.own.place, spins.own);
    if (t.number < columns_around()) put(u, t.around.place, spins.around);
    // Of a small box there are more of them than threads.
    for (std::uint32_t n = t.number + sides.threads(); n < columns_around(); n += sides.threads()) {
      const Column one = column_around(n);
      put(u, one.place, spin(one, plane(u)));
    }
  }
  /// The coupling of a thread's column from the plane before the box into it.
  SPINBENCH_FN Real below(const Thread& t) const {
    const std::uint32_t z = plane(-1);
    return arrays.couplings_of((t.own.parity + z) & 1, 2)[number_of(t.own.in_plane, z)];
  }
  /// What the updates of planes u to u + Planes - 1 need of memory. `below`: the coupling to the plane before.
  struct Couplings {
    SiteCouplings<Real> of_plane[Planes];
    SPINBENCH_FN Real above() const { return of_plane[Planes - 1].pz; }
  };
  SPINBENCH_FN Couplings couplings(int u, const Thread& t, Real below) const {
    Couplings result;
    SPINBENCH_UNROLL(2)
    for (int k = 0; k < Planes; ++k) {
      const std::uint32_t z = plane(u + k), colour = (t.own.parity + z) & 1, other = 1 - colour,
                          i = number_of(t.own.in_plane, z);
      const Real next = arrays.couplings_of(colour, 0)[i],
                 last = arrays.couplings_of(other, 0)[t.odd ? i : number_of(t.side, z)];
      result.of_plane[k] = {
          t.odd ? last : next,
          t.odd ? next : last,
          arrays.couplings_of(colour, 1)[i],
          arrays.couplings_of(planted(Mutant::relaxed_wrong_end) ? colour : other, 1)[number_of(t.back, z)],
          arrays.couplings_of(colour, 2)[i],
          below};
      below = result.of_plane[k].pz;
    }
    return result;
  }
  /// Updates the thread's site of colour `half` mod 2 in planes u to u + Planes - 1, where it has one.
  SPINBENCH_FN void update(int u, std::uint32_t half, const Thread& t, const Couplings& J) const {
    const bool in_first = ((t.own.parity + z0 + static_cast<std::uint32_t>(u) + half) & 1) == 0;
    if constexpr (Planes == 1) {
      if (in_first) turn_site(u, t, J.of_plane[0]);
    } else {
      turn_site(in_first ? u : u + 1, t, in_first ? J.of_plane[0] : J.of_plane[1]);
    }
  }
  /// Writes the thread's sites of planes u to u + Planes - 1 back.
  SPINBENCH_FN void write(int u, const Thread& t) const {
    SPINBENCH_UNROLL(2)
    for (int k = 0; k < Planes; ++k) {
      const std::uint32_t z = z0 + static_cast<std::uint32_t>(u + k);
      arrays.set_spin((t.own.parity + z) & 1, number_of(t.own.in_plane, z), at_place(u + k, t.own.place));
    }
  }

 private:
  SPINBENCH_FN std::uint32_t width() const { return sides.tile + 2; }
  /// Along its four sides; nobody looks at its corners.
  SPINBENCH_FN std::uint32_t columns_around() const { return 2 * (sides.tile + sides.rows); }

  /// The column at h and v from the one beside the box's first, inside or around it.
  SPINBENCH_FN Column column(std::uint32_t h, std::uint32_t v) const {
    const std::uint32_t L = arrays.L, x = wrapped(before(x0, L) + h, L), y = wrapped(before(y0, L) + v, L);
    return {3 * (v * width() + h), y * (L / 2) + x / 2, (x + y) & 1};
  }
  SPINBENCH_FN Column column_around(std::uint32_t n) const {
    const std::uint32_t tile = sides.tile, rows = sides.rows, m = n < 2 * tile ? n : n - 2 * tile;
    if (n < 2 * tile) return m < tile ? column(m + 1, 0) : column(m - tile + 1, rows + 1);
    return m < rows ? column(0, m + 1) : column(tile + 1, m - rows + 1);
  }
  /// Plane u of the box in the lattice.
  SPINBENCH_FN std::uint32_t plane(int u) const {
    const int z = static_cast<int>(z0) + u, L = static_cast<int>(arrays.L);
    return static_cast<std::uint32_t>(z < 0 ? z + L : z >= L ? z - L : z);
  }
  SPINBENCH_FN std::uint32_t number_of(std::uint32_t in_plane, std::uint32_t z) const {
    return z * (arrays.L * (arrays.L / 2)) + in_plane;
  }
  SPINBENCH_FN Vector3<Real> spin(const Column& column, std::uint32_t z) const {
    return arrays.spin((column.parity + z) & 1, number_of(column.in_plane, z));
  }

  SPINBENCH_FN Real* kept_plane(int u) const {
    return kept + static_cast<std::uint32_t>((u + ring) % ring) * 3 * sides.places();
  }
  SPINBENCH_FN Vector3<Real> at_place(int u, std::uint32_t place) const {
    const Real* const at = kept_plane(u) + place;
    return {at[0], at[1], at[2]};
  }
  SPINBENCH_FN void put(int u, std::uint32_t place, const Vector3<Real>& s) const {
    Real* const at = kept_plane(u) + place;
    at[0] = s.x, at[1] = s.y, at[2] = s.z;
  }

  SPINBENCH_FN void turn_site(int u, const Thread& t, const SiteCouplings<Real>& J) const {
    // The site makes a pair with the one after it where x is even.
    const std::uint32_t n = t.own.place, same = t.odd ? n - 3 : n + 3, side = 2 * n - same, row = 3 * width();
    const int below = planted(Mutant::relaxed_ring_stale) ? u + 1 : u - 1;
    const Vector3<Real> h = field(J, at_place(u, same), at_place(u, side), at_place(u, n + row), at_place(u, n - row),
                                  at_place(u + 1, n), at_place(below, n));
    put(u, n, turned(at_place(u, n), h));
  }
};

}  // namespace spinbench::overrelaxation

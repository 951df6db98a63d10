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
// spin of its six faces.
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

/// A box, and the ring of planes of its block: (tile + 2) x (rows + 2) places each, component by component. Planes are
/// counted from the box's first, one outside of it on.
template <class Real, int Planes>
struct BoxMarch {
  static constexpr int ring = Planes + 2;

  Arrays<Real> arrays;
  BoxSides sides;
  std::uint32_t x0, y0, z0;
  Real* kept;  ///< 3 * ring * sides.places() numbers, which the block shares

  /// A thread's column of the box.
  struct Thread {
    std::uint32_t x, y;
  };

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

  /// Reads place n of plane u, with what surrounds the box.
  SPINBENCH_FN void read(int u, std::uint32_t n) const {
    const std::uint32_t L = arrays.L, v = n / width(), h = n - v * width();
    const Place place =
        place_of(inside(x0, static_cast<int>(h) - 1, L), inside(y0, static_cast<int>(v) - 1, L), inside(z0, u, L));
    put(u, n, arrays.spin(place.colour, place.number(L)));
  }
  /// What the updates of planes u to u + Planes - 1 need of memory.
  struct Couplings {
    SiteCouplings<Real> of_plane[Planes];
  };
  SPINBENCH_FN Couplings couplings(int u, const Thread& t) const {
    Couplings result;
    SPINBENCH_UNROLL(2)
    for (int k = 0; k < Planes; ++k) {
      const Place place = own_site(u + k, t);
      result.of_plane[k] = SiteCouplings<Real>::of(arrays, place.colour, Neighbours::of(place, arrays.L));
    }
    return result;
  }
  /// Updates the thread's site of colour `half` mod 2 in planes u to u + Planes - 1, where it has one.
  SPINBENCH_FN void update(int u, std::uint32_t half, const Thread& t, const Couplings& J) const {
    const bool in_first = own_site(u, t).colour == (half & 1);
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
      const Place place = own_site(u + k, t);
      arrays.set_spin(place.colour, place.number(arrays.L), at_place(u + k, own_place(t)));
    }
  }

 private:
  SPINBENCH_FN std::uint32_t width() const { return sides.tile + 2; }
  SPINBENCH_FN Real* plane(int u) const {
    return kept + static_cast<std::uint32_t>((u + ring) % ring) * 3 * sides.places();
  }
  SPINBENCH_FN Vector3<Real> at_place(int u, std::uint32_t n) const {
    const Real* const first = plane(u) + n;
    return {first[0], first[sides.places()], first[2 * sides.places()]};
  }
  SPINBENCH_FN void put(int u, std::uint32_t n, const Vector3<Real>& s) const {
    Real* const first = plane(u) + n;
    first[0] = s.x, first[sides.places()] = s.y, first[2 * sides.places()] = s.z;
  }
  SPINBENCH_FN static std::uint32_t inside(std::uint32_t first, int offset, std::uint32_t L) {
    const int at = static_cast<int>(first) + offset, side = static_cast<int>(L);
    return static_cast<std::uint32_t>(at < 0 ? at + side : at >= side ? at - side : at);
  }
  SPINBENCH_FN static Place place_of(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    return {x / 2, y, z, (x + y + z) & 1};
  }
  SPINBENCH_FN Place own_site(int u, const Thread& t) const {
    return place_of(x0 + t.x, y0 + t.y, z0 + static_cast<std::uint32_t>(u));
  }
  SPINBENCH_FN std::uint32_t own_place(const Thread& t) const { return (t.y + 1) * width() + t.x + 1; }

  SPINBENCH_FN void turn_site(int u, const Thread& t, const SiteCouplings<Real>& J) const {
    const std::uint32_t n = own_place(t);
    // x0 is even: the site makes a pair with the one after it where t.x is even.
    const std::uint32_t same = (t.x & 1) != 0 ? n - 1 : n + 1, side = 2 * n - same;
    const int below = planted(Mutant::relaxed_ring_stale) ? u + 1 : u - 1;
    const Vector3<Real> h = field(J, at_place(u, same), at_place(u, side), at_place(u, n + width()),
                                  at_place(u, n - width()), at_place(u + 1, n), at_place(below, n));
    put(u, n, turned(at_place(u, n), h));
  }
};

}  // namespace spinbench::overrelaxation

// Where spins and couplings lie in memory, and one update with them: host and device code.
//
// H = -sum_<ij> J_ij s_i . s_j, J_ij Gaussian; kernels/heisenberg3d_overrelaxation/kernel.cpp.
//
// Layout. Site (x, y, z) has colour (x + y + z) mod 2; it is number (z L + y) L / 2 + x / 2 of its colour. Each colour
// has an array for each component of its spins and one for the couplings of its sites to their next ones along each of
// x, y, z: three numbers a site of each. So a neighbour along x has a site's own number or one beside it, and those
// along y and z lie a row or a plane away.
//
// Bytes for a flip in float, a colour after the other: the own spin in and out 24, those of the other colour once for
// all neighbours 12, its couplings 24, since both colours read all of them: 60.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/heisenberg/vector3.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/heisenberg3d_overrelaxation/start.hpp"

namespace spinbench::overrelaxation {

/// a modulo m for a from 0 to 2 m - 1, and a - 1 modulo m.
SPINBENCH_FN inline std::uint32_t wrapped(std::uint32_t a, std::uint32_t m) { return a - (a >= m ? m : 0); }
SPINBENCH_FN inline std::uint32_t before(std::uint32_t a, std::uint32_t m) { return a + (a == 0 ? m : 0) - 1; }

/// How many parts of at most `part` make up `whole`.
constexpr std::uint32_t parts(std::uint32_t whole, std::uint32_t part) { return (whole + part - 1) / part; }

/// A site of a colour by its pair: number j along x, with the site of the other colour there.
struct Place {
  std::uint32_t j, y, z, colour;

  SPINBENCH_FN bool odd() const { return ((y + z + colour) & 1) != 0; }
  SPINBENCH_FN std::uint32_t x() const { return 2 * j + (odd() ? 1 : 0); }
  SPINBENCH_FN std::uint32_t number(std::uint32_t L) const { return (z * L + y) * (L / 2) + j; }
};

/// Numbers of a site's neighbours in the other colour: the one of its pair has its own.
struct Neighbours {
  std::uint32_t i;     ///< own
  std::uint32_t side;  ///< the other one in the row
  std::uint32_t py, my, pz, mz;
  bool odd;  ///< whether x is odd: then the pair's other site comes before it

  SPINBENCH_FN static Neighbours of(const Place& p, std::uint32_t L) {
    const std::uint32_t row = L / 2, plane = L * row, all = L * plane, i = p.number(L);
    const bool odd = p.odd();
    return {i,
            i - p.j + (odd ? wrapped(p.j + 1, row) : before(p.j, row)),
            i + row - (p.y + 1 == L ? plane : 0),
            i - row + (p.y == 0 ? plane : 0),
            i + plane - (p.z + 1 == L ? all : 0),
            i - plane + (p.z == 0 ? all : 0),
            odd};
  }
};

/// Plain values; the memory belongs to somebody else.
template <class Real>
struct Arrays {
  Real* spins;      ///< component c of site i of a colour: (colour * 3 + c) * words + i
  Real* couplings;  ///< of site i of a colour to its next along direction d: (colour * 3 + d) * words + i
  std::uint32_t L;
  std::size_t words;  ///< from component to component: sites_of_colour(), rounded up so that a texture may begin there

  SPINBENCH_FN std::size_t sites_of_colour() const { return std::size_t{L} * L * L / 2; }
  SPINBENCH_FN std::size_t numbers() const { return 6 * words; }  ///< of spins, and of couplings
  SPINBENCH_FN Real* spins_of(std::uint32_t colour) const { return spins + std::size_t{colour} * 3 * words; }
  SPINBENCH_FN const Real* couplings_of(std::uint32_t colour, std::uint32_t direction) const {
    return couplings + (std::size_t{colour} * 3 + direction) * words;
  }
  SPINBENCH_FN Vector3<Real> spin(std::uint32_t colour, std::uint32_t i) const {
    const Real* const at = spins_of(colour) + i;
    return {at[0], at[words], at[2 * words]};
  }
  SPINBENCH_FN void set_spin(std::uint32_t colour, std::uint32_t i, const Vector3<Real>& s) const {
    Real* const at = spins_of(colour) + i;
    at[0] = s.x, at[words] = s.y, at[2 * words] = s.z;
  }
};

/// The couplings of a site to the neighbours of its row (that of its pair first), to the next and last along y, and
/// along z.
template <class Real>
struct SiteCouplings {
  Real same, side, py, my, pz, mz;

  SPINBENCH_FN static SiteCouplings of(const Arrays<Real>& arrays, std::uint32_t colour, const Neighbours& n) {
    const std::uint32_t other = 1 - colour;
    const Real next = arrays.couplings_of(colour, 0)[n.i], last = arrays.couplings_of(other, 0)[n.odd ? n.i : n.side];
    return {n.odd ? last : next,
            n.odd ? next : last,
            arrays.couplings_of(colour, 1)[n.i],
            arrays.couplings_of(planted(Mutant::relaxed_wrong_end) ? colour : other, 1)[n.my],
            arrays.couplings_of(colour, 2)[n.i],
            arrays.couplings_of(other, 2)[n.mz]};
  }
};

/// The local field in the order that all variants keep: the neighbour of the own pair 2j, 2j + 1 in the row, the other
/// one there, the next and the last along y and along z; each product but the first fused with its sum.
template <class Real>
SPINBENCH_FN inline Vector3<Real> field(const SiteCouplings<Real>& J, const Vector3<Real>& same,
                                        const Vector3<Real>& side, const Vector3<Real>& py, const Vector3<Real>& my,
                                        const Vector3<Real>& pz, const Vector3<Real>& mz) {
  Vector3<Real> h = fused(J.side, side, times(J.same, same));
  h = fused(J.my, my, fused(J.py, py, h));
  return fused(planted(Mutant::relaxed_sign) ? -J.mz : J.mz, mz, fused(J.pz, pz, h));
}

/// The spin after half a turn about the field (Bernaschi 2011, section 4): 2 (s . h) / (h . h) h - s. `along`: the
/// quotient.
template <class Real>
SPINBENCH_FN inline Vector3<Real> turned(const Vector3<Real>& s, const Vector3<Real>& h, Real along) {
  return fused(ieee::plus(along, along), h, Vector3<Real>{-s.x, -s.y, -s.z});
}
template <class Real>
SPINBENCH_FN inline Vector3<Real> turned(const Vector3<Real>& s, const Vector3<Real>& h) {
  return turned(s, h, ieee::over(dot(s, h), dot(h, h)));
}

/// Updates one site in place; its neighbours must stand still meanwhile.
template <class Real>
SPINBENCH_FN inline void update_site(const Arrays<Real>& arrays, const Place& place) {
  const Neighbours n = Neighbours::of(place, arrays.L);
  const std::uint32_t other = 1 - place.colour;
  const auto J = SiteCouplings<Real>::of(arrays, place.colour, n);
  const Vector3<Real> h = field(J, arrays.spin(other, n.i), arrays.spin(other, n.side), arrays.spin(other, n.py),
                                arrays.spin(other, n.my), arrays.spin(other, n.pz), arrays.spin(other, n.mz));
  arrays.set_spin(place.colour, n.i, turned(arrays.spin(place.colour, n.i), h));
}

/// Updates `count` sites of a colour in place, one above the other from `first` on. Of the other colour's column beside
/// them each sees three spins, which stay at hand; what a site needs besides is asked for before the one below it is
/// computed.
template <class Real>
SPINBENCH_FN inline void update_column(const Arrays<Real>& arrays, const Place& first, std::uint32_t count) {
  struct Site {
    std::uint32_t i;
    SiteCouplings<Real> J;
    Vector3<Real> own, side, py, my, above;

    SPINBENCH_FN static Site of(const Arrays<Real>& arrays, const Place& place) {
      const Neighbours n = Neighbours::of(place, arrays.L);
      const std::uint32_t other = 1 - place.colour;
      return {n.i,
              SiteCouplings<Real>::of(arrays, place.colour, n),
              arrays.spin(place.colour, n.i),
              arrays.spin(other, n.side),
              arrays.spin(other, n.py),
              arrays.spin(other, n.my),
              arrays.spin(other, n.pz)};
    }
  };
  const Neighbours begin = Neighbours::of(first, arrays.L);
  Vector3<Real> below = arrays.spin(1 - first.colour, begin.mz), same = arrays.spin(1 - first.colour, begin.i);
  Site next = Site::of(arrays, first);
  for (std::uint32_t k = 1; k <= count; ++k) {
    const Site site = next;
    if (k < count) next = Site::of(arrays, {first.j, first.y, first.z + k, first.colour});
    const Vector3<Real> h = field(site.J, same, site.side, site.py, site.my, site.above, below);
    arrays.set_spin(first.colour, site.i, turned(site.own, h));
    if (!planted(Mutant::relaxed_column_stale) || k == 1) below = same;
    same = site.above;
  }
}

/// Sets the spin and the couplings of a site to their start.
template <class Real>
SPINBENCH_FN inline void start_site(const Arrays<Real>& arrays, const Start& start, const Place& place) {
  const std::uint32_t i = place.number(arrays.L);
  const std::uint64_t site = (std::uint64_t{place.z} * arrays.L + place.y) * arrays.L + place.x();
  arrays.set_spin(place.colour, i, start.spin<Real>(site));
  for (std::uint32_t d = 0; d < 3; ++d)
    arrays.couplings[(std::size_t{place.colour} * 3 + d) * arrays.words + i] = start.coupling<Real>(3 * site + d);
}

/// Minus the energy of a site's bonds to its next neighbours, in double: -e summed over all sites is that of the
/// lattice.
template <class Real>
SPINBENCH_FN inline double bonds_of_site(const Arrays<Real>& arrays, const Place& place) {
  const Neighbours n = Neighbours::of(place, arrays.L);
  const std::uint32_t other = 1 - place.colour;
  const Vector3<Real> own = arrays.spin(place.colour, n.i);
  const std::uint32_t next[3] = {n.odd ? n.side : n.i, n.py, n.pz};
  double result = 0;
  for (std::uint32_t d = 0; d < 3; ++d) {
    const Vector3<Real> s = arrays.spin(other, next[d]);
    result += double{arrays.couplings_of(place.colour, d)[n.i]} *
              (double{own.x} * double{s.x} + double{own.y} * double{s.y} + double{own.z} * double{s.z});
  }
  return result;
}

}  // namespace spinbench::overrelaxation

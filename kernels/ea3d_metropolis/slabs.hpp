// The layouts of Lulli 2015 on a part of the planes, for ranks that share a lattice (section 5): host and device code.
// Behind a slab's own planes lie copies of its neighbours' that its updates read. kernels/ea3d_metropolis/layouts.hpp
// has the whole lattice's.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/ea3d_metropolis/layouts.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::ea3d {

/// A plane that goes to the rank `step` places behind, once its colour was updated, and where that keeps it.
struct SentPlane {
  int step;
  std::uint32_t plane, kept_at;
};

/// Pairs of planes of one colour each: the lowermost is red (colour 0), the uppermost blue. Blue planes are asked for
/// by the red ones of the slab above only, and red ones by the blue ones below: one message a colour.
struct SlicedSlab {
  static constexpr const char* name = "sliced_mpi";
  static constexpr int messages = 1;  ///< a colour
  static constexpr std::uint32_t copies = 1;
  using Whole = Sliced;

  std::uint32_t L, planes, first;  ///< of pairs: in the slab, and below it

  static std::uint32_t all_planes(std::uint32_t L) { return L / 2; }

  SPINBENCH_FN std::uint32_t words() const { return L * L / 2 * L; }
  SPINBENCH_FN std::uint32_t area() const { return L * L; }
  /// With the copies.
  SPINBENCH_FN std::uint32_t slots() const { return (planes + copies) * area(); }
  SPINBENCH_FN Site site(std::uint32_t i, std::uint32_t colour) const {
    const std::uint32_t row = i / L, plane = row / L;
    // The copy is of the red plane above, or of the blue one below.
    const std::uint32_t place = plane == planes && colour != 0 ? first + L / 2 - 1 : first + plane;
    return Sliced{L}.of_sliced(i - row * L, row - plane * L, wrapped(place, L / 2), colour);
  }
  SPINBENCH_FN Neighbours neighbours(std::uint32_t i, const Site& s) const {
    const std::uint32_t row = i / L, plane = row / L, x = s.x, y = row - plane * L, colour = (s.x + s.y + s.z) & 1;
    Neighbours result;
    result.pz = colour == 0 ? i : i + area();
    result.mz = colour != 0 ? i : plane == 0 ? i + planes * area() : i - area();
    result.py = result.mz + L - (y + 1 == L ? area() : 0);
    result.my = result.pz - L + (y == 0 ? area() : 0);
    result.px = result.my + 1 - (x + 1 == L ? L : 0);
    result.mx = result.py - 1 + (x == 0 ? L : 0);
    return result;
  }
  SPINBENCH_FN SentPlane sent(std::uint32_t colour, int) const {
    return colour == 0 ? SentPlane{-1, 0, planes} : SentPlane{1, planes - 1, planes};
  }
};

/// Planes of a checkerboard, of both colours: both neighbours ask for those of each.
struct StandardSlab {
  static constexpr const char* name = "standard_mpi";
  static constexpr int messages = 2;
  static constexpr std::uint32_t copies = 2;
  using Whole = Standard;

  std::uint32_t L, planes, first;

  static std::uint32_t all_planes(std::uint32_t L) { return L; }

  SPINBENCH_FN std::uint32_t words() const { return L * L / 2 * L; }
  SPINBENCH_FN std::uint32_t area() const { return L * L / 2; }
  SPINBENCH_FN std::uint32_t slots() const { return (planes + copies) * area(); }
  SPINBENCH_FN Site site(std::uint32_t i, std::uint32_t colour) const {
    const std::uint32_t row = i / (L / 2), plane = row / L, y = row - plane * L;
    const std::uint32_t z = wrapped(plane == planes + 1 ? first + L - 1 : first + plane, L);
    return {2 * (i - row * (L / 2)) + ((y + z + colour) & 1), y, z};
  }
  SPINBENCH_FN Neighbours neighbours(std::uint32_t i, const Site& s) const {
    const std::uint32_t row = L / 2, j = s.x / 2, plane = i / area();
    Neighbours result;
    result.px = s.x & 1 ? i - j + wrapped(j + 1, row) : i;
    result.mx = s.x & 1 ? i : i - j + before(j, row);
    result.py = i + row - (s.y + 1 == L ? area() : 0);
    result.my = i - row + (s.y == 0 ? area() : 0);
    // The plane above the last is kept behind it, the one below the first behind that.
    result.pz = i + area();
    result.mz = plane == 0 ? i + (planes + 1) * area() : i - area();
    return result;
  }
  SPINBENCH_FN SentPlane sent(std::uint32_t, int number) const {
    return number == 0 ? SentPlane{-1, 0, planes} : SentPlane{1, planes - 1, planes + 1};
  }
};

/// The same in a host's vectors (multispin_host.hpp).
struct VectorSlab : StandardSlab {
  static constexpr const char* name = "multispin_mpi";
};

namespace detail {

/// As stream_place() of a whole lattice: the same stream, kept at a place of the slab.
template <class Slab>
SPINBENCH_FN inline StreamPlace place_in(const Slab& slab, std::uint32_t system, std::uint32_t i, const Site& site,
                                         std::uint32_t mz, std::uint32_t colour) {
  Site even = site;
  if (colour != 0) even.z = before(site.z, slab.L);
  return {static_cast<std::size_t>(system) * slab.slots() + (colour == 0 ? i : mz),
          static_cast<std::uint64_t>(system) * slab.words() + even.number(slab.L) / 2};
}

}  // namespace detail

// Taken by update_site() and start_site() in place of the template.
SPINBENCH_FN inline StreamPlace stream_place(const SlicedSlab& slab, std::uint32_t, std::uint32_t system,
                                             std::uint32_t i, const Site& site, std::uint32_t mz,
                                             std::uint32_t colour) {
  return detail::place_in(slab, system, i, site, mz, colour);
}
SPINBENCH_FN inline StreamPlace stream_place(const StandardSlab& slab, std::uint32_t, std::uint32_t system,
                                             std::uint32_t i, const Site& site, std::uint32_t mz,
                                             std::uint32_t colour) {
  return detail::place_in(slab, system, i, site, mz, colour);
}
SPINBENCH_FN inline StreamPlace stream_place(const VectorSlab& slab, std::uint32_t, std::uint32_t system,
                                             std::uint32_t i, const Site& site, std::uint32_t mz,
                                             std::uint32_t colour) {
  return detail::place_in(slab, system, i, site, mz, colour);
}

/// The slab of a rank: as many planes as the others have, or one more.
template <class Layout>
Layout slab_of(std::uint32_t L, int rank, int ranks) {
  const std::uint64_t all = Layout::all_planes(L), n = static_cast<std::uint64_t>(ranks),
                      r = static_cast<std::uint64_t>(rank);
  const auto first = static_cast<std::uint32_t>(all * r / n);
  Layout result;
  result.L = L, result.planes = static_cast<std::uint32_t>(all * (r + 1) / n) - first, result.first = first;
  return result;
}

}  // namespace spinbench::ea3d

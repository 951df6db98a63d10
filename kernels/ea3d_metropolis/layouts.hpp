// Where the spins of a colour lie in memory, for the layouts of Lulli 2015, section 2: `standard`, `bitwise`, `sliced`.
// L even; site (x, y, z) has colour (x + y + z) mod 2, and each colour an array of its own of L^3 / 2 words.
//
// A layout gives for word i of a colour its site, and where its six neighbours lie in the other colour's array. Word i
// of colour 1 shares its stream with its neighbour mz in every layout: see kernels/common/spin_glass.hpp.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench::ea3d {

struct Site {
  std::uint32_t x, y, z;

  /// The canonical number.
  SPINBENCH_FN std::uint64_t number(std::uint32_t L) const { return (static_cast<std::uint64_t>(z) * L + y) * L + x; }
};

/// Words of the other colour: the next and the last along x, y, z.
struct Neighbours {
  std::uint32_t px, mx, py, my, pz, mz;
};

/// a modulo m for a from 0 to 2 m - 1, and a - 1 modulo m, without a branch (Lulli 2015, Appendix A).
SPINBENCH_FN inline std::uint32_t wrapped(std::uint32_t a, std::uint32_t m) { return a - (a >= m ? m : 0); }
SPINBENCH_FN inline std::uint32_t before(std::uint32_t a, std::uint32_t m) { return a + (a == 0 ? m : 0) - 1; }

/// Planes of a checkerboard, for any even L: word (z L + y) L / 2 + x / 2.
struct Standard {
  static constexpr const char* name = "standard";
  std::uint32_t L;

  SPINBENCH_FN std::uint32_t words() const { return L * L / 2 * L; }
  SPINBENCH_FN std::uint32_t index(const Site& s) const { return (s.z * L + s.y) * (L / 2) + s.x / 2; }
  SPINBENCH_FN Site site(std::uint32_t i, std::uint32_t colour) const {
    const std::uint32_t row = i / (L / 2), z = row / L, y = row - z * L;
    return {2 * (i - row * (L / 2)) + ((y + z + colour) & 1), y, z};
  }
  SPINBENCH_FN Neighbours neighbours(std::uint32_t i, const Site& s) const {
    const std::uint32_t row = L / 2, plane = row * L, j = s.x / 2;
    Neighbours result;
    // One of the two in the row has the same number.
    result.px = s.x & 1 ? i - j + wrapped(j + 1, row) : i;
    result.mx = s.x & 1 ? i : i - j + before(j, row);
    result.py = i + row - (s.y + 1 == L ? plane : 0);
    result.my = i - row + (s.y == 0 ? plane : 0);
    result.pz = i + plane - (s.z + 1 == L ? words() : 0);
    result.mz = i - plane + (s.z == 0 ? words() : 0);
    return result;
  }
};

/// The same places for L = 2^bits, found by operations on bits.
struct Bitwise {
  static constexpr const char* name = "bitwise";
  std::uint32_t bits;

  SPINBENCH_FN explicit Bitwise(std::uint32_t L) : bits(0) {
    while (1u << bits < L) ++bits;
  }
  SPINBENCH_FN std::uint32_t words() const { return 1u << (3 * bits - 1); }
  SPINBENCH_FN std::uint32_t index(const Site& s) const { return s.z << (2 * bits - 1) | s.y << (bits - 1) | s.x >> 1; }
  SPINBENCH_FN Site site(std::uint32_t i, std::uint32_t colour) const {
    const std::uint32_t side = (1u << bits) - 1, y = i >> (bits - 1) & side, z = i >> (2 * bits - 1);
    return {(i & side >> 1) << 1 | ((y ^ z ^ colour) & 1), y, z};
  }
  SPINBENCH_FN Neighbours neighbours(std::uint32_t i, const Site& s) const {
    const std::uint32_t in_row = (1u << (bits - 1)) - 1, in_plane = (1u << (2 * bits - 1)) - 1, all = words() - 1;
    const std::uint32_t row = 1u << (bits - 1), plane = 1u << (2 * bits - 1), odd = 0u - (s.x & 1);
    Neighbours result;
    result.px = (i & ~in_row) | ((i + (odd & 1)) & in_row);
    result.mx = (i & ~in_row) | ((i - (~odd & 1)) & in_row);
    result.py = (i & ~in_plane) | ((i + row) & in_plane);
    result.my = (i & ~in_plane) | ((i - row) & in_plane);
    result.pz = (i + plane) & all;
    result.mz = (i - plane) & all;
    return result;
  }
};

/// Planes of one colour: x' = x, y' = y - x, z' = x - y + z modulo L (eq. 4), of which those with even z' have colour
/// 0; two planes, one of each colour, share a number: word (z' / 2 L + y') L + x'.
struct Sliced {
  static constexpr const char* name = "sliced";
  std::uint32_t L;

  SPINBENCH_FN std::uint32_t words() const { return L * L / 2 * L; }
  SPINBENCH_FN std::uint32_t index(const Site& s) const {
    const std::uint32_t y = wrapped(s.y + L - s.x, L), z = wrapped(wrapped(s.x + L - s.y, L) + s.z, L);
    return (z / 2 * L + y) * L + s.x;
  }
  SPINBENCH_FN Site site(std::uint32_t i, std::uint32_t colour) const {
    const std::uint32_t row = i / L, plane = row / L;
    return of_sliced(i - row * L, row - plane * L, plane, colour);
  }
  /// Of place (x', y') of plane number `plane` of a colour.
  SPINBENCH_FN Site of_sliced(std::uint32_t x, std::uint32_t y, std::uint32_t plane, std::uint32_t colour) const {
    return {x, wrapped(y + x, L), wrapped(2 * plane + colour + y, L)};
  }
  SPINBENCH_FN Neighbours neighbours(std::uint32_t i, const Site& s) const {
    const std::uint32_t row = i / L, plane = row / L;
    return at(i, s.x, row - plane * L, plane, (s.x + s.y + s.z) & 1);
  }
  /// Eq. (5): three in the plane above and three in the one below, of which one has the same number.
  SPINBENCH_FN Neighbours at(std::uint32_t i, std::uint32_t x, std::uint32_t y, std::uint32_t plane,
                             std::uint32_t colour) const {
    const std::uint32_t area = L * L, planes = L / 2;
    Neighbours result;
    result.pz = colour == 0 ? i : i + area - (plane + 1 == planes ? words() : 0);
    result.mz = colour == 0 ? i - area + (plane == 0 ? words() : 0) : i;
    result.py = result.mz + L - (y + 1 == L ? area : 0);
    result.my = result.pz - L + (y == 0 ? area : 0);
    result.px = result.my + 1 - (x + 1 == L ? L : 0);
    result.mx = result.py - 1 + (x == 0 ? L : 0);
    if (planted(Mutant::sliced_planes_swapped)) result.py = result.mz;
    return result;
  }
};

}  // namespace spinbench::ea3d

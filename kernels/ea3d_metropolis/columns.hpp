// The suite's own layout of cubic spin glasses, in columns along z. Host and device code.
//
// Pair (j, y, z) is number (z L + y) L / 2 + j and has a site of each colour: that of colour c is x = 2 j +
// ((y + z + c) mod 2). An array holds all replicas of a site side by side, of each colour and system.
//
// Gauge. A spin is stored times the sign by which all couplings along z are +1 but for those from the last plane to the
// first: the product of the couplings below it. Energies and decisions do not see it, and a third of the couplings need
// not be stored, read or multiplied. A pair has those of its sites within the plane: four words.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/acceptance.hpp"
#include "kernels/common/couplings.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea3d_metropolis/layouts.hpp"

namespace spinbench::ea3d {

/// A site's words of 32 realizations: replica by replica.
template <int Replicas>
struct alignas(4 * Replicas) SiteWords {
  std::uint32_t word[Replicas];
};

/// Couplings of the sites of a pair within their plane: of the two to each other and of the one with odd x to the next
/// pair; and by colour to the next row.
struct alignas(16) PairBonds {
  std::uint32_t within, beyond, y[2];
};
/// From the last plane to the first, by the colour of the site in the last one.
struct alignas(8) BondsAround {
  std::uint32_t z[2];
};

/// Plain values; the memory belongs to somebody else. Arrays hold (system * L + z) L^2 / 2 + y L / 2 + j. A march takes
/// those of its system, of_system(), in which 32 bits count.
template <int Replicas>
struct ColumnArrays {
  const SiteWords<Replicas>* from[2];  ///< the spins by colour
  SiteWords<Replicas>* to[2];
  const PairBonds* in_plane;
  const BondsAround* around;  ///< system * L^2 / 2 + y L / 2 + j
  CubicThresholds thresholds;

  /// That of the site of `colour` in pair n, at (y, z) and number p of its plane, to its next one along direction 0, 1,
  /// 2: x, y, z.
  SPINBENCH_FN std::uint32_t coupling(std::uint32_t colour, std::uint32_t direction, std::uint32_t n, std::uint32_t y,
                                      std::uint32_t z, std::uint32_t L, std::uint32_t p) const {
    if (direction == 2) return z + 1 == L ? around[p].z[colour] : 0;
    return direction == 1                ? in_plane[n].y[colour]
           : ((y + z + colour) & 1) == 0 ? in_plane[n].within
                                         : in_plane[n].beyond;
  }

  SPINBENCH_FN ColumnArrays of_system(std::uint32_t system, std::uint32_t L) const {
    const std::size_t plane = static_cast<std::size_t>(L) * (L / 2), offset = system * plane * L;
    ColumnArrays result = *this;
    SPINBENCH_UNROLL(2)
    for (int colour = 0; colour < 2; ++colour) result.from[colour] += offset, result.to[colour] += offset;
    result.in_plane += offset, result.around += system * plane;
    return result;
  }
};

/// The couplings of a system, and the signs of the gauge along a line of sites (x, y), plane by plane.
class GaugeOfLine {
 public:
  SPINBENCH_FN GaugeOfLine(const RandomBonds& bonds, std::uint32_t L, std::uint32_t system, std::uint32_t x,
                           std::uint32_t y)
      : bonds_(&bonds), L_(L), system_(system), site_{x, y, 0} {}

  /// At plane z().
  SPINBENCH_FN std::uint32_t sign() const { return sign_; }
  SPINBENCH_FN const Site& site() const { return site_; }
  SPINBENCH_FN std::uint32_t coupling(std::uint32_t direction, const Site& next) const {
    const std::uint64_t number = site_.number(L_);
    return bonds_->couplings(number * 3 + direction, number, next.number(L_), system_);
  }
  SPINBENCH_FN void advance() {
    sign_ ^= coupling(2, {site_.x, site_.y, wrapped(site_.z + 1, L_)});
    ++site_.z;
  }

 private:
  const RandomBonds* bonds_;
  std::uint32_t L_, system_;
  Site site_;
  std::uint32_t sign_ = 0;
};

/// The lines of a pair's two sites, that of even x first.
struct GaugeOfColumn {
  GaugeOfLine line[2];
  std::uint32_t y;

  SPINBENCH_FN static GaugeOfColumn of(const RandomBonds& bonds, std::uint32_t L, std::uint32_t system,
                                       std::uint32_t p) {
    const std::uint32_t row = p / (L / 2), x = 2 * (p - row * (L / 2));
    return {{{bonds, L, system, x, row}, {bonds, L, system, x + 1, row}}, row};
  }
  SPINBENCH_FN void advance() { line[0].advance(), line[1].advance(); }
  /// Of the site of `colour` in plane z.
  SPINBENCH_FN const GaugeOfLine& at(std::uint32_t colour, std::uint32_t z) const { return line[(y + z + colour) & 1]; }
};

/// Sets the pairs of column `p` of a system to their start: the spins of `Replicas` replicas from `first` on, and the
/// couplings.
template <int Replicas>
SPINBENCH_FN inline void start_column(const RandomBonds& bonds, std::uint32_t L, std::uint32_t system, std::uint32_t p,
                                      SiteWords<Replicas>* const (&spins)[2], PairBonds* in_plane, BondsAround* around,
                                      std::uint32_t first) {
  const std::uint32_t plane = L * (L / 2), y = p / (L / 2), j = p - y * (L / 2), next_x = wrapped(2 * j + 2, L),
                      next_y = wrapped(y + 1, L);
  GaugeOfColumn own = GaugeOfColumn::of(bonds, L, system, p),
                next = GaugeOfColumn::of(bonds, L, system, next_y * (L / 2) + j);
  GaugeOfLine beside(bonds, L, system, next_x, y);
  for (std::uint32_t z = 0; z < L; ++z) {
    const std::size_t i = (static_cast<std::size_t>(system) * L + z) * plane + p;
    const GaugeOfLine &even = own.line[0], &odd = own.line[1];
    in_plane[i].within = even.coupling(0, odd.site()) ^ even.sign() ^ odd.sign();
    in_plane[i].beyond = odd.coupling(0, beside.site()) ^ odd.sign() ^ beside.sign();
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      const GaugeOfLine &site = own.at(colour, z), &after = next.line[site.site().x & 1];
      in_plane[i].y[colour] = site.coupling(1, after.site()) ^ site.sign() ^ after.sign();
      for (std::uint32_t r = 0; r < Replicas; ++r)
        spins[colour][i].word[r] = bonds.start(site.site().number(L), system, first + r) ^ site.sign();
    }
    own.advance(), next.advance(), beside.advance();
  }
  // What all couplings along a line leave to the last one.
  for (std::uint32_t colour = 0; colour < 2; ++colour)
    around[static_cast<std::size_t>(system) * plane + p].z[colour] = own.at(colour, L - 1).sign();
}

/// Copies the spins of a column without the signs of the gauge.
template <int Replicas>
SPINBENCH_FN inline void ungauge_column(const RandomBonds& bonds, std::uint32_t L, std::uint32_t system,
                                        std::uint32_t p, const SiteWords<Replicas>* const (&from)[2],
                                        SiteWords<Replicas>* const (&to)[2]) {
  GaugeOfColumn column = GaugeOfColumn::of(bonds, L, system, p);
  for (std::uint32_t z = 0; z < L; ++z, column.advance()) {
    const std::size_t i = (static_cast<std::size_t>(system) * L + z) * (L * (L / 2)) + p;
    for (std::uint32_t colour = 0; colour < 2; ++colour)
      for (int r = 0; r < Replicas; ++r) to[colour][i].word[r] = from[colour][i].word[r] ^ column.at(colour, z).sign();
  }
}

/// The spins in canonical order, from `words` with those of a site's `replicas` that a march does side by side: march
/// by march, colour by colour, system by system, pair by pair. By all threads of the host where they are many.
SpinGlassBits columns_in_order(const SpinGlassShape& shape, std::uint32_t replicas, const std::uint32_t* words);

}  // namespace spinbench::ea3d

// Unsatisfied bonds of a lattice, in any of the layouts and in columns: host and device code.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/common/lane_counts.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea3d_metropolis/columns.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::ea3d {

/// Adds to `counts`, by realization of group `group` of a system's word, the unsatisfied bonds of sites `first`, first
/// + step,
/// ... of colour 0, whose bonds are all that there are. `counts` takes LaneCounts::most / 6 sites between two calls of
/// flush().
template <class Layout, class Word>
SPINBENCH_FN inline void count_unsatisfied_bonds(const GlassArraysOf<Word>& arrays, const Layout& layout,
                                                 std::uint32_t system, std::uint32_t replica, std::uint32_t first,
                                                 std::uint32_t step, LaneCounts& counts, std::uint32_t group = 0) {
  const Word* const own = arrays.spins + arrays.spins_of(0, replica, system);
  const Word* const other = arrays.spins + arrays.spins_of(1, replica, system);
  for (std::uint32_t i = first; i < arrays.words; i += step) {
    const Neighbours n = layout.neighbours(i, layout.site(i, 0));
    const std::uint32_t at[6] = {n.px, n.mx, n.py, n.my, n.pz, n.mz};
    SPINBENCH_UNROLL(6)
    for (std::uint32_t d = 0; d < 6; ++d)
      counts.add(group_of(own[i], group) ^ group_of(other[at[d]], group) ^
                 group_of(arrays.couplings_of(d, system)[i], group));
  }
}

/// Planes whose sites' own bonds are counted: all of a lattice, or a slab's, behind which lies the one above.
struct CountedPlanes {
  std::uint32_t L, count, first;  ///< first: the number in the lattice of the lowermost
  bool closed;                    ///< the one above the last is the first

  static constexpr CountedPlanes all(std::uint32_t L) { return {L, L, 0, true}; }
  SPINBENCH_FN std::uint32_t pairs() const { return count * L * (L / 2); }
};

/// The same of pairs `begin`, begin + step, ... of a system's arrays of columns (ColumnArrays::of_system()), whose
/// sites each own three bonds, in replica `replica` of the march.
template <int Replicas>
SPINBENCH_FN inline void count_unsatisfied_bonds(const ColumnArrays<Replicas>& arrays, const CountedPlanes& planes,
                                                 std::uint32_t replica, std::uint32_t begin, std::uint32_t step,
                                                 LaneCounts& counts) {
  const std::uint32_t L = planes.L, row = L / 2, plane = row * L;
  for (std::uint32_t n = begin; n < planes.pairs(); n += step) {
    const std::uint32_t z = n / plane, y = (n - z * plane) / row, j = n - z * plane - y * row;
    SPINBENCH_UNROLL(2)
    for (std::uint32_t colour = 0; colour < 2; ++colour) {
      // At an odd x the next one is of the next pair.
      const std::uint32_t beside = ((y + planes.first + z + colour) & 1) == 0 ? n : n - j + (j + 1 == row ? 0 : j + 1),
                          next[3] = {beside, n + row - (y + 1 == L ? plane : 0),
                                     n + plane - (planes.closed && z + 1 == planes.count ? plane * planes.count : 0)};
      SPINBENCH_UNROLL(3)
      for (std::uint32_t d = 0; d < 3; ++d)
        counts.add(arrays.from[colour][n].word[replica] ^ arrays.from[1 - colour][next[d]].word[replica] ^
                   arrays.coupling(colour, d, n));
    }
  }
}

/// Energies per spin in units of J from the unsatisfied bonds of all lattices, counts[32 lattice + realization] where
/// lattice is word * replicas + replica: that of realization r of word w in replica a is entry (32 w + r) replicas + a.
inline std::vector<double> energies_of_unsatisfied(const SpinGlassShape& shape,
                                                   const std::vector<std::int64_t>& counts) {
  const double sites = static_cast<double>(shape.sites());
  std::vector<double> result(shape.lattices());
  for (std::uint64_t i = 0; i < result.size(); ++i) {
    const std::uint64_t realization = i / shape.replicas, replica = i % shape.replicas,
                        lattice = realization / 32 * shape.replicas + replica;
    result[i] = (2 * static_cast<double>(counts[lattice * 32 + realization % 32]) - 3 * sites) / sites;
  }
  return result;
}

}  // namespace spinbench::ea3d

// Unsatisfied bonds of a lattice in any of the layouts: host and device code.
#pragma once

#include <cstdint>

#include "kernels/common/lane_counts.hpp"
#include "kernels/ea3d_metropolis/update.hpp"

namespace spinbench::ea3d {

/// Adds to `counts`, by realization, the unsatisfied bonds of sites `first`, first + step, ... of colour 0, whose bonds
/// are all that there are. `counts` takes LaneCounts::most / 6 sites between two calls of flush().
template <class Layout>
SPINBENCH_FN inline void count_unsatisfied_bonds(const GlassArrays& arrays, const Layout& layout, std::uint32_t system,
                                                 std::uint32_t replica, std::uint32_t first, std::uint32_t step,
                                                 LaneCounts& counts) {
  const std::uint32_t* const own = arrays.spins + arrays.spins_of(0, replica, system);
  const std::uint32_t* const other = arrays.spins + arrays.spins_of(1, replica, system);
  for (std::uint32_t i = first; i < arrays.words; i += step) {
    const Neighbours n = layout.neighbours(i, layout.site(i, 0));
    const std::uint32_t at[6] = {n.px, n.mx, n.py, n.my, n.pz, n.mz};
    SPINBENCH_UNROLL(6)
    for (std::uint32_t d = 0; d < 6; ++d) counts.add(own[i] ^ other[at[d]] ^ arrays.couplings_of(d, system)[i]);
  }
}

}  // namespace spinbench::ea3d

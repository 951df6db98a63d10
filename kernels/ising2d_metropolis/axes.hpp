// What the variants of the kernel ising2d_metropolis share beyond kernels/common/axes.hpp: ranges of axes, and the
// geometry that they ask for.
#pragma once

#include <cstdint>
#include <string>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::ising2d {

Axis axis_L();             ///< linear size, 2 to 65536
Axis axis_shared_L();      ///< to where the memories of many ranks end
Axis axis_tile();          ///< side of a tile of the double checkerboard, 2 to 64
Axis axis_sites();         ///< sites a thread: 1 or 4 (GPUs)
Axis axis_realizations();  ///< independent lattices side by side
Axis axis_beta();          ///< inverse temperature, units of 1/J

/// Why no fixed order of updates can run on this lattice, or "". A spin that would cost nothing to flip always flips,
/// so that on L = 2 and 3 some states pass into each other alone: 4 of 16, 8 of 512.
std::string fixed_order_unsupported(const Params& params);

/// Why the checkerboard orders cannot run on this lattice, or "": as that, and as board_unsupported(). Reads sites,
/// too, where present.
std::string square_lattice_unsupported(const Params& params);

/// Why variants with one thread a site cannot run with the axes `rng` and `spin`, or "": they draw one word an opening,
/// which is no use of a generator that must be seeded or fetched first, so they are built for those with a word or two
/// of state only; and in every spin type for the papers' own generator, lcg32.
std::string small_generators_only(const Params& params);

/// The side of the papers' tiles, for which `tiled` is built with every rule.
inline constexpr int tiled_side_of_every_rule = 16;

/// Why a `tiled` variant is not built for these axes, or "": with generators of large or shared state, and with tiles
/// of other sides than the papers', it always draws.
std::string tiled_unsupported(const Params& params);

}  // namespace spinbench::ising2d

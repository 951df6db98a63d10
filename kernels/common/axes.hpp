// The axes that the Ising kernels share, and what they ask of a lattice. An axis has one definition, so that it means
// the same in every kernel, in every variant and on every backend.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "interface/params.hpp"

namespace spinbench {

Axis axis_L(std::int64_t fallback, std::int64_t most);     ///< linear size, from 2
Axis axis_k();                                             ///< hits per tile visit, 1 to 1000
Axis axis_tile(std::int64_t fallback, std::int64_t most);  ///< side of a tile of the double checkerboard, from 2
Axis axis_order();                                         ///< order of the tiles: plain or symmetric
Axis axis_measure();                                       ///< energy tracked through the sweeps, or none
Axis axis_rng();                                           ///< any of rng::generators(), lcg32_random where nobody says
Axis axis_rng(const std::string& fallback);
Axis axis_draw(const std::string& fallback);    ///< conditional or always
Axis axis_spin();                               ///< int8, int16 or int32
Axis axis_launch();                             ///< how a GPU launches sweeps, graph where nobody says
Axis axis_launch(const std::string& fallback);  ///< stream, graph, chained or persistent
Axis axis_words(std::int64_t fallback);         ///< words of 32 spins that a thread decides together
Axis axis_rows();                               ///< of a coarse tile, which `words` makes two threads wide
Axis axis_realizations();                       ///< independent lattices side by side
Axis axis_threads();                            ///< of a host
Axis axis_isa();                                ///< vector instructions of a host
Axis axis_beta(double fallback);                ///< inverse temperature, units of 1/J

/// Inverse temperature of the case, units of 1/J.
inline double beta_of(const Params& params) { return params.real("beta"); }

/// Bytes of one spin of the axis `spin`.
int spin_bytes(const Params& params);

/// Calls `use(Spin{})` for the value of the axis `spin`.
template <class Use>
decltype(auto) with_spin(const std::string& name, Use&& use) {
  if (name == "int8") return use(std::int8_t{});
  if (name == "int16") return use(std::int16_t{});
  if (name == "int32") return use(std::int32_t{});
  throw std::invalid_argument("no spin type is called '" + name + "'");
}

/// Sites of the case: its L to the power of `dimensions`.
double sites_of(const Params& params, int dimensions);

/// Sites of a tile of the case: its side to the power of `dimensions`.
double tile_sites(const Params& params, int dimensions);

/// Why a lattice has no two colours, or "": its L is odd.
std::string colours_unsupported(const Params& params);

/// Why the checkerboard orders cannot run on a lattice of `dimensions`, or "": an odd L has no two colours; tiles must
/// be even and an even number of them must fit a side; a generator with shared rings serves so many threads only; a
/// symmetric visit halves k. Reads L and, where present, tile, rng, k and order.
std::string board_unsupported(const Params& params, int dimensions);

}  // namespace spinbench

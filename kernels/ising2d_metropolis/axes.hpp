// The axes that the variants of the kernel ising2d_metropolis share, and the geometry that they ask for. An axis has
// one definition, so that it means the same in every variant and on every backend.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "interface/params.hpp"

namespace spinbench::ising2d {

Axis axis_L();                              ///< linear size, 2 to 65536
Axis axis_k();                              ///< hits per tile visit, 1 to 1000
Axis axis_tile();                           ///< side of a tile of the double checkerboard, 2 to 64
Axis axis_order();                          ///< order of the tiles: plain or symmetric
Axis axis_measure();                        ///< energy tracked through the sweeps, or none
Axis axis_rng();                            ///< any of rng::generators(), lcg32_random where nobody says
Axis axis_rng(const std::string& fallback);
Axis axis_draw(const std::string& fallback);  ///< conditional or always
Axis axis_spin();                           ///< int8, int16 or int32
Axis axis_sites();                          ///< sites a thread: 1 or 4 (GPUs)
Axis axis_launch();                         ///< stream, graph, chained or persistent (GPUs), graph where nobody says
Axis axis_launch(const std::string& fallback);
Axis axis_words();                          ///< words of 32 spins that a thread decides together: 1, 2, 4, 8 or 0
Axis axis_rows();                           ///< of a coarse tile, which the axis `words` makes two threads wide
Axis axis_realizations();                   ///< independent lattices side by side
Axis axis_beta();                           ///< inverse temperature, units of 1/J

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

/// Why the checkerboard orders cannot run on this lattice, or "": an odd L has no two colours; on L = 2 the order is
/// not ergodic; tiles must be even and an even number of them must fit a side; a generator with shared rings serves so many
/// threads only; a symmetric visit halves k. Reads L and, where present, tile, rng, k, order and sites.
std::string square_lattice_unsupported(const Params& params);

/// Why variants with one thread a site cannot run with the axis `rng`, or "": they draw one word an opening, which is no use
/// of a generator that must be seeded or fetched first, so they are built for those with a word or two of state only.
std::string small_generators_only(const Params& params);

/// Why a `tiled` variant is not built for these axes, or "": with generators of large or shared state it always draws.
std::string tiled_unsupported(const Params& params);

}  // namespace spinbench::ising2d

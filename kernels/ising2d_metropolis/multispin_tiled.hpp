// The double checkerboard on bit-sliced lattices, of the variants `multispin_tiled`: the coarse tiles and the order of
// updates. kernels/ising2d_metropolis/multispin.hpp states layout and decisions; Weigel 2012, section 3.2, the idea.
//
// The lattice is cut into coarse tiles of `width` words (64 sites each) by `rows` rows, coloured like a checkerboard
// themselves. A step of k sweeps visits all coarse tiles of colour 0, then all of colour 1. A visit does 2k half-sweeps
// of the tile's sites, colour 0 and colour 1 of the sites in turns, with what surrounds the tile frozen: what the
// neighbouring tiles hold does not change while it lasts. Where a row is not wider than one coarse tile, the tiles are
// bands around the lattice, coloured by turns.
//
// Within a coarse tile the rule is that of multispin.hpp, for tiles of words / 2 words by two rows, one thread's each.
//   - The stream of such a tile is opened once a visit. Half-sweeps are counted through from the start, 2k a step for
//     every tile; a visit opens at the number of its first times `multispin_draws`. A half-sweep draws less than that,
//     so the ranges of two visits cannot overlap in 64 bits.
//   - Generators that are seeded when they are opened go on from half-sweep to half-sweep. Philox, which can stand
//     anywhere, begins each half-sweep at its number times `multispin_draws`, as multispin does.
//   - Step 2 draws at least one word, also where no spin is left undecided.
#pragma once

#include <cstdint>
#include <string>

#include "backends/attributes.hpp"
#include "interface/params.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::ising2d {

/// How a lattice is cut into coarse tiles.
struct CoarseTiles {
  std::uint32_t width, rows;    ///< of a coarse tile; in words, in rows
  std::uint32_t columns, down;  ///< coarse tiles a row, 1 for bands, else even; rows of them in one lattice, even
  std::uint32_t lattices;

  static CoarseTiles of(const Params& params);

  SPINBENCH_FN std::uint32_t tiles() const { return columns * down * lattices; }
  /// Tiles of one coarse colour: its work items.
  SPINBENCH_FN std::uint32_t items() const { return tiles() / 2; }
  SPINBENCH_FN bool is_band() const { return columns == 1; }
};

/// A work item's tile.
struct CoarsePlace {
  std::uint32_t lattice, column, row;

  SPINBENCH_FN CoarsePlace(const CoarseTiles& tiles, std::uint32_t item, std::uint32_t colour) {
    const std::uint32_t pair = item / tiles.columns;
    column = item - pair * tiles.columns;
    lattice = tiles.lattices == 1 ? 0 : pair / (tiles.down / 2);
    row = 2 * (pair - lattice * (tiles.down / 2)) + ((column + colour) & 1);
  }
};

/// Words of a thread's tile, two rows high, for the case: the axis `words`, or where that is 0 as many as leave enough
/// threads to fill a GPU.
std::uint32_t multispin_tiled_words(const Params& params);

/// Why no `multispin_tiled` variant can run the case, or ""; `unit` as in multispin_unsupported().
std::string multispin_tiled_unsupported(const Params& params, std::int64_t unit);

/// Whether the generator's stream goes on through a visit; the others begin each half-sweep at a place of its own.
template <class Rng>
inline constexpr bool runs_through_visit = false;
template <class Engine>
inline constexpr bool runs_through_visit<rng::Seeded<Engine>> = true;

}  // namespace spinbench::ising2d

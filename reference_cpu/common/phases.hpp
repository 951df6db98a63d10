// The phases of which the double checkerboard's steps are made, in any dimension.
#pragma once

#include <cstdint>

#include "kernels/common/mutants.hpp"

namespace spinbench {

/// What one launch of the double checkerboard does: visit all tiles of a coarse colour, and hit each `hits` times. A
/// hit updates the sites of one colour, then those of the other.
struct TilePhase {
  std::uint32_t coarse_colour;
  int hits;
  std::uint32_t first_colour;  ///< 0: even sites first in a hit; 1: odd sites first, the hit reversed
};

/// The phases of k sweeps in the plain order: phase(TilePhase) twice, k hits on the even tiles, then on the odd ones.
/// Satisfies balance, not detailed balance (Weigel 2012, section 3.2).
template <class Phase>
void plain_step(int k, Phase&& phase) {
  phase(TilePhase{0, k, 0});
  phase(TilePhase{planted(Mutant::tiled_visits_even_tiles) ? 0u : 1u, k, 0});
}

/// The phases of k sweeps (k even) in the time-symmetric order of Weigel 2012, section 3.4, AA..A(M)A..AABB..B(M)B..BB:
/// the step begins after a measurement in the middle of the even tiles' hits and holds one more, in the middle of the
/// odd tiles' hits; measure() marks both. Hits before a measurement are reversed, so that the compound move between two
/// measurements of one kind reads the same backwards and satisfies detailed balance.
template <class Phase, class Measure>
void symmetric_step(int k, Phase&& phase, Measure&& measure) {
  phase(TilePhase{0, k / 2, 0});
  phase(TilePhase{1, k / 2, 1});
  measure();
  phase(TilePhase{1, k / 2, 0});
  phase(TilePhase{0, k / 2, 1});
  measure();
}

}  // namespace spinbench

// What the vectorised `multispin` on a CPU works on; kernels/ising2d_metropolis/multispin.hpp states the rule.
//
// A vector holds one word of each of `lanes` bands of rows: lane l has row l * rows + r of the lattice where it says
// row r, so that all lanes of a row have their neighbours in the same vectors of other rows, whatever the lanes. Only
// the first row and the last of the bands see those of the next lane.
#pragma once

#include <cstdint>

#include "kernels/ising2d_metropolis/multispin.hpp"

namespace spinbench::ising2d {

/// One realization, in 32-bit words: word n of row r of a colour is a vector, at (r * words_a_row + n) * lanes.
struct HostBands {
  std::uint32_t* planes[2];    ///< by colour
  std::uint32_t words_a_row;
  std::uint32_t rows;          ///< of a band, an even number
  MultispinTile tile;
  std::uint64_t first_stream;  ///< of the realization's streams
};

/// One colour of some rows of tiles in all bands.
struct HostHalfSweep {
  HostBands bands;
  std::uint32_t colour;
  std::uint32_t first, last;  ///< rows of tiles, the last not included
  std::uint64_t seed, position;
  const MultispinThresholds* thresholds;
  std::uint32_t* edge;        ///< two rows of vectors, for the rows that the lanes find in their neighbours
};

/// Step 2 of the rule for one tile, from its second round on, words in the rule's order: adds to `flips` the spins that
/// flip.
template <class Rng>
void decide_late(typename Rng::Stream& stream, const MultispinThresholds& thresholds, std::uint32_t words,
                 std::uint32_t (&undecided)[8], const std::uint32_t (&none)[8], std::uint32_t (&flips)[8]) {
  for (bool left = true; left;) {
    std::uint32_t served = 0;
    std::uint32_t mine[8] = {};
    left = false;
    for (std::uint32_t w = 0; w < words; ++w) {
      mine[w] = undecided[w] & ~served;
      served |= undecided[w];
      undecided[w] &= ~mine[w];
      left = left || undecided[w] != 0;
    }
    for (std::uint32_t places = served; places != 0; places &= places - 1) {
      const std::uint32_t place = places & (0u - places), drawn = stream.next();
      for (std::uint32_t w = 0; w < words; ++w)
        if ((mine[w] & place) != 0 && drawn < ((none[w] & place) != 0 ? thresholds.rest0 : thresholds.rest1))
          flips[w] |= place;
    }
  }
}

}  // namespace spinbench::ising2d

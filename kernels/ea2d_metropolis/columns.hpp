// A lattice of side L in the registers of L lanes, bond by bond: the update of `multispin` on GPUs where L is 16.
//
// What decides a flip are the four bonds of a spin, and a flip turns all four: a spin needs not be known to be updated.
// So a lane keeps bits of bonds, 1 where unsatisfied, and couplings are needed only to make them and to get the spins
// back. Per word of 32 realizations and attempt: four operations for the decision (square_flips_of_bonds()), four for
// the bonds.
//
// Lane x has column x. It counts places downwards from the diagonal: place j of column x is row (j + x) mod L, so that
// sites at even places have colour 0 in every lane, and one code serves all. The spin to the right of place j lies at
// place j - 1 of the next column, the one to the left at j + 1. Bonds along y never leave their lane. A bond along x is
// with the lane whose spin is updated next: after a half-sweep each lane hands its spins' bonds to both neighbours.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/plus_minus_j.hpp"

namespace spinbench::ea2d {

/// Row of place `place` in column `x`, and the place in memory of either: place by place, column by column.
SPINBENCH_FN constexpr std::uint32_t row_of_place(std::uint32_t place, std::uint32_t x, std::uint32_t L) {
  return (place + x) % L;
}
/// The site at position `position` of such a lattice in memory.
SPINBENCH_FN constexpr std::uint32_t site_at(std::uint32_t position, std::uint32_t L) {
  const std::uint32_t x = position % L;
  return row_of_place(position / L, x, L) * L + x;
}

/// One column: L / 2 sites of either colour, `W` words of 32 realizations each.
template <int L, int W>
struct ColumnBonds {
  static_assert(L % 4 == 0);
  static constexpr int half = L / 2;
  using Word = std::uint32_t;

  Word down[L][W];      ///< from each place to the next
  Word right[half][W];  ///< of the sites that are updated next
  Word left[half][W];
  Word first[W];  ///< the spin at place 0

  /// Before colour 0. spin(column, place, word), and coupling(column, place, direction, word) of the bond that leads
  /// from there along direction 0, x, or 1, y.
  template <class Spin, class Coupling>
  SPINBENCH_FN void start(std::uint32_t x, Spin&& spin, Coupling&& coupling) {
    const std::uint32_t before = x == 0 ? L - 1 : x - 1, behind = x + 1 == L ? 0 : x + 1;
    SPINBENCH_UNROLL()
    for (int w = 0; w < W; ++w) {
      first[w] = spin(x, 0, w);
      SPINBENCH_UNROLL()
      for (int j = 0; j < L; ++j) {
        const int next = (j + 1) % L, last = (j + L - 1) % L;
        const Word own = spin(x, j, w);
        down[j][w] = own ^ spin(x, next, w) ^ coupling(x, j, 1, w);
        if (j % 2 != 0) continue;
        right[j / 2][w] = own ^ spin(behind, last, w) ^ coupling(x, j, 0, w);
        left[j / 2][w] = own ^ spin(before, next, w) ^ coupling(before, next, 0, w);
      }
    }
  }

  /// Site number `i` of `Colour`, all its realizations; i is to be known at compile time.
  template <int Colour, class Logic>
  SPINBENCH_FN SPINBENCH_FORCEINLINE void attempt(int i, const AllowedCosts<Word>& allowed) {
    const int j = 2 * i + Colour, last = (j + L - 1) % L;
    SPINBENCH_UNROLL()
    for (int w = 0; w < W; ++w) {
      const Word flips =
          square_flips_of_bonds<Logic, Word>(right[i][w], left[i][w], down[j][w], down[last][w], allowed);
      right[i][w] ^= flips;
      left[i][w] ^= flips;
      down[j][w] ^= flips;
      down[last][w] ^= flips;
      if (j == 0) first[w] ^= flips;
    }
  }

  /// After the attempts of `Colour`. right_of_left_column(i, w) and left_of_right_column(i, w) are the neighbours'
  /// right[i][w] and left[i][w] as they are now.
  template <int Colour, class FromLeft, class FromRight>
  SPINBENCH_FN SPINBENCH_FORCEINLINE void hand_over(FromLeft&& right_of_left_column, FromRight&& left_of_right_column) {
    Word new_right[half][W], new_left[half][W];
    SPINBENCH_UNROLL()
    for (int i = 0; i < half; ++i) {
      SPINBENCH_UNROLL()
      for (int w = 0; w < W; ++w) {
        new_left[i][w] = right_of_left_column(Colour == 0 ? (i + 1) % half : i, w);
        new_right[i][w] = left_of_right_column(Colour == 0 ? i : (i + half - 1) % half, w);
      }
    }
    SPINBENCH_UNROLL()
    for (int i = 0; i < half; ++i) {
      SPINBENCH_UNROLL()
      for (int w = 0; w < W; ++w) {
        left[i][w] = new_left[i][w];
        right[i][w] = new_right[i][w];
      }
    }
  }

  /// The spins at all places from bonds and couplings: store(place, word, spin), coupling(place, word) of the bond
  /// downwards.
  template <class Coupling, class Store>
  SPINBENCH_FN void finish(Coupling&& coupling, Store&& store) const {
    SPINBENCH_UNROLL()
    for (int w = 0; w < W; ++w) {
      Word spin = first[w];
      SPINBENCH_UNROLL()
      for (int j = 0; j < L; ++j) {
        store(j, w, spin);
        spin ^= down[j][w] ^ coupling(j, w);
      }
    }
  }
};

}  // namespace spinbench::ea2d

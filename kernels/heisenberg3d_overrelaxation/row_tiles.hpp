// In which order the rows of a lattice are updated so that several sweeps are one pass over memory.
//
// Stage k is the half-sweep of colour k mod 2. Some planes are one thread's: having done stage 0 of one it does stage 1
// of the one below, whose neighbours are new by now, and so on, as long as what it needs are planes of its own: stage k
// on all but the outermost k at either end. When all threads have come that far each does what is left around its
// first plane: stage k on k planes on either side. Neighbours never are ahead by more than the colour of their own.
//
// Where so many planes do not fit a core's cache, planes are cut into tiles of rows, which go through all of them one
// after the other. A tile's borders move down by a row from stage to stage, so that what a row needs lies in its tile
// or in one before; no row is done twice. Around row 0, where the last tile meets the first, stage k leaves out k rows
// on either side, which come last.
#pragma once

#include <algorithm>

#include "kernels/common/mutants.hpp"

namespace spinbench::overrelaxation {

/// What a core holds of a lattice while it does several sweeps.
struct RowTiles {
  int L, rows, sweeps;  ///< rows of a tile; L: whole planes

  int stages() const { return 2 * sweeps; }
  bool whole() const { return rows >= L; }
  int count() const { return whole() ? 1 : (L + rows - 1) / rows; }

  /// As many sweeps as asked for, up to `most`, and rows as asked for; 0: those that move the fewest bytes a flip where
  /// `bytes` hold what a tile works on, with `row_bytes` a row.
  static RowTiles of(int L, int sweeps, int rows, int most, double row_bytes, double bytes) {
    constexpr int most_chosen = 8;
    RowTiles best{L, rows == 0 ? L : std::min(rows, L), std::clamp(sweeps, 1, most)};
    double least = 0;
    const int first = sweeps == 0 ? 1 : best.sweeps, last = sweeps == 0 ? std::min(most_chosen, most) : best.sweeps;
    for (int s = first; s <= last; ++s) {
      // As many planes as stages and one more on either side, as many rows more.
      const int around = 2 * s + 2, fits = static_cast<int>(bytes / row_bytes / around) - around;
      const RowTiles one{L, rows == 0 ? std::clamp(fits, 4, L) : best.rows, s};
      // A tile goes through what surrounds it, too.
      const double bytes_moved = (one.whole() ? 1.0 : 1.0 + (2.0 * s + 1) / one.rows) / s;
      if (fits < 4 && s > first) break;
      if (s > first && bytes_moved >= least) continue;
      best = one, least = bytes_moved;
    }
    return best;
  }

  /// update(k, z, first row, row after the last) for what a thread does with planes `begin` to `end`; `stages`: as
  /// many as there are, or fewer. ahead(z, first row, row after the last): a plane that is wanted in the step after the
  /// next, a part of its rows with each stage.
  template <class Update, class Ahead>
  void pass(int begin, int end, int stages, Update&& update, Ahead&& ahead) const {
    for_tiles([&](int tile) {
      for (int w = begin; w < end; ++w)
        for (int k = 0; k < stages; ++k) {
          if (w - k >= begin + k && w - k < end - k) rows_of(tile, k, w - k, update);
          if (const int z = w + 2; z < end && tile < count()) {
            const int first = border(tile, 0), many = border(tile + 1, 0) - first;
            ahead(z, first + many * k / stages, first + many * (k + 1) / stages);
          }
        }
    });
  }
  template <class Update>
  void pass(int begin, int end, int stages, Update&& update) const {
    pass(begin, end, stages, update, [](int, int, int) {});
  }
  /// The same for what is left around plane `begin`; z may lie as far outside as there are planes.
  template <class Update>
  void finish(int begin, int stages, Update&& update) const {
    if (planted(Mutant::relaxed_seam_left_out) && begin > 0) return;
    for_tiles([&](int tile) {
      for (int k = 1; k < stages; ++k)
        for (int z = begin - k; z < begin + k; ++z) rows_of(tile, k, z, update);
    });
  }

 private:
  template <class Use>
  void for_tiles(Use&& use) const {
    for (int tile = 0; tile < count() + (whole() ? 0 : 1); ++tile) use(tile);
  }
  /// The rows before a tile's first in stage k.
  int border(int tile, int k) const {
    if (tile == count()) return L - k;
    if (tile == 0) return k;
    return std::max(k, tile * rows - (planted(Mutant::relaxed_tile_stands) && k > 1 ? 1 : k));
  }
  template <class Update>
  void rows_of(int tile, int k, int z, Update&& update) const {
    const auto part = [&](int first, int last) {
      if (first < last) update(k, z < 0 ? z + L : z, first, last);
    };
    if (whole()) return part(0, L);
    if (tile < count()) return part(border(tile, k), border(tile + 1, k));
    if (planted(Mutant::relaxed_tiles_open)) return;
    part(L - k, L);
    part(0, k);
  }
};

}  // namespace spinbench::overrelaxation

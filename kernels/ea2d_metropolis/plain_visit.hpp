// A visit of a square lattice of words on a host: one word after the other, in plain integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/mutants.hpp"
#include "kernels/common/plus_minus_j.hpp"
#include "kernels/common/serial_streams.hpp"
#include "kernels/ea2d_metropolis/row_sites.hpp"

namespace spinbench::ea2d {

/// `hits` sweeps of a lattice, whose pairs draw from the streams from `first` on, with `position` attempts behind them.
/// Thresholds as a copy, which no store can change.
template <class Word, class Rng>
void visit_plain(std::size_t L, Word* spins, const Word* along_x, const Word* along_y,
                 const SquareThresholds thresholds, Streams<Rng>& all, std::uint64_t first, std::uint64_t position,
                 std::uint64_t hits) {
  const std::size_t pairs = L * L / 2;
  std::vector<typename Rng::Stream> streams;
  streams.reserve(pairs);
  for (std::size_t pair = 0; pair < pairs; ++pair) streams.push_back(all.load(first + pair, position));
  for (std::uint64_t half = 0; half < 2 * hits; ++half) {
    const std::size_t colour = half & 1;
    for (std::size_t y = 0; y < L; ++y) {
      const std::size_t above = (y == 0 ? L : y) - 1, below = y + 1 == L ? 0 : y + 1;
      const std::size_t bond_above = planted(Mutant::glass_plain_last_bond) && y == 0 ? 0 : above;
      typename Rng::Stream* const of_row = streams.data() + (colour == 0 ? y : above) * (L / 2);
      const Word *const own_row = spins + y * L, *const row_above = spins + above * L,
                        *const row_below = spins + below * L;
      const Word *const bonds_x = along_x + y * L, *const bonds_down = along_y + y * L;
      const Word* const bonds_up = along_y + bond_above * L;
      for_sites_of_row(L, (y + colour) & 1, [&](std::size_t x, std::size_t left, std::size_t right) {
        const auto allowed = AllowedCosts<Word>::of(of_row[x / 2].next(), thresholds);
        const Word own = own_row[x];
        spins[y * L + x] = own ^ square_flips_of_bonds<PlainLogic, Word>(
                                     own ^ own_row[right] ^ bonds_x[x], own ^ own_row[left] ^ bonds_x[left],
                                     own ^ row_below[x] ^ bonds_down[x], own ^ row_above[x] ^ bonds_up[x], allowed);
      });
    }
  }
  for (std::size_t pair = 0; pair < pairs; ++pair) all.store(first + pair, streams[pair]);
}

}  // namespace spinbench::ea2d

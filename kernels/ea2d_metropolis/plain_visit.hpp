// A visit of a square lattice of words on a host: one word after the other, in plain integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/common/mutants.hpp"
#include "kernels/common/plus_minus_j.hpp"
#include "kernels/ea2d_metropolis/row_sites.hpp"
#include "reference_cpu/common/streams.hpp"

namespace spinbench::ea2d {

/// One attempt for each site of a colour; random(pair) is the number of its pair of sites.
template <class Word, class Random>
void update_plain(std::size_t L, std::size_t colour, Word* spins, const Word* along_x, const Word* along_y,
                  const SquareThresholds& thresholds, Random&& random) {
  for (std::size_t y = 0; y < L; ++y) {
    const std::size_t above = (y == 0 ? L : y) - 1, below = y + 1 == L ? 0 : y + 1;
    const std::size_t bond_above = planted(Mutant::glass_plain_last_bond) && y == 0 ? 0 : above;
    const std::size_t pairs_of_row = (colour == 0 ? y : above) * (L / 2);
    const Word *const own_row = spins + y * L, *const row_above = spins + above * L,
                      *const row_below = spins + below * L;
    const Word *const bonds_x = along_x + y * L, *const bonds_down = along_y + y * L;
    const Word* const bonds_up = along_y + bond_above * L;
    for_sites_of_row(L, (y + colour) & 1, [&](std::size_t x, std::size_t left, std::size_t right) {
      const auto allowed = AllowedCosts<Word>::of(random(pairs_of_row + x / 2), thresholds);
      const Word own = own_row[x];
      spins[y * L + x] = own ^ square_flips_of_bonds<PlainLogic, Word>(
                                   own ^ own_row[right] ^ bonds_x[x], own ^ own_row[left] ^ bonds_x[left],
                                   own ^ row_below[x] ^ bonds_down[x], own ^ row_above[x] ^ bonds_up[x], allowed);
    });
  }
}

/// `hits` sweeps of a lattice, whose pairs draw from the streams from `first` on, with `position` attempts behind them.
template <class Word, class Rng>
void visit_plain(std::size_t L, Word* spins, const Word* along_x, const Word* along_y,
                 const SquareThresholds& thresholds, Streams<Rng>& all, std::uint64_t first, std::uint64_t position,
                 std::uint64_t hits) {
  const std::size_t pairs = L * L / 2;
  std::vector<typename Rng::Stream> streams;
  streams.reserve(pairs);
  for (std::size_t pair = 0; pair < pairs; ++pair) streams.push_back(all.load(first + pair, position));
  typename Rng::Stream* const open = streams.data();
  for (std::uint64_t half = 0; half < 2 * hits; ++half)
    update_plain(L, half & 1, spins, along_x, along_y, thresholds,
                 [open](std::size_t pair) { return open[pair].next(); });
  for (std::size_t pair = 0; pair < pairs; ++pair) all.store(first + pair, open[pair]);
}

}  // namespace spinbench::ea2d

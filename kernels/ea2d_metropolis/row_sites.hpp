// Walks the sites of one colour in a row, for serial code.
#pragma once

#include <cstddef>

namespace spinbench::ea2d {

/// Calls attempt(x, left, right) with the columns of the sites `first`, first + 2, ... of a row of L, where `first` is
/// 0 or 1, and those beside each: the one that looks around the row's end apart, so that the others' are constants
/// away.
template <class Attempt>
[[gnu::always_inline]] inline void for_sites_of_row(std::size_t L, std::size_t first, Attempt&& attempt) {
  if (first == 0) attempt(std::size_t{0}, L - 1, std::size_t{1});
  for (std::size_t x = first == 0 ? 2 : 1; x + 1 < L; x += 2) attempt(x, x - 1, x + 1);
  if (first == 1) attempt(L - 1, L - 2, std::size_t{0});
}

}  // namespace spinbench::ea2d

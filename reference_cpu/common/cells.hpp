// Parts of a periodic lattice of cells (sites, or tiles of them), and what they hang on.
//
// All that update cells in turns, each by what lies beside it, know after n updates of nothing that is further than n
// cells away. So a few cells of a lattice that is too large for an oracle can be followed from the start, where all
// spins are up, with no more than the cells around them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace spinbench {

/// Numbers along x, y(, z), from 0; of cells, or of sites.
template <int Dimensions>
using Cell = std::array<std::uint32_t, Dimensions>;

/// The number of a cell where `counts` of them lie in each direction: along x first, then y, then z.
template <std::size_t Dimensions>
std::uint64_t number_of(const std::array<std::uint32_t, Dimensions>& cell,
                        const std::array<std::uint32_t, Dimensions>& counts) {
  std::uint64_t result = 0;
  for (std::size_t d = Dimensions; d-- > 0;) result = result * counts[d] + cell[d];
  return result;
}

/// The pairs of cells behind each other in the last direction, numbered in the same way.
template <std::size_t Dimensions>
std::uint64_t pair_of(std::array<std::uint32_t, Dimensions> cell, const std::array<std::uint32_t, Dimensions>& counts) {
  cell[Dimensions - 1] /= 2;
  return number_of(cell, counts);
}

template <std::size_t Dimensions>
std::uint32_t parity_of(const std::array<std::uint32_t, Dimensions>& cell) {
  std::uint32_t sum = 0;
  for (const std::uint32_t along : cell) sum += along;
  return sum & 1;
}

/// `extent` cells from `first` on, around the edges of a lattice.
template <int Dimensions>
struct Box {
  Cell<Dimensions> first, extent;

  /// With the `by` cells around it; of a lattice that has no more than that, all.
  Box grown(std::uint32_t by, const Cell<Dimensions>& counts) const {
    Box result = *this;
    for (std::size_t d = 0; d < Dimensions; ++d)
      if (extent[d] + 2 * by >= counts[d]) {
        result.first[d] = 0;
        result.extent[d] = counts[d];
      } else {
        result.first[d] = (first[d] + counts[d] - by) % counts[d];
        result.extent[d] = extent[d] + 2 * by;
      }
    return result;
  }
  /// Where each cell is `size` of others.
  Box of_cells(const Cell<Dimensions>& size) const {
    Box result = *this;
    for (std::size_t d = 0; d < Dimensions; ++d) {
      result.first[d] *= size[d];
      result.extent[d] *= size[d];
    }
    return result;
  }
  double cells() const {
    double result = 1;
    for (const std::uint32_t along : extent) result *= along;
    return result;
  }
  /// visit(cell), x innermost.
  template <class Visit>
  void each(const Cell<Dimensions>& counts, Visit&& visit) const {
    Cell<Dimensions> step{}, cell = first;
    for (std::size_t d = 0; d < Dimensions;) {
      if (d == 0) visit(static_cast<const Cell<Dimensions>&>(cell));
      if (++step[d] < extent[d]) {
        cell[d] = cell[d] + 1 == counts[d] ? 0 : cell[d] + 1;
        d = 0;
      } else {
        step[d] = 0;
        cell[d] = first[d];
        ++d;
      }
    }
  }
};

/// Places to look at, two cells wide each way: where the lattice's edges meet, and `random` others, of which every
/// other one lies on an edge.
template <int Dimensions>
std::vector<Box<Dimensions>> corner_and_others(const Cell<Dimensions>& counts, int random, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  Box<Dimensions> box;
  for (std::size_t d = 0; d < Dimensions; ++d) {
    box.extent[d] = std::min(2u, counts[d]);
    box.first[d] = counts[d] <= 2 ? 0 : counts[d] - 1;
  }
  std::vector<Box<Dimensions>> result = {box};
  for (int i = 0; i < random; ++i) {
    for (std::size_t d = 0; d < Dimensions; ++d)
      box.first[d] = counts[d] <= 2 ? 0 : static_cast<std::uint32_t>(engine() % counts[d]);
    if (const std::size_t d = engine() % Dimensions; i % 2 != 0 && counts[d] > 2)
      box.first[d] = engine() % 2 == 0 ? 0 : counts[d] - 2;
    result.push_back(box);
  }
  return result;
}

/// Lines of cells in each direction, two cells wide: one where the lattice's edges meet, and one anywhere; cut into
/// pieces, since what is kept of each should be little. Of a line at most `most` pieces: its ends, and others between.
template <int Dimensions>
std::vector<Box<Dimensions>> lines(const Cell<Dimensions>& counts, std::uint64_t seed, std::uint32_t piece,
                                   std::uint32_t most = ~0u) {
  std::mt19937_64 engine(seed);
  std::vector<Box<Dimensions>> result;
  for (std::size_t along = 0; along < Dimensions; ++along)
    for (const bool is_edge : {true, false}) {
      Box<Dimensions> line;
      for (std::size_t d = 0; d < Dimensions; ++d) {
        line.extent[d] = std::min(2u, counts[d]);
        line.first[d] = counts[d] <= 2 ? 0 : is_edge ? counts[d] - 1 : static_cast<std::uint32_t>(engine() % counts[d]);
      }
      const std::uint32_t all = (counts[along] + piece - 1) / piece, taken = std::min(all, most);
      for (std::uint32_t i = 0; i < taken; ++i) {
        const std::uint64_t number = taken == 1 ? 0 : std::uint64_t{i} * (all - 1) / (taken - 1);
        line.first[along] = static_cast<std::uint32_t>(number) * piece;
        line.extent[along] = std::min(piece, counts[along] - line.first[along]);
        result.push_back(line);
      }
    }
  return result;
}

}  // namespace spinbench

// Spins and couplings as a CPU's vectors want them: all that belongs to some neighbouring pairs of a row in one block.
//
// A row has L / 2 pairs of sites 2j, 2j + 1, `lanes` of them a block, as many as a vector has numbers. A block holds
// twelve vectors: the components of the spins of colour 0, of colour 1, and the couplings of the sites of either colour
// to their next ones along x, y, z. So a row is one piece of memory, whatever L is, and the update of a row goes along
// five of them: its own and those around it. (With an array for each number there are 27 streams; where L is a power of
// two they fall on the same places of every cache.)
//
// Pairs behind the last of a row whose last block is not full are never looked at, but for one: the neighbour in the
// row that the other colour's vectors find there is kept equal to the one at the row's other end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/heisenberg3d_overrelaxation/colours.hpp"
#include "kernels/heisenberg3d_overrelaxation/start.hpp"

namespace spinbench::overrelaxation {

/// Plain values; the memory belongs to somebody else.
template <class Real>
struct RowBlocks {
  static constexpr std::uint32_t numbers = 12;  ///< of a pair

  Real* data;
  std::uint32_t L, lanes;

  std::uint32_t pairs() const { return L / 2; }
  std::uint32_t blocks() const { return (pairs() + lanes - 1) / lanes; }
  bool ragged() const { return pairs() % lanes != 0; }
  std::size_t block_size() const { return std::size_t{numbers} * lanes; }
  std::size_t row_size() const { return block_size() * blocks(); }
  std::size_t size() const { return row_size() * L * L; }

  Real* row(std::uint32_t y, std::uint32_t z) const { return data + (std::size_t{z} * L + y) * row_size(); }
  /// Number `n` of twelve of pair j.
  Real& number(std::uint32_t n, std::uint32_t j, std::uint32_t y, std::uint32_t z) const {
    return row(y, z)[j / lanes * block_size() + n * lanes + j % lanes];
  }
  Real& component(const Place& p, std::uint32_t c) const { return number(3 * p.colour + c, p.j, p.y, p.z); }
  /// Of the bond to the next site along direction d.
  Real& coupling(const Place& p, std::uint32_t d) const { return number(6 + 3 * p.colour + d, p.j, p.y, p.z); }
  Vector3<Real> spin(const Place& p) const { return {component(p, 0), component(p, 1), component(p, 2)}; }

  void start(const Start& start, const Place& p) const {
    const std::uint64_t site = (std::uint64_t{p.z} * L + p.y) * L + p.x();
    const Vector3<Real> s = start.spin<Real>(site);
    component(p, 0) = s.x, component(p, 1) = s.y, component(p, 2) = s.z;
    for (std::uint32_t d = 0; d < 3; ++d) coupling(p, d) = start.coupling<Real>(3 * site + d);
  }
  /// After the last site of a row was set: what vectors find behind it.
  void close_couplings(std::uint32_t y, std::uint32_t z) const {
    if (!ragged()) return;
    // Of the colour whose sites come second in their pairs, which the other colour sees to its left.
    const std::uint32_t second = 1 - ((y + z) & 1);
    number(6 + 3 * second, blocks() * lanes - 1, y, z) = number(6 + 3 * second, pairs() - 1, y, z);
  }
  void close_spins(std::uint32_t y, std::uint32_t z, std::uint32_t colour) const {
    if (!ragged() || planted(Mutant::relaxed_row_open)) return;
    const bool second = Place{0, y, z, colour}.odd();
    const std::uint32_t from = second ? pairs() - 1 : 0, to = second ? blocks() * lanes - 1 : pairs();
    for (std::uint32_t c = 0; c < 3; ++c) number(3 * colour + c, to, y, z) = number(3 * colour + c, from, y, z);
  }
};

}  // namespace spinbench::overrelaxation

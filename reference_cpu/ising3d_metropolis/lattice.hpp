// The simple cubic lattice of the serial simulations: site (x, y, z) is number (z L + y) L + x.
// H = -J sum_<ij> s_i s_j with J = 1, spins +1 and -1, periodic boundaries; the start configuration is all spins up.
#pragma once

#include <cstddef>
#include <cstdint>

#include "interface/params.hpp"
#include "interface/registry.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/mutants.hpp"
#include "reference_cpu/common/spins.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/ising3d_metropolis/orders.hpp"

namespace spinbench::ising3d {

/// `Spin` is the storage type of the axis `spin`.
template <class Spin>
class Lattice : public Spins<Spin> {
 public:
  explicit Lattice(std::uint32_t L) : Spins<Spin>(static_cast<std::size_t>(L) * L * L), L_(L) {}

  std::uint32_t L() const { return L_; }
  int at(std::uint32_t x, std::uint32_t y, std::uint32_t z) const { return this->spin(site(x, y, z)); }

  /// Spin times the sum of its six neighbours; a flip costs twice that.
  int field(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    const std::ptrdiff_t row = L_, layer = row * L_;
    const std::ptrdiff_t left = x == 0 ? row - 1 : -1, right = x + 1 == L_ ? 1 - row : 1;
    const std::ptrdiff_t back = y == 0 ? layer - row : -row, front = y + 1 == L_ ? row - layer : row;
    const std::ptrdiff_t below = z == 0 ? layer * (row - 1) : -layer,
                         above = z + 1 == L_ ? (planted(Mutant::cubic_border) ? 0 : -layer * (row - 1)) : layer;
    const std::size_t here = site(x, y, z);
    const auto at = [&](std::ptrdiff_t way) { return this->spin(here + static_cast<std::size_t>(way)); };
    return at(0) * (at(left) + at(right) + at(back) + at(front) + at(below) + at(above));
  }

  void flip(std::uint32_t x, std::uint32_t y, std::uint32_t z) { this->flip_spin(site(x, y, z)); }

  /// <H> of the configuration, units of J.
  std::int64_t energy() const {
    std::int64_t sum = 0;
    for (std::uint32_t z = 0; z < L_; ++z)
      for (std::uint32_t y = 0; y < L_; ++y) {
        // Row by row, so that compilers may use vectors.
        const std::size_t row = site(0, y, z), next_row = site(0, y + 1 == L_ ? 0 : y + 1, z),
                          next_layer = site(0, y, z + 1 == L_ ? 0 : z + 1);
        int bonds = this->spin(row + L_ - 1) * this->spin(row);
        for (std::uint32_t x = 0; x + 1 < L_; ++x) bonds += this->spin(row + x) * this->spin(row + x + 1);
        for (std::uint32_t x = 0; x < L_; ++x)
          bonds += this->spin(row + x) * (this->spin(next_row + x) + this->spin(next_layer + x));
        sum -= bonds;
      }
    return sum;
  }

  Observables observe() const { return this->observables(energy()); }

 private:
  /// The canonical number.
  std::size_t site(std::uint32_t x, std::uint32_t y, std::uint32_t z) const {
    const std::size_t side = L_;
    return x + side * y + side * side * z;
  }

  std::uint32_t L_;
};

/// What the simulations of reference_cpu/common ask for.
struct Cubic {
  static constexpr int dimensions = 3;
  template <class Spin>
  using Lattice = ising3d::Lattice<Spin>;
  using Thresholds = FieldThresholds<dimensions>;
  using Board = CubicTiles;

  /// The part of a sweep's work that all orders share. Counted for one attempt: 11 integer operations (five additions
  /// and a product for the field, three compares, a choice of threshold, a negation).
  static Work attempt_work(const Params& params);

  /// visit(stream, x, y, z) for the sites of one colour.
  template <class Visit>
  static void visit_colour(std::uint32_t L, std::uint32_t colour, Visit&& visit) {
    walk_colour(L, colour, visit);
  }
  template <class Visitor>
  static void visit_tiles(const Board& board, const TilePhase& phase, Visitor&& visitor) {
    walk_tiles(board, phase, visitor);
  }
};

}  // namespace spinbench::ising3d

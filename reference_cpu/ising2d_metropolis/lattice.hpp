// The square lattice of the serial simulations, in row-major order.
// H = -J sum_<ij> s_i s_j with J = 1, spins +1 and -1, periodic boundaries; the start configuration is all spins up.
#pragma once

#include <cstddef>
#include <cstdint>

#include "interface/params.hpp"
#include "interface/registry.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/mutants.hpp"
#include "reference_cpu/common/spins.hpp"
#include "reference_cpu/common/streams.hpp"
#include "reference_cpu/common/thresholds.hpp"
#include "reference_cpu/common/work.hpp"
#include "reference_cpu/ising2d_metropolis/orders.hpp"

namespace spinbench::ising2d {

/// `Spin` is the storage type of the axis `spin`.
template <class Spin>
class Lattice : public Spins<Spin> {
 public:
  explicit Lattice(std::uint32_t L) : Spins<Spin>(static_cast<std::size_t>(L) * L), L_(L) {}

  std::uint32_t L() const { return L_; }
  int at(std::uint32_t x, std::uint32_t y) const { return this->spin(site(x, y)); }

  /// Spin times the sum of its four neighbours; a flip costs twice that.
  int field(std::uint32_t x, std::uint32_t y) const {
    const std::uint32_t left = x == 0 ? L_ - 1 : x - 1,
                        right = x + 1 == L_ ? (planted(Mutant::square_border) ? x : 0) : x + 1;
    const std::uint32_t up = y == 0 ? L_ - 1 : y - 1, down = y + 1 == L_ ? 0 : y + 1;
    return at(x, y) * (at(left, y) + at(right, y) + at(x, up) + at(x, down));
  }

  void flip(std::uint32_t x, std::uint32_t y) {
    if (planted(Mutant::square_last_row) && L_ > 16 && y + 1 == L_) return;
    this->flip_spin(site(x, y));
  }

  /// <H> of the configuration, units of J.
  std::int64_t energy() const {
    std::int64_t sum = 0;
    for (std::uint32_t y = planted(Mutant::square_energy_skips_row) ? 1 : 0; y < L_; ++y) {
      const std::uint32_t down = y + 1 == L_ ? 0 : y + 1;
      for (std::uint32_t x = 0; x < L_; ++x) {
        const std::uint32_t right = x + 1 == L_ ? 0 : x + 1;
        sum -= at(x, y) * (at(right, y) + at(x, down));
      }
    }
    return sum;
  }

  Observables observe() const { return this->observables(energy()); }

 private:
  std::size_t site(std::uint32_t x, std::uint32_t y) const { return static_cast<std::size_t>(y) * L_ + x; }

  std::uint32_t L_;
};

/// What the simulations of reference_cpu/common ask for.
struct Square {
  static constexpr int dimensions = 2;
  template <class Spin>
  using Lattice = ising2d::Lattice<Spin>;
  using Thresholds = FieldThresholds<dimensions>;
  using Board = SquareTiles;

  /// The part of a sweep's work that all orders share. Counted for one attempt: 8 integer operations (three additions
  /// and a product for the field, two compares, a choice of threshold, a negation).
  static Work attempt_work(const Params& params);

  /// visit(stream, x, y) for the sites of one colour.
  template <class Visit>
  static void visit_colour(std::uint32_t L, std::uint32_t colour, Visit&& visit) {
    walk_colour(L, colour, [&](std::uint32_t x, std::uint32_t y, std::uint64_t stream) { visit(stream, x, y); });
  }
  template <class Visitor>
  static void visit_tiles(const Board& board, const TilePhase& phase, Visitor&& visitor) {
    walk_tiles(board, phase, visitor);
  }
};

}  // namespace spinbench::ising2d

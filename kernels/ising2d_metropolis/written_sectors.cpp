#include "kernels/ising2d_metropolis/written_sectors.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace spinbench::ising2d {

namespace {

constexpr int side = 64;

class SmallLattice {
 public:
  explicit SmallLattice(double beta) : spins_(side * side, 1), flipped_(side * side) {
    for (int change = 0; change < 3; ++change) acceptance_[change] = std::exp(-4 * beta * change);
    // An ordered start stays in one phase; above the transition it is soon forgotten.
    for (int i = 0; i < 100; ++i) sweep();
  }

  void sweep() {
    for (int colour = 0; colour < 2; ++colour)
      for (int y = 0; y < side; ++y)
        for (int x = (y + colour) % 2; x < side; x += 2) visit(x, y);
  }

  /// Of the last sweep.
  int groups_with_flips(int group, Beside beside) const {
    int result = 0;
    for (int colour = 0; colour < 2; ++colour)
      for (int row = 0; row < (beside == Beside::in_a_row ? side : side / 2); ++row) {
        const int sites = beside == Beside::in_a_row ? side / 2 : side;
        for (int first = 0; first + group <= sites; first += group) {
          bool any = false;
          for (int i = first; i < first + group; ++i)
            any = any || (beside == Beside::in_a_row ? flipped_[at(2 * i + (row + colour) % 2, row)]
                                                     : flipped_[at(i, 2 * row + (i + colour) % 2)]) != 0;
          result += any ? 1 : 0;
        }
      }
    return result;
  }

 private:
  static std::size_t at(int x, int y) { return static_cast<std::size_t>((y + side) % side * side + (x + side) % side); }

  void visit(int x, int y) {
    std::int8_t& spin = spins_[at(x, y)];
    const int field =
        spin * (spins_[at(x + 1, y)] + spins_[at(x - 1, y)] + spins_[at(x, y + 1)] + spins_[at(x, y - 1)]);
    const bool flip = field <= 0 || uniform_(random_) < acceptance_[field / 2];
    flipped_[at(x, y)] = flip ? 1 : 0;
    if (flip) spin = static_cast<std::int8_t>(-spin);
  }

  std::vector<std::int8_t> spins_, flipped_;
  double acceptance_[3];
  std::mt19937 random_{1};
  std::uniform_real_distribution<double> uniform_;
};

double share_seen(double beta, int group, Beside beside) {
  constexpr int sweeps = 100;
  SmallLattice lattice(beta);
  const int sites = beside == Beside::in_a_row ? side / 2 : side, rows = beside == Beside::in_a_row ? side : side / 2;
  double written = 0;
  for (int i = 0; i < sweeps; ++i) {
    lattice.sweep();
    written += lattice.groups_with_flips(group, beside);
  }
  return written / (2.0 * sweeps * rows * (sites / group));
}

}  // namespace

double share_written(double beta, int group, Beside beside) {
  if (group < 1 || group > 32)
    throw std::invalid_argument("a sector holds 1 to 32 sites of a colour, but " + std::to_string(group) +
                                " were asked for");
  static std::mutex mutex;
  static std::map<std::tuple<double, int, Beside>, double> known;
  const std::lock_guard lock(mutex);
  const auto key = std::tuple{beta, group, beside};
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known[key] = share_seen(beta, group, beside);
}

}  // namespace spinbench::ising2d

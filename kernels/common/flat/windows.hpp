// Windows in the space of energies, in which walkers stay: replica-exchange Wang-Landau sampling (T. Vogel, Y. W. Li,
// T. Wuest, D. P. Landau, Phys. Rev. Lett. 110, 210603 (2013)). Each of a run's windows has a group of walkers that
// share an estimate; neighbouring windows exchange walkers; what they find is joined where its slopes agree best.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/common/flat/model.hpp"

namespace spinbench::flat {

/// Levels of a window, both ends among them.
struct Window {
  std::uint32_t low, high;

  SPINBENCH_FN std::uint32_t width() const { return high - low + 1; }
  /// For levels below the low end, too.
  SPINBENCH_FN bool has(std::uint32_t level) const { return level - low <= high - low; }
  /// Its levels that any configuration has, on a lattice of so many sites.
  SPINBENCH_FN std::uint32_t reached(std::uint32_t sites) const {
    return width() - static_cast<std::uint32_t>(has(1)) - static_cast<std::uint32_t>(has(sites - 1));
  }
};

/// `count` windows as wide as each other, over all `levels`: each has three fourths of its levels in common with the
/// next, as in the paper.
struct Windows {
  std::uint32_t levels, count;

  SPINBENCH_FN std::uint32_t width() const { return (4 * levels + count + 2) / (count + 3); }
  SPINBENCH_FN Window at(std::uint32_t window) const {
    const std::uint32_t low = count == 1 ? 0 : window * (levels - width()) / (count - 1);
    return {low, low + width() - 1};
  }
};

/// One where a case has no such axis.
Windows windows_of(const Params& params);
Axis axis_windows(std::int64_t fallback);  ///< windows

/// The spins of every walker at the start, as start_of() has them: `group` walkers a window, window after window, run
/// after run, spread over the levels of the window.
std::vector<std::uint32_t> start_in(Windows windows, Levels levels, std::uint64_t walkers, std::uint64_t group,
                                    std::uint64_t seed);

/// Where ln g of each window but the last is left for that of the next: in the levels that both have, where their
/// slopes differ least. `pieces` are ln g of window after window, of which each has all levels; -infinity where there
/// is no state, anything out of the window.
std::vector<std::uint32_t> joints_of(Windows windows, Levels levels, const std::vector<double>& pieces);

/// ln g of all levels: at each joint the next piece is shifted to the one before, and goes on from there. Parts of a
/// run are joined where the whole is, since a joint that jumps from part to part is no function that a jackknife may
/// take.
std::vector<double> joined(Windows windows, Levels levels, const std::vector<double>& pieces,
                           const std::vector<std::uint32_t>& joints);

/// The same from its least on, and 0 where there is no state.
std::vector<double> joined_from_least(Windows windows, Levels levels, const std::vector<double>& pieces);

/// Exchanges of walkers between windows. Exchange `number` has pairs of the windows i and i + 1 with i even or odd in
/// turns; walker t of the lower one meets walker t + shift of the upper one, around the group. Words of their own: the
/// shift is the word `number` of stream shift_stream, the decision that of the stream of the lower walker.
inline constexpr std::uint64_t shift_stream = std::uint64_t{1} << 41, exchange_streams = shift_stream + 1;

/// How far log2 g would rise, in units of 2^-16, if a walker at level `a` of a window and one at level `b` of another
/// changed places: `own` estimates of the first window, `other` of the second.
template <class Own, class Other>
SPINBENCH_FN std::int32_t exchange_rise(std::uint32_t a, std::uint32_t b, Own&& own, Other&& other) {
  return (own(b) - own(a)) + (other(a) - other(b));
}

}  // namespace spinbench::flat

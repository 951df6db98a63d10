#include "kernels/common/flat/windows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/common/rng/philox4x32.hpp"

namespace spinbench::flat {
namespace {

/// Beyond the streams of start_of().
constexpr std::uint64_t window_starts = std::uint64_t{3} << 40;

/// Turns spins of the ground state of the ferromagnet, or of the antiferromagnet, one after the other until the level
/// lies as far from it as `wanted`: a turn changes it by two at most.
void turn_to(Levels levels, std::uint32_t wanted, std::uint64_t stream, std::uint64_t seed, std::uint32_t* words) {
  const std::uint32_t L = levels.L, N = levels.sites();
  const bool from_above = 2 * wanted > N;
  const auto bit = [&](std::uint32_t site) { return words[site / 32] >> site % 32 & 1; };
  const auto flip = [&](std::uint32_t site) { words[site / 32] ^= 1u << site % 32; };
  for (std::uint32_t site = 0; from_above && site < N; ++site)
    if ((site / L + site % L) & 1) flip(site);
  std::uint32_t unsatisfied = from_above ? 2 * N : 0;  // two a level
  rng::Philox4x32_7::Stream random(rng::Philox4x32_7::setup(seed, 0, rng::Seeding::random), stream, 0);
  while (from_above ? unsatisfied > 2 * wanted : unsatisfied < 2 * wanted) {
    const std::uint32_t site = site_of(random.next(), N), row = site / L * L, x = site % L;
    for (const std::uint32_t other : {row + (x + 1) % L, row + (x + L - 1) % L, (site + L) % N, (site + N - L) % N})
      bit(site) == bit(other) ? ++unsatisfied : --unsatisfied;
    flip(site);
  }
}

}  // namespace

Windows windows_of(const Params& params) {
  return {levels_of(params).count(), params.has("windows") ? static_cast<std::uint32_t>(params.integer("windows")) : 1};
}

Axis axis_windows(std::int64_t fallback) {
  return Axis::integer("windows", fallback, 2, 64, "windows of energy, each with walkers of its own");
}

std::vector<std::uint32_t> start_in(Windows windows, Levels levels, std::uint64_t walkers, std::uint64_t group,
                                    std::uint64_t seed) {
  std::vector<std::uint32_t> result(walkers * levels.words());
  for (std::uint64_t walker = 0; walker < walkers; ++walker) {
    const Window window = windows.at(static_cast<std::uint32_t>(walker / group % windows.count));
    // A level from each end, since a turn may go one too far.
    const auto wanted = window.low + 1 + static_cast<std::uint32_t>(walker % group * (window.width() - 2) / group);
    turn_to(levels, wanted, window_starts + walker, seed, &result[walker * levels.words()]);
  }
  return result;
}

std::vector<std::uint32_t> joints_of(Windows windows, Levels levels, const std::vector<double>& pieces) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 1; i < windows.count; ++i) {
    const double* const own = &pieces[std::size_t{i} * levels.count()];
    const double* const before = own - levels.count();
    std::uint32_t where = windows.at(i).low;
    double least = std::numeric_limits<double>::infinity();
    // Of all levels that both have the slope to the next one, but where there is no state.
    for (std::uint32_t level = where; level < windows.at(i - 1).high; ++level) {
      if (!levels.is_reached(level) || !levels.is_reached(level + 1)) continue;
      const double differs = std::fabs((before[level + 1] - before[level]) - (own[level + 1] - own[level]));
      if (differs < least) least = differs, where = level;
    }
    // Joints go up, whatever the pieces say.
    result.push_back(result.empty() ? where : std::max(where, result.back()));
  }
  return result;
}

std::vector<double> joined(Windows windows, Levels levels, const std::vector<double>& pieces,
                           const std::vector<std::uint32_t>& joints) {
  std::vector<double> result(levels.count(), -std::numeric_limits<double>::infinity());
  for (std::uint32_t i = 0; i < windows.count; ++i) {
    const double* const own = &pieces[std::size_t{i} * levels.count()];
    const std::uint32_t first = i == 0 ? 0 : joints[i - 1],
                        last = i + 1 == windows.count ? levels.count() - 1 : joints[i];
    const double shift = i == 0 ? 0 : result[first] - own[first];
    for (std::uint32_t level = first; level <= last; ++level)
      if (levels.is_reached(level)) result[level] = own[level] + shift;
  }
  return result;
}

std::vector<double> joined_from_least(Windows windows, Levels levels, const std::vector<double>& pieces) {
  std::vector<double> result = joined(windows, levels, pieces, joints_of(windows, levels, pieces));
  const double least = std::min(result.front(), result.back());
  for (std::uint32_t level = 0; level < levels.count(); ++level)
    result[level] = levels.is_reached(level) ? result[level] - least : 0;
  return result;
}

}  // namespace spinbench::flat

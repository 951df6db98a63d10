// What the variants of the kernel ising2d_multicanonical share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/flat/density.hpp"
#include "kernels/common/flat/model.hpp"

namespace spinbench::multicanonical {

/// With axes, physics and look; `most` is the largest L. Oracle, memory and maker are the variant's own.
Variant variant(const std::string& name, const std::string& backend, const std::string& title, std::int64_t most,
                std::int64_t walkers);

inline constexpr std::uint32_t most_sets = 16;
/// Sets by which the visits of so many walkers are counted, of which `block` are in the same set always.
inline std::uint32_t sets_of(std::uint64_t walkers, std::uint64_t block) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>((walkers + block - 1) / block, most_sets));
}
/// So many that errors can be told from their spread.
inline constexpr std::uint32_t enough_sets = 8;
/// Walkers of a case that are in the same set always: those of a block.
inline std::uint64_t counted_together(const Params& params) {
  return params.has("block") ? static_cast<std::uint64_t>(params.integer("block")) : 1;
}

/// Sweeps that a walker takes through all levels, about: four times their square over the sites. Sets of walkers start
/// at energies of their own.
inline int sweeps_through(flat::Levels levels) {
  const double count = levels.count();
  return static_cast<int>(4 * count * count / levels.sites());
}

/// ln g by what walkers with `log2_g` counted from `before` on. `visits`: batch after batch of equal length, each as
/// the observable has them. Errors by jackknife over sets of walkers, or where these are few over batches, which are
/// not independent where they are shorter than sweeps_through().
flat::Densities densities(flat::Levels levels, const std::vector<double>& log2_g, const std::vector<double>& before,
                          const std::vector<double>& visits);

/// Energies and magnetisations of the walkers, "visits" of each level since the start, set after set, and "log2_g" of
/// each level, that of the weights.
Observables observables(flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int64_t>& visits);

/// That the histogram holds as many visits as there were attempts.
Check check_visits(const std::vector<std::int64_t>& visits, double attempts);

}  // namespace spinbench::multicanonical

// What the variants of the kernel ising2d_wang_landau share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/adapts.hpp"
#include "interface/registry.hpp"
#include "kernels/common/flat/windows.hpp"

namespace spinbench::wang_landau {

/// An estimate of its own for each walker, that follows each attempt; one for each group of walkers, that stands for an
/// epoch of L attempts; or one for each group of a window of energies, likewise.
enum class Law { own, shared, windows };

/// With axes, physics and look; `most` is the largest L. Oracle, memory and maker are the variant's own.
Variant variant(Law law, const std::string& name, const std::string& backend, const std::string& title,
                std::int64_t most, std::int64_t walkers, std::int64_t group);

/// Why a case cannot run, or "".
std::string unsupported(const Params& params);

/// The small cases on which variants are compared with `serial` and `epochs`: one block of walkers, several, and a last
/// one in part, where walkers go alone.
std::vector<Params> bit_cases(Law law, const Params& params, std::uint32_t block);

/// Of so many estimates log2 g is an observable; of more, of the first ones.
inline constexpr std::size_t most_observed = 64;

/// log2(e) in units of 2^-40: what is added to log2 g at first, divided by the walkers that share it.
inline constexpr std::uint64_t first_increment = 1586259972792;

/// Sweeps for which an increment of so many levels stands at least before it is halved. A walker needs about four times
/// as long to go through them. Walkers that share an estimate start spread over the levels and see all of them at once;
/// an increment that is halved whenever that happens is small before one walker has left the place where it began, and
/// what the estimate is wrong by from place to place then falls as 1 / t only.
SPINBENCH_FN constexpr std::uint64_t sweeps_of_increment(std::uint64_t levels, std::uint32_t sites) {
  return levels * levels / sites;
}

inline constexpr std::uint32_t most_sets = 256;
/// Sets by which the visits of so many runs' walkers are counted in production.
inline std::uint32_t sets_of(std::uint64_t runs) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(runs, most_sets));
}

/// Weights for a production run, window after window, in units of 2^-16: of each window the mean of the first
/// most_observed runs' estimates, less one half way from its least to its largest, so that 32 bits are enough to L =
/// 256; 0 where no state is, and out of the window. `sums` are estimates in units of 2^-40, run after run, window after
/// window.
std::vector<std::int32_t> standing_weights(flat::Windows windows, flat::Levels levels,
                                           const std::vector<std::int64_t>& sums);

/// Energies and magnetisations of the walkers, and "log2_g" of each level by the estimates in `sums`, joined, of one
/// run after the other; "visits" of production, of which there are none yet from `runs` runs.
Observables observables(flat::Windows windows, flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int64_t>& sums, std::uint64_t runs);
/// In production, once Adapts::equilibrated() has ended the learning: walkers go by weights that stand, so that
/// what was learned too fast is no bias of what is found. "log2_g" are these, window after window, each from its least
/// on, and "visits" of each level are counted since, set after set, window after window.
Observables observables(flat::Windows windows, flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int32_t>& log2_g, const std::vector<std::int64_t>& visits);

}  // namespace spinbench::wang_landau

// What the tiled variants are compiled for, by tile side: not every combination of generator and rule is worth its
// code.
#pragma once

#include <memory>
#include <type_traits>

#include "interface/registry.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"

namespace spinbench::ising2d {

/// A generator that keeps many words in memory costs a visit of a small tile more than the visit itself; a ring serves
/// so many threads only. The same in words is tiled_unsupported().
template <class Rng, int T>
constexpr bool tiled_is_built() {
  if constexpr (Rng::storage == rng::Storage::shared)
    return T >= 8 && T * T / 2 <= Rng::most_lanes;
  else
    return Rng::storage != rng::Storage::interleaved || T >= 16;
}

/// Whether the papers' other rules are built beside draw=always and measure=none: for their figures' tiles only.
template <int T>
constexpr bool every_rule_is_built = T == tiled_side_of_every_rule;

/// Calls `make(std::bool_constant<draw always>, std::bool_constant<track the energy>)` for the axes draw and measure.
/// Throws Unsupported for what is not built.
template <class Rng, int T, class Make>
std::unique_ptr<Simulation> with_tiled_rules(const Params& params, Make&& make) {
  const bool energy = params.word("measure") == "energy";
  if constexpr (tiled_is_built<Rng, T>()) {
    const bool always = params.word("draw") == "always";
    if (always && !energy) return make(std::true_type{}, std::false_type{});
    if constexpr (every_rule_is_built<T> && (rng::is_small<Rng> || Rng::storage == rng::Storage::shared))
      if (always) return make(std::true_type{}, std::true_type{});
    if constexpr (every_rule_is_built<T> && rng::is_small<Rng>)
      if (!always)
        return energy ? make(std::false_type{}, std::true_type{}) : make(std::false_type{}, std::false_type{});
  }
  throw Unsupported(tiled_unsupported(params));
}

}  // namespace spinbench::ising2d

// How simulations of single-cluster updates come near equilibrium before they are timed: by Swendsen-Wang updates of
// their own spins. From all spins up, single clusters are far larger than in equilibrium until many of them were
// flipped: at L = 256 in space 46 to 78 times, for more updates than batches and warm-up have.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench::clusters {

/// Swendsen-Wang updates from all spins up: ten times as many as these need to forget at the critical point, about
/// L^0.25 on the plane and L^0.5 in space, so that 1e-4 or so of the start is left. Elsewhere they forget sooner.
int equilibration_updates(int dimensions, const Params& params);

/// Of the generator that equilibration draws from, which must not be that of the timed updates: another one's words.
std::uint64_t equilibration_seed(std::uint64_t seed);

/// Those updates of a host's spins, states 0 and 1, on the calling thread. Of so many sites that one would take more
/// than a minute or two, fewer.
void equilibrate_on_host(int dimensions, const Params& params, std::uint64_t seed, std::vector<std::uint8_t>& states,
                         const std::function<bool()>& is_over);

/// Units and updates before the mean began that a simulation tells of.
struct MeanSince {
  double units = 0, updates = 0;

  /// Units of an update in the mean since then; `expected` where there was none.
  double of(double units_now, double updates_now, double expected) const {
    return updates_now > updates ? (units_now - units) / (updates_now - updates) : expected;
  }
};

}  // namespace spinbench::clusters

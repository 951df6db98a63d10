// What the variants that update a site a thread or work item (the talk's v1 to v4) share on every backend: their types,
// work and memory, and what they cannot run.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "interface/simulation.hpp"
#include "kernels/common/pipe_cost.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/ising2d_metropolis/axes.hpp"

namespace spinbench::ising2d {

/// Calls `use(spin, Tag<Generator>{}, always, seeding)`, where `spin` is a value of the axis `spin` and
/// decltype(always)::value the axis `draw`. Throws std::invalid_argument for what small_generators_only() says.
template <class Use>
std::unique_ptr<Simulation> with_checkerboard_types(const Params& params, Use&& use) {
  return with_spin(params.word("spin"), [&](auto spin) {
    return rng::with_small_generator(params.word("rng"),
                                     [&](auto tag, rng::Seeding seeding) -> std::unique_ptr<Simulation> {
                                       using Rng = typename decltype(tag)::type;
                                       if constexpr (std::is_same_v<Rng, rng::Lcg32> || sizeof(spin) == 4) {
                                         if (params.word("draw") == "always")
                                           return use(spin, tag, std::true_type{}, seeding);
                                         return use(spin, tag, std::false_type{}, seeding);
                                       } else {
                                         throw std::invalid_argument(small_generators_only(params));
                                       }
                                     });
  });
}

/// Spins of a sector of memory, 32 B.
template <class Spin>
inline constexpr int spins_a_sector = 32 / static_cast<int>(sizeof(Spin));

/// An attempt of a device's thread that has `together` sites, 1 or 4, which share index arithmetic: that, field,
/// compare and store; the least of the variants `naive` to `coalesced`.
inline PipeCost device_attempt(int together) { return together == 1 ? PipeCost{17, 18, 64} : PipeCost{7.5, 8, 25}; }

/// An attempt in a host's loop along a row: the compiler takes sites together in vectors, and addresses cost nothing.
/// Field, compare and select are those of a tile in shared memory.
inline constexpr PipeCost host_attempt{5.25, 1, 0};

/// Of a sweep of `sites` sites; `spin_traffic`: spins read and written an attempt.
/// Memory: the spin is read, and written where a spin of its sector flips (written_sectors.hpp), the other colour is
/// read once a colour, the state is read and written.
/// Operations: `attempt`, and a word of a generator whose costs the `together` sites of a thread share.
template <class Spin, class Rng>
Work checkerboard_work(double sites, double spin_traffic, const PipeCost& attempt, int together) {
  const double state = 2 * rng::Store<Rng>::bytes_a_stream(1);
  const rng::WordCost word = rng::word_cost(Rng::facts, together);
  Work work;
  work.units = sites;
  work.memory_bytes = sites * (spin_traffic * sizeof(Spin) + state);
  work.footprint_bytes = sites * (sizeof(Spin) + state / 4);
  work.logic_ops = sites * (attempt.logic_ops + word.logic_ops);
  work.multiply_adds = sites * (attempt.multiply_adds + word.multiply_adds);
  work.issue_slots = sites * (attempt.issue_slots + word.issue_slots);
  work.random_words = sites;
  work.dependent_launches = 2;
  return work;
}

/// Bytes on the device: spins, and a state for each pair of sites.
inline double checkerboard_memory(const Params& params) {
  return sites_of(params, 2) * (spin_bytes(params) + rng::state_bytes(params.word("rng")) / 2.0) + 1e6;
}

/// Why none of these variants can run the case, or "".
inline std::string checkerboard_unsupported(const Params& params) {
  const std::string reason = small_generators_only(params);
  return reason.empty() ? square_lattice_unsupported(params) : reason;
}

}  // namespace spinbench::ising2d

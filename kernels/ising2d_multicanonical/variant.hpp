// What the variants of the kernel ising2d_multicanonical share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/flat/model.hpp"

namespace spinbench::multicanonical {

/// With axes, physics and look; `most` is the largest L. Oracle, memory and maker are the variant's own.
Variant variant(const std::string& name, const std::string& backend, const std::string& title, std::int64_t most,
                std::int64_t walkers);

/// The small cases on which variants are compared with `serial`: one block of walkers, several, and a last one in part.
std::vector<Params> bit_cases(const Params& params, std::uint32_t block);

/// Energies and magnetisations of the walkers, "visits" of each level since the start, by all walkers, and "log2_g" of
/// each level, that of the weights.
Observables observables(flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::uint64_t>& visits);

/// That the histogram holds as many visits as there were attempts.
Check check_visits(const std::vector<std::uint64_t>& visits, double attempts);

/// Makes Implementation<Generator>(params, seed).
template <template <class> class Implementation>
std::unique_ptr<Simulation> make(const Params& params, std::uint64_t seed) {
  return rng::with_generator_of<flat::is_counter_based>(
      params.word("rng"), [&](auto tag, rng::Seeding) -> std::unique_ptr<Simulation> {
        return std::make_unique<Implementation<typename decltype(tag)::type>>(params, seed);
      });
}

}  // namespace spinbench::multicanonical

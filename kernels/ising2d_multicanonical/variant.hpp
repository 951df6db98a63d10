// What the variants of the kernel ising2d_multicanonical share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/flat/model.hpp"

namespace spinbench::multicanonical {

/// With axes, physics and look; `most` is the largest L. Oracle, memory and maker are the variant's own.
Variant variant(const std::string& name, const std::string& backend, const std::string& title, std::int64_t most,
                std::int64_t walkers);

/// Energies and magnetisations of the walkers, "visits" of each level since the start, by all walkers, and "log2_g" of
/// each level, that of the weights.
Observables observables(flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int64_t>& visits);

/// That the histogram holds as many visits as there were attempts.
Check check_visits(const std::vector<std::int64_t>& visits, double attempts);

}  // namespace spinbench::multicanonical

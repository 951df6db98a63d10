// What the variants of the kernel ising2d_wang_landau share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/flat/model.hpp"

namespace spinbench::wang_landau {

/// An estimate of its own for each walker, that follows each attempt; or one for each group of walkers, that stands for
/// an epoch of L attempts.
enum class Law { own, shared };

/// With axes, physics and look; `most` is the largest L. Oracle, memory and maker are the variant's own.
Variant variant(Law law, const std::string& name, const std::string& backend, const std::string& title,
                std::int64_t most, std::int64_t walkers, std::int64_t group);

/// The small cases on which variants are compared with `serial` and `epochs`: one block of walkers, several, and a last
/// one in part, where walkers go alone.
std::vector<Params> bit_cases(Law law, const Params& params, std::uint32_t block);

/// Of so many estimates log2 g is an observable; of more, of the first ones.
inline constexpr std::size_t most_observed = 64;

/// log2(e) in units of 2^-40: what is added to log2 g at first, divided by the walkers that share it.
inline constexpr std::uint64_t first_increment = 1586259972792;

/// Energies and magnetisations of the walkers, and "log2_g" of each level, estimate after estimate.
Observables observables(flat::Levels levels, const std::vector<std::uint32_t>& words,
                        const std::vector<std::int64_t>& sums);

}  // namespace spinbench::wang_landau

// Spins of square glasses from the layouts of GPUs into canonical order, by all threads of the host where they are
// many.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/common/spin_glass.hpp"

namespace spinbench::ea2d {

/// From lattice after lattice, position after position, `words` words of 32 realizations at each; site(position) is
/// where it lies.
SpinGlassBits bits_of_words(const SpinGlassShape& shape, const std::vector<std::uint32_t>& raw, std::uint32_t words,
                            const std::function<std::uint32_t(std::uint32_t position)>& site);

/// From a sign for each spin, realization after realization, site by site.
SpinGlassBits bits_of_signs(const SpinGlassShape& shape, const std::vector<std::int8_t>& signs);

}  // namespace spinbench::ea2d

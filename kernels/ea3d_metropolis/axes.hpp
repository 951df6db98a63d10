// What the variants of the kernel ea3d_metropolis share beyond kernels/common/spin_glass.hpp.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/spin_glass.hpp"

namespace spinbench::ea3d {

Axis axis_L();     ///< linear size, even, 4 to 512
Axis axis_beta();  ///< inverse temperature, units of 1/J; that of the transition, T_c = 1.1019, where nobody says

/// The generators of marches, whose numbers are made twice where tiles overlap.
constexpr bool in_marches(const rng::Generator& generator) { return rng::takes_part(generator, rng::roles::twice); }

/// The generators of words of more than 32 realizations on GPUs: the paper's lightest, and the suite's own.
constexpr bool in_wide_words(const rng::Generator& generator) { return rng::takes_part(generator, rng::roles::light); }

/// The serial code with the same words, of 32 for variants that have no axis `word`.
Oracle single_spin_oracle();

/// The CPU's multispin with all threads, which follows GPUs on large lattices in words of 32 realizations.
Oracle multispin_follower();

/// Why a layout cannot run the case, or "": an odd L has no two colours, and one layout wants a power of two.
template <class Layout>
std::string layout_unsupported(const Params& params) {
  if (std::string_view(Layout::name) == "bitwise" &&
      !std::has_single_bit(static_cast<std::uint64_t>(params.integer("L"))))
    return "bitwise needs an L that is a power of two, but L is " + std::to_string(params.integer("L")) +
           ": take standard or sliced";
  return colours_unsupported(params);
}

/// As Variant::bit_cases of the layouts: the oracle follows lattices of side 6 to 16, with three systems at most and
/// the case's replicas.
std::vector<Params> layout_bit_cases(const Params& params, const Device& device);

}  // namespace spinbench::ea3d

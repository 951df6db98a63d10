// What the variants of the kernel heisenberg3d_overrelaxation share about a case.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/common/axes.hpp"

namespace spinbench::overrelaxation {

Axis axis_L();                            ///< linear size, even, 4 to 512
Axis axis_hits();                         ///< updates of a spin before the block goes on to the next planes
Axis axis_tile();                         ///< sites of a box along x
Axis axis_rows();                         ///< sites of a box along y
Axis axis_deep();                         ///< planes of a box
Axis axis_precision();                    ///< float or double
Axis axis_sweeps(std::int64_t fallback);  ///< in one pass over memory, 1 or 2

/// Calls `use(Real{})` for the value of the axis `precision`.
template <class Use>
decltype(auto) with_precision(const Params& params, Use&& use) {
  const std::string& name = params.word("precision");
  if (name == "float") return use(float{});
  if (name == "double") return use(double{});
  throw std::invalid_argument("no precision is called '" + name + "'");
}

inline double real_bytes(const Params& params) { return params.word("precision") == "double" ? 8 : 4; }
inline double sites(const Params& params) { return sites_of(params, 3); }

/// Bytes of the spins and of the couplings, three of each a site.
inline double glass_bytes(const Params& params) { return 6 * real_bytes(params) * sites(params); }

/// The serial code in the same order of colours.
Oracle serial_oracle();
/// The CPU's vectors with all threads, which follow GPUs on large lattices.
Oracle vectors_follower();
/// The serial code box by box, of a variant that has the axes of boxes; `planes` are updated together.
Oracle boxes_oracle(int planes);

/// Why boxes cannot cut the lattice, or "": along each side there must be one, or an even number of whole ones, and
/// `planes` must divide their depth.
std::string boxes_unsupported(const Params& params, std::int64_t planes);

/// As Variant::bit_cases of variants that take the colours one after the other on lattices of any even side.
std::vector<Params> small_cases(const Params& params);

}  // namespace spinbench::overrelaxation

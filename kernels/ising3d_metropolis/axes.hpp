// What the variants of the kernel ising3d_metropolis share beyond kernels/common/axes.hpp: ranges of axes, and the
// generators that GPU variants are built for.
#pragma once

#include <string>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising3d {

Axis axis_L();     ///< linear size, 2 to 2048
Axis axis_tile();  ///< side of a tile of the double checkerboard, 2 to 16
Axis axis_beta();  ///< inverse temperature, units of 1/J

/// Calls `use(Tag<Generator>{}, seeding)` for a generator that the GPU variants are built for: those with at most a
/// word or two of state. Throws std::invalid_argument for others.
template <class Use>
decltype(auto) with_built_generator(const std::string& name, Use&& use) {
  if (name == "philox4x32_7") return use(rng::Tag<rng::Philox4x32_7>{}, rng::Seeding::random);
  if (name == "sfc32") return use(rng::Tag<rng::Sfc32>{}, rng::Seeding::random);
  if (name == "mwc64x") return use(rng::Tag<rng::Mwc64x>{}, rng::Seeding::random);
  return rng::with_small_generator(name, use);
}

/// Why the GPU variants are not built for the axis `rng`, or "".
std::string generator_unsupported(const Params& params);

}  // namespace spinbench::ising3d

// What the variants of the kernel ising3d_metropolis share beyond kernels/common/axes.hpp: ranges of axes, and what the
// variants are compiled for. Not every combination is worth its code: the paper's LCGs and what else the list of
// generators marks for three dimensions, and the widest and the narrowest spin.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "interface/params.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"

namespace spinbench::ising3d {

Axis axis_L();         ///< linear size, 2 to 2048
Axis axis_shared_L();  ///< to where the memories of many ranks end
Axis axis_tile();      ///< side of a tile of the double checkerboard, 2 to 16
Axis axis_beta();      ///< inverse temperature, units of 1/J

/// The values of the axes rng, spin and draw that variants are compiled for.
struct Types {
  /// Calls `use(Tag<Generator>{}, seeding)`; throws std::invalid_argument where the generator is not built.
  template <class Use>
  static auto with_generator(const std::string& name, Use&& use) {
    return rng::with_generator_of<rng::fits_registers_in_3d>(name, use);
  }
  /// Calls `use(Spin{})`; throws std::invalid_argument where the type is not built.
  template <class Use>
  static decltype(auto) with_spin(const std::string& name, Use&& use) {
    if (name == "int8") return use(std::int8_t{});
    if (name == "int32") return use(std::int32_t{});
    throw std::invalid_argument("no spin type of this set is called '" + name + "'");
  }
  static constexpr bool conditional = true;  ///< draw conditional beside always
};

/// `tiled`, whose lanes draw together.
struct TiledTypes : Types {
  static constexpr bool conditional = false;
};

/// Why the variants are not built for the case's axes rng and spin, or "".
std::string types_unsupported(const Params& params);

/// Why `tiled` cannot run the case on any backend, or "".
std::string tiled_unsupported(const Params& params);

}  // namespace spinbench::ising3d

// Makes a serial simulation of the types that the axes of a case ask for.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "interface/params.hpp"
#include "interface/simulation.hpp"
#include "kernels/common/axes.hpp"
#include "kernels/common/rng/generators.hpp"
#include "kernels/common/serial_streams.hpp"

namespace spinbench {

/// What simulations are compiled for: every value of the axes rng, spin and draw.
struct EveryType {
  template <class Use>
  static decltype(auto) with_generator(const std::string& name, Use&& use) {
    return rng::with_generator(name, use);
  }
  template <class Use>
  static decltype(auto) with_spin(const std::string& name, Use&& use) {
    return spinbench::with_spin(name, use);
  }
  static constexpr bool conditional = true;
};

/// Makes Implementation<Spin, Generator, draw always>(params, seed, seeding) for the axes spin, rng and draw, of which
/// `Types` says what is built.
template <template <class, class, bool> class Implementation, class Types = EveryType>
std::unique_ptr<Simulation> make_simulation(const Params& params, std::uint64_t seed) {
  return Types::with_generator(params.word("rng"), [&](auto tag, rng::Seeding seeding) {
    using Generator = typename decltype(tag)::type;
    return Types::with_spin(params.word("spin"), [&](auto spin) -> std::unique_ptr<Simulation> {
      using Spin = decltype(spin);
      if constexpr (Types::conditional)
        if (params.word("draw") == "conditional")
          return std::make_unique<Implementation<Spin, Generator, false>>(params, seed, seeding);
      return std::make_unique<Implementation<Spin, Generator, true>>(params, seed, seeding);
    });
  });
}

}  // namespace spinbench

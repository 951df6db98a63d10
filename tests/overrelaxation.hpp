// What tests of over-relaxation need to make simulations of it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "kernels/heisenberg3d_overrelaxation/glass.hpp"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace spinbench::overrelaxation::test {

inline const Variant& variant_of(const std::string& name) {
  const Variant* const variant = Registry::instance().variant("heisenberg3d_overrelaxation", name, "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

inline Params params_of(const std::string& name, std::int64_t L, const std::string& precision) {
  Params params = defaults(variant_of(name));
  params.set("L", L);
  params.set("precision", precision);
  return params;
}

inline std::unique_ptr<Simulation> made(const std::string& name, const Params& params, std::uint64_t seed = 3) {
  return variant_of(name).make(params, seed);
}

template <class Real>
const char* precision_of() {
  return sizeof(Real) == 4 ? "float" : "double";
}

/// What the serial code holds after so many sweeps.
template <class Real>
Configuration after_serial(std::int64_t L, int sweeps) {
  const auto serial = made("serial", params_of("serial", L, precision_of<Real>()));
  serial->sweep(sweeps);
  return serial->configuration();
}

inline double energy_of(Simulation& simulation) { return simulation.observe().of("energy").front(); }

template <class Real>
void set_start(const Arrays<Real>& arrays, std::uint64_t seed) {
  const std::uint32_t L = arrays.L;
  for (std::uint32_t line = 0; line < L * L; ++line)
    for (std::uint32_t j = 0; j < L / 2; ++j)
      for (std::uint32_t colour = 0; colour < 2; ++colour)
        start_site(arrays, Start::of(seed), {j, line % L, line / L, colour});
}

template <class Real>
Configuration configuration_of(const Arrays<Real>& arrays) {
  const std::vector<Real> all = canonical(arrays);
  return Configuration::of(sizeof(Real) == 4 ? Element::float32 : Element::float64, all.data(), all.size(), 3);
}

}  // namespace spinbench::overrelaxation::test

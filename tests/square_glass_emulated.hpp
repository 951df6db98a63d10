// Spin glasses on the plane on a device that this host plays, against the serial oracle. For files that name the device
// (SPINBENCH_GPU_NAMESPACE).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "kernels/ea2d_metropolis/gpu_multispin.cuh"
#include "tests/catch.hpp"
#include "tests/variants.hpp"

namespace spinbench::ea2d {

/// A case of three hits a visit.
inline Params square_glass(std::int64_t L, std::int64_t systems, const char* word, const char* numbers,
                           const char* rng) {
  const Variant* oracle = Registry::instance().variant("ea2d_metropolis", "single_spin", "cpu");
  REQUIRE(oracle != nullptr);
  Params params = defaults(*oracle);
  for (const auto& [name, value] : {std::pair{"L", L}, {"systems", systems}, {"k", std::int64_t{3}}})
    params.set(name, value);
  for (const auto& [name, value] : {std::pair{"word", word}, {"numbers", numbers}, {"rng", rng}})
    params.set(name, std::string(value));
  return params;
}

/// Whether the spins after some visits, and the observables then, are the oracle's.
template <class Rng>
bool holds_the_oracles_square_glass(const Params& params) {
  const Variant* oracle = Registry::instance().variant("ea2d_metropolis", "single_spin", "cpu");
  GpuMultispinGlass<Rng> found(params, 21, rng::generator_called(params.word("rng")).seeding);
  const auto wanted = oracle->make(params, 21);
  for (const int visits : {1, 2, 4}) {
    found.sweep(3 * visits), wanted->sweep(3 * visits);
    if (!compare(found.configuration(), wanted->configuration()).same) return false;
  }
  const Observables seen = found.observe(), expected = wanted->observe();
  for (const Observable& one : expected.all())
    for (std::size_t i = 0; i < one.values.size(); ++i)
      if (seen.of(one.name).at(i) != Approx(one.values[i]).margin(1e-9)) return false;
  return true;
}

}  // namespace spinbench::ea2d

// What tests of the parallel tempering of Heisenberg spin glasses share: small cases, and what must agree.
#pragma once

#include <memory>
#include <string>

#include "interface/registry.hpp"
#include "interface/resumable.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace spinbench {

inline const Variant& vector_tempering_variant(const std::string& name) {
  const Variant* variant = Registry::instance().variant("heisenberg3d_parallel_tempering", name, "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

/// Energies near enough that exchanges are accepted and refused; sweeps of both kinds.
inline Params vector_tempering_case(std::int64_t L, std::int64_t realizations, std::int64_t replicas, const char* rng,
                                    const char* precision = "float") {
  Params params = defaults(vector_tempering_variant("checkerboard"));
  params.set("L", L);
  params.set("realizations", realizations);
  params.set("replicas", replicas);
  params.set("exchange", std::int64_t{3});
  params.set("n_or", std::int64_t{2});
  params.set("rng", std::string(rng));
  params.set("precision", std::string(precision));
  params.set("beta_low", 0.5);
  params.set("beta_high", L == 4 ? 1.0 : 0.6);
  return params;
}

/// The same on a device.
inline Params vector_tempering_case_on_device(Params params, std::int64_t spins = 4) {
  params.set("spins", spins);
  params.set("launch", std::string("graph"));
  return params;
}

inline std::unique_ptr<Simulation> make_vector_tempering(const std::string& name, const Params& params,
                                                         std::uint64_t seed) {
  const Variant& variant = vector_tempering_variant(name);
  Params own = defaults(variant);
  for (const auto& [axis, value] : params.entries())
    if (own.has(axis)) own.set(axis, value);
  return variant.make(own, seed);
}

/// Whether there are the same spins, places, energies and exchanges, to the bit, and nothing that one finds wrong with
/// itself.
inline bool is_same_vector_tempering(Simulation& found, Simulation& wanted) {
  if (!same_spins(found, wanted)) return false;
  const Observables seen = found.observe(), expected = wanted.observe();
  for (const char* name : {"energy", "left_energy", "place", "accepted", "beta"})
    if (seen.of(name) != expected.of(name)) return false;
  // Sums in another order.
  const std::vector<double>&callen = seen.of("callen_energy"), &wanted_callen = expected.of("callen_energy");
  for (std::size_t i = 0; i < callen.size(); ++i)
    if (!(std::fabs(callen[i] - wanted_callen[i]) < 1e-12)) return false;
  for (Simulation* one : {&found, &wanted})
    for (const Check& check : one->self_check())
      if (!check.passed) return false;
  return true;
}

}  // namespace spinbench

// What tests of the parallel tempering of spin glasses share: small cases, and what must agree.
#pragma once

#include <memory>
#include <string>

#include "interface/registry.hpp"
#include "interface/resumable.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace spinbench {

inline const Variant& glass_tempering_variant(const std::string& name) {
  const Variant* variant = Registry::instance().variant("ea3d_parallel_tempering", name, "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

/// Replicas in fours and alone, several systems, and energies near enough that exchanges are accepted and refused.
inline Params glass_tempering_case(std::int64_t L, std::int64_t systems, std::int64_t replicas, const char* rng) {
  Params params = defaults(glass_tempering_variant("single_spin"));
  params.set("L", L);
  params.set("systems", systems);
  params.set("replicas", replicas);
  params.set("exchange", std::int64_t{2});
  params.set("rng", std::string(rng));
  params.set("beta_low", 0.3);
  params.set("beta_high", 0.9);
  return params;
}

/// The same on a device.
inline Params glass_tempering_case_on_device(Params params) {
  params.set("block", std::int64_t{64});
  params.set("launch", std::string("graph"));
  return params;
}

inline std::unique_ptr<Simulation> make_glass_tempering(const std::string& name, const Params& params,
                                                        std::uint64_t seed) {
  const Variant& variant = glass_tempering_variant(name);
  Params own = defaults(variant);
  for (const auto& [axis, value] : params.entries())
    if (own.has(axis)) own.set(axis, value);
  return variant.make(own, seed);
}

/// Whether there are the same spins, places and exchanges, to the bit, and nothing that one finds wrong with itself.
inline bool is_same_glass_tempering(Simulation& found, Simulation& wanted) {
  if (!same_spins(found, wanted)) return false;
  const Observables seen = found.observe(), expected = wanted.observe();
  for (const char* name : {"energy", "place", "accepted", "beta"})
    if (seen.of(name) != expected.of(name)) return false;
  for (Simulation* one : {&found, &wanted})
    for (const Check& check : one->self_check())
      if (!check.passed) return false;
  return true;
}

}  // namespace spinbench

// What tests of population annealing share: small cases, and what must agree.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "interface/registry.hpp"
#include "interface/resumable.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace spinbench {

inline const Variant& annealing_variant(const std::string& name, const std::string& backend = "cpu") {
  const Variant* variant = Registry::instance().variant("ising2d_population_annealing", name, backend);
  REQUIRE(variant != nullptr);
  return *variant;
}

/// A few replicas, some of which are overwritten in each step of an annealing of four; axes that a variant lacks are
/// left out where it is made.
inline Params small_annealing(const std::string& oracle, const std::string& rng) {
  Params params = defaults(annealing_variant(oracle));
  params.set("replicas", std::int64_t{12});
  params.set("theta", std::int64_t{2});
  params.set("steps", std::int64_t{4});
  params.set("beta_high", 0.1);
  params.set("rng", rng);
  if (params.has("k")) params.set("k", std::int64_t{1});
  if (params.has("tile")) params.set("L", std::int64_t{32});
  return params;
}

/// The simulation of a case, which may have axes that the variant lacks.
inline std::unique_ptr<Simulation> make_annealing(const std::string& name, const Params& params, std::uint64_t seed) {
  const Variant& variant = annealing_variant(name);
  Params own = defaults(variant);
  for (const auto& [axis, value] : params.entries())
    if (own.has(axis)) own.set(axis, value);
  return variant.make(own, seed);
}

inline bool same_annealing(Simulation& found, Simulation& wanted) {
  const Observables seen = found.observe(), expected = wanted.observe();
  for (const Observable& one : expected.all())
    if (seen.of(one.name) != one.values) return false;
  return same_spins(found, wanted);
}

/// The same spins, energies, families and weights, to the bit, and nothing that a simulation finds wrong with itself.
inline void require_same_annealing(Simulation& found, Simulation& wanted) {
  REQUIRE(same_spins(found, wanted));
  const Observables seen = found.observe(), expected = wanted.observe();
  for (const Observable& one : expected.all()) {
    INFO(one.name);
    REQUIRE(seen.of(one.name) == one.values);
  }
  for (Simulation* one : {&found, &wanted})
    for (const Check& check : one->self_check()) {
      INFO(check.name << " " << check.detail);
      REQUIRE(check.passed);
    }
}

/// What is kept after some steps goes on as if nothing had been, and is refused where it is not whole.
inline void require_annealing_resumes(const std::function<std::unique_ptr<Simulation>()>& make) {
  const auto whole = make(), other = make();
  const int step = whole->sweep_granularity();
  whole->sweep(6 * step);
  StateWriter kept;
  dynamic_cast<Resumable&>(*whole).save(kept);
  whole->sweep(4 * step);
  other->sweep(3 * step);
  StateReader reader(kept.bytes());
  dynamic_cast<Resumable&>(*other).restore(reader);
  REQUIRE_NOTHROW(reader.finish());
  other->sweep(4 * step);
  require_same_annealing(*other, *whole);
  REQUIRE(other->units_done() == whole->units_done());
  StateReader cut(std::span(kept.bytes()).first(kept.bytes().size() - 1));
  REQUIRE_THROWS(dynamic_cast<Resumable&>(*other).restore(cut));
}

}  // namespace spinbench

// What tests of parallel tempering share: small cases, and what must agree.
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

inline const Variant& tempering_variant(const std::string& name, const std::string& backend = "cpu") {
  const Variant* variant = Registry::instance().variant("ising2d_parallel_tempering", name, backend);
  REQUIRE(variant != nullptr);
  return *variant;
}

/// The oracle's simulation of a case, which may have axes that the oracle lacks.
inline std::unique_ptr<Simulation> make_oracle(const std::string& name, const Params& params, std::uint64_t seed) {
  const Variant& variant = tempering_variant(name);
  Params own = defaults(variant);
  for (const auto& [axis, value] : params.entries())
    if (own.has(axis)) own.set(axis, value);
  return variant.make(own, seed);
}

/// Colder than the paper's, so that exchanges are refused, too.
inline Params tiled_case(const std::string& rng) {
  Params params = defaults(tempering_variant("tiled"));
  params.set("L", std::int64_t{64});
  params.set("replicas", std::int64_t{4});
  params.set("k", std::int64_t{2});
  params.set("exchange", std::int64_t{4});
  params.set("rng", rng);
  params.set("spin", std::string("int32"));
  params.set("beta_high", 0.13);
  return params;
}

inline Params multispin_case(const std::string& rng) {
  Params params = defaults(tempering_variant("multispin_plain"));
  params.set("L", std::int64_t{64});
  params.set("replicas", std::int64_t{5});
  params.set("exchange", std::int64_t{2});
  params.set("rng", rng);
  params.set("beta_high", 0.13);
  return params;
}

/// The same spins, temperatures and exchanges, to the bit, and nothing that a simulation finds wrong with itself.
inline void require_same_tempering(Simulation& found, Simulation& wanted) {
  REQUIRE(same_spins(found, wanted));
  const Observables seen = found.observe(), expected = wanted.observe();
  for (const char* name : {"energy", "magnetisation", "place", "accepted", "beta"})
    REQUIRE(seen.of(name) == expected.of(name));
  for (Simulation* one : {&found, &wanted})
    for (const Check& check : one->self_check()) {
      INFO(check.name << " " << check.detail);
      REQUIRE(check.passed);
    }
}

/// What is kept after some exchanges goes on as if nothing had been, and is refused where it is not whole.
inline void require_resumes(const std::function<std::unique_ptr<Simulation>()>& make) {
  const auto whole = make(), other = make();
  const int step = whole->sweep_granularity();
  whole->sweep(5 * step);
  StateWriter kept;
  dynamic_cast<Resumable&>(*whole).save(kept);
  whole->sweep(4 * step);
  other->sweep(2 * step);
  StateReader reader(kept.bytes());
  dynamic_cast<Resumable&>(*other).restore(reader);
  REQUIRE_NOTHROW(reader.finish());
  other->sweep(4 * step);
  require_same_tempering(*other, *whole);
  // What goes on keeps what the whole run would, so that it can be gone on from again.
  StateWriter of_whole, of_other;
  dynamic_cast<Resumable&>(*whole).save(of_whole);
  dynamic_cast<Resumable&>(*other).save(of_other);
  REQUIRE(of_other.bytes() == of_whole.bytes());
  StateReader cut(std::span(kept.bytes()).first(kept.bytes().size() - 1));
  REQUIRE_THROWS(dynamic_cast<Resumable&>(*other).restore(cut));
}

}  // namespace spinbench

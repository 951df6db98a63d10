// How the GPU's cluster kernels are held to their oracles on a device that this host plays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/common/clusters/swendsen_wang.hpp"
#include "tests/catch.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace spinbench::clusters {

/// Each of the lattices, by some updates, against the variant's oracle; `measure` and `lattices`: values of the axes of
/// those names.
inline void compare(const Variant& variant, const std::vector<std::int64_t>& sizes, double beta,
                    const std::vector<std::int64_t>& states, int updates, const std::string& measure = "",
                    std::int64_t lattices = 1) {
  const Variant* oracle = Registry::instance().variant(variant.kernel, variant.oracle.variant, "cpu");
  REQUIRE(oracle != nullptr);
  for (const std::int64_t L : sizes)
    for (const std::int64_t q : states) {
      Params params = defaults(variant), serial = defaults(*oracle);
      for (Params* one : {&params, &serial}) {
        one->set("L", L);
        one->set("beta", beta);
        if (one->has("q")) one->set("q", q);
        if (!measure.empty()) one->set("measure", measure);
        if (lattices > 1) one->set("lattices", lattices);
      }
      REQUIRE(variant.unsupported(params, Device{}).empty());
      const auto found = variant.make(params, 21), wanted = oracle->make(serial, 21);
      for (const int count : {1, 2, updates}) {
        found->sweep(count);
        wanted->sweep(count);
        INFO(variant.kernel << "/" << variant.name << "/" << params.name());
        const Observables seen = found->observe(), expected = wanted->observe();
        for (const Observable& one : expected.all()) REQUIRE(seen.of(one.name) == one.values);
        require_same(*found, *wanted);
        REQUIRE(found->units_done() == wanted->units_done());
      }
      REQUIRE(found->series("energy", 3, 2).values == series_in_turns(*wanted, "energy", 3, 2).values);
    }
}

inline void require_right_labels(const std::vector<Check>& checks) {
  for (const Check& check : checks) {
    INFO(check.detail);
    REQUIRE(check.passed);
  }
  REQUIRE(!checks.empty());
}

}  // namespace spinbench::clusters

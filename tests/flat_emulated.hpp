// How walkers on a device that this host plays are held to the serial ones.
#pragma once

#include <cstdint>
#include <vector>

#include "interface/adapts.hpp"
#include "interface/registry.hpp"
#include "tests/same_spins.hpp"
#include "tests/variants.hpp"

namespace spinbench {

/// Whether a variant has the spins, levels, histograms and estimates of its oracle after sweeps one by one and in one
/// call, the last of `counts`, and again in production, where it has that. Axes as in `changes`.
inline bool walks_as_its_oracle(const Variant& variant, const Params& changes,
                                const std::vector<int>& counts = {1, 1, 5}) {
  const Variant* oracle = Registry::instance().variant(variant.kernel, variant.oracle.variant, "cpu");
  if (oracle == nullptr) return false;
  Params params = defaults(variant), serial = defaults(*oracle);
  for (const auto& [name, value] : changes.entries()) {
    params.set(name, value);
    if (serial.has(name)) serial.set(name, value);
  }
  const auto found = variant.make(params, 21), wanted = oracle->make(serial, 21);
  const auto go_on = [&] {
    for (const int count : counts) {
      found->sweep(count);
      wanted->sweep(count);
      if (!same_spins(*found, *wanted)) return false;
      for (const Check& check : found->self_check())
        if (!check.passed) return false;
      const Observables seen = found->observe(), expected = wanted->observe();
      for (const Observable& one : expected.all())
        if (seen.of(one.name) != one.values) return false;
    }
    return true;
  };
  if (!go_on()) return false;
  auto* const adapts = dynamic_cast<Adapts*>(found.get());
  if (adapts == nullptr) return true;
  // Once more in production, which is told twice.
  adapts->equilibrated();
  dynamic_cast<Adapts&>(*wanted).equilibrated();
  if (!go_on()) return false;
  adapts->equilibrated();
  dynamic_cast<Adapts&>(*wanted).equilibrated();
  return go_on();
}

inline Params walkers_at(std::int64_t L, std::int64_t walkers) {
  Params result;
  result.set("L", L);
  result.set("walkers", walkers);
  return result;
}
inline Params with(Params params, const char* name, AxisValue value) {
  params.set(name, value);
  return params;
}

}  // namespace spinbench

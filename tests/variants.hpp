// What tests of variants need to make cases of them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"
#include "tests/catch.hpp"

namespace spinbench {

/// Every axis of the variant at its default.
inline Params defaults(const Variant& variant) {
  Params params;
  for (const Axis& axis : variant.axes) params.set(axis.name, axis.fallback);
  return params;
}

/// The same, but for what `wanted` says of the axes that it has.
inline Params defaults(const Variant& variant, const std::vector<std::pair<std::string, AxisValue>>& wanted) {
  Params params = defaults(variant);
  for (const auto& [name, value] : wanted)
    if (params.has(name)) params.set(name, value);
  return params;
}

/// A registered variant of a CPU.
inline const Variant& cpu_variant(const std::string& kernel, const std::string& name) {
  const Variant* variant = Registry::instance().variant(kernel, name, "cpu");
  REQUIRE(variant != nullptr);
  return *variant;
}

/// What a check of a variant of a CPU needs to know of where it runs.
inline Device this_host() {
  Device device;
  device.backend = "cpu";
  return device;
}

/// Calls `use(variant, device)` for the variants of which `chosen(variant)` is true, on the first device of each one's
/// backend, which is not the host's. Says so and returns false where there is none.
template <class Chosen, class Use>
bool for_each_on_gpu(Chosen&& chosen, Use&& use) {
  bool any = false;
  for (const Variant& variant : Registry::instance().variants()) {
    Backend& backend = *Registry::instance().backend(variant.backend);
    if (variant.backend == "cpu" || backend.devices().empty() || !chosen(variant)) continue;
    any = true;
    backend.use_device(0);
    use(variant, backend.devices().front());
  }
  if (!any) WARN("skipped: no GPU backend has a device here");
  return any;
}

/// The same for the variant `name` of `kernel`.
template <class Use>
bool for_each_on_gpu(const std::string& kernel, const std::string& name, Use&& use) {
  const auto chosen = [&](const Variant& variant) { return variant.kernel == kernel && variant.name == name; };
  return for_each_on_gpu(chosen, use);
}

}  // namespace spinbench

// What tests of variants need to make cases of them.
#pragma once

#include <string>

#include "interface/registry.hpp"

namespace spinbench {

/// Every axis of the variant at its default.
inline Params defaults(const Variant& variant) {
  Params params;
  for (const Axis& axis : variant.axes) params.set(axis.name, axis.fallback);
  return params;
}

/// The backend of a variant `kernel`/`name` on a GPU of this machine, which is now in use; null for other variants.
inline Backend* gpu_with_device(const Variant& variant, const std::string& kernel, const std::string& name) {
  if (variant.kernel != kernel || variant.name != name || variant.backend == "cpu") return nullptr;
  Backend* backend = Registry::instance().backend(variant.backend);
  if (backend == nullptr || backend->devices().empty()) return nullptr;
  backend->use_device(0);
  return backend;
}

}  // namespace spinbench

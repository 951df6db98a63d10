// Tests of what each GPU backend of the build answers for itself.
#pragma once

#include "interface/registry.hpp"
#include "tests/catch.hpp"

namespace spinbench::tests {

/// Calls `test(*one)` for each of `all`, pointers to what has a backend(), whose backend has a device here, with the
/// first of its devices. Says so where there is none.
template <class All, class Test>
void with_devices(const All& all, Test&& test) {
  bool any = false;
  for (const auto& one : all) {
    Backend& backend = *Registry::instance().backend(one->backend());
    if (backend.devices().empty()) {
      WARN(one->backend() << " skipped: " << backend.why_no_device());
      continue;
    }
    any = true;
    backend.use_device(0);
    INFO(one->backend());
    test(*one);
  }
  if (!any) WARN("skipped: no GPU backend has a device here");
}

}  // namespace spinbench::tests

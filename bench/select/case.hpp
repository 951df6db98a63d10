// A case: kernel x variant x backend x one value for each axis.
#pragma once

#include <string>

#include "interface/registry.hpp"

namespace spinbench {

struct Case {
  const Kernel* kernel = nullptr;
  const Variant* variant = nullptr;
  Backend* backend = nullptr;
  int device = 0;
  Params params;

  /// "kernel/variant/backend/L:4096/...".
  std::string name() const;
  const Device& device_info() const { return backend->devices().at(static_cast<std::size_t>(device)); }
};

/// Why the case cannot run on its device ("" when it can): its axes' ranges, the variant's geometry, what an experiment
/// wants, the device's memory.
std::string why_skipped(const Case& c);
/// The same, whatever the ranges of its axes.
std::string why_impossible_here(const Case& c);

/// What tells devices apart: the bus address where there is one, since several backends may drive one device.
std::string device_key(Backend& backend, int device);

}  // namespace spinbench

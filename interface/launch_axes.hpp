// Which axes of a kernel's variants only say how work is laid out on a device: `run --tune` searches them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

/// Launch axes of some variants of a kernel. Whatever their values, the model, the algorithm, its parameters and the
/// quality of its random numbers are the same: threads a block, sites a thread, how launches are enqueued. (The side of
/// a tile of the double checkerboard is none: it orders the updates.)
struct LaunchAxes {
  std::string kernel;
  std::string variant, backend;  ///< globs
  /// Names with the values that a search tries, beside the case's own.
  std::vector<std::pair<std::string, std::vector<AxisValue>>> axes;
};

/// All that were registered, in no order.
const std::vector<LaunchAxes>& launch_axes();

/// The values that a search tries of the variant's axis `axis`; none where it is no launch axis.
std::vector<AxisValue> launch_values(const Variant& variant, const std::string& axis);

template <>
struct Register<LaunchAxes> {
  explicit Register(LaunchAxes item);
};

}  // namespace spinbench

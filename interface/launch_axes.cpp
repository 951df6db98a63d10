#include "interface/launch_axes.hpp"

#include "interface/glob.hpp"

namespace spinbench {

namespace {

// A function's, since files register in no order.
std::vector<LaunchAxes>& registered() {
  static std::vector<LaunchAxes> all;
  return all;
}

}  // namespace

Register<LaunchAxes>::Register(LaunchAxes item) { registered().push_back(std::move(item)); }

const std::vector<LaunchAxes>& launch_axes() { return registered(); }

std::vector<AxisValue> launch_values(const Variant& variant, const std::string& axis) {
  for (const LaunchAxes& one : registered()) {
    if (one.kernel != variant.kernel || !glob_match(one.variant, variant.name) ||
        !glob_match(one.backend, variant.backend))
      continue;
    for (const auto& [name, values] : one.axes)
      if (name == axis) return values;
  }
  return {};
}

}  // namespace spinbench

// What presets and figures are put together from.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interface/platforms.hpp"
#include "interface/registry.hpp"

namespace spinbench::plans {

using Values = std::vector<AxisValue>;
using Axes = std::vector<std::pair<std::string, Values>>;

inline Values words(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

inline Values numbers(const std::vector<std::int64_t>& list) { return {list.begin(), list.end()}; }

/// first, step first, step^2 first, ... up to last.
inline Values growing(std::int64_t first, std::int64_t last, std::int64_t step) {
  std::vector<std::int64_t> result;
  for (std::int64_t value = first; value <= last; value *= step) result.push_back(value);
  return numbers(result);
}

inline Values doubling(std::int64_t first, std::int64_t last) { return growing(first, last, 2); }

inline void append(std::vector<Sweep>& to, const std::vector<Sweep>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// The same sweep on each GPU backend.
inline std::vector<Sweep> gpu(const std::string& variant, const Axes& axes) {
  std::vector<Sweep> result;
  for (const std::string& platform : platforms_of(Platform::Kind::gpu)) result.push_back({variant, platform, axes});
  return result;
}

}  // namespace spinbench::plans

// The strings of --axis: NAME=ITEM,ITEM,... where an item is a value or first:last:step with step +n or *n.
#pragma once

#include <string>
#include <vector>

#include "interface/params.hpp"

namespace spinbench {

/// The most values that one axis may take.
inline constexpr std::size_t max_axis_values = 10000;

/// One item of a list as it was written; a plain value has no operation and stands in `first`.
struct AxisItem {
  std::string first, last, step;
  char operation = 0;  ///< '+', '*' or 0
};

struct AxisRequest {
  std::string name;
  std::string text;  ///< as the user wrote it
  std::vector<AxisItem> items;
};

/// Reads one --axis string. Throws UsageError for anything that is no axis string.
AxisRequest parse_axis(const std::string& text);

/// Reads all --axis strings of a command. Throws UsageError, for an axis given twice too.
std::vector<AxisRequest> parse_axes(const std::vector<std::string>& texts);

/// The values that `request` means for `axis`, each once, in the order given. Throws UsageError where a value is not of
/// the axis's type or there are more than max_axis_values. The axis's range is not looked at: see why_outside.
std::vector<AxisValue> expand(const AxisRequest& request, const Axis& axis);

/// The names, each once, that no axis of `axes` has.
std::vector<std::string> lacking(const std::vector<AxisRequest>& requests, const std::vector<Axis>& axes);

/// "" where `axis` admits `value`, else what it admits: "L=0: L goes from 2 to 65536".
std::string why_outside(const Axis& axis, const AxisValue& value);

/// What `axis` admits: "2 to 65536" or "int8, int16, int32".
std::string range_of(const Axis& axis);

}  // namespace spinbench

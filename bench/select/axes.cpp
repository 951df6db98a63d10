#include "bench/select/axes.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>

#include "bench/errors.hpp"

namespace spinbench {

namespace {

[[noreturn]] void refuse_axis(const std::string& text, const std::string& why) {
  throw UsageError("--axis " + quote(text) + ": " + why);
}

AxisItem parse_item(const std::string& text, const std::string& item) {
  const auto parts = split(item, ':');
  if (std::any_of(parts.begin(), parts.end(), [](const auto& part) { return part.empty(); }))
    refuse_axis(text, item.empty() ? "an empty value; write NAME=VALUE,VALUE,... or NAME=FIRST:LAST:STEP"
                                   : "an empty part in " + quote(item) + "; write FIRST:LAST:+N or FIRST:LAST:*N");
  if (parts.size() == 1) return {item, "", "", 0};
  if (parts.size() != 3) refuse_axis(text, quote(item) + " is no range; write FIRST:LAST:+N or FIRST:LAST:*N");
  const char operation = parts[2].front();
  if (operation != '+' && operation != '*')
    refuse_axis(text, "the step of " + quote(item) + " needs a sign; write +" + parts[2] + " or *" + parts[2]);
  if (parts[2].size() == 1) refuse_axis(text, "the step of " + quote(item) + " needs a number after its sign");
  return {parts[0], parts[1], parts[2].substr(1), operation};
}

template <class Number>
std::optional<Number> read(const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(number)) return std::nullopt;
  return number;
}

template <class Number>
Number number(const AxisRequest& request, const std::string& text) {
  const auto value = read<Number>(text);
  if (!value)
    refuse_axis(request.text, quote(text) + (std::is_integral_v<Number> ? " is not a whole number of at most 64 bits"
                                                                        : " is no number that a double holds"));
  return *value;
}

// A range in tenths must give 0.3, not 0.30000000000000004.
double tidy(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.12g", value);
  return std::strtod(buffer, nullptr);
}

template <class Number>
void check_range(const AxisRequest& request, const AxisItem& item, Number first, Number last, Number step) {
  if (first > last) refuse_axis(request.text, "the range runs backwards: write the smaller number first");
  if (item.operation == '+' && !(step > 0)) refuse_axis(request.text, "the step of +" + item.step + " must be above 0");
  if (item.operation == '*' && !(step > 1)) refuse_axis(request.text, "the step of *" + item.step + " must be above 1");
  if (item.operation == '*' && !(first > 0)) refuse_axis(request.text, "a range with a step of *N must start above 0");
}

[[noreturn]] void too_many(const AxisRequest& request) {
  refuse_axis(request.text, "more than " + std::to_string(max_axis_values) + " values; take a larger step");
}

void expand_range(const AxisRequest& request, const AxisItem& item, std::vector<AxisValue>& values, std::int64_t) {
  const auto first = number<std::int64_t>(request, item.first), last = number<std::int64_t>(request, item.last),
             step = number<std::int64_t>(request, item.step);
  check_range(request, item, first, last, step);
  for (std::int64_t value = first;;) {
    values.emplace_back(value);
    if (values.size() > max_axis_values) too_many(request);
    // Asked before the step, so that a range up to the largest number ends. Unsigned, since last - value may overflow.
    const bool more = item.operation == '+' ? static_cast<std::uint64_t>(step) <=
                                                  static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(value)
                                            : value <= last / step;
    if (!more) return;
    value = item.operation == '+' ? value + step : value * step;
  }
}

void expand_range(const AxisRequest& request, const AxisItem& item, std::vector<AxisValue>& values, double) {
  const double first = number<double>(request, item.first), last = number<double>(request, item.last),
               step = number<double>(request, item.step);
  check_range(request, item, first, last, step);
  const double end = last + 1e-9 * std::abs(last);
  for (std::size_t count = 0; count <= max_axis_values; ++count) {
    const auto steps = static_cast<double>(count);
    const double value = tidy(item.operation == '+' ? first + steps * step : first * std::pow(step, steps));
    if (!(value <= end)) return;
    values.emplace_back(value);
  }
  too_many(request);
}

template <class Number>
void expand_item(const AxisRequest& request, const AxisItem& item, std::vector<AxisValue>& values) {
  if (item.operation == 0)
    values.emplace_back(number<Number>(request, item.first));
  else
    expand_range(request, item, values, Number{});
}

}  // namespace

AxisRequest parse_axis(const std::string& text) {
  if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    refuse_axis(text, "control characters; write NAME=VALUE,VALUE,...");
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse_axis(text, "write NAME=VALUE,VALUE,... or NAME=FIRST:LAST:STEP with STEP +N or *N");
  AxisRequest request{text.substr(0, equals), text, {}};
  for (const auto& item : split(text.substr(equals + 1), ',')) {
    request.items.push_back(parse_item(text, item));
    if (request.items.size() > max_axis_values) too_many(request);
  }
  return request;
}

std::vector<AxisRequest> parse_axes(const std::vector<std::string>& texts) {
  std::vector<AxisRequest> requests;
  for (const auto& text : texts) {
    auto request = parse_axis(text);
    for (const auto& earlier : requests)
      if (earlier.name == request.name)
        refuse_axis(text, "the axis " + quote(request.name) + " is given twice; put all its values in one list");
    requests.push_back(std::move(request));
  }
  return requests;
}

std::vector<AxisValue> expand(const AxisRequest& request, const Axis& axis) {
  std::vector<AxisValue> values;
  for (const auto& item : request.items) {
    switch (axis.type()) {
      case Axis::Type::integer:
        expand_item<std::int64_t>(request, item, values);
        break;
      case Axis::Type::real:
        expand_item<double>(request, item, values);
        break;
      case Axis::Type::word:
        if (item.operation != 0)
          refuse_axis(request.text, request.name + " takes words, not a range: " + joined(axis.words));
        values.emplace_back(item.first);
        break;
    }
    if (values.size() > max_axis_values) too_many(request);
  }
  std::vector<AxisValue> distinct;
  std::set<AxisValue> seen;
  for (auto& value : values)
    if (seen.insert(value).second) distinct.push_back(std::move(value));
  return distinct;
}

std::vector<std::string> lacking(const std::vector<AxisRequest>& requests, const std::vector<Axis>& axes) {
  std::vector<std::string> result;
  for (const AxisRequest& request : requests)
    if (std::none_of(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.name == request.name; }))
      result.push_back(request.name);
  return result;
}

std::string range_of(const Axis& axis) {
  if (axis.type() == Axis::Type::word) return joined(axis.words);
  if (axis.type() == Axis::Type::integer)
    return to_string(AxisValue(static_cast<std::int64_t>(axis.min))) + " to " +
           to_string(AxisValue(static_cast<std::int64_t>(axis.max)));
  return to_string(AxisValue(axis.min)) + " to " + to_string(AxisValue(axis.max));
}

std::string why_outside(const Axis& axis, const AxisValue& value) {
  bool inside = value.index() == axis.fallback.index();
  if (inside) {
    if (const auto* word = std::get_if<std::string>(&value))
      inside = std::find(axis.words.begin(), axis.words.end(), *word) != axis.words.end();
    else if (const auto* integer = std::get_if<std::int64_t>(&value))
      inside = *integer >= static_cast<std::int64_t>(axis.min) && *integer <= static_cast<std::int64_t>(axis.max);
    else
      inside = std::get<double>(value) >= axis.min && std::get<double>(value) <= axis.max;
  }
  if (inside) return "";
  const auto* const word = std::get_if<std::string>(&value);
  return axis.name + "=" + (word != nullptr && word->size() > 100 ? quote(*word) : to_string(value)) + ": " +
         axis.name + (axis.type() == Axis::Type::word ? " is one of " : " goes from ") + range_of(axis);
}

}  // namespace spinbench

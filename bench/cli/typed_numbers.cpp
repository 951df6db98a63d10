#include "bench/cli/typed_numbers.hpp"

#include "interface/params.hpp"

namespace spinbench::cli {

double seconds(const std::string& option, const std::string& text, int least, int most) {
  double value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !(value >= least) || !(value <= most))
    throw UsageError(option + " " + quote(text) + ": write seconds from " + std::to_string(least) + " to " +
                     std::to_string(most));
  return value;
}

double real_number(const std::string& option, const std::string& text, double least, double most) {
  double value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || !(value >= least) || !(value <= most))
    throw UsageError(option + " " + quote(text) + ": write a number from " + to_string(AxisValue(least)) + " to " +
                     to_string(AxisValue(most)));
  return value;
}

double part(const std::string& option, const std::string& text) {
  double value{};
  const bool percent = text.ends_with('%');
  const char* end = text.data() + text.size() - percent;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (percent) value /= 100;
  if (error != std::errc{} || stop != end || !(value >= 0.0005) || !(value <= 0.5))
    throw UsageError(option + " " + quote(text) + ": write a part from 0.05% to 50%, such as 1%");
  return value;
}

double span(const std::string& option, const std::string& text) {
  double value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const std::string unit(stop, end);
  const double size = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  value *= size;
  if (error != std::errc{} || size == 0 || !(value >= 1) || !(value <= 30 * 86400.0))
    throw UsageError(option + " " + quote(text) + ": write a time such as 90s, 10m or 2h");
  return value;
}

}  // namespace spinbench::cli

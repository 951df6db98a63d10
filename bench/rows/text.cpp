#include "bench/rows/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace spinbench {

std::string printed(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

std::string left_aligned(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string short_number(double value) {
  if (!std::isfinite(value)) return "?";
  const double size = std::fabs(value);
  if (size >= 1e3 && size < 1e7) return printed("%.0f", value);
  std::string text = printed("%.4g", value);
  return text.size() > 8 ? printed("%.3g", value) : text;
}

std::string with_error(double value, double error) {
  if (!std::isfinite(value)) return "?";
  if (!(error > 0)) return printed("%.9g", value);
  int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(error))));
  // 0.00996 would read 100 in three digits.
  if (decimals > 0 && std::lround(error * std::pow(10, decimals)) >= 100) --decimals;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.*f(%.0f)", decimals, value,
                decimals > 0 ? error * std::pow(10, decimals) : error);
  return buffer;
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(std::clamp(seconds, 0.0, 1e12) + 0.5);
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  indent = std::min(indent, width / 2);
  std::vector<std::string> lines;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::string margin(lines.empty() ? 0 : indent, ' ');
    const std::size_t room = width - margin.size();
    std::size_t end = text.size(), next = end;
    if (end - at > room) {
      const std::size_t blank = text.rfind(' ', at + room);
      const std::size_t word = blank == std::string::npos || blank <= at ? at : blank + 1;
      const std::size_t after = std::min(text.find(' ', word), text.size());
      if (after - word > width - indent) {
        // No line of its own would hold the word, as long case names are: broken behind an axis, if that can be.
        const std::size_t slash = text.rfind('/', at + room - 1);
        const bool at_slash = slash != std::string::npos && slash > word;
        end = next = at_slash ? slash + 1 : word == at ? at + room : word;
      } else {
        end = word - 1, next = word;
      }
    }
    lines.push_back(margin + text.substr(at, end - at));
    while (lines.back().ends_with(' ')) lines.back().pop_back();
    at = next;
  }
  return lines;
}

void print_wrapped(std::ostream& out, const std::string& text, std::size_t width, std::size_t indent) {
  for (const auto& line : wrapped(text, width, indent)) out << line << "\n";
}

std::string counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace spinbench

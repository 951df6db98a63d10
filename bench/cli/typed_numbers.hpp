// Numbers as they are typed behind options. All throw UsageError that names the option, the text and what is wanted.
#pragma once

#include <charconv>
#include <string>

#include "bench/errors.hpp"

namespace spinbench::cli {

template <class Number>
Number whole_number(const std::string& option, const std::string& text, Number least, Number most) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < least || value > most)
    throw UsageError(option + " " + quote(text) + ": write a whole number from " + std::to_string(least) + " to " +
                     std::to_string(most));
  return value;
}

double seconds(const std::string& option, const std::string& text, int least, int most);

double real_number(const std::string& option, const std::string& text, double least, double most);

/// "1%" or "0.01" as a part, from 0.05% to 50%.
double part(const std::string& option, const std::string& text);

/// "600", "90s", "10m" or "2h" in seconds, at most 30 days.
double span(const std::string& option, const std::string& text);

}  // namespace spinbench::cli

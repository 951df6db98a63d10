// Sentences with numbers in them, such as the detail of a check.
#pragma once

#include <cstdio>
#include <string>

namespace spinbench {

/// As printf has it, up to 299 characters of it.
template <class... Values>
std::string formatted(const char* format, Values... values) {
  char buffer[300];
  std::snprintf(buffer, sizeof buffer, format, values...);
  return buffer;
}

}  // namespace spinbench

#include "bench/errors.hpp"

#include <cstdio>

namespace spinbench {

std::string quote(std::string_view text) {
  constexpr std::size_t longest = 100;
  std::string result(1, '\'');
  for (const char character : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(character);
    if (byte < 0x20 || byte == 0x7f) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(byte));
      result += escape;
    } else {
      result += character;
    }
  }
  if (text.size() > longest) result.append(3, '.');
  result.push_back('\'');
  return result;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts(1);
  for (const char character : text) {
    if (character == separator)
      parts.emplace_back();
    else
      parts.back() += character;
  }
  return parts;
}

}  // namespace spinbench

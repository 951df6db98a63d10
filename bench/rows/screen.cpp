#include "bench/rows/screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "interface/rank_parts.hpp"

namespace spinbench {

namespace {

constexpr std::size_t narrowest = 60, widest = 1000;

std::optional<std::size_t> columns_of_environment() {
  const char* const text = std::getenv("COLUMNS");
  if (text == nullptr) return std::nullopt;
  std::size_t value = 0;
  const char* const end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, value);
  if (error != std::errc{} || stop != end || value == 0) return std::nullopt;
  return value;
}

/// Whether the terminal is known to do what codes say: it would show them as they are.
bool knows_codes() {
  const char* const term = std::getenv("TERM");
  return term != nullptr && *term != '\0' && std::strcmp(term, "dumb") != 0;
}

bool colours_wanted() {
  // mpirun gives its first rank a terminal of its own, and writes what comes from there into a file or a pipe, too.
  if (world().size() > 1) return false;
  const char* const no = std::getenv("NO_COLOR");
  return no == nullptr || *no == '\0';
}

}  // namespace

Screen screen_of(int descriptor) {
  Screen result;
  winsize size{};
  if (::isatty(descriptor) != 0) {
    const bool told = ::ioctl(descriptor, TIOCGWINSZ, &size) == 0;
    if (told && size.ws_col > 0) result.width = size.ws_col;
    result.columns = result.width;
    result.height = told && size.ws_row > 0 ? size.ws_row : 24;
    result.cursor = knows_codes();
    result.colours = result.cursor && colours_wanted();
  }
  result.width = std::clamp(columns_of_environment().value_or(result.width), narrowest, widest);
  return result;
}

std::string styled(const std::string& text, Style style, const Screen& screen) {
  if (!screen.colours || style == Style::plain) return text;
  const char* const code = style == Style::bold    ? "1"
                           : style == Style::faint ? "2"
                           : style == Style::good  ? "1;32"
                                                   : "1;31";
  return "\033[" + std::string(code) + "m" + text + "\033[0m";
}

}  // namespace spinbench

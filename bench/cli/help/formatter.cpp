#include "bench/cli/help/formatter.hpp"

#include <utility>

#include "bench/errors.hpp"
#include "bench/rows/text.hpp"

namespace spinbench::cli {

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  std::string result;
  std::string page = CLI::Formatter::make_help(app, std::move(name), mode);
  while (page.ends_with('\n')) page.pop_back();
  for (const std::string& line : split(page, '\n')) {
    // What an option means goes on below itself.
    const std::size_t indent = line.starts_with(' ') ? get_column_width() : 0;
    if (line.empty()) result += "\n";
    for (const std::string& part : wrapped(line, width_, indent)) result += part + "\n";
  }
  return result;
}

}  // namespace spinbench::cli

#include "bench/cli/help/shells.hpp"

#include "bench/errors.hpp"

namespace spinbench::cli {

std::string completion(const CommandTable& table, const std::string& shell) {
  if (shell == "bash") return bash_completion(table);
  if (shell == "zsh") return zsh_completion(table);
  if (shell == "fish") return fish_completion(table);
  throw UsageError("completion " + quote(shell) + ": there is one for bash, zsh and fish");
}

std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& places) {
  for (const auto& [place, by] : places)
    for (auto at = text.find(place); at != std::string::npos; at = text.find(place, at + by.size()))
      text.replace(at, place.size(), by);
  return text;
}

std::string without_last_line_end(std::string text) {
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string in_quotes(const std::string& text, const std::string& characters) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      if (characters.find(c) != std::string::npos) result += '\\';
      result += c;
    }
  }
  return result + "'";
}

}  // namespace spinbench::cli

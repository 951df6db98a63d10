// Small readers for the one-line files of /proc and /sys.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace spinbench::cpu {

/// The first line of `path`, or nothing.
inline std::optional<std::string> first_line(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  return line;
}

/// The whole number at the start of `path`, or nothing.
inline std::optional<std::uint64_t> number_in(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::uint64_t value = 0;
  if (!(in >> value)) return std::nullopt;
  return value;
}

/// The entries of a folder whose names start with `prefix`; none where there is no such folder.
inline std::vector<std::filesystem::path> entries(const std::filesystem::path& folder, const std::string& prefix) {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().filename().string().starts_with(prefix)) found.push_back(it->path());
  return found;
}

}  // namespace spinbench::cpu

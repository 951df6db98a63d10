// Small readers for the files of /proc and /sys. Nothing here fails: what cannot be read is absent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace spinbench::system_files {

/// The first line of `path`, or nothing.
std::optional<std::string> first_line(const std::filesystem::path& path);
/// The whole number at the start of `path`, or nothing.
std::optional<std::uint64_t> number_in(const std::filesystem::path& path);
/// "32768K" or "1M" at the start of `path` as bytes, or nothing.
std::optional<std::uint64_t> size_in(const std::filesystem::path& path);
/// The entries of a folder whose names start with `prefix`; none where there is no such folder.
std::vector<std::filesystem::path> entries(const std::filesystem::path& folder, const std::string& prefix);

/// Calls `visit(key, value)` for each "key : value" line of /proc/cpuinfo below `root`, without blanks around them.
void read_cpuinfo(const std::filesystem::path& root,
                  const std::function<void(const std::string& key, const std::string& value)>& visit);

/// Folders of this process's control group (v2) and of all that hold it, up to the mount below `root`: a limit may be
/// set on any of them.
std::vector<std::filesystem::path> control_groups(const std::filesystem::path& root);

}  // namespace spinbench::system_files

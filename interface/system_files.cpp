#include "interface/system_files.hpp"

#include <fstream>

namespace spinbench::system_files {

namespace fs = std::filesystem;

std::optional<std::string> first_line(const fs::path& path) {
  std::ifstream in(path);
  std::string line;
  if (!std::getline(in, line)) return std::nullopt;
  return line;
}

std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream in(path);
  std::uint64_t value = 0;
  if (!(in >> value)) return std::nullopt;
  return value;
}

std::optional<std::uint64_t> size_in(const fs::path& path) {
  std::ifstream in(path);
  std::uint64_t value = 0;
  if (!(in >> value)) return std::nullopt;
  char suffix = 0;
  in >> suffix;
  if (suffix == 'K') return value << 10;
  if (suffix == 'M') return value << 20;
  if (suffix == 'G') return value << 30;
  return value;
}

std::vector<fs::path> entries(const fs::path& folder, const std::string& prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().filename().string().starts_with(prefix)) found.push_back(it->path());
  return found;
}

void read_cpuinfo(const fs::path& root, const std::function<void(const std::string&, const std::string&)>& visit) {
  std::ifstream in(root / "proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    const auto key_end = line.find_last_not_of(" \t", colon == 0 ? 0 : colon - 1);
    const auto value_start = line.find_first_not_of(" \t", colon + 1);
    visit(line.substr(0, key_end + 1), value_start == std::string::npos ? "" : line.substr(value_start));
  }
}

std::vector<fs::path> control_groups(const fs::path& root) {
  fs::path group;
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("0::/")) group = fs::path(line.substr(4)).relative_path();
  const fs::path mount = root / "sys/fs/cgroup";
  std::vector<fs::path> result;
  for (; !group.empty(); group = group.parent_path()) result.push_back(mount / group);
  // A container may see no more than its own group, at the mount.
  result.push_back(mount);
  return result;
}

}  // namespace spinbench::system_files

#include "backends/cpu/processes.hpp"

#include <algorithm>

#include "interface/system_files.hpp"

namespace spinbench::cpu {

std::vector<std::string> other_processes(std::vector<unsigned> pids, unsigned own,
                                         const std::vector<Companion>& companions, const std::filesystem::path& root) {
  // One entry for each part of a device that a process holds.
  std::sort(pids.begin(), pids.end());
  pids.erase(std::unique(pids.begin(), pids.end()), pids.end());
  if (pids.empty()) return {};
  if (std::erase(pids, own) == 0) {
    const auto ours = 1 + static_cast<std::size_t>(std::ranges::count(companions, true, &Companion::began));
    if (pids.size() <= ours) return {};
    const std::size_t others = pids.size() - ours;
    return {std::to_string(others) + (others == 1 ? " process" : " processes") + " outside of this container"};
  }
  std::vector<std::string> result;
  for (const unsigned pid : pids) {
    if (std::ranges::count(companions, pid, &Companion::pid) > 0) continue;
    const std::string number = "pid " + std::to_string(pid);
    const auto name = system_files::first_line(root / "proc" / std::to_string(pid) / "comm");
    result.push_back(name ? *name + " (" + number + ")" : number);
  }
  return result;
}

}  // namespace spinbench::cpu

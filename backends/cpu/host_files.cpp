#include "backends/cpu/host_files.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

#include "interface/host_cpus.hpp"
#include "interface/system_files.hpp"

namespace spinbench::cpu {

namespace fs = std::filesystem;
using system_files::entries, system_files::first_line, system_files::number_in, system_files::read_cpuinfo;

namespace {

std::optional<std::uint64_t> meminfo_bytes(const fs::path& root, const std::string& key) {
  std::ifstream in(root / "proc/meminfo");
  for (std::string name, rest; in >> name; std::getline(in, rest)) {
    std::uint64_t kibibytes = 0;
    if (name == key + ":" && in >> kibibytes) return kibibytes * 1024;
  }
  return std::nullopt;
}

/// What `folder`'s memory limit leaves; page cache that the kernel would drop counts as free.
std::optional<std::uint64_t> left_in_group(const fs::path& folder) {
  const auto limit = number_in(folder / "memory.max");
  const auto used = number_in(folder / "memory.current");
  if (!limit || !used) return std::nullopt;
  std::uint64_t droppable = 0;
  std::ifstream stat(folder / "memory.stat");
  std::string key;
  for (std::uint64_t value = 0; stat >> key >> value;)
    if (key == "inactive_file") droppable = value;
  const std::uint64_t held = *used > droppable ? *used - droppable : 0;
  return *limit > held ? *limit - held : 0;
}

void keep_highest(std::optional<double>& highest, const fs::path& millidegrees) {
  if (const auto value = number_in(millidegrees))
    highest = std::max(highest.value_or(0), static_cast<double>(*value) / 1000);
}

}  // namespace

std::string HostFiles::cpu_name() const {
  std::string x86, other;
  read_cpuinfo(root_, [&](const std::string& key, const std::string& value) {
    if (key == "model name" && x86.empty()) x86 = value;
    if ((key == "cpu" || key == "Hardware" || key == "Model") && other.empty()) other = value;
  });
  if (!x86.empty()) return x86;
  return other.empty() ? "unknown CPU" : other;
}

std::optional<int> HostFiles::physical_cores() const {
  std::set<std::pair<std::string, std::string>> cores;
  std::string package;
  read_cpuinfo(root_, [&](const std::string& key, const std::string& value) {
    if (key == "physical id") package = value;
    if (key == "core id") cores.emplace(package, value);
  });
  if (cores.empty()) return std::nullopt;
  return static_cast<int>(cores.size());
}

std::optional<std::uint64_t> HostFiles::memory_bytes() const { return meminfo_bytes(root_, "MemTotal"); }

std::optional<std::uint64_t> HostFiles::free_memory_bytes() const {
  auto free = meminfo_bytes(root_, "MemAvailable");
  if (!free) return free;
  for (const fs::path& group : system_files::control_groups(root_))
    if (const auto left = left_in_group(group)) free = std::min(*free, *left);
  return free;
}

std::optional<std::uint64_t> HostFiles::cache_bytes(int level) const {
  if (level == 0) {
    const auto last = last_level_of(0, root_);
    return last ? std::optional(last->bytes) : std::nullopt;
  }
  for (const HostCache& cache : caches_of(0, root_))
    if (cache.level == level && cache.type != "Instruction") return cache.bytes;
  return std::nullopt;
}

std::optional<double> HostFiles::clock_mhz(int cpu) const {
  const auto folder = root_ / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu)) / "cpufreq";
  if (const auto kilohertz = number_in(folder / "scaling_cur_freq")) return static_cast<double>(*kilohertz) / 1000;
  std::optional<double> clock;
  bool here = false;
  read_cpuinfo(root_, [&](const std::string& key, const std::string& value) {
    if (key == "processor") here = value == std::to_string(cpu);
    if (!here || key != "cpu MHz") return;
    try {
      clock = std::stod(value);
    } catch (const std::exception&) {
    }
  });
  return clock;
}

std::optional<double> HostFiles::temperature_c() const {
  static const std::set<std::string> processor_chips = {"coretemp", "k10temp", "zenpower", "cpu_thermal"};
  std::optional<double> highest;
  for (const auto& chip : entries(root_ / "sys/class/hwmon", "hwmon")) {
    if (!processor_chips.contains(first_line(chip / "name").value_or(""))) continue;
    for (const auto& sensor : entries(chip, "temp"))
      if (sensor.filename().string().ends_with("_input")) keep_highest(highest, sensor);
  }
  if (highest) return highest;
  for (const auto& zone : entries(root_ / "sys/class/thermal", "thermal_zone")) {
    const auto type = first_line(zone / "type").value_or("");
    if (type == "x86_pkg_temp" || type.starts_with("cpu")) keep_highest(highest, zone / "temp");
  }
  return highest;
}

std::optional<std::uint64_t> HostFiles::thermal_throttle_count() const {
  std::optional<std::uint64_t> sum;
  for (const auto& cpu : entries(root_ / "sys/devices/system/cpu", "cpu")) {
    for (const char* counter : {"core_throttle_count", "package_throttle_count"})
      if (const auto count = number_in(cpu / "thermal_throttle" / counter)) sum = sum.value_or(0) + *count;
  }
  return sum;
}

std::optional<HostFiles::Scheduled> HostFiles::scheduled() const {
  std::ifstream in(root_ / "proc/self/schedstat");
  Scheduled result;
  if (!(in >> result.ran_ns >> result.waited_ns)) return std::nullopt;
  return result;
}

}  // namespace spinbench::cpu

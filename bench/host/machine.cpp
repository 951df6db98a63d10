#include "bench/host/machine.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "bench/rows/text.hpp"
#include "interface/host_cpus.hpp"
#include "interface/system_files.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

/// Entries that are called `stem` and a number.
std::size_t numbered(const fs::path& folder, const std::string& stem) {
  const auto found = system_files::entries(folder, stem);
  return static_cast<std::size_t>(std::count_if(found.begin(), found.end(), [&](const fs::path& path) {
    const std::string name = path.filename().string();
    return name.size() > stem.size() && name.find_first_not_of("0123456789", stem.size()) == std::string::npos;
  }));
}

}  // namespace

std::string Machine::first_line(const std::string& path) const {
  return system_files::first_line(root_ / path).value_or("");
}

ordered_json Machine::caches() const {
  auto result = ordered_json::array();
  for (const HostCache& cache : caches_of(0, root_))
    result.push_back({{"level", cache.level}, {"type", cache.type}, {"bytes", cache.bytes}});
  return result;
}

/// As the firmware names it, or "yes"; "" on bare metal.
std::string Machine::hypervisor() const {
  std::ifstream in(root_ / "proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("flags")) continue;
    if (line.find(" hypervisor") == std::string::npos) return "";
    const std::string vendor = first_line("sys/class/dmi/id/sys_vendor"),
                      product = first_line("sys/class/dmi/id/product_name");
    if (vendor.empty() && product.empty()) return "yes";
    return vendor + (vendor.empty() || product.empty() ? "" : " ") + product;
  }
  return "";
}

std::string Machine::container() const {
  std::error_code error;
  if (fs::exists(root_ / ".dockerenv", error)) return "docker";
  if (fs::exists(root_ / "run/.containerenv", error)) return "podman";
  std::ifstream in(root_ / "proc/1/cgroup");
  for (std::string line; std::getline(in, line);)
    for (const char* name : {"kubepods", "docker", "lxc", "containerd", "garden"})
      if (line.find(name) != std::string::npos) return name;
  return "";
}

/// Cores that the control groups of this process leave it, where one has a limit.
std::optional<double> Machine::quota() const {
  std::optional<double> least;
  for (const fs::path& group : system_files::control_groups(root_)) {
    std::istringstream in(system_files::first_line(group / "cpu.max").value_or(""));
    double most = 0, period = 0;
    if (!(in >> most >> period) || !(period > 0)) continue;
    least = std::min(least.value_or(most / period), most / period);
  }
  return least;
}

ordered_json Machine::facts() const {
  ordered_json result = ordered_json::object();
  std::set<std::pair<std::string, std::string>> cores;
  std::size_t threads = 0;
  std::string package;
  std::map<std::string, std::string> first;
  system_files::read_cpuinfo(root_, [&](const std::string& key, const std::string& value) {
    first.emplace(key, value);
    threads += key == "processor";
    if (key == "physical id") package = value;
    if (key == "core id") cores.emplace(package, value);
  });
  if (first.contains("cpu family") && first.contains("model"))
    result["cpu_model"] = "family " + first["cpu family"] + ", model " + first["model"];
  else if (first.contains("CPU implementer") && first.contains("CPU part"))
    result["cpu_model"] = "implementer " + first["CPU implementer"] + ", part " + first["CPU part"];
  if (!cores.empty()) result["cores"] = cores.size();
  if (threads > 0) result["threads"] = threads;
  result["threads_allowed"] = allowed_cpus().size();
  if (const auto most = quota()) result["cpu_quota"] = *most;
  std::ifstream meminfo(root_ / "proc/meminfo");
  std::string key;
  if (std::uint64_t kibibytes = 0; meminfo >> key >> kibibytes && key == "MemTotal:")
    result["memory_bytes"] = kibibytes * 1024;
  if (auto found = caches(); !found.empty()) result["caches"] = std::move(found);
  if (const auto nodes = numbered(root_ / "sys/devices/system/node", "node"); nodes > 0) result["numa_nodes"] = nodes;
  std::ifstream release(root_ / "etc/os-release");
  for (std::string line; std::getline(release, line);)
    if (line.starts_with("PRETTY_NAME=\"") && line.ends_with('"')) result["os"] = line.substr(13, line.size() - 14);
  if (utsname system{}; ::uname(&system) == 0) {
    result["kernel"] = std::string(system.sysname) + " " + system.release;
    result["architecture"] = system.machine;
  }
  const std::string governor = first_line("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (!governor.empty()) result["governor"] = governor;
  if (const std::string above = hypervisor(); !above.empty()) result["virtual"] = above;
  if (const std::string around = container(); !around.empty()) result["container"] = around;
  return result;
}

std::optional<double> Machine::load() const {
  std::istringstream in(first_line("proc/loadavg"));
  double mean = 0;
  return in >> mean ? std::optional(mean) : std::nullopt;
}

std::optional<Machine::Ticks> Machine::ticks() const {
  std::istringstream in(first_line("proc/stat"));
  std::string key;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, softirq = 0, stolen = 0;
  if (!(in >> key >> user >> nice >> system >> idle >> waiting >> irq >> softirq) || key != "cpu") return std::nullopt;
  in >> stolen;
  const double busy = user + nice + system + irq + softirq;
  return Ticks{busy, stolen, busy + idle + waiting + stolen};
}

std::vector<std::string> Machine::load_of_others(const Ticks& before, const Ticks& after) const {
  std::vector<std::string> result;
  const double threads = facts().value("threads", 1.0), all = after.all - before.all;
  if (!(all > 0)) return result;
  const double busy = threads * (after.busy - before.busy) / all, stolen = (after.stolen - before.stolen) / all;
  // A tick or two are of this process and of the system's own.
  if (busy > 0.35)
    result.push_back("others keep " + printed("%.1f", busy) + " of " +
                     counted(static_cast<std::size_t>(threads), "core") + " busy");
  if (stolen > 0.02)
    result.push_back("the hypervisor gives " + printed("%.0f%%", 100 * stolen) + " of the time to others");
  return result;
}

std::vector<std::string> Machine::load_of_others_now() const {
  const auto before = ticks();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto after = ticks();
  return before && after ? load_of_others(*before, *after) : std::vector<std::string>();
}

int Machine::idle_cores() const {
  std::istringstream in(first_line("proc/loadavg"));
  double mean = 0;
  int runnable = 0;
  if (allowed_cpus().size() < 2 || !(in >> mean >> mean >> mean >> runnable)) return 1;
  const auto facts = this->facts();
  const double threads = facts.value("threads", 1.0);
  // Two threads of a core that is busy with one are no core more. Of what can run this thread is one.
  const double idle = facts.value("cores", threads) - std::max(0, runnable - 1);
  const double allowed = std::min(facts.value("threads_allowed", threads), facts.value("cpu_quota", threads));
  return std::max(1, static_cast<int>(std::min(idle, allowed)));
}

int Machine::cores_among(const std::vector<int>& cpus) const { return spinbench::cores_among(cpus, root_); }

double Machine::last_level_bytes(const std::vector<int>& cpus) const {
  return static_cast<double>(spinbench::last_level_bytes(cpus, root_));
}

std::vector<std::string> Machine::lasting_doubts() const {
  std::vector<std::string> result;
  const auto facts = this->facts();
  const std::string governor = facts.value("governor", "");
  if (!governor.empty() && governor != "performance") result.push_back("the clock governor is " + governor);
  const double threads = facts.value("threads", 1.0), quota = facts.value("cpu_quota", threads);
  if (quota < threads) result.push_back("a control group leaves " + printed("%.3g", quota) + " of its cores");
  return result;
}

}  // namespace spinbench

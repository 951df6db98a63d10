#include "bench/rows/results.hpp"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <set>

#include "bench/host/machine.hpp"
#include "spinbench_version.hpp"

namespace spinbench {

namespace {

using nlohmann::ordered_json;

std::string processor() {
  for (const auto& device : Registry::instance().backends())
    if (device->name() == "cpu" && !device->devices().empty()) return device->devices().front().name;
  return "unknown";
}

/// What the accelerator says of itself: its size, and its power limit where it tells.
void add_facts(ordered_json& entry, const Case& c) {
  const Device& device = c.device_info();
  if (device.pci.empty()) return;
  const auto add = [&](const char* key, double value) {
    if (value > 0) entry[key] = value;
  };
  add("memory_bytes", static_cast<double>(device.memory_bytes));
  add("cache_bytes", static_cast<double>(device.cache_bytes));
  add("multiprocessors", device.multiprocessors);
  if (device.ecc) entry["ecc"] = *device.ecc;
  add("sm_clock_mhz_limit", device.clock_limit_mhz);
  if (device.name.find(" MIG ") != std::string::npos) entry["mig"] = true;
  c.backend->use_device(c.device);
  const Conditions now = c.backend->conditions(c.device);
  add("power_limit_w", now.power_limit_w.value_or(0));
  add("sm_clock_mhz_at_start", now.sm_clock_mhz.value_or(0));
}

ordered_json machine() {
  const Machine here;
  ordered_json result = here.facts();
  if (const auto load = here.load()) result["load_start"] = *load;
  return result;
}

ordered_json devices_of(const std::vector<Case>& cases) {
  auto result = ordered_json::array();
  std::set<std::pair<std::string, int>> seen;
  for (const auto& c : cases) {
    if (!seen.insert({c.variant->backend, c.device}).second) continue;
    const Device& device = c.device_info();
    result.push_back({{"backend", c.variant->backend},
                      {"name", device.name},
                      {"pci", device.pci},
                      {"driver", device.driver},
                      {"runtime", device.runtime}});
    if (!device.platform.empty()) result.back()["platform"] = device.platform;
    add_facts(result.back(), c);
  }
  return result;
}

}  // namespace

std::string dump(const ordered_json& document, int indent) {
  return document.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json provenance(const std::vector<std::string>& argv, const std::vector<Case>& cases) {
  return {{"host", host_name()},
          {"date", now_utc()},
          {"version", SPINBENCH_VERSION},
          {"git", version()},
          {"dirty", static_cast<bool>(SPINBENCH_GIT_DIRTY)},
          {"argv", argv},
          {"cpu", processor()},
          {"machine", machine()},
          {"devices", devices_of(cases)},
          {"compilers", compilers()}};
}

ordered_json results_document(ordered_json provenance, std::vector<ordered_json> rows) {
  return {{"schema", "spinbench-results/2"}, {"provenance", std::move(provenance)}, {"rows", std::move(rows)}};
}

std::string version() { return *SPINBENCH_GIT ? SPINBENCH_GIT : SPINBENCH_VERSION; }

std::string release() {
  const std::string commit = SPINBENCH_GIT;
  if (commit.empty()) return SPINBENCH_VERSION;
  return SPINBENCH_VERSION " (" + commit + (SPINBENCH_GIT_DIRTY ? ", changed" : "") + ")";
}

std::string now_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char buffer[32];
  std::strftime(buffer, sizeof buffer, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return buffer;
}

std::string host_name() {
  char buffer[256] = "";
  if (::gethostname(buffer, sizeof buffer - 1) != 0) return "unknown";
  return buffer;
}

ordered_json compilers() {
  const auto or_null = [](const std::string& text) {
    return text.empty() ? ordered_json(nullptr) : ordered_json(text);
  };
  return {{"cxx", SPINBENCH_CXX_COMPILER},
          {"cuda", or_null(SPINBENCH_CUDA_COMPILER)},
          {"hip", or_null(SPINBENCH_HIP_COMPILER)},
          {"flags", SPINBENCH_FLAGS}};
}

}  // namespace spinbench

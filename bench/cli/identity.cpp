#include "bench/cli/identity.hpp"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

#include "bench/cli/in_turns.hpp"
#include "bench/fnv.hpp"
#include "interface/cards.hpp"
#include "interface/rank_parts.hpp"

namespace spinbench::cli {

using nlohmann::ordered_json;

namespace {

std::string in_hexadecimal(std::uint64_t hash) {
  char buffer[20];
  std::snprintf(buffer, sizeof buffer, "%016llx", static_cast<unsigned long long>(hash));
  return buffer;
}

/// Builds of changed files have one name, and so have those whose commit is not known, or that have none.
bool shares_its_name(const ordered_json& provenance) {
  const std::string commit = provenance["git"].get<std::string>();
  return provenance["dirty"].get<bool>() || commit.starts_with("unknown") || commit == provenance.value("version", "");
}

}  // namespace

std::string own_binary() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  std::vector<char> buffer(1 << 16);
  std::uint64_t hash = fnv_start;
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    hash = fnv_over_words(buffer.data(), static_cast<std::size_t>(file.gcount()), hash);
  }
  return in_hexadecimal(hash);
}

std::string build_of(const ordered_json& provenance) {
  const std::string name = provenance.value("version", "") + " " + provenance.value("git", "");
  return shares_its_name(provenance) ? name + " " + own_binary() : name;
}

ordered_json settings(const Options& options, const MeasureOptions& measuring, const ordered_json& provenance,
                      const std::vector<Case>& selected) {
  ordered_json result = identity(options, measuring, provenance);
  for (const char* elsewhere : {"host", "build", "compiler", "device"}) result.erase(elsewhere);
  std::uint64_t hash = fnv_start;
  for (const Case& c : selected) {
    const std::string name = c.name() + " " + std::to_string(c.device) + "\n";
    hash = fnv_over(name.data(), name.size(), hash);
  }
  result["selection"] = in_hexadecimal(hash);
  return result;
}

ordered_json identity(const Options& options, const MeasureOptions& measuring, const ordered_json& provenance) {
  auto devices = ordered_json::array(), cards = ordered_json::array();
  for (const auto& device : provenance["devices"]) {
    const std::string pci = device["pci"].get<std::string>(), card = card_at(pci);
    devices.push_back(device["backend"].get<std::string>() + ": " + device["name"].get<std::string>() + " " + pci);
    if (!card.empty()) cards.push_back(card);
  }
  ordered_json result = {{"host", provenance["host"]},
                         {"build", provenance["git"]},
                         {"compiler", provenance["compilers"]},
                         {"device", std::move(devices)},
                         {"seed", options.seed},
                         {"sweeps", options.sweeps ? ordered_json(*options.sweeps) : ordered_json(nullptr)},
                         {"energy", measuring.energy},
                         {"observable", options.observable},
                         {"tune", options.tune},
                         {"tune axes", options.tune_axes},
                         {"tuning", options.tuning},
                         {"in turns", in_turns(options)},
                         {"hold", measuring.hold ? measuring.hold_s : 0.0},
                         {"repetitions", measuring.repetitions},
                         {"physics", options.physics_s ? ordered_json(*options.physics_s) : ordered_json(nullptr)},
                         {"time limit", measuring.time_limit_s}};
  if (shares_its_name(provenance)) result["binary"] = own_binary();
  const Network& network = world().network;
  result["network"] = nullptr;
  if (network.simulated()) result["network"] = {network.latency_us, network.bandwidth_GBps};
  result["precision"] = options.precision ? ordered_json(*options.precision) : ordered_json(nullptr);
  if (!cards.empty()) result["card"] = std::move(cards);
  return result;
}

}  // namespace spinbench::cli

// What of a host meters its energy: zones of RAPL that Linux shows through powercap.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spinbench {

struct EnergyZone {
  std::string name;                     ///< "package-0", "dram"
  std::filesystem::path counter;        ///< in microjoules
  std::uint64_t range_uj = 0;           ///< beyond which it begins at 0 again
  std::optional<std::uint64_t> now_uj;  ///< null where this process cannot read it, or not the range
};

/// Those that together are the host: all packages, and their memory. Their sum is the host's energy only where each of
/// them can be read.
std::vector<EnergyZone> energy_zones(const std::filesystem::path& root = "/");

}  // namespace spinbench

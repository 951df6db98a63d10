#include "interface/energy_zones.hpp"

#include <algorithm>
#include <system_error>

#include "interface/system_files.hpp"

namespace spinbench {

using system_files::entries, system_files::first_line, system_files::number_in;

std::vector<EnergyZone> energy_zones(const std::filesystem::path& root) {
  // Top-level zones are "intel-rapl:0" (AMD processors too), their parts "intel-rapl:0:1". A package holds its cores,
  // so of the parts only the memory is added; "psys" holds the packages; "intel-rapl-mmio" meters them once more.
  auto folders = entries(root / "sys/class/powercap", "intel-rapl:");
  std::sort(folders.begin(), folders.end());
  std::vector<EnergyZone> result;
  for (const auto& folder : folders) {
    const auto name = first_line(folder / "name").value_or("");
    const auto counter = folder / "energy_uj";
    if (!name.starts_with("package") && name != "dram") continue;
    if (std::error_code unknown; !std::filesystem::exists(counter, unknown)) continue;
    const auto range = number_in(folder / "max_energy_range_uj");
    result.push_back({name, counter, range.value_or(0), range ? number_in(counter) : std::nullopt});
  }
  return result;
}

}  // namespace spinbench

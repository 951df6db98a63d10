#include "backends/cpu/host_files.hpp"
#include "interface/system_files.hpp"

namespace spinbench::cpu {

using system_files::entries, system_files::first_line, system_files::number_in;

Rapl::Rapl(std::filesystem::path root) {
  // Top-level zones are "intel-rapl:0" (AMD processors too), their parts "intel-rapl:0:1". A package holds its cores,
  // so of the parts only the memory is added; "psys" holds the packages; "intel-rapl-mmio" meters them once more.
  for (const auto& zone : entries(root / "sys/class/powercap", "intel-rapl:")) {
    const auto name = first_line(zone / "name").value_or("");
    if (!name.starts_with("package") && name != "dram") continue;
    const auto range = number_in(zone / "max_energy_range_uj");
    const auto now = number_in(zone / "energy_uj");
    if (range && now) zones_.push_back({zone / "energy_uj", *range, *now});
  }
}

std::optional<double> Rapl::read() {
  if (zones_.empty()) return std::nullopt;
  for (Zone& zone : zones_) {
    const auto now = number_in(zone.counter);
    if (!now) return std::nullopt;
    total_uj_ += static_cast<double>(*now >= zone.last_uj ? *now - zone.last_uj : *now + zone.range_uj - zone.last_uj);
    zone.last_uj = *now;
  }
  return total_uj_ * 1e-6;
}

}  // namespace spinbench::cpu

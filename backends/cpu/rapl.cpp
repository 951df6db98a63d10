#include "backends/cpu/host_files.hpp"
#include "interface/energy_zones.hpp"
#include "interface/system_files.hpp"

namespace spinbench::cpu {

Rapl::Rapl(std::filesystem::path root) {
  for (const EnergyZone& zone : energy_zones(root)) {
    // The rest would be taken for the whole.
    if (!zone.now_uj) {
      zones_.clear();
      return;
    }
    zones_.push_back({zone.counter, zone.range_uj, *zone.now_uj});
  }
}

std::optional<double> Rapl::read() {
  if (zones_.empty()) return std::nullopt;
  for (Zone& zone : zones_) {
    const auto now = system_files::number_in(zone.counter);
    if (!now) return std::nullopt;
    total_uj_ += static_cast<double>(*now >= zone.last_uj ? *now - zone.last_uj : *now + zone.range_uj - zone.last_uj);
    zone.last_uj = *now;
  }
  return total_uj_ * 1e-6;
}

}  // namespace spinbench::cpu

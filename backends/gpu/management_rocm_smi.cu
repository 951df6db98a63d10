// ROCm SMI, the counterpart of NVML, opened with dlopen, so that a binary built with HIP starts on a machine without
// it. It does not tell in a stable way what throttles a card, so `throttle` and `power_capped` stay empty.
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "backends/gpu/management.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

namespace {

// The values of rocm_smi.h that are used here.
constexpr int clock_system = 0;
constexpr int temperature_current = 0;
constexpr unsigned sensor_edge = 0, sensor_junction = 1;
constexpr int component_driver = 0;
constexpr std::size_t most_frequencies = 33;

struct Version {
  std::uint32_t major, minor, patch;
  const char* build;
};

/// rsmi_frequencies_t: since version 6 it begins with a flag about deep sleep.
struct FrequenciesBefore6 {
  std::uint32_t count, current;
  std::uint64_t hertz[most_frequencies];
};
struct FrequenciesSince6 {
  bool has_deep_sleep;
  std::uint32_t count, current;
  std::uint64_t hertz[most_frequencies];
};
union Frequencies {
  FrequenciesBefore6 before6;
  FrequenciesSince6 since6;
};

template <class Kind>
double current_mhz(const Kind& clock) {
  return clock.current < most_frequencies ? static_cast<double>(clock.hertz[clock.current]) / 1e6 : 0.0;
}

/// rsmi_dev_pci_id_get's number for "0000:1b:00.0": domain from bit 32 on, bus from bit 8, device from bit 3, function.
/// Bits 28 to 31 may hold a partition, and are left out of a comparison.
std::uint64_t bus_number(const std::string& pci) {
  unsigned domain = 0, bus = 0, device = 0, function = 0;
  if (std::sscanf(pci.c_str(), "%x:%x:%x.%x", &domain, &bus, &device, &function) != 4) return ~std::uint64_t{0};
  return (static_cast<std::uint64_t>(domain) << 32) | (bus << 8) | (device << 3) | function;
}
constexpr std::uint64_t bus_bits = ~(std::uint64_t{0xf} << 28);

}  // namespace

struct Management::Library {
  void* handle = nullptr;
  std::uint32_t device = 0;
  std::uint32_t major = 0;
  int (*shutdown)() = nullptr;
  int (*clock)(std::uint32_t, int, Frequencies*) = nullptr;
  int (*temperature)(std::uint32_t, std::uint32_t, int, std::int64_t*) = nullptr;
  int (*power)(std::uint32_t, std::uint32_t, std::uint64_t*) = nullptr;
  int (*socket_power)(std::uint32_t, std::uint64_t*) = nullptr;
  int (*energy)(std::uint32_t, std::uint64_t*, float*, std::uint64_t*) = nullptr;
  int (*power_cap)(std::uint32_t, std::uint32_t, std::uint64_t*) = nullptr;
  int (*gpus_of)(std::uint32_t, std::uint32_t*, std::uint32_t*) = nullptr;
  int (*driver)(int, char*, std::uint32_t) = nullptr;
  int (*unique_id)(std::uint32_t, std::uint64_t*) = nullptr;

  template <class Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
  }

  void open() {
    for (const char* name :
         {"librocm_smi64.so.7", "librocm_smi64.so.6", "librocm_smi64.so.5", "librocm_smi64.so.1", "librocm_smi64.so"})
      if ((handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) != nullptr) return;
  }

  /// Sets `device`; false where the library knows no card at `pci`.
  bool find_device(const std::string& pci) {
    int (*count_devices)(std::uint32_t*) = nullptr;
    int (*bus_of)(std::uint32_t, std::uint64_t*) = nullptr;
    find(count_devices, "rsmi_num_monitor_devices");
    find(bus_of, "rsmi_dev_pci_id_get");
    std::uint32_t count = 0;
    if (!count_devices || !bus_of || count_devices(&count) != 0) return false;
    for (device = 0; device < count; ++device) {
      std::uint64_t bus = 0;
      if (bus_of(device, &bus) == 0 && (bus & bus_bits) == (bus_number(pci) & bus_bits)) return true;
    }
    return false;
  }

  ~Library() {
    if (shutdown) shutdown();
    if (handle) dlclose(handle);
  }
};

Management::Management(const std::string& pci) : library_(std::make_unique<Library>()) {
  Library& smi = *library_;
  smi.open();
  if (!smi.handle) return;
  int (*start)(std::uint64_t) = nullptr;
  int (*version_of)(Version*) = nullptr;
  smi.find(start, "rsmi_init");
  smi.find(version_of, "rsmi_version_get");
  if (!start || start(0) != 0) return;
  smi.find(smi.shutdown, "rsmi_shut_down");
  smi.find(smi.driver, "rsmi_version_str_get");
  if (!smi.find_device(pci)) return;
  Version version{};
  if (version_of && version_of(&version) == 0) {
    smi.major = version.major;
    smi.find(smi.clock, "rsmi_dev_gpu_clk_freq_get");
  }
  smi.find(smi.temperature, "rsmi_dev_temp_metric_get");
  smi.find(smi.power, "rsmi_dev_power_ave_get");
  smi.find(smi.socket_power, "rsmi_dev_current_socket_power_get");
  smi.find(smi.power_cap, "rsmi_dev_power_cap_get");
  smi.find(smi.gpus_of, "rsmi_compute_process_gpus_get");
  smi.find(smi.energy, "rsmi_dev_energy_count_get");
  smi.find(smi.unique_id, "rsmi_dev_unique_id_get");
}

Management::~Management() = default;

Conditions Management::conditions() const {
  const Library& smi = *library_;
  Conditions seen;
  Frequencies clock{};
  if (smi.clock && smi.clock(smi.device, clock_system, &clock) == 0) {
    const double mhz = smi.major >= 6 ? current_mhz(clock.since6) : current_mhz(clock.before6);
    if (mhz > 0) seen.sm_clock_mhz = mhz;
  }
  std::int64_t millidegrees = 0;
  for (const unsigned sensor : {sensor_edge, sensor_junction})
    if (!seen.temperature_c && smi.temperature &&
        smi.temperature(smi.device, sensor, temperature_current, &millidegrees) == 0)
      seen.temperature_c = static_cast<double>(millidegrees) / 1000.0;
  std::uint64_t microwatts = 0;
  if (smi.power_cap && smi.power_cap(smi.device, 0, &microwatts) == 0 && microwatts > 0)
    seen.power_limit_w = static_cast<double>(microwatts) / 1e6;
  if (smi.socket_power && smi.socket_power(smi.device, &microwatts) == 0) {
    seen.power_w = static_cast<double>(microwatts) / 1e6;
  } else if (smi.power && smi.power(smi.device, 0, &microwatts) == 0) {
    // An average over a time that is documented nowhere: no shorter than NVIDIA's, to be safe.
    seen.power_w = static_cast<double>(microwatts) / 1e6;
    seen.power_window_s = 1;
  }
  return seen;
}

/// The counter's unit is its resolution, in microjoules.
std::optional<double> Management::energy_joules() const {
  const Library& smi = *library_;
  std::uint64_t count = 0, time = 0;
  float resolution = 0;
  if (!smi.energy || smi.energy(smi.device, &count, &resolution, &time) != 0) return std::nullopt;
  return static_cast<double>(count) * static_cast<double>(resolution) / 1e6;
}

/// The kernel driver lists the processes, the library on which devices they are.
std::vector<unsigned> Management::processes() const {
  const Library& smi = *library_;
  std::vector<unsigned> result;
  if (!smi.gpus_of) return result;
  std::error_code error;
  for (std::filesystem::directory_iterator it("/sys/class/kfd/kfd/proc", error), end; !error && it != end;
       it.increment(error)) {
    const unsigned pid = static_cast<unsigned>(std::strtoul(it->path().filename().c_str(), nullptr, 10));
    std::uint32_t devices[64], count = 64;
    if (pid == 0 || smi.gpus_of(pid, devices, &count) != 0) continue;
    if (std::find(devices, devices + std::min<std::uint32_t>(count, 64), smi.device) !=
        devices + std::min<std::uint32_t>(count, 64))
      result.push_back(pid);
  }
  return result;
}

std::string Management::driver_version() const {
  char version[256] = "";
  if (!library_->driver || library_->driver(component_driver, version, sizeof version) != 0) return "";
  return version;
}

std::string Management::uuid() const {
  std::uint64_t id = 0;
  if (!library_->unique_id || library_->unique_id(library_->device, &id) != 0 || id == 0) return "";
  char number[24];
  std::snprintf(number, sizeof number, "0x%016llx", static_cast<unsigned long long>(id));
  return number;
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

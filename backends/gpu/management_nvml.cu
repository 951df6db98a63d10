// NVML is opened with dlopen, so that a binary built with CUDA starts on a machine without a driver.
#include <dlfcn.h>

#include "backends/gpu/management.hpp"

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

namespace {

using NvmlDevice = void*;

// The values of nvml.h that are used here; the interface is stable across drivers.
constexpr int nvml_temperature_gpu = 0;
constexpr int nvml_clock_sm = 1;
constexpr unsigned long long reason_power_cap = 0x4;
constexpr unsigned long long reason_hw_slowdown = 0x8;
constexpr unsigned long long reason_sw_thermal = 0x20;
constexpr unsigned long long reason_hw_thermal = 0x40;
constexpr unsigned long long reason_power_brake = 0x80;

}  // namespace

struct Management::Library {
  void* handle = nullptr;
  NvmlDevice device = nullptr;
  int (*shutdown)() = nullptr;
  int (*clock)(NvmlDevice, int, unsigned*) = nullptr;
  int (*temperature)(NvmlDevice, int, unsigned*) = nullptr;
  int (*power)(NvmlDevice, unsigned*) = nullptr;
  int (*reasons)(NvmlDevice, unsigned long long*) = nullptr;
  int (*energy)(NvmlDevice, unsigned long long*) = nullptr;
  int (*driver)(char*, unsigned) = nullptr;

  template <class Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
  }

  ~Library() {
    if (shutdown) shutdown();
    if (handle) dlclose(handle);
  }
};

Management::Management(const std::string& pci) : library_(std::make_unique<Library>()) {
  Library& nvml = *library_;
  nvml.handle = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!nvml.handle) return;
  int (*start)() = nullptr;
  int (*by_pci)(const char*, NvmlDevice*) = nullptr;
  nvml.find(start, "nvmlInit_v2");
  nvml.find(by_pci, "nvmlDeviceGetHandleByPciBusId_v2");
  if (!start || !by_pci || start() != 0) return;
  nvml.find(nvml.shutdown, "nvmlShutdown");
  nvml.find(nvml.driver, "nvmlSystemGetDriverVersion");
  if (by_pci(pci.c_str(), &nvml.device) != 0) return;
  nvml.find(nvml.clock, "nvmlDeviceGetClockInfo");
  nvml.find(nvml.temperature, "nvmlDeviceGetTemperature");
  nvml.find(nvml.power, "nvmlDeviceGetPowerUsage");
  nvml.find(nvml.reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
  nvml.find(nvml.energy, "nvmlDeviceGetTotalEnergyConsumption");
}

Management::~Management() = default;

Conditions Management::conditions() const {
  const Library& nvml = *library_;
  Conditions seen;
  unsigned value = 0;
  if (nvml.clock && nvml.clock(nvml.device, nvml_clock_sm, &value) == 0) seen.sm_clock_mhz = value;
  if (nvml.temperature && nvml.temperature(nvml.device, nvml_temperature_gpu, &value) == 0) seen.temperature_c = value;
  if (nvml.power && nvml.power(nvml.device, &value) == 0) seen.power_w = value / 1000.0;
  unsigned long long reasons = 0;
  if (nvml.reasons && nvml.reasons(nvml.device, &reasons) == 0) {
    if (reasons & (reason_sw_thermal | reason_hw_thermal)) seen.throttle.push_back("thermal");
    if (reasons & (reason_power_cap | reason_power_brake)) seen.throttle.push_back("power");
    if ((reasons & reason_hw_slowdown) && !(reasons & (reason_hw_thermal | reason_power_brake)))
      seen.throttle.push_back("hardware");
  }
  return seen;
}

std::optional<double> Management::energy_joules() const {
  unsigned long long millijoules = 0;
  if (!library_->energy || library_->energy(library_->device, &millijoules) != 0) return std::nullopt;
  return static_cast<double>(millijoules) / 1000.0;
}

std::string Management::driver_version() const {
  char version[96] = "";
  if (!library_->driver || library_->driver(version, sizeof version) != 0) return "";
  return version;
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

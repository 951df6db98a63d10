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
constexpr unsigned field_power_instant = 186;
constexpr int value_unsigned = 1;

/// nvmlFieldValue_t.
struct FieldValue {
  unsigned field, scope;
  long long timestamp_us, latency_us;
  int type, status;
  union {
    double real;
    unsigned number;
    unsigned long long long_number;
  } value;
};
static_assert(sizeof(FieldValue) == 40);

/// nvmlProcessInfo_v2_t.
struct Process {
  unsigned pid;
  unsigned long long memory_bytes;
  unsigned gpu_instance, compute_instance;
};
static_assert(sizeof(Process) == 24);

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
  int (*fields)(NvmlDevice, int, FieldValue*) = nullptr;
  int (*limit)(NvmlDevice, unsigned*) = nullptr;
  int (*processes)(NvmlDevice, unsigned*, Process*) = nullptr;
  int (*driver)(char*, unsigned) = nullptr;
  int (*uuid)(NvmlDevice, char*, unsigned) = nullptr;

  template <class Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
  }

  /// The power at this moment; drivers before 530 do not tell it.
  std::optional<double> power_now() const {
    FieldValue power{};
    power.field = field_power_instant;
    if (!fields || fields(device, 1, &power) != 0 || power.status != 0 || power.type != value_unsigned)
      return std::nullopt;
    return power.value.number / 1000.0;
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
  nvml.find(nvml.fields, "nvmlDeviceGetFieldValues");
  nvml.find(nvml.limit, "nvmlDeviceGetEnforcedPowerLimit");
  nvml.find(nvml.processes, "nvmlDeviceGetComputeRunningProcesses_v2");
  nvml.find(nvml.reasons, "nvmlDeviceGetCurrentClocksEventReasons");
  // Its name in drivers before 535.
  if (!nvml.reasons) nvml.find(nvml.reasons, "nvmlDeviceGetCurrentClocksThrottleReasons");
  nvml.find(nvml.energy, "nvmlDeviceGetTotalEnergyConsumption");
  nvml.find(nvml.uuid, "nvmlDeviceGetUUID");
}

Management::~Management() = default;

Conditions Management::conditions() const {
  const Library& nvml = *library_;
  Conditions seen;
  unsigned value = 0;
  if (nvml.clock && nvml.clock(nvml.device, nvml_clock_sm, &value) == 0) seen.sm_clock_mhz = value;
  if (nvml.temperature && nvml.temperature(nvml.device, nvml_temperature_gpu, &value) == 0) seen.temperature_c = value;
  if (nvml.limit && nvml.limit(nvml.device, &value) == 0) seen.power_limit_w = value / 1000.0;
  seen.power_w = nvml.power_now();
  if (!seen.power_w && nvml.power && nvml.power(nvml.device, &value) == 0) {
    // From Ampere on this call averages over a second.
    seen.power_w = value / 1000.0;
    seen.power_window_s = 1;
  }
  unsigned long long reasons = 0;
  if (nvml.reasons && nvml.reasons(nvml.device, &reasons) == 0) {
    seen.power_capped = (reasons & reason_power_cap) != 0;
    if (reasons & (reason_sw_thermal | reason_hw_thermal)) seen.throttle.push_back("thermal");
    // The power brake is pulled from outside of the device; the general bit covers it and heat, too.
    if ((reasons & reason_power_brake) || ((reasons & reason_hw_slowdown) && !(reasons & reason_hw_thermal)))
      seen.throttle.push_back("hardware");
  }
  return seen;
}

std::optional<double> Management::energy_joules() const {
  unsigned long long millijoules = 0;
  if (!library_->energy || library_->energy(library_->device, &millijoules) != 0) return std::nullopt;
  return static_cast<double>(millijoules) / 1000.0;
}

std::vector<unsigned> Management::processes() const {
  constexpr unsigned most = 256;
  std::vector<Process> found(most);
  unsigned count = most;
  if (!library_->processes || library_->processes(library_->device, &count, found.data()) != 0) return {};
  std::vector<unsigned> result;
  for (unsigned i = 0; i < count && i < most; ++i) result.push_back(found[i].pid);
  return result;
}

std::string Management::driver_version() const {
  char version[96] = "";
  if (!library_->driver || library_->driver(version, sizeof version) != 0) return "";
  return version;
}

std::string Management::uuid() const {
  char number[96] = "";
  if (!library_->uuid || library_->uuid(library_->device, number, sizeof number) != 0) return "";
  return number;
}

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

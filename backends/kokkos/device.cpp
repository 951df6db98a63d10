#include "backends/kokkos/device.hpp"

#include <cstdlib>

#include "backends/cpu/host_files.hpp"
#include "backends/cpu/team.hpp"
#include "backends/kokkos/space.hpp"

#if defined(KOKKOS_ENABLE_OPENMP)
#include <omp.h>
#endif

namespace spinbench::kokkos {

namespace {

std::string version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." +
         std::to_string(KOKKOS_VERSION % 100);
}

std::string runtime() { return "Kokkos " + version() + " " + Space::name(); }

std::string setting(const char* name) {
  const char* value = std::getenv(name);
  return std::string(name) + "=" + (value ? value : "(unset)");
}

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
#if defined(KOKKOS_ENABLE_CUDA)
#define SPINBENCH_VENDOR(name) cuda##name
using Properties = cudaDeviceProp;
#else
#define SPINBENCH_VENDOR(name) hip##name
using Properties = hipDeviceProp_t;
#endif

std::vector<Device> find_gpus(std::string& why_none) {
  int count = 0;
  const auto error = SPINBENCH_VENDOR(GetDeviceCount)(&count);
  if (error != SPINBENCH_VENDOR(Success) || count == 0) {
    static_cast<void>(SPINBENCH_VENDOR(GetLastError)());
    why_none = std::string("Kokkos was built for ") + Space::name() + ", and no such device is here: " +
               (error == SPINBENCH_VENDOR(Success) ? "none is visible" : SPINBENCH_VENDOR(GetErrorString)(error));
    return {};
  }
  int driver = 0;
  static_cast<void>(SPINBENCH_VENDOR(DriverGetVersion)(&driver));
  std::vector<Device> result;
  for (int index = 0; index < count; ++index) {
    Properties properties{};
    char pci[32] = "";
    if (SPINBENCH_VENDOR(GetDeviceProperties)(&properties, index) != SPINBENCH_VENDOR(Success) ||
        SPINBENCH_VENDOR(DeviceGetPCIBusId)(pci, sizeof pci, index) != SPINBENCH_VENDOR(Success))
      continue;
    Device device;
    device.name = properties.name;
    device.pci = pci;
    device.driver = std::to_string(driver);
    device.runtime = runtime();
    device.platform = companion_backend() == std::string("cuda") ? "nvidia" : "amd";
    device.memory_bytes = properties.totalGlobalMem;
    device.cache_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
    device.multiprocessors = properties.multiProcessorCount;
    device.lanes = properties.warpSize;
    result.push_back(device);
  }
  return result;
}
#endif

Device host_device() {
  const cpu::HostFiles files;
  Device device;
  device.name = files.cpu_name();
  device.runtime = runtime();
  if (std::string(Space::name()) != "Serial") {
    const int threads = host_threads();
    device.name += ", Kokkos " + std::string(Space::name()) + ", " + std::to_string(threads) +
                   (threads == 1 ? " thread" : " threads");
    device.runtime +=
        ", threads=" + std::to_string(threads) + " " + setting("OMP_PROC_BIND") + " " + setting("OMP_PLACES");
  } else {
    device.name += ", Kokkos Serial";
  }
#if defined(KOKKOS_ENABLE_OPENMP)
  device.runtime += " places=" + std::to_string(omp_get_num_places());
#endif
  device.memory_bytes = files.memory_bytes().value_or(0);
  device.cache_bytes = files.cache_bytes(0).value_or(0);
  device.multiprocessors = host_threads();
  device.host_as_one = true;
  return device;
}

}  // namespace

const char* companion_backend() {
#if defined(KOKKOS_ENABLE_CUDA)
  return "cuda";
#elif defined(KOKKOS_ENABLE_HIP)
  return "hip";
#else
  return "cpu";
#endif
}

int host_threads() {
  if (std::string(Space::name()) == "Serial") return 1;
  if (const char* wanted = std::getenv("KOKKOS_NUM_THREADS"); wanted && std::atoi(wanted) > 0) return std::atoi(wanted);
#if defined(KOKKOS_ENABLE_OPENMP)
  return omp_get_max_threads();
#else
  return cpu::usable_threads();
#endif
}

std::vector<Device> find_devices([[maybe_unused]] std::string& why_none) {
  std::vector<Device> result;
  if constexpr (on_host) {
    result.push_back(host_device());
  } else {
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)
    result = find_gpus(why_none);
#else
    Device device;
    device.name = std::string("Kokkos ") + Space::name() + " device";
    device.runtime = runtime();
    result.push_back(device);
#endif
  }
  for (Device& device : result) device.backend = "kokkos";
  return result;
}

}  // namespace spinbench::kokkos

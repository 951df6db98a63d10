// The GPU backend: devices, a stopwatch of device events, and what the driver tells of clocks, heat and power.
#include <unistd.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "backends/cpu/processes.hpp"
#include "backends/gpu/management.hpp"
#include "backends/gpu/runtime.hpp"
#include "interface/cards.hpp"
#include "interface/companions.hpp"
#include "interface/registry.hpp"
#if defined(SPINBENCH_MUTANTS)
#include "backends/gpu/mutants.cuh"
#include "interface/mutants.hpp"
#endif

namespace spinbench::gpu::inline SPINBENCH_GPU_NAMESPACE {

namespace {

class EventStopwatch : public Stopwatch {
 public:
  EventStopwatch() {
    check(SPINBENCH_GPU_API(EventCreate)(&start_), "event");
    check(SPINBENCH_GPU_API(EventCreate)(&stop_), "event");
  }
  ~EventStopwatch() override {
    static_cast<void>(SPINBENCH_GPU_API(EventDestroy)(start_));
    static_cast<void>(SPINBENCH_GPU_API(EventDestroy)(stop_));
  }
  void start() override { check(SPINBENCH_GPU_API(EventRecord)(start_, stream()), "event"); }
  void stop() override { check(SPINBENCH_GPU_API(EventRecord)(stop_, stream()), "event"); }
  double elapsed_ns() override {
    check(SPINBENCH_GPU_API(EventSynchronize)(stop_), "work on the device");
    float milliseconds = 0;
    check(SPINBENCH_GPU_API(EventElapsedTime)(&milliseconds, start_, stop_), "event");
    return 1e6 * static_cast<double>(milliseconds);
  }

 private:
  Event start_ = nullptr, stop_ = nullptr;
};

/// Whether kernels lack generators, so that nothing is to run (cmake/SpinbenchCompiler.cmake).
#if defined(SPINBENCH_ONLY_GENERATORS)
constexpr bool only_compiled = true;
#else
constexpr bool only_compiled = false;
#endif

class GpuBackend : public Backend {
 public:
  std::string name() const override { return SPINBENCH_GPU_BACKEND; }

  const std::vector<Device>& devices() override {
    if (!looked_) look();
    return devices_;
  }

  std::string why_no_device() override {
    if (!looked_) look();
    return why_none_;
  }

  void use_device(int index) override { use_devices({index}); }

  void use_devices(const std::vector<int>& indices) override {
    management_.resize(devices().size());
    for (const int index : indices) {
      const Device& device = devices().at(static_cast<std::size_t>(index));
      auto& management = management_.at(static_cast<std::size_t>(index));
#if defined(SPINBENCH_MUTANTS)
      check(SPINBENCH_GPU_API(SetDevice)(index), "choice of device");
      if (planted_mutant != 0 && !management) plant_on_device(planted_mutant);
#endif
      if (!management) management = std::make_unique<Management>(device.pci);
    }
    check(SPINBENCH_GPU_API(SetDevice)(indices.at(0)), "choice of device");
    in_use_ = indices;
  }

  std::vector<int> devices_in_use() override { return in_use_; }

  std::uint64_t free_memory_bytes() override {
    std::size_t free = 0, total = 0;
    check(SPINBENCH_GPU_API(MemGetInfo)(&free, &total), "free memory");
    return free;
  }

  std::unique_ptr<Stopwatch> make_stopwatch() override { return std::make_unique<EventStopwatch>(); }
  void synchronize() override {
    // The first again at the end: it is the current one.
    for (auto index = in_use_.rbegin(); index != in_use_.rend(); ++index) {
      check(SPINBENCH_GPU_API(SetDevice)(*index), "choice of device");
      gpu::synchronize();
    }
    if (in_use_.empty()) gpu::synchronize();
  }
  Conditions conditions(int device) override {
    Conditions seen = management(device).conditions();
    seen.device = device;
    return seen;
  }
  std::optional<double> energy_joules(int device) override { return management(device).energy_joules(); }
  std::vector<std::string> other_processes(int device) override {
    return cpu::other_processes(management(device).processes(), static_cast<unsigned>(getpid()), companions());
  }
  std::shared_ptr<void> interpose(std::size_t bytes) override {
    try {
      return std::make_shared<Buffer<char>>(bytes);
    } catch (const OutOfMemory&) {
      return nullptr;
    }
  }

 private:
  void look() {
    looked_ = true;
    int count = 0;
    const Error error = SPINBENCH_GPU_API(GetDeviceCount)(&count);
    if (error != SPINBENCH_GPU_API(Success) || count == 0) {
      static_cast<void>(SPINBENCH_GPU_API(GetLastError)());
      why_none_ = std::string("no ") + runtime_name() + " device: " + why_not(error);
      return;
    }
    if (only_compiled) {
      why_none_ = std::string("this build only shows that ") + runtime_name() +
                  " kernels compile: configure with -DSPINBENCH_GPU_GENERATORS=ALL";
      return;
    }
    int runtime = 0, driver = 0;
    check(SPINBENCH_GPU_API(RuntimeGetVersion)(&runtime), "runtime version");
    check(SPINBENCH_GPU_API(DriverGetVersion)(&driver), "driver version");
    for (int index = 0; index < count; ++index) devices_.push_back(describe(index, runtime, driver));
    for (Device& device : devices_) {
      const Management known(device.pci);
      if (const std::string driver_version = known.driver_version(); !driver_version.empty())
        device.driver = driver_version;
      know_card(device.pci, known.uuid());
    }
  }

  /// The runtime calls a missing driver an old one.
  static std::string why_not(Error error) {
    int driver = 0;
    if (SPINBENCH_GPU_API(DriverGetVersion)(&driver) != SPINBENCH_GPU_API(Success) || driver == 0)
      return "no driver is installed";
    const bool none = error == SPINBENCH_GPU_API(Success) || error == SPINBENCH_GPU_API(ErrorNoDevice);
    return none ? "none is visible" : SPINBENCH_GPU_API(GetErrorString)(error);
  }

  Device describe(int index, int runtime, int driver) const {
    DeviceProperties properties{};
    check(SPINBENCH_GPU_API(GetDeviceProperties)(&properties, index), "device properties");
    char pci[32] = "";
    check(SPINBENCH_GPU_API(DeviceGetPCIBusId)(pci, sizeof pci, index), "device address");
    Device device;
    device.backend = name();
    device.name = properties.name;
    device.pci = pci;
    device.driver = version_text(driver);
    device.runtime = runtime_text(runtime);
    device.platform = platform_name();
    device.textures = has_textures(properties);
    device.memory_bytes = properties.totalGlobalMem;
    device.cache_bytes = static_cast<std::uint64_t>(properties.l2CacheSize);
    device.multiprocessors = properties.multiProcessorCount;
    device.lanes = properties.warpSize;
    if (const auto ecc = fact(attribute_ecc, index)) device.ecc = *ecc != 0;
    device.clock_limit_mhz = fact(attribute_clock_khz, index).value_or(0) / 1000.0;
    return device;
  }
  /// What not every driver tells.
  static std::optional<int> fact(DeviceAttribute attribute, int index) {
    int value = 0;
    if (SPINBENCH_GPU_API(DeviceGetAttribute)(&value, attribute, index) == SPINBENCH_GPU_API(Success)) return value;
    static_cast<void>(SPINBENCH_GPU_API(GetLastError)());
    return std::nullopt;
  }

  /// Of a device in use; throws std::out_of_range for another.
  const Management& management(int device) const {
    const auto& found = management_.at(static_cast<std::size_t>(device));
    if (!found) throw std::out_of_range("device " + std::to_string(device) + " is not in use");
    return *found;
  }

  bool looked_ = false;
  std::vector<int> in_use_;
  std::vector<Device> devices_;
  std::string why_none_;
  std::vector<std::unique_ptr<Management>> management_;  ///< by device; null where it was never in use
};

const Register<std::unique_ptr<Backend>> registered{std::make_unique<GpuBackend>()};

}  // namespace

}  // namespace spinbench::gpu::SPINBENCH_GPU_NAMESPACE

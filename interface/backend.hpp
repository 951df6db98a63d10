// Where a simulation runs. A backend knows no kernel.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spinbench {

struct Device {
  std::string backend;  ///< "cpu", "cuda", ...
  std::string name;     ///< as the driver names it
  std::string pci;      ///< bus address, "" for the CPU
  std::string driver, runtime;
  std::string platform;            ///< "nvidia", "amd" where the backend serves several, else ""
  std::uint64_t memory_bytes = 0;  ///< total
  std::uint64_t cache_bytes = 0;   ///< last-level cache
  int multiprocessors = 0;         ///< cores for the CPU
  int lanes = 1;                   ///< of a warp or wave
  bool textures = false;           ///< fetches through texture objects
};

/// What was seen during a batch. Absent: the machine does not tell.
struct Conditions {
  std::optional<double> sm_clock_mhz, temperature_c, power_w;
  std::vector<std::string> throttle;  ///< reasons that slow the device: "thermal", "power", "hardware"
};

/// Times work on a device by the device's own events.
class Stopwatch {
 public:
  virtual ~Stopwatch() = default;
  virtual void start() = 0;
  virtual void stop() = 0;
  virtual double elapsed_ns() = 0;  ///< waits for stop() to have happened on the device
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;
  /// Empty where there is none; then why_no_device() says why in one line.
  virtual const std::vector<Device>& devices() = 0;
  virtual std::string why_no_device() = 0;
  /// Makes `index` the device of all later calls and of all simulations made later.
  virtual void use_device(int index) = 0;
  virtual std::uint64_t free_memory_bytes() = 0;
  virtual std::unique_ptr<Stopwatch> make_stopwatch() = 0;
  /// Waits for everything enqueued. Throws std::runtime_error on a device error.
  virtual void synchronize() = 0;
  virtual Conditions conditions() = 0;
  /// A running total in joules, or nothing where the machine has no counter.
  virtual std::optional<double> energy_joules() = 0;
};

}  // namespace spinbench

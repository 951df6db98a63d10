// Where a simulation runs. A backend knows no kernel.
#pragma once

#include <cstddef>
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
  bool host_as_one = false;        ///< a host whose kernels run on all of these at once, not on one
  int lanes = 1;                   ///< of a warp or wave
  bool textures = false;           ///< fetches through texture objects
  std::optional<bool> ecc;         ///< whether its memory corrects errors; absent: it does not tell
  double clock_limit_mhz = 0;      ///< of its cores; 0: unknown
};

/// What one device tells at a moment, or the medians over a stretch of load. Absent: the machine does not tell.
struct Conditions {
  std::optional<double> sm_clock_mhz, temperature_c, power_w;
  /// Disturbances that slow the device, whatever runs on it: "thermal", "hardware".
  std::vector<std::string> throttle;
  int device = 0;                       ///< whose these are: index in Backend::devices()
  std::optional<double> power_limit_w;  ///< the limit that is enforced
  double power_window_s = 0;            ///< seconds that the power meter averages over; 0: as it is now
  std::optional<bool> power_capped;  ///< the clock is held down to keep to the limit: what the load itself brings about
  /// Of the time since the last call, the part in which the process could have run, had not others had its core.
  std::optional<double> waited_share;
  bool throttle_is_past = false;  ///< `throttle` is of the time since the last call, too, by a counter that rose
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
  /// The same for simulations that span several devices, the first of which becomes the current one. Backends whose
  /// simulations run on one device take the first. Throws std::out_of_range for none or for one that is not there.
  virtual void use_devices(const std::vector<int>& indices) { use_device(indices.at(0)); }
  /// The devices that simulations made now run on, the current one first.
  virtual std::vector<int> devices_in_use() = 0;
  virtual std::uint64_t free_memory_bytes() = 0;
  virtual std::unique_ptr<Stopwatch> make_stopwatch() = 0;
  /// Waits for everything enqueued. Throws std::runtime_error on a device error.
  virtual void synchronize() = 0;
  /// Of one device in use; may take some milliseconds.
  virtual Conditions conditions(int device) = 0;
  /// A running total in joules of one device in use, or nothing where the machine has no counter.
  virtual std::optional<double> energy_joules(int device) = 0;
  /// Other processes that hold a device in use, by name where that can be told. To be asked while this process has work
  /// on it.
  virtual std::vector<std::string> other_processes([[maybe_unused]] int device) { return {}; }
  /// Takes memory of the current device, so that what is allocated next lies elsewhere, until the result is released.
  /// Null where there is none to take.
  virtual std::shared_ptr<void> interpose([[maybe_unused]] std::size_t bytes) { return nullptr; }
};

}  // namespace spinbench

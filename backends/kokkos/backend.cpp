// The Kokkos backend: one installation of Kokkos, its default execution space. Kokkos is initialised when the first
// case asks for its device, so that commands that run none of its cases neither start threads nor touch a GPU.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "backends/kokkos/device.hpp"
#include "backends/kokkos/space.hpp"
#include "interface/registry.hpp"

namespace spinbench::kokkos {

namespace {

/// Kokkos has no portable events: wall-clock time between two fences. A fence costs microseconds, a batch lasts 10 ms.
class FencedStopwatch final : public Stopwatch {
 public:
  void start() override { start_ = fenced(); }
  void stop() override { stop_ = fenced(); }
  double elapsed_ns() override { return std::chrono::duration<double, std::nano>(stop_ - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  static Clock::time_point fenced() {
    Space().fence();
    return Clock::now();
  }
  Clock::time_point start_{}, stop_{};
};

void finalize() {
  if (Kokkos::is_initialized()) Kokkos::finalize();
}

void initialize(int device) {
#if KOKKOS_VERSION >= 30700
  Kokkos::InitializationSettings settings;
  if (!on_host) settings.set_device_id(device);
#else
  Kokkos::InitArguments settings;
  if (!on_host) settings.device_id = device;
#endif
  if constexpr (on_host) {
    // Releases before 3.7 read KOKKOS_NUM_THREADS only together with a command line.
#if KOKKOS_VERSION >= 30700
    settings.set_num_threads(host_threads());
#else
    settings.num_threads = host_threads();
#endif
  }
  Kokkos::initialize(settings);
  // Runs before the static objects of this program go, and every simulation is gone by then.
  std::atexit(finalize);
}

class KokkosBackend final : public Backend {
 public:
  std::string name() const override { return "kokkos"; }

  const std::vector<Device>& devices() override {
    if (!looked_) devices_ = find_devices(why_none_);
    looked_ = true;
    return devices_;
  }
  std::string why_no_device() override {
    devices();
    return why_none_;
  }

  void use_device(int index) override {
    static_cast<void>(devices().at(static_cast<std::size_t>(index)));
    if (current_ < 0) {
      initialize(index);
      current_ = index;
    }
    if (index != current_)
      throw std::runtime_error("Kokkos serves one device in a process, and device " + std::to_string(current_) +
                               " is in use: give one --device");
    // The vendor's calls speak of the device that is current there.
    if (Backend* other = companion()) other->use_device(index_there(index));
  }

  std::uint64_t free_memory_bytes() override {
    if (Backend* other = companion()) return other->free_memory_bytes();
    return devices().front().memory_bytes;
  }
  std::unique_ptr<Stopwatch> make_stopwatch() override { return std::make_unique<FencedStopwatch>(); }
  void synchronize() override { Kokkos::fence(); }
  std::vector<int> devices_in_use() override { return {std::max(current_, 0)}; }
  Conditions conditions(int device) override {
    Backend* other = companion();
    Conditions seen = other ? other->conditions(index_there(device)) : Conditions{};
    seen.device = device;
    return seen;
  }
  std::optional<double> energy_joules(int device) override {
    Backend* other = companion();
    return other ? other->energy_joules(index_there(device)) : std::nullopt;
  }
  std::vector<std::string> other_processes(int device) override {
    Backend* other = companion();
    return other ? other->other_processes(index_there(device)) : std::vector<std::string>{};
  }
  std::shared_ptr<void> interpose(std::size_t bytes) override {
    Backend* other = companion();
    return other ? other->interpose(bytes) : nullptr;
  }

 private:
  /// The backend of the same hardware, if this build has it: clocks, heat and energy are not Kokkos's business.
  Backend* companion() const {
    Backend* other = Registry::instance().backend(companion_backend());
    return other && !other->devices().empty() ? other : nullptr;
  }

  /// The companion's number for a device.
  static int index_there(int device) { return on_host ? 0 : device; }

  bool looked_ = false;
  int current_ = -1;
  std::vector<Device> devices_;
  std::string why_none_;
};

const Register<std::unique_ptr<Backend>> registered{std::make_unique<KokkosBackend>()};

}  // namespace

}  // namespace spinbench::kokkos

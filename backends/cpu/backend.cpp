// The host CPU as one device. Work is done when sweep() returns, so there is nothing to wait for.
#include <sched.h>

#include <chrono>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "backends/cpu/host_files.hpp"
#include "interface/registry.hpp"

namespace spinbench {

namespace {

class SteadyStopwatch final : public Stopwatch {
 public:
  void start() override { start_ = Clock::now(); }
  void stop() override { stop_ = Clock::now(); }
  double elapsed_ns() override { return std::chrono::duration<double, std::nano>(stop_ - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_{}, stop_{};
};

class CpuBackend final : public Backend {
 public:
  std::string name() const override { return "cpu"; }

  const std::vector<Device>& devices() override {
    if (devices_.empty()) {
      Device device;
      device.backend = name();
      device.name = files_.cpu_name();
      device.memory_bytes = files_.memory_bytes().value_or(0);
      device.cache_bytes = files_.cache_bytes(0).value_or(0);
      device.multiprocessors = files_.physical_cores().value_or(static_cast<int>(std::thread::hardware_concurrency()));
      devices_.push_back(device);
      throttle_count_ = files_.thermal_throttle_count();
    }
    return devices_;
  }

  std::string why_no_device() override { return ""; }

  void use_device(int index) override {
    if (index != 0) throw std::out_of_range("the cpu backend has device 0 only, not " + std::to_string(index));
  }

  /// Where the system does not tell, only an allocation does.
  std::uint64_t free_memory_bytes() override {
    return files_.free_memory_bytes().value_or(std::numeric_limits<std::uint64_t>::max());
  }

  std::unique_ptr<Stopwatch> make_stopwatch() override { return std::make_unique<SteadyStopwatch>(); }

  void synchronize() override {}

  std::vector<int> devices_in_use() override { return {0}; }

  Conditions conditions(int device) override {
    Conditions seen;
    seen.device = device;
    // The kernels are serial: the core that asks is the one that worked.
    if (const int cpu = sched_getcpu(); cpu >= 0) seen.sm_clock_mhz = files_.clock_mhz(cpu);
    seen.temperature_c = files_.temperature_c();
    const auto count = files_.thermal_throttle_count();
    seen.throttle_is_past = true;
    if (count && throttle_count_ && *count > *throttle_count_) seen.throttle.push_back("thermal");
    throttle_count_ = count;
    const auto now = files_.scheduled();
    if (now && scheduled_ && now->ran_ns + now->waited_ns > scheduled_->ran_ns + scheduled_->waited_ns) {
      const double ran = static_cast<double>(now->ran_ns - scheduled_->ran_ns);
      const double waited = static_cast<double>(now->waited_ns - scheduled_->waited_ns);
      seen.waited_share = waited / (ran + waited);
    }
    scheduled_ = now;
    return seen;
  }

  std::optional<double> energy_joules(int) override {
    if (!rapl_) rapl_.emplace();
    return rapl_->read();
  }

  std::shared_ptr<void> interpose(std::size_t bytes) override {
    // Touched, so that pages are taken and not only addresses.
    return std::make_shared<std::vector<char>>(bytes, 1);
  }

 private:
  cpu::HostFiles files_;
  std::vector<Device> devices_;
  std::optional<cpu::Rapl> rapl_;
  std::optional<std::uint64_t> throttle_count_;
  std::optional<cpu::HostFiles::Scheduled> scheduled_;
};

const Register<std::unique_ptr<Backend>> registration{std::make_unique<CpuBackend>()};

}  // namespace

}  // namespace spinbench

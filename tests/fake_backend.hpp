// A machine whose times are scripted: a device that works through batches one after the other on a clock of its own.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/measure/load_log.hpp"
#include "bench/measure/measure.hpp"
#include "interface/backend.hpp"
#include "interface/simulation.hpp"

namespace spinbench::testing {

inline Device small_device() {
  Device device;
  device.backend = "fake", device.name = "Fake 1";
  device.memory_bytes = 1 << 30, device.cache_bytes = 1 << 20, device.multiprocessors = 1;
  return device;
}

class FakeBackend : public Backend {
 public:
  /// Device time of the n-th batch in ns, given its sweeps; asked when the batch is enqueued.
  std::function<double(int batch, int sweeps)> time = [](int, int sweeps) { return 1e6 * sweeps; };
  /// Conditions of a device when they were asked for the n-th time.
  std::function<Conditions(int asked)> seen = [](int) { return Conditions{}; };
  std::function<std::optional<double>()> joules = [] { return std::optional<double>{}; };
  std::function<std::vector<std::string>()> others = [] { return std::vector<std::string>{}; };
  std::vector<Device> all = {small_device()};
  std::vector<int> in_use = {0};
  std::uint64_t free_bytes = 1 << 30;
  int batches = 0, asked = 0, last_sweeps = 0;

  double now_s = 0;                     ///< the host's clock, which moves when the host waits
  double done_s = 0;                    ///< when the device will have done all that is enqueued
  double idle_s = 0;                    ///< time that the device waited for work
  double asking_s = 0.001;              ///< that conditions() takes
  std::vector<std::size_t> interposed;  ///< bytes that were asked for
  std::function<std::shared_ptr<void>()> interpose_as = [] { return std::make_shared<int>(); };

  std::string name() const override { return "fake"; }
  const std::vector<Device>& devices() override { return all; }
  std::string why_no_device() override { return all.empty() ? "none was made" : ""; }
  void use_device(int index) override { in_use = {index}; }
  std::vector<int> devices_in_use() override { return in_use; }
  std::uint64_t free_memory_bytes() override { return free_bytes; }
  std::unique_ptr<Stopwatch> make_stopwatch() override;
  void synchronize() override { now_s = std::max(now_s, done_s); }
  Conditions conditions(int device) override {
    now_s += asking_s;
    Conditions result = seen(asked++);
    result.device = device;
    return result;
  }
  std::optional<double> energy_joules(int) override { return joules(); }
  std::vector<std::string> other_processes(int) override { return others(); }
  std::shared_ptr<void> interpose(std::size_t bytes) override {
    interposed.push_back(bytes);
    return interpose_as();
  }

  bool working() const { return done_s > now_s; }
  HostClock clock() {
    return {[this] { return now_s; }, [this](double seconds) { now_s += seconds; }};
  }
};

/// Single batches, once, by the machine's own clock.
inline MeasureOptions bursts(FakeBackend& backend) {
  MeasureOptions options;
  options.hold = false;
  options.repetitions = 1;
  options.clock = backend.clock();
  return options;
}

class FakeStopwatch : public Stopwatch {
 public:
  explicit FakeStopwatch(FakeBackend& backend) : backend_(backend) {}
  void start() override {
    backend_.idle_s += std::max(0.0, backend_.now_s - backend_.done_s);
    started_s_ = std::max(backend_.now_s, backend_.done_s);
  }
  void stop() override {
    elapsed_ns_ = backend_.time(backend_.batches++, backend_.last_sweeps);
    stopped_s_ = backend_.done_s = started_s_ + 1e-9 * elapsed_ns_;
  }
  double elapsed_ns() override {
    backend_.now_s = std::max(backend_.now_s, stopped_s_);
    return elapsed_ns_;
  }

 private:
  FakeBackend& backend_;
  double started_s_ = 0, stopped_s_ = 0, elapsed_ns_ = 0;
};

inline std::unique_ptr<Stopwatch> FakeBackend::make_stopwatch() { return std::make_unique<FakeStopwatch>(*this); }

class FakeSimulation : public Simulation {
 public:
  explicit FakeSimulation(FakeBackend& backend, int granularity = 1) : backend_(backend), granularity_(granularity) {}
  std::string code_path() const override { return "fake"; }
  void sweep(int count) override { backend_.last_sweeps = count; }
  int sweep_granularity() const override { return granularity_; }
  Observables observe() override { return {}; }
  Configuration configuration() override { return {}; }
  Work work_per_sweep() const override {
    Work work;
    work.units = 1000;
    return work;
  }

 private:
  FakeBackend& backend_;
  int granularity_;
};

}  // namespace spinbench::testing

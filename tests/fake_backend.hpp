// A machine whose times are scripted.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "interface/backend.hpp"
#include "interface/simulation.hpp"

namespace spinbench::testing {

class FakeBackend : public Backend {
 public:
  /// Time of the n-th batch, given its sweeps.
  std::function<double(int batch, int sweeps)> time = [](int, int sweeps) { return 1e6 * sweeps; };
  /// Conditions of the n-th batch that was asked for them.
  std::function<Conditions(int batch)> seen = [](int) { return Conditions{}; };
  std::function<std::optional<double>()> joules = [] { return std::optional<double>{}; };
  std::vector<Device> all = {Device{"fake", "Fake 1", "", "", "", "", 1 << 30, 1 << 20, 1, 1}};
  std::uint64_t free_bytes = 1 << 30;
  int batches = 0, asked = 0, last_sweeps = 0;

  std::string name() const override { return "fake"; }
  const std::vector<Device>& devices() override { return all; }
  std::string why_no_device() override { return all.empty() ? "none was made" : ""; }
  void use_device(int) override {}
  std::uint64_t free_memory_bytes() override { return free_bytes; }
  std::unique_ptr<Stopwatch> make_stopwatch() override;
  void synchronize() override {}
  Conditions conditions() override { return seen(asked++); }
  std::optional<double> energy_joules() override { return joules(); }
};

class FakeStopwatch : public Stopwatch {
 public:
  explicit FakeStopwatch(FakeBackend& backend) : backend_(backend) {}
  void start() override {}
  void stop() override {}
  double elapsed_ns() override { return backend_.time(backend_.batches++, backend_.last_sweeps); }

 private:
  FakeBackend& backend_;
};

inline std::unique_ptr<Stopwatch> FakeBackend::make_stopwatch() { return std::make_unique<FakeStopwatch>(*this); }

class FakeSimulation : public Simulation {
 public:
  explicit FakeSimulation(FakeBackend& backend, int granularity = 1) : backend_(backend), granularity_(granularity) {}
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

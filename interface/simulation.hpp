// What a kernel x variant x backend offers. One object is one allocated simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spinbench {

/// Per replica, per spin, in units of J.
struct Observables {
  std::vector<double> energy;
  std::vector<double> magnetisation;
};

/// Spins in canonical site order (site = y * L + x in two dimensions), one entry a spin. A kernel that makes something
/// else puts the bytes of that here, to be compared in the same way.
struct Configuration {
  std::vector<std::int8_t> spins;
  bool operator==(const Configuration&) const = default;
};

/// What one sweep asks of the machine: declared by the kernel, not measured. The harness divides each by the rate
/// that the machine_* kernels measured on the same device; the largest quotient is the bound. Zero means unused.
/// Whole work: of all threads, devices and ranks that take part.
struct Work {
  double units = 0;            ///< spin-flip attempts (or bytes, operations, ... for a machine_* kernel)
  double memory_bytes = 0;     ///< bytes that must cross the memory interface (the L2's, if the footprint fits there)
  double write_bytes = 0;      ///< the same where nothing is read: what is only written goes at a rate of its own
  double footprint_bytes = 0;  ///< bytes touched by one sweep
  double shared_bytes = 0;     ///< bytes through shared memory: 128 for each wavefront of a warp
  double logic_ops = 0;        ///< integer and logic operations on the ALU pipe, one a lane
  double multiply_adds = 0;    ///< turns of the multiply-add pipe, one a lane; a wide product takes two
  double issue_slots = 0;      ///< instructions of any kind, one a lane
  double random_words = 0;     ///< random words drawn
  double dependent_launches = 0;  ///< launches, each of which must wait for the one before
};

/// One check's outcome, as it stands in a row's `verification`.
struct Check {
  std::string name;
  bool passed = false;
  double value = 0, expected = 0, sigma = 0;  ///< sigma 0: compared exactly
  bool numeric = false;                       ///< value, expected and sigma mean something
  bool expected_failure = false;              ///< a failure that a declared bias of the generator explains
  std::string detail;                         ///< where and how it was checked
};

class Simulation {
 public:
  virtual ~Simulation() = default;
  Simulation() = default;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Enqueues `count` sweeps of the whole lattice, a multiple of sweep_granularity(); need not wait.
  virtual void sweep(int count) = 0;
  /// Sweeps that cannot be told apart from outside: k for a multi-hit update.
  virtual int sweep_granularity() const { return 1; }
  /// Waits; computed from the configuration.
  virtual Observables observe() = 0;
  /// `measurements` times `spacing` sweeps, a multiple of sweep_granularity(), and the energy per spin of the first
  /// replica after each. Waits once, at the end, where the simulation can keep the series on its device.
  virtual std::vector<double> energy_series(int measurements, int spacing) {
    std::vector<double> result;
    result.reserve(static_cast<std::size_t>(measurements));
    for (int i = 0; i < measurements; ++i) {
      sweep(spacing);
      result.push_back(observe().energy.front());
    }
    return result;
  }
  /// Waits.
  virtual Configuration configuration() = 0;
  virtual Work work_per_sweep() const = 0;
  /// Threads of the host among which the work is divided, at most as many as the machine runs at a time: the limit is
  /// that of so many cores. 1 where a device does it, and where the backend's own limits are those of all threads.
  virtual int host_threads() const { return 1; }
  /// Seconds that setting up took (seeding, tables; not allocating), where the simulation times it.
  virtual std::optional<double> setup_seconds() const { return std::nullopt; }
  /// Checks that only the simulation itself can make (an energy tracked through the sweeps, a copy's target). Waits.
  virtual std::vector<Check> self_check() { return {}; }
};

}  // namespace spinbench

// What a kernel x variant x backend offers. One object is one allocated simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interface/configuration.hpp"

namespace spinbench {

/// One observable at a moment: a value for each replica. Replicas are copies of the system that a simulation holds side
/// by side, whatever tells them apart: realizations of couplings, temperatures, or nothing but their random numbers.
struct Observable {
  std::string name;  ///< "energy" and "magnetisation" are per spin, in units of J and of a spin
  std::vector<double> values;
};

class Observables {
 public:
  Observables() = default;
  Observables(std::initializer_list<Observable> all) : all_(all) {}

  /// Throws std::out_of_range where the simulation has none of that name.
  const std::vector<double>& of(std::string_view name) const&;
  /// A copy: what one loops over outlives what simulations return.
  std::vector<double> of(std::string_view name) && { return of(name); }
  bool has(std::string_view name) const;
  const std::vector<Observable>& all() const { return all_; }
  std::size_t replicas() const { return all_.empty() ? 0 : all_.front().values.size(); }

 private:
  std::vector<Observable> all_;
};

/// One observable through time.
struct Series {
  std::string name;
  std::size_t replicas = 1;
  std::vector<double> values;  ///< measurement by measurement, replica by replica

  std::size_t measurements() const { return replicas == 0 ? 0 : values.size() / replicas; }
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
  /// What a pass proves. A row is verified by the kinds that passed.
  enum class Kind {
    self,     ///< what only the simulation itself can tell: a copy's target, a tracked energy
    bits,     ///< the same values as an oracle
    close,    ///< values within a tolerance of an oracle's, which the detail names
    sampled,  ///< some of the values, the same as an oracle's
    physics,  ///< expectation values
    support,  ///< what the others stand on (a generator's known answers); proves no row by itself
  };
  std::string name;
  Kind kind = Kind::self;
  bool passed = false;
  double value = 0, expected = 0, sigma = 0;  ///< sigma 0: compared exactly
  bool numeric = false;                       ///< value, expected and sigma mean something
  bool expected_failure = false;              ///< a failure that a declared bias of the generator explains
  std::string detail;                         ///< where and how it was checked
  std::string code_path;                      ///< Simulation::code_path() of what was checked; "" for none
  double seconds = 0;                         ///< that it took, with those beside it; 0 where another check says it
};

class Simulation {
 public:
  virtual ~Simulation() = default;
  Simulation() = default;
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Which code runs in sweep(), as far as the numbers of the case decide it: instantiations, launch modes, and each
  /// branch class that a size decides (one column of tiles or several, whole lattices a block or strips, ...). Axes
  /// whose values are words are part of the path by themselves. A case is timed only where a check has passed on an
  /// object of the same path.
  virtual std::string code_path() const = 0;

  /// Enqueues `count` sweeps of the whole lattice, a multiple of sweep_granularity(); need not wait.
  virtual void sweep(int count) = 0;
  /// Sweeps that cannot be told apart from outside: k for a multi-hit update.
  virtual int sweep_granularity() const { return 1; }
  /// Waits; computed from the configuration.
  virtual Observables observe() = 0;
  /// `measurements` times `spacing` sweeps, a multiple of sweep_granularity(), and the observable after each, of all
  /// replicas. Waits once, at the end, where the simulation can keep the series on its device. Throws std::out_of_range
  /// for an observable that it has not.
  virtual Series series(const std::string& observable, int measurements, int spacing);
  /// Waits.
  virtual Configuration configuration() = 0;
  /// What is declared; where units are counted, of a sweep in the mean so far. May wait there.
  virtual Work work_per_sweep() const = 0;
  /// Units of work done since construction, where they are counted and not declared: the spins of clusters, the
  /// members of a population. Waits. Nothing: each sweep does what work_per_sweep() says.
  virtual std::optional<double> units_done() const { return std::nullopt; }
  /// Threads of the host among which the work is divided: the limit is that of so many cores, or of those that this
  /// process may run on where they are fewer. Of ranks those that run at a time. 1 where a device does it, and where
  /// the backend's own limits are those of all threads.
  virtual int host_threads() const { return 1; }
  /// Seconds that setting up took (seeding, tables; not allocating), where the simulation times it.
  virtual std::optional<double> setup_seconds() const { return std::nullopt; }
  /// Checks that only the simulation itself can make (an energy tracked through the sweeps, a copy's target). Waits.
  virtual std::vector<Check> self_check() { return {}; }
};

/// One observable after each of `measurements` times `spacing` sweeps, by sweep() and observe() in turns.
Series series_in_turns(Simulation& simulation, const std::string& observable, int measurements, int spacing);

}  // namespace spinbench

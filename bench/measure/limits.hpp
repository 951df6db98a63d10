// The machine's limits, measured by the machine_* kernels once per device and run, and what they allow a kernel.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/host/machine.hpp"
#include "bench/measure/measure.hpp"
#include "bench/select/case.hpp"

namespace spinbench {

/// Rates per ns, of a device, or of one thread of a host; 0 where the machine has no such kernel.
struct MachineRates {
  double memory_bytes = 0;   ///< machine_copy: bytes read plus bytes written
  double write_bytes = 0;    ///< machine_memset: bytes written where nothing is read
  double cache_bytes = 0;    ///< machine_l2
  double shared_bytes = 0;   ///< machine_shared
  double logic_ops = 0;      ///< machine_logic
  double multiply_adds = 0;  ///< machine_mad
  double issue_slots = 0;    ///< machine_issue
  double launch_ns = 0;      ///< machine_launch: ns for one launch that waits for the one before
  double cache_size = 0;     ///< bytes, of a footprint that goes at the cache's rate: all of a GPU's, half of a host's

  /// Of a host's memory with all threads at work, which get less than so many times what one gets; 0: not measured, as
  /// where other ranks of the host are bound to CPUs that this process has not.
  double all_memory_bytes = 0, all_write_bytes = 0;

  /// Cores that threads of this host run on at a time, and half of all their last-level caches, of which a chip may
  /// have many; 0: of devices, each of which has its own.
  int cores = 0;
  double all_cache_size = 0;

  /// The rates of so many threads, on so many hosts alike. Each core has its pipes and its second-level cache: threads
  /// beyond the cores of one host add nothing. All threads of a host share its memory and last-level caches.
  MachineRates of_threads(int threads, int hosts = 1) const;
};

struct Limit {
  /// What a row may reach beyond its limit: rates repeat within 1%, and so does a row.
  static constexpr double tolerance = 0.02;
  /// Beyond so many times its limit a row did not do its work; the second where the limit was measured under load,
  /// which on shared cores takes more than half of a rate.
  static constexpr double impossible = 2, impossible_under_load = 5;

  std::string bound;        ///< dram, l2, shared, issue, alu, latency
  double units_per_ns = 0;  ///< the most that the bound allows
  std::string doubt =
      {};  ///< of an exceeded one: what was seen that slows the rates of a machine; "" where it was quiet

  /// Of the limit that a row reaches which does so many units a ns.
  double fraction(double reached) const { return reached / units_per_ns; }
  /// Whether such a row proves the limit wrong, or the work counted: `limit.exceeded` of the row.
  bool exceeded(double reached) const { return fraction(reached) > 1 + tolerance; }
};

/// The bound of a sweep that `threads` threads of a host share (Simulation::host_threads()), or ranks of several
/// `hosts`: the resource that takes longest. Nothing when no rate is known.
std::optional<Limit> limit_of(const Work& work, const MachineRates& rates, int threads = 1, int hosts = 1);

/// What is wrong where a row that does so many units a ns has exceeded its limit; else "".
std::string why_doubtful(const Limit& limit, double units_per_ns);

/// Why a row that does so many units a ns is no measurement, or "": sweeps that skip a part of the lattice are fast.
std::string why_impossible(const Limit& limit, double units_per_ns);

/// The axes of the case by which a variant of a machine_* kernel measures a limit of `device`: their defaults, but the
/// working set of machine_l2 is at most half of the cache of a GPU that tells its size. Else smaller cards would take
/// the rate of their memory for that of their cache.
Params limit_params(const Variant& variant, const Device& device);

/// Measures and remembers.
class Limits {
 public:
  explicit Limits(std::uint64_t seed, Machine host = Machine()) : seed_(seed), host_(std::move(host)) {}
  /// The rates of a device: every registered kernel that measures a limit, at its limit_params(), verified
  /// first; the best rate seen through any backend that drives the same device, for a limit is the machine's.
  /// Throws Interrupted (bench/interrupt.hpp).
  const MachineRates& rates(Backend& backend, int device);
  /// Takes a rate that a row of this run already measured, so that it is not measured again. A row of other sizes than
  /// those of limit_params() measures something else, and is left aside. `others`: Measurement::other_processes.
  void note(const Case& c, int host_threads, double units_per_ns, const std::vector<std::string>& others);
  /// What else the machine did while the rates of a device were measured, as far as it was seen; "" on a quiet one.
  std::string load(Backend& backend, int device) const;

 private:
  std::uint64_t seed_;
  Machine host_;
  std::map<std::string, MachineRates> known_;              ///< by bus address, or by backend and index
  std::set<std::string> complete_;                         ///< devices whose every rate was looked for
  std::set<std::string> noted_;                            ///< cases and devices that note() has taken
  std::map<std::string, std::vector<std::string>> loads_;  ///< by the keys of known_
};

}  // namespace spinbench

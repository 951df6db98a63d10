// The machine's limits, measured by the machine_* kernels once per device and run, and what they allow a kernel.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "bench/measure/measure.hpp"
#include "bench/select/case.hpp"

namespace spinbench {

/// Rates per ns; 0 where the machine has no such kernel.
struct MachineRates {
  double memory_bytes = 0;   ///< machine_copy: bytes read plus bytes written
  double write_bytes = 0;    ///< machine_memset: bytes written where nothing is read
  double cache_bytes = 0;    ///< machine_l2
  double shared_bytes = 0;   ///< machine_shared
  double logic_ops = 0;      ///< machine_logic
  double multiply_adds = 0;  ///< machine_mad
  double launch_ns = 0;      ///< machine_launch: ns for one launch that waits for the one before
  double cache_size = 0;     ///< bytes, from the device
};

struct Limit {
  std::string bound;        ///< dram, l2, shared, issue, alu, latency
  double units_per_ns = 0;  ///< the most that the bound allows

  /// Of the limit that a row reaches which does so many units a ns.
  double fraction(double reached) const { return reached / units_per_ns; }
};

/// The bound of a sweep: the resource that takes longest. Nothing when no rate is known.
std::optional<Limit> limit_of(const Work& work, const MachineRates& rates);

/// Why a row that does so many units a ns casts doubt on its limit, or "": a limit cannot be exceeded by more than its
/// own measurement is off on a busy machine.
std::string why_doubtful(const Limit& limit, double units_per_ns);

/// Measures and remembers.
class Limits {
 public:
  explicit Limits(std::uint64_t seed) : seed_(seed) {}
  /// The rates of a device: every registered kernel that measures a limit, at its default axes, verified
  /// first; the best rate seen through any backend that drives the same device, for a limit is the machine's.
  const MachineRates& rates(Backend& backend, int device);
  /// Takes a rate that a row of this run already measured, so that it is not measured again.
  void note(const std::string& kernel, Backend& backend, int device, double units_per_ns);

 private:
  std::uint64_t seed_;
  std::map<std::string, MachineRates> known_;  ///< by bus address, or by backend and index
  std::set<std::string> complete_;             ///< devices whose every rate was looked for
};

}  // namespace spinbench

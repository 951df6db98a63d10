// What Linux tells about the host through /proc and /sys. Nothing here fails: what cannot be read is absent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spinbench::cpu {

/// Reads below `root`, which is "/" but for tests.
class HostFiles {
 public:
  explicit HostFiles(std::filesystem::path root = "/") : root_(std::move(root)) {}

  std::string cpu_name() const;               ///< "unknown CPU" where /proc/cpuinfo does not tell
  std::optional<int> physical_cores() const;  ///< hyper-threads of one core count once
  std::optional<std::uint64_t> memory_bytes() const;
  /// Memory that can be had without swapping, no more than the process's control group (v2) leaves.
  std::optional<std::uint64_t> free_memory_bytes() const;
  /// Size of one data or unified cache of core 0; level 0: the last one.
  std::optional<std::uint64_t> cache_bytes(int level) const;

  /// Current clock of logical CPU `cpu`.
  std::optional<double> clock_mhz(int cpu) const;
  /// The hottest sensor of the processor.
  std::optional<double> temperature_c() const;
  /// Times that any core or package was slowed by heat since boot.
  std::optional<std::uint64_t> thermal_throttle_count() const;

  /// Time that this process's first thread ran, and that it could have run while others had its core.
  struct Scheduled {
    std::uint64_t ran_ns = 0, waited_ns = 0;
  };
  std::optional<Scheduled> scheduled() const;

 private:
  std::filesystem::path root_;
};

/// Energy of all packages and of the memory that RAPL meters (powercap), as one running total of all these.
/// A zone's counter wraps after some minutes at full load; read() must be called more often than that.
class Rapl {
 public:
  explicit Rapl(std::filesystem::path root = "/");
  /// Joules since construction, or nothing where there is no counter, or one that this user may not read.
  std::optional<double> read();

 private:
  struct Zone {
    std::filesystem::path counter;
    std::uint64_t range_uj = 0, last_uj = 0;
  };
  std::vector<Zone> zones_;
  double total_uj_ = 0;
};

}  // namespace spinbench::cpu

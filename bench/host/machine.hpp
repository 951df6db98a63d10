// What the machine is, and what disturbs a measurement on it, as Linux tells through /proc and /sys. Nothing here
// fails: what cannot be read is absent.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace spinbench {

/// Reads below `root`, which is "/" but for tests.
class Machine {
 public:
  explicit Machine(std::filesystem::path root = "/") : root_(std::move(root)) {}

  /// {"cpu_model", "cores", "threads", "threads_allowed", "memory_bytes", "caches", "numa_nodes", "os", "kernel",
  /// "architecture", "governor", "virtual", "container", "cpu_quota"}: cores and threads of the host, those that this
  /// process may use, what control groups leave it of them at least, cache sizes in bytes; "family 25, model 17" of the
  /// CPU, whose name a hypervisor may cut down to its maker's. Keys of what is not told are left out.
  nlohmann::ordered_json facts() const;
  /// Mean number of runnable threads over the last minute.
  std::optional<double> load() const;

  /// Ticks of all cores since boot.
  struct Ticks {
    double busy = 0, stolen = 0, all = 0;
  };
  std::optional<Ticks> ticks() const;
  /// What others did to CPU times between the two readings, each in one clause: cores that they kept busy, time that
  /// the hypervisor took.
  std::vector<std::string> load_of_others(const Ticks& before, const Ticks& after) const;
  /// The same over a tenth of a second in which this process waits.
  std::vector<std::string> load_of_others_now() const;
  /// Cores that no other thread keeps busy at the moment, at least 1 and no more than this process may use: of its
  /// affinity, or of a control group's quota. 1 where the system does not tell.
  int idle_cores() const;
  /// Of so many logical CPUs, by their numbers: the cores, and the bytes of all their last-level caches
  /// (interface/host_cpus.hpp).
  int cores_among(const std::vector<int>& cpus) const;
  double last_level_bytes(const std::vector<int>& cpus) const;
  /// What makes CPU times doubtful and stays as it is, likewise: a clock governor, a quota.
  std::vector<std::string> lasting_doubts() const;

 private:
  std::string first_line(const std::string& path) const;
  nlohmann::ordered_json caches() const;
  std::string hypervisor() const;
  std::string container() const;
  std::optional<double> quota() const;

  std::filesystem::path root_;
};

}  // namespace spinbench

// The logical CPUs of a host that this process may run on, and what they share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace spinbench {

/// Numbers of the logical CPUs that the calling thread may run on, and those that it starts: what taskset, a cpuset or
/// a launcher leaves of the host. As many as the host has where the system does not tell. Never empty.
std::vector<int> allowed_cpus();

/// Of so many logical CPUs the cores: those of one core count once. One that nothing is told of is a core.
int cores_among(const std::vector<int>& cpus, const std::filesystem::path& root = "/");

struct HostCache {
  int level = 0;
  std::string type, shared_by;  ///< "Data", "Instruction" or "Unified"; the CPUs that share it, as "0-7,96-103"
  std::uint64_t bytes = 0;
};
/// The caches that a logical CPU has, as far as they are told.
std::vector<HostCache> caches_of(int cpu, const std::filesystem::path& root = "/");
/// That of the highest level that holds data.
std::optional<HostCache> last_level_of(int cpu, const std::filesystem::path& root = "/");
/// Bytes of all last-level caches of these CPUs, each once: a chip may have many. 0 where none is told.
std::uint64_t last_level_bytes(const std::vector<int>& cpus, const std::filesystem::path& root = "/");

}  // namespace spinbench

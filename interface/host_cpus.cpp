#include "interface/host_cpus.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <numeric>
#include <set>
#include <thread>

#include "interface/system_files.hpp"

namespace spinbench {

namespace {

std::filesystem::path folder_of_cpu(int cpu, const std::filesystem::path& root) {
  return root / "sys/devices/system/cpu" / ("cpu" + std::to_string(cpu));
}

}  // namespace

std::vector<int> allowed_cpus() {
  std::vector<int> result;
  // The kernel refuses a set that is smaller than its own, which no call tells the size of.
  for (int most = CPU_SETSIZE; most <= 1 << 20; most *= 2) {
    cpu_set_t* const set = CPU_ALLOC(static_cast<std::size_t>(most));
    if (set == nullptr) break;
    const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(most));
    CPU_ZERO_S(bytes, set);
    const bool told = ::sched_getaffinity(0, bytes, set) == 0;
    const bool too_small = !told && errno == EINVAL;
    for (int cpu = 0; told && cpu < most; ++cpu)
      if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes, set)) result.push_back(cpu);
    CPU_FREE(set);
    if (!too_small) break;
  }
  if (!result.empty()) return result;
  result.resize(std::max(1u, std::thread::hardware_concurrency()));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

int cores_among(const std::vector<int>& cpus, const std::filesystem::path& root) {
  std::set<std::string> cores;
  for (const int cpu : cpus)
    cores.insert(system_files::first_line(folder_of_cpu(cpu, root) / "topology/thread_siblings_list")
                     .value_or("cpu" + std::to_string(cpu)));
  return static_cast<int>(cores.size());
}

std::vector<HostCache> caches_of(int cpu, const std::filesystem::path& root) {
  auto folders = system_files::entries(folder_of_cpu(cpu, root) / "cache", "index");
  std::sort(folders.begin(), folders.end());
  std::vector<HostCache> result;
  for (const auto& folder : folders) {
    const auto level = system_files::number_in(folder / "level"), bytes = system_files::size_in(folder / "size");
    if (!level || !bytes) continue;
    result.push_back({static_cast<int>(*level), system_files::first_line(folder / "type").value_or(""),
                      system_files::first_line(folder / "shared_cpu_list").value_or(""), *bytes});
  }
  return result;
}

std::optional<HostCache> last_level_of(int cpu, const std::filesystem::path& root) {
  std::optional<HostCache> result;
  for (const HostCache& cache : caches_of(cpu, root))
    if (cache.type != "Instruction" && (!result || cache.level >= result->level)) result = cache;
  return result;
}

std::uint64_t last_level_bytes(const std::vector<int>& cpus, const std::filesystem::path& root) {
  std::map<std::string, std::uint64_t> caches;
  for (const int cpu : cpus)
    if (const auto last = last_level_of(cpu, root)) caches[last->shared_by] = last->bytes;
  return std::accumulate(caches.begin(), caches.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& cache) { return sum + cache.second; });
}

}  // namespace spinbench

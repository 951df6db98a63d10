#include <algorithm>
#include <bit>

#include "backends/cpu/host_files.hpp"
#include "interface/host_cpus.hpp"
#include "kernels/machine/machine.hpp"

namespace spinbench::machine {

HostSizes host_sizes_of(const std::filesystem::path& root, const std::vector<int>& cpus) {
  const cpu::HostFiles files(root);
  const std::uint64_t last = files.cache_bytes(0).value_or(std::uint64_t{32} << 20);
  const std::uint64_t second = files.cache_bytes(2).value_or(std::uint64_t{512} << 10);
  const std::uint64_t memory = files.free_memory_bytes().value_or(std::uint64_t{1} << 30);
  const std::uint64_t possible = std::max(std::bit_floor(memory / 8), std::uint64_t{1} << 20);
  const auto beyond = [&](std::uint64_t caches) {
    const std::uint64_t wanted = std::max(std::bit_ceil(2 * caches), std::uint64_t{128} << 20);
    return static_cast<std::int64_t>(std::min(wanted, possible));
  };
  return {beyond(last), beyond(std::max(last, last_level_bytes(cpus, root))),
          static_cast<std::int64_t>(std::max(std::bit_floor(second / 2), std::uint64_t{4} << 10))};
}

const HostSizes& host_sizes() {
  static const HostSizes sizes = host_sizes_of("/", allowed_cpus());
  return sizes;
}

}  // namespace spinbench::machine

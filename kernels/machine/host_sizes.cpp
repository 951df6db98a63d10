#include <algorithm>
#include <bit>

#include "backends/cpu/host_files.hpp"
#include "kernels/machine/machine.hpp"

namespace spinbench::machine {

const HostSizes& host_sizes() {
  static const HostSizes sizes = [] {
    const cpu::HostFiles files;
    const std::uint64_t last = files.cache_bytes(0).value_or(std::uint64_t{32} << 20);
    const std::uint64_t second = files.cache_bytes(2).value_or(std::uint64_t{512} << 10);
    const std::uint64_t memory = files.free_memory_bytes().value_or(std::uint64_t{1} << 30);
    const std::uint64_t wanted = std::max(std::bit_ceil(2 * last), std::uint64_t{128} << 20);
    const std::uint64_t possible = std::max(std::bit_floor(memory / 8), std::uint64_t{1} << 20);
    return HostSizes{static_cast<std::int64_t>(std::min(wanted, possible)),
                     static_cast<std::int64_t>(std::max(std::bit_floor(second / 2), std::uint64_t{4} << 10))};
  }();
  return sizes;
}

}  // namespace spinbench::machine

// What a core has at hand.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace spinbench::cpu {

/// Bytes of the second-level cache, which a core has for itself.
inline double second_level_bytes() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  if (const long found = sysconf(_SC_LEVEL2_CACHE_SIZE); found > 0) return static_cast<double>(found);
#endif
  return 512 << 10;
}

/// What a loop may go through again and again, of data of `bytes` in all, with a core's share of the caches; what else
/// passes through them meanwhile takes the rest. Where the last-level cache holds no part of the data that is worth it,
/// its share is worked on.
inline double bytes_worked_on(double bytes) {
  constexpr double last_level_holds = 16 << 20, share_of_last_level = 4 << 20;
  return bytes <= last_level_holds ? 0.6 * second_level_bytes() : share_of_last_level;
}

/// Asks for large pages, before the memory is touched: pieces of many small ones take a core's tables of addresses.
inline void ask_for_large_pages(void* memory, std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE)),
             begin = reinterpret_cast<std::uintptr_t>(memory), first = (begin + page - 1) / page * page,
             last = (begin + bytes) / page * page;
  // Where there are none the memory is as good.
  if (first < last) static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#else
  static_cast<void>(memory), static_cast<void>(bytes);
#endif
}

/// Asks for memory to come as near as the second-level cache.
inline void fetch_near(const void* memory, std::size_t bytes) {
  constexpr std::size_t line = 64;
  const char* const first = static_cast<const char*>(memory);
  for (std::size_t i = 0; i < bytes; i += line) __builtin_prefetch(first + i, 0, 2);
}

}  // namespace spinbench::cpu

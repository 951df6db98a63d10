// FNV-1a, the checksum of programs, selections and checkpoints.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spinbench {

inline constexpr std::uint64_t fnv_start = 14695981039346656037u;

/// Of `count` bytes behind those that `hash` is of: tells apart what differs by accident, no forgeries.
inline std::uint64_t fnv_over(const void* bytes, std::size_t count, std::uint64_t hash = fnv_start) {
  const auto* const each = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ each[i]) * 1099511628211u;
  return hash;
}

}  // namespace spinbench

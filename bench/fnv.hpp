// FNV-1a, the checksum of programs, selections and checkpoints.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace spinbench {

inline constexpr std::uint64_t fnv_start = 14695981039346656037u;

/// Of `count` bytes behind those that `hash` is of: tells apart what differs by accident, no forgeries.
inline std::uint64_t fnv_over(const void* bytes, std::size_t count, std::uint64_t hash = fnv_start) {
  const auto* const each = static_cast<const unsigned char*>(bytes);
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ each[i]) * 1099511628211u;
  return hash;
}

/// The same for much data, eight bytes at a time: of the highest of them a product alone would reach no lower one.
inline std::uint64_t fnv_over_words(const void* bytes, std::size_t count, std::uint64_t hash = fnv_start) {
  const auto* const each = static_cast<const unsigned char*>(bytes);
  std::size_t i = 0;
  for (std::uint64_t word = 0; i + sizeof word <= count; i += sizeof word) {
    std::memcpy(&word, each + i, sizeof word);
    hash = std::rotl((hash ^ word) * 1099511628211u, 32);
  }
  return fnv_over(each + i, count - i, hash);
}

}  // namespace spinbench

// Why a device has no place for what is to be launched there, by what the runtime says of a kernel's occupancy: such a
// case is none that failed, for fewer threads a block may do.
#pragma once

#include <cstdint>
#include <string>

namespace spinbench {

/// "" where a multiprocessor holds `held` > 0 blocks of so many threads of a kernel at a time.
inline std::string why_no_place_for_block(int held, std::uint64_t threads) {
  if (held > 0) return "";
  return "this device has too few registers or too little shared memory for a block of " + std::to_string(threads) +
         " threads of this kernel: take fewer threads a block";
}

/// The same of a launch all of whose blocks wait for each other: "" where so many multiprocessors hold them at once.
inline std::string why_no_place_at_once(int held, int multiprocessors, std::uint64_t blocks, std::uint64_t threads) {
  if (held <= 0) return why_no_place_for_block(held, threads);
  const std::uint64_t places = static_cast<std::uint64_t>(held) * static_cast<std::uint64_t>(multiprocessors);
  if (blocks <= places) return "";
  return "this device has places for " + std::to_string(places) + " of the " + std::to_string(blocks) +
         " blocks that wait for each other";
}

}  // namespace spinbench

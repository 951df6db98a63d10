// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), used to seed streams only: its n-th output is a function of seed and
// n, so that every stream finds its own seed without walking a sequence.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench::rng {

/// Output number `n`, counted from 1, of the sequence that starts at `seed`.
SPINBENCH_FN inline std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t n) {
  std::uint64_t z = seed + n * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

}  // namespace spinbench::rng

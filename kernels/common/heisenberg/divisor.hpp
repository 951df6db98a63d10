// Quotients of whole numbers by one that is the same for all threads: a host prepares it, and a thread multiplies,
// where compilers make a division of some twenty instructions.
#pragma once

#include <cstdint>

#include "backends/attributes.hpp"

namespace spinbench::heisenberg {

/// n / d is n times the one, shifted by 32 bits and the other, for n < 2^31 and d from 2 to 2^31 (T. Granlund, P.
/// Montgomery, Proc. PLDI 1994, 61: the quotient's error stays below 1 / d).
struct Divisor {
  std::uint32_t multiplier = 0, shift = 0;

  Divisor() = default;
  explicit Divisor(std::uint32_t d) {
    while ((std::uint64_t{1} << (shift + 1)) < d) ++shift;
    multiplier = static_cast<std::uint32_t>(((std::uint64_t{1} << (32 + shift)) + d - 1) / d);
  }
  SPINBENCH_FN std::uint32_t quotient_of(std::uint32_t n) const {
    return static_cast<std::uint32_t>((std::uint64_t{n} * multiplier) >> 32) >> shift;
  }
};

}  // namespace spinbench::heisenberg

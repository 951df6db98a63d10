// The Metropolis rule as an integer compare, so that no rounding can break a tie differently on two machines.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "backends/attributes.hpp"
#include "kernels/common/mutants.hpp"

namespace spinbench {

/// floor(2^32 exp(-beta delta_e)), at most 2^32 - 1, for delta_e > 0 in units of J and beta in 1/J. On the host.
inline std::uint32_t acceptance_threshold(double beta, double delta_e) {
  // A factor so near to 1 that it rounds to it is a word too large.
  const double scaled = std::min(std::floor(std::ldexp(std::exp(-beta * delta_e), 32)), 4294967295.0);
  const auto threshold = static_cast<std::uint32_t>(scaled);
  return planted(Mutant::threshold_20_bits) ? threshold & 0xFFFFF000u : threshold;
}

/// The two thresholds of the square lattice: `field` is the spin times the sum of its four neighbours, so that a flip
/// costs 2 * field.
struct SquareThresholds {
  std::uint32_t field2 = 0, field4 = 0;

  static SquareThresholds at(double beta) { return {acceptance_threshold(beta, 4.0), acceptance_threshold(beta, 8.0)}; }
  /// The threshold of a field of 2 or 4; its value for other fields has no meaning.
  SPINBENCH_FN std::uint32_t operator()(int field) const { return field == 4 ? field4 : field2; }
};

/// The three thresholds of the simple cubic lattice, of six neighbours.
struct CubicThresholds {
  std::uint32_t field2 = 0, field4 = 0, field6 = 0;

  static CubicThresholds at(double beta) {
    return {acceptance_threshold(beta, 4.0), acceptance_threshold(beta, 8.0), acceptance_threshold(beta, 12.0)};
  }
  /// The threshold of a field of 2, 4 or 6; its value for other fields has no meaning.
  SPINBENCH_FN std::uint32_t operator()(int field) const { return field == 6 ? field6 : field == 4 ? field4 : field2; }
};

/// Accept a flip where it costs nothing, or where the random word lies below the threshold.
SPINBENCH_FN inline bool accepts(int field, std::uint32_t word, std::uint32_t threshold) {
  return field <= 0 || word < threshold;
}

/// One attempt. With `always` a word is drawn for every attempt; otherwise only where the energy would rise.
template <bool Always, class Stream, class Thresholds>
SPINBENCH_FN inline bool metropolis(int field, Stream& stream, const Thresholds& thresholds) {
  if constexpr (Always) {
    const std::uint32_t word = stream.next();
    return accepts(field, word, thresholds(field));
  } else {
    if (field <= 0) {
      stream.pass();
      return true;
    }
    return stream.next() < thresholds(field);
  }
}

}  // namespace spinbench
